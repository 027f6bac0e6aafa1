// SPDX-License-Identifier: Apache-2.0

// A NAL unit of H.264 or HEVC contains no start code: after two zero bytes, an emulation prevention byte 3 precedes any
// byte up to 3 (ITU-T H.264, 7.4.1; H.265, 7.4.2).

extension UnsafeRawBufferPointer {
  /// Returns true if the byte at `index` of this NAL unit is an emulation prevention byte.
  @inlinable
  public func isStartCodeEscape(at index: Int) -> Bool {
    index >= 2 && self[index] == 3 && self[index - 1] == 0 && self[index - 2] == 0
  }

  /// Appends this NAL unit, or its beginning, without emulation prevention bytes.
  public func appendUnescaped(to plain: inout [UInt8]) {
    plain.reserveCapacity(plain.count + count)
    var start = 0
    var at = 2
    while at < count {
      switch self[at] {
      case 3 where isStartCodeEscape(at: at):
        plain.append(contentsOf: self[start..<at])
        start = at + 1
        // The zeros before it do not count for the next.
        at += 3
      case 0, 3: at += 1
      // None of this byte and the next two can be an emulation prevention byte.
      default: at += 3
      }
    }
    plain.append(contentsOf: self[Swift.min(start, count)...])
  }
}
