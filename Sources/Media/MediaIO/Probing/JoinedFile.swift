// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Another file behind the first one in the same file, as `cat` leaves them.
///
/// libavformat reads files with an end of their own up to there, without a word about the rest. Such a file is a chain of
/// parts that tell how long they are: where one of them is the head of a file, another one begins.
struct JoinedFile {
  /// Where it begins, in bytes.
  let position: Int64

  /// The warning of it.
  var words: String {
    "another file begins behind it at byte \(position), and is not read; " + MediaScan.joining
  }

  /// A GIF behind one that ends at the byte `end`, in the file at `path`; nil where there is none.
  init?(gif path: String, behind end: Int64) {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var head = [UInt8](repeating: 0, count: 4)
    guard fseek(file, Int(end), SEEK_SET) == 0, fread(&head, 1, 4, file) == 4,
      head == Array("GIF8".utf8)
    else { return nil }
    position = end
  }

  /// A part of the chain.
  private enum Element {
    /// The head of a file; the next part is so many bytes on.
    case head(Int64)
    case other(Int64)
  }

  /// Reads a part from its first bytes, at most `headLength`; nil for what is none.
  private typealias Reader = ([UInt8]) -> Element?

  private static let headLength = 24
  /// A film of many hours in fragments has fewer parts.
  private static let mostParts = 1 << 20

  /// The next file behind the byte `read` of the file at `path`, which libavformat takes for `format`; nil for none.
  init?(in path: String, of format: String, behind read: Int64) {
    guard let reader = JoinedFile.reader(of: String(format.prefix { $0 != "," })),
      let file = fopen(path, "rbe")
    else { return nil }
    defer { fclose(file) }
    var place = Int64(0)
    for _ in 0..<JoinedFile.mostParts {
      var bytes = [UInt8](repeating: 0, count: JoinedFile.headLength)
      guard fseek(file, Int(place), SEEK_SET) == 0 else { return nil }
      bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
      guard let part = reader(bytes) else { return nil }
      let length: Int64
      switch part {
      case .head(let found):
        if place > 0, place >= read {
          position = place
          return
        }
        length = found
      case .other(let found): length = found
      }
      let (next, overflow) = place.addingReportingOverflow(length)
      guard length > 0, !overflow else { return nil }
      place = next
    }
    return nil
  }

  private static func reader(of format: String) -> Reader? {
    switch format {
    case "mov": box
    case "wav": { form($0, ["RIFF", "RF64"], isBigEndian: false) }
    case "aiff": { form($0, ["FORM"], isBigEndian: true) }
    case "caf": chunkOfCAF
    case "w64": partOfW64
    case "asf": object
    case "flv": tag
    case "apng": chunkOfPNG
    default: nil
    }
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// A box of ISO/IEC 14496-12 (4.2).
  ///
  /// Files of QuickTime may have no `ftyp`, and fragments have many heads.
  private static func box(_ bytes: [UInt8]) -> Element? {
    guard bytes.count >= 16 else { return nil }
    let size = number(bytes[0..<4])
    let length = size == 1 ? number(bytes[8..<16]) : size
    return word(bytes[4..<8]) == "ftyp" ? .head(length) : .other(length)
  }

  /// A form of RIFF or of EA IFF 85, which is a whole file, with an even length.
  private static func form(_ bytes: [UInt8], _ names: [String], isBigEndian: Bool) -> Element? {
    guard bytes.count >= 12, names.contains(word(bytes[0..<4])) else { return nil }
    let size = isBigEndian ? number(bytes[4..<8]) : number(bytes[4..<8].reversed())
    return .head(8 + size + size % 2)
  }

  /// A chunk of Apple's Core Audio Format; of one that goes on to the end, the length is -1.
  private static func chunkOfCAF(_ bytes: [UInt8]) -> Element? {
    guard bytes.count >= 12 else { return nil }
    if word(bytes[0..<4]) == "caff" { return .head(8) }
    let length = number(bytes[4..<12])
    return length < 0 || length > .max - 12 ? nil : .other(12 + length)
  }

  /// A file of Sony's Wave64, whose parts are named by GUIDs.
  private static func partOfW64(_ bytes: [UInt8]) -> Element? {
    guard bytes.count >= 24, word(bytes[0..<4]) == "riff" else { return nil }
    return .head(number(bytes[16..<24].reversed()))
  }

  /// An object of ASF (Microsoft's specification, 2.1): the GUID of the header is that of a file.
  private static func object(_ bytes: [UInt8]) -> Element? {
    guard bytes.count >= 24 else { return nil }
    let length = number(bytes[16..<24].reversed())
    return bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])
      ? .head(length) : .other(length)
  }

  /// A tag of FLV (Adobe's specification, annex E), or its header, each with the size that is behind it.
  private static func tag(_ bytes: [UInt8]) -> Element? {
    guard bytes.count >= 11 else { return nil }
    if word(bytes[0..<3]) == "FLV" { return .head(number(bytes[5..<9]) + 4) }
    return [8, 9, 18].contains(bytes[0] & 0x1F) ? .other(15 + number(bytes[1..<4])) : nil
  }

  private static func chunkOfPNG(_ bytes: [UInt8]) -> Element? {
    guard bytes.count >= 8 else { return nil }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .head(8) }
    return .other(12 + number(bytes[0..<4]))
  }
}
