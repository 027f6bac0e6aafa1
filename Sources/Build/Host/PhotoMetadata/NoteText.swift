// SPDX-License-Identifier: Apache-2.0

/// A text in a photo's file, which rarely says how it is coded.
struct NoteText {
  /// The text, to the first NUL, without space around it; nil where nothing is left.
  let text: String?

  /// No caption is longer, in characters, and in the bytes that say it.
  private static let limit = 2000
  private static let byteLimit = 8000

  /// Texts that cameras write into the field of the caption by themselves.
  private static let words: Set<String> = [
    "OLYMPUS DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
    "SAMSUNG DIGITAL CAMERA", "SAMSUNG", "SONY DSC", "DIGITAL CAMERA", "DIGITAL STILL CAMERA",
    "KODAK DIGITAL STILL CAMERA", "EXIF_JPEG_PICTURE", "DEFAULT", "UNTITLED",
  ]

  /// The text in `bytes`: UTF-8 where it can be, else Latin-1; never the latter where it `isUTF8`.
  init(_ bytes: [UInt8], isUTF8: Bool = false) {
    let bytes = NoteText.bounded(bytes.prefix { $0 != 0 })
    let decoded =
      if let text = String(validating: bytes, as: UTF8.self) { text } else if isUTF8 {
        String(decoding: bytes, as: UTF8.self)
      } else { String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }
    var scalars = String.UnicodeScalarView()
    for scalar in decoded.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar.properties.generalCategory {
      case _ where scalar == "\n" || scalar == "\r": scalars.append("\n")
      case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    let text = String(scalars)
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    let kept = String(text[start..<end].prefix(NoteText.limit))
    self.text = kept.isEmpty ? nil : kept
  }

  /// The first of `bytes`, without the part of a character of UTF-8 at which they would be cut.
  private static func bounded(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.count > byteLimit else { return bytes }
    let kept = bytes.prefix(byteLimit)
    let next = bytes[bytes.startIndex + byteLimit]
    guard next & 0xC0 == 0x80 else { return kept }
    // A character has at most three more bytes.
    let tail = kept.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    return kept.dropLast(tail + 1)
  }

  /// True if it is a text that cameras write by themselves.
  var isOfCamera: Bool {
    guard let text else { return false }
    return NoteText.words.contains(text.uppercased()) || text.uppercased().hasPrefix("DCIM\\")
  }
}
