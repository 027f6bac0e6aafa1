// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Another file behind the first one in the same file, as `cat` leaves them.
///
/// libavformat reads files with an end of their own (MP4, FLV, ASF, WAV, AIFF, GIF) up to there, without a word about the rest.
struct JoinedFile {
  /// Where it begins, in bytes.
  let position: Int64

  /// The bytes at which a file of a format is known.
  private struct Signature {
    /// A part of them.
    let needle: [UInt8]
    /// The number of bytes of the file before these.
    let lead: Int
    /// The number of bytes from the start of the file on that are looked at.
    let length: Int
    /// True for such bytes of a file of the format.
    let isMet: (UnsafeRawBufferPointer) -> Bool
  }

  private static func signature(of format: String) -> Signature? {
    func word(_ text: String, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
      bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
    }
    switch format.prefix(while: { $0 != "," }) {
    case "mov":
      return Signature(needle: Array("ftyp".utf8), lead: 4, length: 12) { bytes in
        let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        return (16...4096).contains(size) && bytes[8..<12].allSatisfy { (32..<127).contains($0) }
      }
    case "flv":
      return Signature(needle: Array("FLV".utf8), lead: 0, length: 9) { bytes in
        bytes[3] == 1 && bytes[4] & 0xFA == 0 && bytes[5..<9].elementsEqual([0, 0, 0, 9])
      }
    case "asf":
      let header: [UInt8] = [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE,
        0x6C,
      ]
      return Signature(needle: header, lead: 0, length: 16) { _ in true }
    case "wav":
      return Signature(needle: Array("RIFF".utf8), lead: 0, length: 12) { word("WAVE", $0, at: 8) }
    case "aiff":
      return Signature(needle: Array("FORM".utf8), lead: 0, length: 12) { word("AIF", $0, at: 8) }
    case "gif": return Signature(needle: Array("GIF89a".utf8), lead: 0, length: 6) { _ in true }
    default: return nil
    }
  }

  /// The bytes behind the last packet in which it is looked for: the index of an MP4 of many hours takes less.
  private static let maximumBytes: Int64 = 64 << 20

  /// The first behind the byte `start` of the file at `path`, which libavformat takes for `format`; nil where there is none.
  init?(in path: String, of format: String, behind start: Int64) {
    guard let signature = JoinedFile.signature(of: format), let file = fopen(path, "rbe") else {
      return nil
    }
    defer { fclose(file) }
    // The file's own start is none.
    let start = max(start, Int64(signature.length))
    guard fseek(file, Int(start), SEEK_SET) == 0 else { return nil }
    var bytes: [UInt8] = []
    var read = Int64(0)
    while read < JoinedFile.maximumBytes {
      var chunk = [UInt8](repeating: 0, count: 1 << 20)
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return nil }
      let base = start + read - Int64(bytes.count)
      bytes += chunk.prefix(count)
      read += Int64(count)
      if let offset = JoinedFile.search(bytes, signature) {
        position = base + Int64(offset)
        return
      }
      bytes.removeFirst(max(0, bytes.count - signature.length))
    }
    return nil
  }

  /// Where in `bytes` a file begins; nil for nowhere.
  private static func search(_ bytes: [UInt8], _ signature: Signature) -> Int? {
    bytes.withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      var from = signature.lead
      // All of a signature lies within the bytes.
      let end = bytes.count - (signature.length - signature.lead) + 1
      while from < end, let found = memchr(base + from, Int32(signature.needle[0]), end - from) {
        let start = base.distance(to: UnsafeRawPointer(found)) - signature.lead
        let head = UnsafeRawBufferPointer(rebasing: bytes[start..<start + signature.length])
        if head.dropFirst(signature.lead).starts(with: signature.needle), signature.isMet(head) {
          return start
        }
        from = start + signature.lead + 1
      }
      return nil
    }
  }
}
