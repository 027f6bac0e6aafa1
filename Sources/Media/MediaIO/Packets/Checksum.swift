// SPDX-License-Identifier: Apache-2.0

/// A fast checksum of a byte stream, strong enough to detect disk corruption.
///
/// Four lanes of 64-bit words are processed independently, so that the processor can overlap them. Every step
/// is a bijection of the previous state and of the word, so any change within one word is detected.
struct Checksum {
  private static let prime: UInt64 = 0x9e37_79b9_7f4a_7c15
  private static let blockBytes = 32

  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4, 0x9ce4_8422_2325_cbf2, 0x2325_cbf2_9ce4_8422
  )
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// The checksum of no bytes.
  init() { rest.reserveCapacity(Checksum.blockBytes) }

  /// Adds the next bytes; how they are split into calls does not matter.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let head = min(Checksum.blockBytes - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<head])
      bytes = UnsafeRawBufferPointer(rebasing: bytes[head...])
      guard rest.count == Checksum.blockBytes else { return }
      lanes = rest.withUnsafeBytes { Checksum.mixed(lanes, $0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Checksum.blockBytes * Checksum.blockBytes
    lanes = Checksum.mixed(lanes, UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    rest.append(contentsOf: bytes[whole...])
  }

  /// The checksum of all bytes so far.
  var value: UInt64 {
    var lanes = lanes
    if !rest.isEmpty {
      let block = rest + Array(repeating: 0, count: Checksum.blockBytes - rest.count)
      lanes = block.withUnsafeBytes { Checksum.mixed(lanes, $0) }
    }
    var value = Checksum.step(count, lanes.0)
    value = Checksum.step(value, lanes.1)
    value = Checksum.step(value, lanes.2)
    value = Checksum.step(value, lanes.3)
    return value ^ value >> 32
  }

  /// The lanes after processing whole blocks.
  private static func mixed(
    _ lanes: (UInt64, UInt64, UInt64, UInt64), _ bytes: UnsafeRawBufferPointer
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    guard let base = bytes.baseAddress else { return lanes }
    var (a, b, c, d) = lanes
    var at = 0
    while at < bytes.count {
      a = step(a, word(base, at))
      b = step(b, word(base, at &+ 8))
      c = step(c, word(base, at &+ 16))
      d = step(d, word(base, at &+ 24))
      at &+= blockBytes
    }
    return (a, b, c, d)
  }

  @inline(__always)
  private static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func step(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (state ^ word) &* prime
    return mixed << 29 | mixed >> 35
  }
}
