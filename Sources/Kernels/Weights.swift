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
  ///
  /// That is (p + p / 65536) / 65536 for p, the product and a half. It is calculated in halves of 16 bits.
  @inline(__always)
  func share(of other: Weight) -> Weight {
    let product = self &* other
    let low = product ^ 0x8000
    let high = highPart(of: other) &+ product &>> 15
    // The carry of low + high, from their mean.
    return high &+ ((low & high) &+ (low ^ high) &>> 1) &>> 15
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
    let full = UInt16(truncatingIfNeeded: Self.full)
    self = Self(truncatingIfNeeded: weight.highPart(of: full) &+ (weight &* full) &>> 15)
  }

  /// `a` and `b` in the ratio `~weight : weight`.
  ///
  /// Products are taken of raised samples, in 16 bits, so that eight of them are multiplied by one
  /// instruction. Their lower halves are dropped: at most three units below the sum, of which one is added
  /// again. So the result is rounded within 0.008 steps of 8 bits, 0.032 of 10, of where it should be, and
  /// equal samples stay as they are.
  @inline(__always)
  static func mixed(_ a: Self, _ b: Self, _ weight: Weight) -> Self {
    Self(truncatingIfNeeded: mixed(raised: a.raised, b.raised, weight) &>> headroom)
  }

  /// The same of raised samples: the upper bits of the result count.
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
    // Every other sample is raised where it lies.
    let bits = WeightVector(repeating: 0xFF00)
    let upper = (~weight).highPart(of: a & bits) &+ weight.highPart(of: b & bits) &+ half
    return lower | upper & bits
  }
}

/// 16 bytes of memory in words of 16 bits.
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
