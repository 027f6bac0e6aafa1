// SPDX-License-Identifier: Apache-2.0

/// The properties of a segment file that its first and last bytes give, without a renderer.
///
/// Every picture or sound file that a worker makes for the store begins and ends like this; whether
/// the bytes between are intact is known only after reading them.
public enum SegmentMarks {
  /// The magic at the beginning of the file.
  public static let magic = Array("reelseg\n".utf8)
  /// The format's version: a 32-bit little-endian number after the magic.
  public static let version: UInt32 = 3
  /// The mark at the beginning of the trailer.
  public static let endMark = UInt8(ascii: "E")
  /// Bytes of the trailer: the mark, the number of packets, that of frames or samples, a checksum.
  public static let trailerBytes = 25
  /// Bytes of `head`.
  public static let headBytes = magic.count + 4

  /// The number of frames or samples in a file that begins with `head` and ends with `tail`; nil
  /// when it is no segment file of this version.
  public static func frames(head: [UInt8], tail: [UInt8]) -> Int64? {
    guard head.count == headBytes, head.starts(with: magic),
      number(head[magic.count...]) == UInt64(version), tail.count == trailerBytes,
      tail[0] == endMark
    else { return nil }
    return Int64(exactly: number(tail[9..<17]))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
