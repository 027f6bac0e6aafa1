// SPDX-License-Identifier: Apache-2.0

import Base

/// Reads the bits of a NAL unit without emulation prevention bytes (ITU-T H.264, 7.3.1; H.265, 7.3.1.1), and
/// its Exp-Golomb codes (9.1).
///
/// Beyond the end it returns zeros, so that the syntax of a damaged unit can be read to its end; `isDamaged`
/// then says that the values are invalid.
struct RBSPReader {
  /// True if more bits were read than exist, or a code exceeded 32 bits.
  private(set) var isDamaged = false
  private let bytes: UnsafeRawBufferPointer
  /// Bytes of the unit consumed so far, including emulation prevention bytes.
  private var at = 0
  private var current: UInt8 = 0
  private var bitsLeft: UInt8 = 0
  /// Bytes consumed, without emulation prevention bytes.
  private var taken = 0

  private let hasEscapes: Bool

  /// Reads `unit` from its header on; its bytes must outlive the reader.
  ///
  /// - Parameter hasEscapes: Whether there are emulation prevention bytes, as in all NAL units.
  init(_ unit: UnsafeRawBufferPointer, hasEscapes: Bool = true) {
    bytes = unit
    self.hasEscapes = hasEscapes
  }

  /// The number of bits read.
  var position: Int { 8 * taken - Int(bitsLeft) }

  /// The next bit.
  mutating func flag() -> Bool {
    if bitsLeft == 0 { fetch() }
    bitsLeft -= 1
    return current >> bitsLeft & 1 == 1
  }

  /// The next `count` bits as a number, at most 32.
  mutating func bits(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<min(count, 32) { value = value << 1 | (flag() ? 1 : 0) }
    return value
  }

  /// The next unsigned code: ue(v).
  mutating func unsigned() -> Int {
    var length = 0
    while !flag() {
      length += 1
      guard length <= 32, !isDamaged else {
        isDamaged = true
        return 0
      }
    }
    return (1 << length | bits(length)) - 1
  }

  /// The next signed code: se(v).
  mutating func signed() -> Int {
    let code = unsigned()
    return code & 1 == 1 ? (code + 1) / 2 : -code / 2
  }

  /// Skips `count` bits.
  mutating func skip(_ count: Int) {
    for _ in 0..<count where !isDamaged { _ = flag() }
  }

  private mutating func fetch() {
    if hasEscapes, at < bytes.count, bytes.isStartCodeEscape(at: at) { at += 1 }
    bitsLeft = 8
    taken += 1
    guard at < bytes.count else {
      (current, isDamaged) = (0, true)
      return
    }
    current = bytes[at]
    at += 1
  }
}
