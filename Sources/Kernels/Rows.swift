// SPDX-License-Identifier: Apache-2.0

// Loops over one row. They are written so that the compiler turns them into vector code: no
// checked arithmetic, no branches, 16-bit values wherever these hold the result.

typealias Row<S> = UnsafeMutablePointer<S>
typealias Samples = Row<UInt8>
typealias Weights = UnsafeMutablePointer<UInt16>

extension PictureSample {
  /// A product of two samples over the highest sample, rounded.
  @inline(__always)
  static func share(_ x: Product) -> Product {
    let half: Product = 1 &<< Product(truncatingIfNeeded: depth &- 1)
    let bits = Product(truncatingIfNeeded: depth)
    let biased = x &+ half
    return (biased &+ (biased &>> bits)) &>> bits
  }
}

/// `target` = a and b in the ratio (256 - weight) : weight.
func mixRow<S: PictureSample>(
  _ target: Row<S>, _ a: Row<S>, _ b: Row<S>, _ count: Int, weight: UInt16
) {
  let weight = S.Product(truncatingIfNeeded: weight)
  let rest = 256 &- weight
  for x in 0..<count {
    let sum = a[x].wide &* rest &+ b[x].wide &* weight &+ 128
    target[x] = S(truncatingIfNeeded: sum &>> 8)
  }
}

/// `target` = a and b, mixed at every sample by a weight of its own, 0 (a)…256 (b).
func mixRow<S: PictureSample>(
  _ target: Row<S>, _ a: Row<S>, _ b: Row<S>, _ count: Int, weights: Weights
) {
  for x in 0..<count {
    let weight = S.Product(truncatingIfNeeded: weights[x])
    let sum = a[x].wide &* (256 &- weight) &+ b[x].wide &* weight &+ 128
    target[x] = S(truncatingIfNeeded: sum &>> 8)
  }
}

/// Lays `source` over `target` by `alpha`.
func overRow<S: PictureSample>(
  _ target: Row<S>, _ source: Row<S>, alpha: Row<S>, _ count: Int
) {
  for x in 0..<count {
    let weight = alpha[x].wide
    let sum = source[x].wide &* weight &+ target[x].wide &* (S.full.wide &- weight)
    target[x] = S(truncatingIfNeeded: S.share(sum))
  }
}

/// `alpha` times opacity, 0…256.
func scaleRow<S: PictureSample>(
  _ target: Row<S>, _ alpha: Row<S>, opacity: UInt16, _ count: Int
) {
  let opacity = S.Product(truncatingIfNeeded: opacity)
  for x in 0..<count {
    target[x] = S(truncatingIfNeeded: (alpha[x].wide &* opacity &+ 128) &>> 8)
  }
}

/// The mean of every 2 x 2 block of two rows, `count` blocks.
func averageRows<S: PictureSample>(
  _ target: Row<S>, _ top: Row<S>, _ bottom: Row<S>, _ count: Int
) {
  for x in 0..<count {
    let sum =
      top[2 &* x].wide &+ top[2 &* x &+ 1].wide &+ bottom[2 &* x].wide
      &+ bottom[2 &* x &+ 1].wide
    target[x] = S(truncatingIfNeeded: (sum &+ 2) &>> 2)
  }
}

/// The mean of every 2 x 2 block of two rows of weights, `count` blocks.
func averageWeights(_ target: Weights, _ top: Weights, _ bottom: Weights, _ count: Int) {
  for x in 0..<count {
    let sum = top[2 &* x] &+ top[2 &* x &+ 1] &+ bottom[2 &* x] &+ bottom[2 &* x &+ 1]
    target[x] = (sum &+ 2) &>> 2
  }
}

/// Lays alpha over alpha.
///
/// `under` becomes the alpha of both together; `over` becomes the part, of the highest sample, that the
/// upper colour has in the colour of both.
func uniteAlphaRow<S: PictureSample>(over: Row<S>, under: Row<S>, _ count: Int) {
  for x in 0..<count {
    let upper = over[x].wide
    let lower = S.share(under[x].wide &* (S.full.wide &- upper))
    let both = upper &+ lower
    under[x] = S(truncatingIfNeeded: both)
    over[x] = S(
      truncatingIfNeeded: quotient(
        Int32(truncatingIfNeeded: upper &* S.full.wide),
        Int32(truncatingIfNeeded: max(both, 1))))
  }
}

/// The weights 0…256 of colour b where a and b are seen through alpha.
///
/// Where both are transparent the weight is 0. `target` may be `weights`.
func seenWeightsRow<S: PictureSample>(
  _ target: Weights, _ alphaA: Row<S>, _ alphaB: Row<S>, weights: Weights, _ count: Int
) {
  for x in 0..<count {
    let weight = S.Product(truncatingIfNeeded: weights[x])
    // At most 255 * 256 each and together, of 8 bits: 16 bits hold them.
    let partA = alphaA[x].wide &* (256 &- weight)
    let partB = alphaB[x].wide &* weight
    target[x] = UInt16(
      truncatingIfNeeded: quotient(
        Int32(truncatingIfNeeded: partB) &<< 8,
        Int32(truncatingIfNeeded: max(partA &+ partB, 1))))
  }
}

/// a / b, rounded; b is 1 or more, the result below 2^22, and exact where `a` is below 2^24.
///
/// A division of single precision is correctly rounded on every processor, so this is as repeatable
/// as integers, and vectorises, which integer division does not. Adding 2^23 leaves the rounded
/// result in the low bits.
@inline(__always)
func quotient(_ a: Int32, _ b: Int32) -> Int32 {
  Int32(bitPattern: (Float(a) / Float(b) + 8_388_608).bitPattern) & 0x3F_FFFF
}

/// The alpha of chroma row `row`: the mean alpha of the pixels that each chroma sample covers.
func averageAlpha<S: PictureSample>(_ alpha: SamplePlane<S>, row: Int, into target: Row<S>) {
  let top = alpha.row(2 &* row)
  let bottom = alpha.row(min(2 &* row &+ 1, alpha.height &- 1))
  averageRows(target, top, bottom, alpha.width / 2)
  if alpha.width % 2 == 1 {
    let last = alpha.width - 1
    target[last / 2] = S((Int(top[last]) + Int(bottom[last]) + 1) / 2)
  }
}
