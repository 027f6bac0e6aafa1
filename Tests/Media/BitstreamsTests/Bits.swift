// SPDX-License-Identifier: Apache-2.0

/// A buffer of bits.
struct Bits {
  private(set) var bytes: [UInt8] = []
  private var count = 0

  mutating func put(_ value: Int, _ bits: Int) {
    for bit in (0..<bits).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      bytes[count / 8] |= UInt8(value >> bit & 1) << UInt8(7 - count % 8)
      count += 1
    }
  }
}
