// SPDX-License-Identifier: Apache-2.0

/// A fraction in 16 bits: an opacity, a share of a mix, the coverage of a pixel.
///
/// 0 is nothing and 65535 is the whole, so that `~weight` is the complement.
public typealias Weight = UInt16

/// A row of weights.
package typealias Weights = UnsafeMutablePointer<Weight>

extension Weight {
  /// The whole.
  public static var whole: Weight { .max }

  /// A fraction in 0…1 as a weight; other values are clamped.
  public init(part: Float) { self = Weight((Swift.max(0, Swift.min(part, 1)) * 65535).rounded()) }

  /// This fraction of another weight, rounded.
  ///
  /// That is (p + p / 65536) / 65536, where p is the product plus a half, calculated in 16-bit halves.
  @inline(__always)
  func share(of other: Weight) -> Weight {
    let product = self &* other
    let low = product ^ 0x8000
    let high = highPart(of: other) &+ product &>> 15
    // The carry of low + high, computed from their mean.
    return high &+ ((low & high) &+ (low ^ high) &>> 1) &>> 15
  }

  /// The high half of a product: this fraction of `value`, rounded down.
  @inline(__always)
  func highPart(of value: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(self) &* UInt32(value)) &>> 16)
  }
}

extension PictureSample {
  /// The number of unused upper bits in 16.
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
    let full = UInt16(truncatingIfNeeded: Self.full)
    self = Self(truncatingIfNeeded: weight.highPart(of: full) &+ (weight &* full) &>> 15)
  }

  /// `a` and `b` in the ratio `~weight : weight`.
  ///
  /// Products of raised samples are taken in 16 bits, so that one instruction multiplies eight of them.
  /// Dropping the lower halves loses at most three units of the sum, of which one is added again. The result is
  /// therefore rounded within 0.008 steps of 8 bits, or 0.032 of 10 bits, of the exact value, and equal samples
  /// are preserved.
  @inline(__always)
  static func mixed(_ a: Self, _ b: Self, _ weight: Weight) -> Self {
    Self(truncatingIfNeeded: mixed(raised: a.raised, b.raised, weight) &>> headroom)
  }

  /// The same for raised samples: the upper bits of the result are significant.
  @inline(__always)
  private static func mixed(raised a: UInt16, _ b: UInt16, _ weight: Weight) -> UInt16 {
    let half: UInt16 = 1 &<< (headroom &- 1) &+ 1
    return (~weight).highPart(of: a) &+ weight.highPart(of: b) &+ half
  }

  /// All samples in 16 bytes of memory, mixed.
  @inline(__always)
  static func mixed(_ a: WeightVector, _ b: WeightVector, _ weight: WeightVector) -> WeightVector {
    let half = WeightVector(repeating: 1 &<< (headroom &- 1) &+ 1)
    let shift = WeightVector(repeating: headroom)
    var lower = (~weight).highPart(of: a &<< shift) &+ weight.highPart(of: b &<< shift) &+ half
    lower = lower &>> shift
    guard bitWidth == 8 else { return lower }
    // Samples in the upper bytes are already raised.
    let bits = WeightVector(repeating: 0xFF00)
    let upper = (~weight).highPart(of: a & bits) &+ weight.highPart(of: b & bits) &+ half
    return lower | upper & bits
  }
}

/// 16 bytes of memory as 16-bit words.
typealias WeightVector = SIMD8<UInt16>

extension WeightVector {
  /// The high halves of products.
  @inline(__always)
  fileprivate func highPart(of other: WeightVector) -> WeightVector {
    var high = WeightVector()
    for index in 0..<8 { high[index] = self[index].highPart(of: other[index]) }
    return high
  }
}
