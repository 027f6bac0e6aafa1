// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The end of a file that is cut off within a part that tells how long it is.
///
/// libavformat decodes what is there of such a part, mostly without a word. A file that is cut off between two parts is whole by
/// all that can be known, unless its header tells a duration.
struct TornEnd {
  /// Where the last part begins, in bytes.
  let position: Int64
  /// The number of its bytes that are missing, as far as known.
  let missing: Int64

  /// The warning of it.
  var words: String {
    "the file is cut off: of the part at byte \(position), at least \(missing)"
      + (missing == 1 ? " byte is missing" : " bytes are missing")
  }

  /// The torn end of the file at `path`, which libavformat takes for `format`; nil where there is none.
  ///
  /// - Parameter last: A place where a part begins, such as that of the last packet; parts before it are not looked at.
  init?(in path: String, of format: String, from last: Int64) {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    guard fseek(file, 0, SEEK_END) == 0 else { return nil }
    let size = Int64(ftell(file))
    let found: (Int64, Int64)?
    switch format.prefix(while: { $0 != "," }) {
    case "mpegts": found = TornEnd.packet(file, size)
    case "mpeg": found = TornEnd.part(file, size, from: max(0, last), TornEnd.ofProgramStream)
    case "flv": found = TornEnd.part(file, size, from: max(0, last), TornEnd.ofFLV)
    case "ogg": found = TornEnd.part(file, size, from: max(0, last), TornEnd.ofOgg)
    case "avi": found = TornEnd.part(file, size, from: 0, TornEnd.ofAVI)
    case "asf": found = TornEnd.part(file, size, from: 0, TornEnd.ofASF)
    case "mov": found = TornEnd.part(file, size, from: 0, TornEnd.ofMovie)
    case "mxf": found = TornEnd.part(file, size, from: 0, TornEnd.ofMXF)
    default: found = nil
    }
    guard let (position, missing) = found else { return nil }
    (self.position, self.missing) = (position, missing)
  }

  /// True for an AVI file at `path` that was written into a pipe, so that its header knows no duration.
  static func isOpenAVI(_ path: String, _ format: String) -> Bool {
    guard format == "avi", let file = fopen(path, "rbe") else { return false }
    defer { fclose(file) }
    return bytes(file, at: 0, 12).flatMap(ofAVI) == nil
  }

  // MARK: - Transport streams

  /// The last packet of a transport stream, which has 188 bytes, four more before it on discs or sixteen more behind it.
  ///
  /// Other data at the end is no packet.
  private static func packet(_ file: UnsafeMutablePointer<FILE>, _ size: Int64) -> (Int64, Int64)? {
    let length = min(size, 4096)
    guard let tail = bytes(file, at: size - length, Int(length)) else { return nil }
    for (unit, before) in [(188, 0), (192, 4), (204, 0)] {
      for phase in 0..<min(unit, tail.count) where tail[phase] == 0x47 {
        let places = stride(from: phase, to: tail.count, by: unit)
        let count = (tail.count - phase + unit - 1) / unit
        guard count >= 6, places.allSatisfy({ tail[$0] == 0x47 }) else { continue }
        let last = phase + (count - 1) * unit - before
        // Where only the four bytes before a packet are there, none of it is.
        let there = (tail.count - last) % unit
        return there == 0
          ? nil : (size - Int64(there), Int64(unit - there))
      }
    }
    return nil
  }

  // MARK: - Parts that tell their length

  /// The length of a part by its first bytes, of which there may be fewer than asked for; nil for what is none, and for one of
  /// which the length is not known.
  private typealias Length = ([UInt8]) -> Int64?

  private static let headLength = 282
  private static let mostParts = 1 << 22

