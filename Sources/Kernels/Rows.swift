// SPDX-License-Identifier: Apache-2.0

// Loops over one row. They are written so that the compiler turns them into vector code: no
// checked arithmetic, no branches, 16-bit values wherever these hold the result.

typealias Samples = UnsafeMutablePointer<UInt8>
typealias Weights = UnsafeMutablePointer<UInt16>

/// x / 255, rounded, for 0…65025.
@inline(__always)
func dividedBy255(_ x: UInt16) -> UInt16 {
  let biased = x &+ 128
  return (biased &+ (biased &>> 8)) &>> 8
}

/// `target` = a and b in the ratio (256 - weight) : weight.
func mixRow(_ target: Samples, _ a: Samples, _ b: Samples, _ count: Int, weight: UInt16) {
  let rest = 256 &- weight
  for x in 0..<count {
    let sum = UInt16(a[x]) &* rest &+ UInt16(b[x]) &* weight &+ 128
    target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
  }
}

/// `target` = a and b, mixed at every sample by a weight of its own, 0 (a)…256 (b).
func mixRow(_ target: Samples, _ a: Samples, _ b: Samples, _ count: Int, weights: Weights) {
  for x in 0..<count {
    let weight = weights[x]
    let sum = UInt16(a[x]) &* (256 &- weight) &+ UInt16(b[x]) &* weight &+ 128
    target[x] = UInt8(truncatingIfNeeded: sum &>> 8)
  }
}

/// Lays `source` over `target` by `alpha`.
func overRow(_ target: Samples, _ source: Samples, alpha: Samples, _ count: Int) {
  for x in 0..<count {
    let weight = UInt16(alpha[x])
    let sum = UInt16(source[x]) &* weight &+ UInt16(target[x]) &* (255 &- weight)
    target[x] = UInt8(truncatingIfNeeded: dividedBy255(sum))
  }
}

/// `alpha` times opacity, 0…256.
func scaleRow(_ target: Samples, _ alpha: Samples, opacity: UInt16, _ count: Int) {
  for x in 0..<count {
    target[x] = UInt8(truncatingIfNeeded: (UInt16(alpha[x]) &* opacity &+ 128) &>> 8)
  }
}

/// The mean of every 2 x 2 block of two rows, `count` blocks.
func averageRows(_ target: Samples, _ top: Samples, _ bottom: Samples, _ count: Int) {
  for x in 0..<count {
    let sum =
      UInt16(top[2 &* x]) &+ UInt16(top[2 &* x &+ 1]) &+ UInt16(bottom[2 &* x])
      &+ UInt16(bottom[2 &* x &+ 1])
    target[x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
  }
}

/// The mean of every 2 x 2 block of two rows of weights, `count` blocks.
func averageRows(_ target: Weights, _ top: Weights, _ bottom: Weights, _ count: Int) {
  for x in 0..<count {
    let sum = top[2 &* x] &+ top[2 &* x &+ 1] &+ bottom[2 &* x] &+ bottom[2 &* x &+ 1]
    target[x] = (sum &+ 2) &>> 2
  }
}

/// Lays alpha over alpha.
///
/// `under` becomes the alpha of both together; `over` becomes the part, of 255, that the upper
/// colour has in the colour of both.
func uniteAlphaRow(over: Samples, under: Samples, _ count: Int) {
  for x in 0..<count {
    let upper = UInt16(over[x])
    let lower = dividedBy255(UInt16(under[x]) &* (255 &- upper))
    let both = upper &+ lower
    under[x] = UInt8(truncatingIfNeeded: both)
    over[x] = UInt8(
      truncatingIfNeeded: quotient(Int32(upper &* 255), Int32(max(both, 1))))
  }
}

/// The weights 0…256 of colour b where a and b are seen through alpha.
///
/// Where both are transparent the weight is 0. `target` may be `weights`.
func seenWeightsRow(
  _ target: Weights, _ alphaA: Samples, _ alphaB: Samples, weights: Weights, _ count: Int
) {
  for x in 0..<count {
    let weight = weights[x]
    // At most 255 * 256 each and together: 16 bits hold them.
    let partA = UInt16(alphaA[x]) &* (256 &- weight)
    let partB = UInt16(alphaB[x]) &* weight
    target[x] = UInt16(
      truncatingIfNeeded: quotient(Int32(partB) &<< 8, Int32(max(partA &+ partB, 1))))
  }
}

/// a / b, rounded; b is 1 or more, the result below 2^22 and exact.
///
/// A division of single precision is correctly rounded on every processor, so this is as repeatable
/// as integers, and vectorises, which integer division does not. Adding 2^23 leaves the rounded
/// result in the low bits.
@inline(__always)
func quotient(_ a: Int32, _ b: Int32) -> Int32 {
  Int32(bitPattern: (Float(a) / Float(b) + 8_388_608).bitPattern) & 0x3F_FFFF
}

/// The alpha of chroma row `row`: the mean alpha of the pixels that each chroma sample covers.
func averageAlpha(_ alpha: Plane, row: Int, into target: Samples) {
  let top = alpha.row(2 &* row)
  let bottom = alpha.row(min(2 &* row &+ 1, alpha.height &- 1))
  averageRows(target, top, bottom, alpha.width / 2)
  if alpha.width % 2 == 1 {
    let last = alpha.width - 1
    target[last / 2] = UInt8((Int(top[last]) + Int(bottom[last]) + 1) / 2)
  }
}
