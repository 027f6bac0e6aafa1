// SPDX-License-Identifier: Apache-2.0

/// A part of a whole in 16 bits: an opacity, a share of a mix, the coverage of a pixel.
///
/// 0 is nothing and 65535 the whole, so that `~weight` is the rest of the whole.
public typealias Weight = UInt16

/// A row of weights.
typealias Weights = UnsafeMutablePointer<Weight>

extension Weight {
  /// The whole.
  public static var whole: Weight { .max }

  /// A part of 0…1 as a weight; what lies outside is clamped.
  public init(part: Float) { self = Weight((Swift.max(0, Swift.min(part, 1)) * 65535).rounded()) }

  /// This part of another weight, rounded.
  @inline(__always)
  func share(of other: Weight) -> Weight {
    let product = UInt32(self) &* UInt32(other) &+ 32768
    return Weight(truncatingIfNeeded: (product &+ product &>> 16) &>> 16)
  }

  /// The high half of a product: this part of `value`, rounded down.
  @inline(__always)
  func highPart(of value: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(self) &* UInt32(value)) &>> 16)
  }
}

extension PictureSample {
  /// Unused upper bits in 16.
  @inline(__always)
  static var headroom: UInt16 { UInt16(truncatingIfNeeded: 16 &- depth) }

  /// The sample in the upper bits of 16.
  @inline(__always)
  var raised: UInt16 { UInt16(truncatingIfNeeded: self) &<< Self.headroom }

  /// An alpha sample as a weight.
  @inline(__always)
  var weight: Weight { raised | UInt16(truncatingIfNeeded: self) &>> (16 &- 2 &* Self.headroom) }

  /// The alpha sample nearest to `weight`.
  @inline(__always)
  init(weight: Weight) {
    let product = UInt32(weight) &* UInt32(truncatingIfNeeded: Self.full) &+ 32768
    self = Self(truncatingIfNeeded: product &>> 16)
  }

  /// `a` and `b` in the ratio `~weight : weight`.
  ///
  /// Products are taken of raised samples, in 16 bits, so that eight of them are multiplied by one
  /// instruction. Their lower halves are dropped: at most three units below the sum, of which one is added
  /// again. So the result is rounded within 0.008 steps of 8 bits, 0.032 of 10, of where it should be, and
  /// equal samples stay as they are.
  @inline(__always)
  static func mixed(_ a: Self, _ b: Self, _ weight: Weight) -> Self {
    let half: UInt16 = 1 &<< (headroom &- 1) &+ 1
    let sum = (~weight).highPart(of: a.raised) &+ weight.highPart(of: b.raised) &+ half
    return Self(truncatingIfNeeded: sum &>> headroom)
  }
}
