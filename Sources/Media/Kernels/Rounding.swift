// SPDX-License-Identifier: Apache-2.0

/// The rounding of samples where a picture is laid over another.
public enum Rounding: Hashable, Sendable {
  /// To the nearest one.
  case nearest
  /// In 8 bits to the one below or above, as a fixed pattern says, so that means over some pixels are exact; what needs no
  /// rounding stays as it is. `x` and `y` are where the target's first pixel lies in the pattern.
  ///
  /// That is for pictures with slow changes, which have fewer values than pixels, and were dithered when they were made: their
  /// alpha says to 1 / 255 how much is seen of them, and what that makes of what lies under them is not whole.
  case dithered(x: Int, y: Int)

  /// Where a row of samples starts in the pattern; nil where samples are rounded to the nearest one.
  ///
  /// - Parameter shift: The base-2 logarithm of the pixels that each sample covers across and down.
  @inline(__always)
  func phase<S: PictureSample>(_: S.Type, _ x: Int, _ y: Int, shift: Int = 0) -> UInt16? {
    guard case .dithered(let left, let top) = self, S.depth == 8 else { return nil }
    let (column, row) = (x &+ (left &>> shift), y &+ (top &>> shift))
    return UInt16(truncatingIfNeeded: column &* Threshold.across &+ row &* Threshold.down)
  }

  /// The thresholds, in 1/65536, of eight samples from `x` on in row `y` of the target and again, for colours that are sampled
  /// between pixels; nil where these are rounded to the nearest sample.
  ///
  /// They are those by which gradients are dithered: what `phase` decides must not depend on them.
  func thresholds<S: PictureSample>(
    _: S.Type, _ x: Int, _ y: Int, shift: Int = 0, _ scratch: Scratch
  ) -> PatternThresholds? {
    guard case .dithered(let left, let top) = self, S.depth == 8 else { return nil }
    let thresholds = scratch.memory(.thresholds, of: UInt32.self, count: 8)
    let first = x &+ (left &>> shift)
    S.withThresholds(y &+ (top &>> shift)) { row in
      for x in 0..<8 { thresholds[x] = UInt32(row[(x &+ first) & 7] * 65536) }
    }
    return PatternThresholds(base: UnsafePointer(thresholds))
  }

  /// The same as what is added to values before they are rounded to the nearest number.
  @inline(__always)
  func withBiases<S: PictureSample>(
    _: S.Type, _ x: Int, _ y: Int, shift: Int = 0, _ body: (UnsafePointer<Float>) -> Void
  ) {
    var biases = SIMD8<Float>.zero
    if case .dithered(let left, let top) = self {
      let first = x &+ (left &>> shift)
      S.withThresholds(y &+ (top &>> shift)) { row in
        for x in 0..<8 { biases[x] = row[(x &+ first) & 7] - 0.5 }
      }
    }
    withUnsafePointer(to: &biases) { biases in
      biases.withMemoryRebound(to: Float.self, capacity: 8) { body($0) }
    }
  }
}

/// The addends of colours that are sampled along a row before they are rounded down, in 1/65536.
protocol ColorThresholds {
  subscript(_ x: Int) -> UInt32 { get }
}

/// Half a sample: colours are rounded to the nearest one.
struct HalfThresholds: ColorThresholds {
  @inline(__always)
  subscript(_ x: Int) -> UInt32 { 32768 }
}

/// Those of eight columns and again.
struct PatternThresholds: ColorThresholds {
  let base: UnsafePointer<UInt32>

  @inline(__always)
  subscript(_ x: Int) -> UInt32 { base[x & 7] }
}

/// A pattern that is nowhere repeated, and spread evenly also over any part of another one's places: each pixel to the right adds
/// 1 / p, each row 1 / p², where p³ = p + 1.
///
/// With the pattern of gradients again, means would be wrong by a quarter of a step.
enum Threshold {
  /// In 1/65536.
  static var across: Int { 49472 }
  static var down: Int { 37345 }

  /// The addend of the sum of two samples in the upper bytes of 16 bits, so that equal ones are
  /// preserved.
  @inline(__always)
  static func addend(_ phase: UInt16, _ x: Int) -> UInt16 {
    max(2, (UInt16(truncatingIfNeeded: x) &* UInt16(across) &+ phase) &>> 8)
  }
}

/// Sets `target` to the mix of a and b with one weight per sample, 0 (a)…whole (b), rounded as the pattern says from `phase` on;
/// to the nearest where that is nil.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
func mixRow<S: PictureSample>(
  _ target: Row<S>, _ a: Row<S>, _ b: Row<S>, _ count: Int, weights: Weights, phase: UInt16?
) {
  guard let phase else { return mixRow(target, a, b, count, weights: weights) }
  inPlaceOrNot(target, a, b) { target, a, b in
    for x in 0..<count {
      let (low, high) = (a[x].raised, b[x].raised)
      let sum = (~weights[x]).highPart(of: low) &+ weights[x].highPart(of: high)
      target[x] = S(truncatingIfNeeded: (sum &+ Threshold.addend(phase, x)) &>> S.headroom)
    }
  }
}

extension PictureSample {
  /// The alpha sample of 8 bits below or above `weight`, as the pattern says.
  @inline(__always)
  init(weight: Weight, phase: UInt16, _ x: Int) {
    let value = weight &- weight &>> 8
    self = Self(truncatingIfNeeded: (value &+ Threshold.addend(phase, x)) &>> 8)
  }
}

/// Composites alpha over alpha, as without `phase`, and rounds the result as the pattern says.
func uniteAlphaRow<S: PictureSample>(
  over: Weights, under: Row<S>, _ count: Int, phase: UInt16?
) {
  guard let phase else { return uniteAlphaRow(over: over, under: under, count) }
  for x in 0..<count {
    let upper = over[x]
    let lower = (~upper).share(of: under[x].weight)
    let both = upper &+ lower
    under[x] = S(weight: both, phase: phase, x)
    over[x] = part(Int32(upper), of: Int32(both))
  }
}
