// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

extension YAMLNode {
  /// The place of a part of the text of a scalar, given in UTF-8 bytes of `text`, through escapes, folded lines and
  /// the indentation of blocks.
  ///
  /// Where the file has another text there, such as the name of a value, the place of the whole node.
  public func place(of part: Range<Int>) -> Span {
    let record = storage.records[Int(index)]
    guard record.kind == .scalar, part.lowerBound >= 0, part.upperBound <= Int(record.count) else {
      return span
    }
    guard record.textStart == nil else { return span(of: part) }
    let (start, end) = (Int(record.start), Int(record.end))
    guard start < end, end <= storage.source.count else { return span }
    var places = ScalarPlaces(
      source: storage.source[start..<end], text: Array(storage.bytes(of: record)))
    guard places.align() else { return span }
    let first = places.starts[part.lowerBound]
    let last = part.isEmpty ? first : places.ends[part.upperBound - 1]
    return Span(file: storage.file(at: index), start: Int32(first), end: Int32(last))
  }
}

/// The place in the file of each byte of a scalar's text.
///
/// Source and text are walked side by side, and whatever does not fit ends it: no place is guessed.
private struct ScalarPlaces {
  let source: ArraySlice<UInt8>
  let text: [UInt8]
  /// The start in the file of each byte, and of the end of the text.
  private(set) var starts: [Int] = []
  /// The end in the file of each byte.
  private(set) var ends: [Int] = []
  private var at: Int

  init(source: ArraySlice<UInt8>, text: [UInt8]) {
    (self.source, self.text) = (source, text)
    at = source.startIndex
  }

  private func byte(_ place: Int) -> UInt8? { source.indices.contains(place) ? source[place] : nil }

  /// Finds all places; false where the file has another text.
  mutating func align() -> Bool {
    switch byte(at) {
    case UInt8(ascii: "\""):
      at += 1
      return flow(until: UInt8(ascii: "\""))
    case UInt8(ascii: "'"):
      at += 1
      return flow(until: UInt8(ascii: "'"))
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return block(isFolded: byte(at) != 124)
    default: return flow(until: nil)
    }
  }

  /// Says that the next bytes of the text are written as `source[at..<end]`.
  private mutating func take(_ count: Int, until end: Int) {
    for _ in 0..<count {
      starts.append(at)
      ends.append(end)
    }
    at = end
  }

  private var next: UInt8? { starts.count < text.count ? text[starts.count] : nil }

  // MARK: Quoted and plain scalars

  private mutating func flow(until quote: UInt8?) -> Bool {
    while let wanted = next {
      guard let byte = byte(at) else { return false }
      if byte == 92, quote == UInt8(ascii: "\"") {
        guard escape() else { return false }
      } else if byte == 39, quote == 39 {
        guard self.byte(at + 1) == 39, wanted == 39 else { return false }
        take(1, until: at + 2)
      } else if isFold {
        guard fold() else { return false }
      } else {
        guard byte == wanted else { return false }
        take(1, until: at + 1)
      }
    }
    starts.append(at)
    return true
  }

  /// True if white space begins here that has a line break in it.
  private var isFold: Bool {
    var place = at
    while let byte = byte(place), byte == 32 || byte == 9 { place += 1 }
    return byte(place) == 10 || byte(place) == 13
  }

  /// A break of lines is a space, and empty lines are line feeds.
  private mutating func fold() -> Bool {
    var (place, feeds) = (at, 0)
    while let byte = byte(place), [9, 10, 13, 32].contains(byte) {
      if byte == 10 || byte == 13 && self.byte(place + 1) != 10 { feeds += 1 }
      place += 1
    }
    guard feeds > 0 else { return false }
    let written: [UInt8] = feeds == 1 ? [32] : Array(repeating: 10, count: feeds - 1)
    guard text[starts.count...].starts(with: written) else { return false }
    take(written.count, until: place)
    return true
  }

  private mutating func escape() -> Bool {
    guard let letter = byte(at + 1) else { return false }
    let digits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][letter]
    if let digits {
      let end = at + 2 + digits
      guard end <= source.endIndex else { return false }
      let number = UInt32(String(decoding: source[at + 2..<end], as: UTF8.self), radix: 16)
      guard let scalar = number.flatMap(Unicode.Scalar.init) else { return false }
      return take(scalar, until: end)
    }
    if letter == 10 || letter == 13 {
      // The line goes on behind the white space of the next.
      at += 2
      while let byte = byte(at), [9, 10, 13, 32].contains(byte) { at += 1 }
      return true
    }
    let meanings: [UInt8: Unicode.Scalar] = [
      48: "\0", 97: "\u{7}", 98: "\u{8}", 116: "\t", 9: "\t", 110: "\n", 118: "\u{b}", 102: "\u{c}",
      114: "\r", 101: "\u{1b}", 32: " ", 34: "\"", 47: "/", 92: "\\", 78: "\u{85}", 95: "\u{a0}",
      76: "\u{2028}", 80: "\u{2029}",
    ]
    guard let scalar = meanings[letter] else { return false }
    return take(scalar, until: at + 2)
  }

  private mutating func take(_ scalar: Unicode.Scalar, until end: Int) -> Bool {
    let bytes = Array(String(Character(scalar)).utf8)
    guard text[starts.count...].starts(with: bytes) else { return false }
    take(bytes.count, until: end)
    return true
  }

  // MARK: Blocks

  private mutating func block(isFolded: Bool) -> Bool {
    let header = at
    while let byte = byte(at), byte != 10 { at += 1 }
    at += 1
    // The indentation is that of the first line that holds something, or what the header says.
    var (place, indent) = (at, 0)
    while let byte = byte(place), byte == 32 || byte == 10 {
      indent = byte == 10 ? 0 : indent + 1
      place += 1
    }
    guard !source[header..<min(at, source.endIndex)].contains(where: { (49...57).contains($0) })
    else { return false }
    var isLineStart = true
    while let wanted = next {
      if isLineStart {
        var skipped = 0
        while skipped < indent, byte(at) == 32 { (at, skipped) = (at + 1, skipped + 1) }
        isLineStart = false
      }
      guard let byte = byte(at) else {
        // The last line's feed may stand behind the scalar.
        guard wanted == 10 else { return false }
        take(1, until: at)
        continue
      }
      if byte == 10 {
        isLineStart = true
        guard wanted == 10 || isFolded && wanted == 32 else { return false }
        take(1, until: at + 1)
        // Of several feeds between folded lines the first is left out.
        if isFolded, wanted == 10, self.byte(at) == 10 { at += 1 }
      } else {
        guard byte == wanted else { return false }
        take(1, until: at + 1)
      }
    }
    starts.append(at)
    return true
  }
}
