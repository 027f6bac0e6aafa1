// SPDX-License-Identifier: Apache-2.0

/// A range of a source line in the form that a terminal shows.
///
/// Source text is never sent to a terminal as it is: control characters, the marks that turn the
/// direction of text and bytes that are no text are spelled out.
struct DisplayText {
  /// One code point, or one byte that is not part of one.
  struct Cell {
    /// The bytes in the source.
    let bytes: Range<Int>
    /// The displayed text.
    let shown: String
    /// The number of columns that it takes.
    let width: Int
  }

  /// A tab reaches to the next multiple of this many columns.
  private static let tabWidth = 4

  private(set) var cells: [Cell] = []
  private(set) var width = 0

  /// Lays out `text[range]`, from column 0.
  init(_ text: [UInt8], _ range: Range<Int>) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (scalar, length) = decodeScalar(text[offset..<range.upperBound])
      let shown: String
      let width: Int
      if scalar == "\t" {
        width = Self.tabWidth - self.width % Self.tabWidth
        shown = String(repeating: " ", count: width)
      } else if let scalar, !needsEscape(scalar) {
        width = displayWidth(scalar)
        shown = String(Character(scalar))
      } else {
        shown = scalar.map(escaped) ?? "\\x" + hexadecimal(UInt32(text[offset]), digits: 2)
        width = shown.unicodeScalars.count
      }
      cells.append(Cell(bytes: offset..<offset + length, shown: shown, width: width))
      self.width += width
      offset += length
    }
  }
}

/// A text from elsewhere made fit for a line of a terminal: a name of a file may have line breaks.
func printable(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars {
    if needsEscape(scalar) {
      shown += escaped(scalar)
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}

/// Decodes the first code point; `nil` and one byte if the bytes there are no UTF-8.
private func decodeScalar(_ bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar?, length: Int) {
  if let first = bytes.first, first < 0x80 { return (Unicode.Scalar(first), 1) }
  var decoder = Unicode.UTF8.ForwardParser()
  var rest = bytes.makeIterator()
  guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else { return (nil, 1) }
  return (Unicode.UTF8.decode(encoded), encoded.count)
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  // Joiners are part of words and of pictures; other format characters are invisible or worse.
  case .format: scalar != "\u{200C}" && scalar != "\u{200D}" && scalar != "\u{AD}"
  case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
  default: false
  }
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  default: "\\u{" + hexadecimal(scalar.value, digits: 1) + "}"
  }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// The number of terminal columns of a code point, as far as it does not depend on its neighbours.
private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  if scalar.isASCII { return 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return scalar == "\u{AD}" ? 1 : 0
  default: break
  }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
    return 2
  default:
    return scalar.properties.isEmojiPresentation ? 2 : 1
  }
}