  private static func part(
    _ file: UnsafeMutablePointer<FILE>, _ size: Int64, from first: Int64, _ length: Length
  ) -> (Int64, Int64)? {
    var place = first
    for _ in 0..<mostParts {
      guard place < size, let head = bytes(file, at: place, headLength), let own = length(head),
        own > 0
      else { return nil }
      let (end, overflow) = place.addingReportingOverflow(own)
      guard !overflow else { return nil }
      if end > size { return (place, end - size) }
      place = end
    }
    return nil
  }

  private static func bytes(
    _ file: UnsafeMutablePointer<FILE>, at place: Int64, _ count: Int
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard fseek(file, Int(place), SEEK_SET) == 0 else { return nil }
    bytes.removeLast(count - fread(&bytes, 1, count, file))
    return bytes
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  /// A pack header or a packet (ISO/IEC 13818-1, 2.5.3, and 11172-1, 2.4.3).
  private static func ofProgramStream(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count >= 6 else {
      // What is left of one.
      return bytes.count > 2 && bytes.starts(with: [0, 0, 1]) && bytes.last != 0xB9 ? 6 : nil
    }
    guard bytes.starts(with: [0, 0, 1]) else { return nil }
    switch bytes[3] {
    case 0xBA:
      guard bytes[4] >> 6 == 1 else { return 12 }
      return bytes.count < 14 ? 14 : 14 + Int64(bytes[13] & 7)
    case 0xBB...: return 6 + number(bytes[4..<6])
    default: return nil
    }
  }

  /// A tag, or the header of a file, each with the size that is behind it (Adobe's specification, annex E).
  private static func ofFLV(_ bytes: [UInt8]) -> Int64? {
    guard let kind = bytes.first else { return nil }
    if bytes.count >= 9, bytes.starts(with: "FLV".utf8) { return number(bytes[5..<9]) + 4 }
    guard [8, 9, 18].contains(kind & 0x1F) else { return nil }
    let length = bytes.count < 11 ? 11 : 15 + number(bytes[1..<4])
    // Some programs leave out the size behind the last tag.
    return bytes.count < headLength && Int64(bytes.count) == length - 4 ? nil : length
  }

  /// A page (RFC 3533, section 6).
  private static func ofOgg(_ bytes: [UInt8]) -> Int64? {
    guard bytes.starts(with: "OggS".utf8) else { return nil }
    guard bytes.count >= 27, bytes.count >= 27 + Int(bytes[26]) else { return 27 }
    let count = Int(bytes[26])
    return 27 + Int64(count) + bytes[27..<27 + count].reduce(0) { $0 + Int64($1) }
  }

  /// A form of RIFF; of one that was written into a pipe, the size is not known.
  private static func ofAVI(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count >= 12, bytes.starts(with: "RIFF".utf8) else { return nil }
    let size = number(bytes[4..<8].reversed())
    return size == 0 || size > 0xFFFF_0000 ? nil : 8 + size
  }

  /// An object (Microsoft's specification of ASF, 2.1); a recording that has not been ended has one without a length.
  private static func ofASF(_ bytes: [UInt8]) -> Int64? {
    bytes.count >= 24 ? number(bytes[16..<24].reversed().dropFirst()) : nil
  }

  /// A box (ISO/IEC 14496-12, 4.2).
  private static func ofMovie(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count >= 8, bytes[4..<8].allSatisfy({ (32...126).contains($0) || $0 == 0xA9 })
    else { return nil }
    let size = number(bytes[0..<4])
    guard size == 1 else { return size >= 8 ? size : nil }
    guard bytes.count >= 16, bytes[8] < 0x40 else { return nil }
    return number(bytes[8..<16])
  }

  /// A key, a length and a value (SMPTE ST 336).
  private static func ofMXF(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count >= 17, bytes.starts(with: [0x06, 0x0E, 0x2B, 0x34]) else { return nil }
    guard bytes[16] & 0x80 != 0 else { return 17 + Int64(bytes[16]) }
    let count = Int(bytes[16] & 0x7F)
    guard (1...7).contains(count), bytes.count >= 17 + count else { return nil }
    return 17 + Int64(count) + number(bytes[17..<17 + count])
  }
}
