// SPDX-License-Identifier: Apache-2.0

/// NAL units behind start codes, as in encoder output and MPEG-TS (ITU-T H.264 and H.265, annex B).
///
/// MP4 and Matroska put a length in front of each unit, and parameter sets into a separate record (ISO/IEC
/// 14496-15). A muxer would scan every byte for start codes each time a film is linked; here it is done once.
package enum ByteStream {
  /// Returns true if `bytes` begins with a start code.
  package static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1])
  }

  /// The units in `bytes` of each of `types`; `type` extracts the type from a unit's first byte.
  static func units(
    of types: [UInt8], in bytes: [UInt8], type: (UInt8) -> UInt8
  ) -> [[[UInt8]]] {
    var units: [[[UInt8]]] = types.map { _ in [] }
    bytes.withUnsafeBytes { raw in
      for range in NALUnits(raw) {
        let unit = UnsafeRawBufferPointer(rebasing: raw[range]).withoutTrailingZeros
        guard let kind = unit.first.flatMap({ types.firstIndex(of: type($0)) }) else { continue }
        units[kind].append(Array(unit))
      }
    }
    return units
  }
}

/// The ranges of the NAL units in a byte stream.
package struct NALUnits: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var at: Int

  /// The units of `bytes`, which begins with a start code.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    at = NALUnits.startCode(in: bytes, from: 0)
  }

  package mutating func next() -> Range<Int>? {
    // Skips the start code, which ends with the first byte that is not 0.
    while at < bytes.count, bytes[at] == 0 { at += 1 }
    at += 1
    guard at < bytes.count else { return nil }
    let start = at
    at = NALUnits.startCode(in: bytes, from: start)
    return start..<at
  }

  /// The position of the next start code, including a zero in front if there is one; the end if there is none.
  private static func startCode(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var at = start
    while at + 2 < bytes.count {
      switch bytes[at + 2] {
      case 0: at += 1
      case 1 where bytes[at] == 0 && bytes[at + 1] == 0:
        return at > start && bytes[at - 1] == 0 ? at - 1 : at
      default: at += 3
      }
    }
    return bytes.count
  }
}

extension UnsafeRawBufferPointer {
  /// These bytes without trailing zeros, which belong to no NAL unit of a byte stream.
  var withoutTrailingZeros: UnsafeRawBufferPointer {
    var end = count
    while end > 0, self[end - 1] == 0 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }
}
