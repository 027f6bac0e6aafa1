// SPDX-License-Identifier: Apache-2.0

import Base

/// Rewrites a NAL unit with other numbers in it (ITU-T H.264, 7.3.1 and 7.4.1).
///
/// A number's code may change its length, which shifts all following bits and may change the emulation
/// prevention bytes.
struct RBSPEditor {
  /// A code in the unit, in bits without emulation prevention bytes, and the number that replaces it.
  struct Change {
    var bits: Range<Int>
    var number: Int
  }

  /// The unit without emulation prevention bytes.
  private var plain: [UInt8] = []
  private var bits = BitWriter()

  /// Where the data of a unit begins.
  enum Data {
    /// At any bit; it ends with a stop bit and zeros up to the next byte, and is shifted bit by bit.
    case bits
    /// At the first byte boundary at or after a bit; the header is padded with ones.
    case bytes(after: Int)
    /// The same after a one bit and zeros.
    case bytesBehindStop(after: Int)
  }

  /// `unit` with `changes` in ascending order; nil if the unit has no stop bit.
  mutating func edit(
    _ unit: UnsafeRawBufferPointer, _ changes: [Change], data: Data
  ) -> [UInt8]? {
    plain.removeAll(keepingCapacity: true)
    unit.appendUnescaped(to: &plain)
    bits.removeAll()
    var at = 0
    plain.withUnsafeBufferPointer { plain in
      for change in changes {
        bits.append(plain, at..<change.bits.lowerBound)
        bits.append(unsigned: change.number)
        at = change.bits.upperBound
      }
      switch data {
      case .bytes(after: let end):
        bits.append(plain, at..<end)
        bits.align(with: 1)
        bits.append(bytes: plain, from: (end + 7) / 8)
      case .bytesBehindStop(after: let end):
        bits.append(plain, at..<end)
        bits.append(1, count: 1)
        bits.align(with: 0)
        bits.append(bytes: plain, from: end / 8 + 1)
      case .bits:
        // Up to the stop bit, which is the last bit set.
        var count = plain.count
        while count > 0, plain[count - 1] == 0 { count -= 1 }
        guard count > 0 else { return }
        let stop = 8 * count - plain[count - 1].trailingZeroBitCount
        guard stop > at else { return }
        bits.append(plain, at..<stop)
        bits.align(with: 0)
      }
    }
    return bits.isAligned && !bits.bytes.isEmpty ? escaped(bits.bytes) : nil
  }

  private func escaped(_ plain: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(plain.count + plain.count / 64)
    var zeros = 0
    for byte in plain {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    // A final byte of zero needs another byte to separate it from the next start code.
    if result.last == 0 { result.append(3) }
    return result
  }
}

/// A buffer of bits.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// Used bits of the last byte; 0 if all are.
  private var used = 0

  /// True if the last byte is full.
  var isAligned: Bool { used == 0 }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    used = 0
  }

  /// Appends the lowest `count` bits of `value`, at most 8.
  mutating func append(_ value: UInt8, count: Int) {
    guard count > 0 else { return }
    let value = count < 8 ? value & (1 << UInt8(count) - 1) : value
    if used == 0 {
      bytes.append(value << UInt8(8 - count))
      used = count & 7
      return
    }
    let room = 8 - used
    if count <= room {
      bytes[bytes.count - 1] |= value << UInt8(room - count)
    } else {
      bytes[bytes.count - 1] |= value >> UInt8(count - room)
      bytes.append(value << UInt8(8 - (count - room)))
    }
    used = (used + count) & 7
  }

  /// Appends the bits `range` of `source`, which must exist.
  mutating func append(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let (byte, offset) = (at >> 3, at & 7)
      guard byte < source.count else { return }
      let count = min(8 - offset, range.upperBound - at)
      append(source[byte] >> UInt8(8 - offset - count), count: count)
      at += count
    }
  }

  /// Appends the bytes of `source` from `first` on; the last byte must be full.
  mutating func append(bytes source: UnsafeBufferPointer<UInt8>, from first: Int) {
    precondition(isAligned, "bytes are appended to bytes")
    bytes.append(contentsOf: source[min(first, source.count)...])
  }

  /// Appends `number`, at most 16 bits, as an unsigned Exp-Golomb code: ue(v).
  mutating func append(unsigned number: Int) {
    let code = UInt32(number) + 1
    let length = 32 - code.leadingZeroBitCount
    for _ in 1..<length { append(0, count: 1) }
    for bit in (0..<length).reversed() {
      append(UInt8(truncatingIfNeeded: code >> UInt32(bit)), count: 1)
    }
  }

  /// Pads the last byte with `bit`.
  mutating func align(with bit: UInt8) {
    while !isAligned { append(bit, count: 1) }
  }
}
