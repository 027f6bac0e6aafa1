// SPDX-License-Identifier: Apache-2.0

import Kernels

// Samples with some more bits, so that sums of a few are exact enough, in 16 bits: of them, a vector has the most.

extension Int16 {
  /// The whole as a share.
  static var whole: Int16 { .max }

  /// A share, 0…1, in 15 bits.
  @inline(__always)
  init(share: Float) {
    let number = Int32(bitPattern: (share * 32_767 + 12_582_912).bitPattern) &- 0x4B40_0000
    // In vectors, this and the conversion are one instruction.
    let most = number < 32_767 ? number : 32_767
    self.init(truncatingIfNeeded: most > -32_768 ? most : -32_768)
  }

  /// A fine sample.
  @inline(__always)
  init<S: PictureSample>(fine sample: S) {
    self = Int16(truncatingIfNeeded: sample) &<< Int16(truncatingIfNeeded: S.fineBits)
  }

  /// The fine sample nearest to a number of samples.
  init<S: PictureSample>(fine number: Float, of sample: S.Type) {
    let size = Float(Int32(truncatingIfNeeded: 1 &<< S.fineBits))
    self.init(truncatingIfNeeded: (clamped(number * size, 16_383) + 8_388_608).bitPattern)
  }

  /// The upper half of a product: of the double of a number of 15 bits, this is the share `other`.
  @inline(__always)
  func high(_ other: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(self) &* Int32(other)) &>> 16)
  }

  /// A share of a difference of fine samples.
  @inline(__always)
  func part(_ share: Int16) -> Int16 { (self &<< 1).high(share) }
}

extension PictureSample {
  /// The additional bits of a fine sample, which keep it below 2^14.
  @inline(__always)
  static var fineBits: Int { 14 &- depth }

  /// The sample nearest to a fine one.
  @inline(__always)
  init(rounding fine: Int16) {
    // Shares are cut off, by one on the way as a rule.
    let half = Int16(truncatingIfNeeded: 1 &<< (Self.fineBits &- 1) &+ 1)
    let near = (fine &+ half) &>> Int16(truncatingIfNeeded: Self.fineBits)
    let full = Int16(truncatingIfNeeded: Self.full)
    self.init(truncatingIfNeeded: near < 0 ? 0 : (near > full ? full : near))
  }

  /// Between two samples that lie side by side in memory, as a fine one.
  @inline(__always)
  static func between(_ pair: Product, _ share: Int16) -> Int16 {
    let bits = Product(truncatingIfNeeded: bitWidth)
    let left = Int16(truncatingIfNeeded: Self(truncatingIfNeeded: pair))
    let right = Int16(truncatingIfNeeded: Self(truncatingIfNeeded: pair &>> bits))
    let (whole, rise) = (
      Int16(truncatingIfNeeded: fineBits), Int16(truncatingIfNeeded: fineBits &+ 1)
    )
    return (left &<< whole) &+ ((right &- left) &<< rise).high(share)
  }
}
