// SPDX-License-Identifier: Apache-2.0

// Loops over one row, written so that the compiler vectorises them: no checked arithmetic, no branches, and
// 16-bit values if they can hold the result.

package typealias Row<S> = UnsafeMutablePointer<S>

extension PictureSample {
  /// A product of two samples divided by the maximum sample, rounded.
  @inline(__always)
  static func share(_ x: Product) -> Product {
    let half: Product = 1 &<< Product(truncatingIfNeeded: depth &- 1)
    let bits = Product(truncatingIfNeeded: depth)
    let biased = x &+ half
    return (biased &+ (biased &>> bits)) &>> bits
  }

  /// The sum of two adjacent samples.
  @inline(__always)
  static func sum(ofPair pair: Product) -> Product {
    (pair & Product(truncatingIfNeeded: max)) &+ pair &>> Product(truncatingIfNeeded: bitWidth)
  }
}

/// Sets `target` to the mix of a and b with one weight per sample, 0 (a)…whole (b).
///
/// `target` may be `a` or `b`.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func mixRow<S: PictureSample>(
  _ target: Row<S>, _ a: Row<S>, _ b: Row<S>, _ count: Int, weights: Weights
) {
  inPlaceOrNot(target, a, b) { target, a, b in
    for x in 0..<count { target[x] = S.mixed(a[x], b[x], weights[x]) }
  }
}

/// Sets `target` to the mix of a and b with one weight.
///
/// `target` may be `a` or `b`. Vectors are explicit, because the compiler loses the information that a weight
/// common to the whole row has 16 bits.
func mixRow<S: PictureSample>(
  _ target: Row<S>, _ a: Row<S>, _ b: Row<S>, _ count: Int, weight: Weight
) {
  let (to, p, q) = (UnsafeMutableRawPointer(target), UnsafeRawPointer(a), UnsafeRawPointer(b))
  let size = MemoryLayout<WeightVector>.size
  let end = count &* MemoryLayout<S>.size & ~(2 &* size &- 1)
  let weights = WeightVector(repeating: weight)
  var first = 0
  while first < end {
    let next = first &+ size
    let left = S.mixed(
      p.loadUnaligned(fromByteOffset: first, as: WeightVector.self),
      q.loadUnaligned(fromByteOffset: first, as: WeightVector.self), weights)
    let right = S.mixed(
      p.loadUnaligned(fromByteOffset: next, as: WeightVector.self),
      q.loadUnaligned(fromByteOffset: next, as: WeightVector.self), weights)
    to.storeBytes(of: left, toByteOffset: first, as: WeightVector.self)
    to.storeBytes(of: right, toByteOffset: next, as: WeightVector.self)
    first &+= 2 &* size
  }
  for x in end / MemoryLayout<S>.size..<count { target[x] = S.mixed(a[x], b[x], weight) }
}

/// Calls `body`, a loop over one row, in a separate copy for each way in which `target` may alias `a` or `b`.
///
/// Vectorised loops fall back to scalar code if input and output overlap, unless the compiler sees that both
/// are identical.
@inline(__always)
func inPlaceOrNot<S>(
  _ target: Row<S>, _ a: Row<S>, _ b: Row<S>, _ body: (Row<S>, Row<S>, Row<S>) -> Void
) {
  if target == a {
    body(target, target, b)
  } else if target == b {
    body(target, a, target)
  } else {
    body(target, a, b)
  }
}

/// Sets `target` to the weights of `alpha` times `opacity`.
func weighRow<S: PictureSample>(
  _ target: Weights, _ alpha: Row<S>, opacity: Weight, _ count: Int
) {
  if opacity == .whole {
    for x in 0..<count { target[x] = alpha[x].weight }
  } else {
    for x in 0..<count { target[x] = alpha[x].weight.share(of: opacity) }
  }
}

/// Multiplies `weights` by `opacity`.
func scaleRow(_ weights: Weights, opacity: Weight, _ count: Int) {
  guard opacity < .whole else { return }
  for x in 0..<count { weights[x] = weights[x].share(of: opacity) }
}

/// The means of `count` blocks of 2 x 2 in two rows of samples or weights.
func averageRows<S: PictureSample>(
  _ target: Row<S>, _ top: Row<S>, _ bottom: Row<S>, _ count: Int
) {
  // Pairs are loaded as one number, since vector code cannot load every other sample.
  let (top, bottom) = (UnsafeRawPointer(top), UnsafeRawPointer(bottom))
  let size = MemoryLayout<S.Product>.size
  for x in 0..<count {
    let upper = top.loadUnaligned(fromByteOffset: size &* x, as: S.Product.self)
    let lower = bottom.loadUnaligned(fromByteOffset: size &* x, as: S.Product.self)
    target[x] = S(truncatingIfNeeded: (S.sum(ofPair: upper) &+ S.sum(ofPair: lower) &+ 2) &>> 2)
  }
}

/// Composites alpha over alpha.
///
/// `under` becomes the combined alpha; `over` becomes the share of the upper colour in the combined colour.
func uniteAlphaRow<S: PictureSample>(over: Weights, under: Row<S>, _ count: Int) {
  for x in 0..<count {
    let upper = over[x]
    let lower = (~upper).share(of: under[x].weight)
    let both = upper &+ lower
    under[x] = S(weight: both)
    over[x] = part(Int32(upper), of: Int32(both))
  }
}

/// The weights of colour b in a mix of a and b with alpha.
///
/// If both are transparent, the weight is 0. `target` may be `weights`.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func seenWeightsRow<S: PictureSample>(
  _ target: Weights, _ alphaA: Row<S>, _ alphaB: Row<S>, weights: Weights, _ count: Int
) {
  for x in 0..<count {
    let weight = weights[x]
    // At most 1023 · 65535, each and in sum.
    let partA = Int32(truncatingIfNeeded: alphaA[x]) &* Int32(~weight)
    let partB = Int32(truncatingIfNeeded: alphaB[x]) &* Int32(weight)
    target[x] = part(partB, of: partA &+ partB)
  }
}

/// The ratio of `a` to `b`, which is at least `a`, as a weight; 0 if both are 0.
///
/// Single-precision operations are correctly rounded on every processor, so this is as deterministic as integer
/// division but can be vectorised.
@inline(__always)
func part(_ a: Int32, of b: Int32) -> Weight {
  let ratio = Float(a) / Float(max(b, 1)) * 65535
  return Weight(truncatingIfNeeded: rounded(ratio))
}

/// a / b, rounded; b must be at least 1 and the result below 2^22; exact if `a` is below 2^24.
@inline(__always)
func quotient(_ a: Int32, _ b: Int32) -> Int32 { rounded(Float(a) / Float(b)) }

/// The same after `bias` was added, and not below 0.
@inline(__always)
func quotient(_ a: Int32, _ b: Int32, _ bias: Float) -> Int32 {
  rounded(max(0, Float(a) / Float(b) + bias))
}

/// `x`, which must be below 2^22, rounded: adding 2^23 leaves the integer in the low bits.
@inline(__always)
private func rounded(_ x: Float) -> Int32 {
  Int32(bitPattern: (x + 8_388_608).bitPattern) & 0x3F_FFFF
}

/// The alpha of chroma row `row`: that of its pixels, or for subsampled chroma the means, written to `memory`.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func chromaAlpha<S: PictureSample>(
  _ alpha: SamplePlane<S>, _ chroma: ChromaFormat, row: Int, in memory: Row<S>
) -> Row<S> {
  guard chroma == .half else { return alpha.row(row) }
  let top = alpha.row(2 &* row)
  let bottom = alpha.row(min(2 &* row &+ 1, alpha.height &- 1))
  averageRows(memory, top, bottom, alpha.width / 2)
  if alpha.width % 2 == 1 {
    let last = alpha.width - 1
    memory[last / 2] = S((Int(top[last]) + Int(bottom[last]) + 1) / 2)
  }
  return memory
}

/// The alpha of all chroma samples: `alpha` itself, or its means in `memory`.
func chromaAlpha<S: PictureSample>(
  _ alpha: SamplePlane<S>, _ chroma: ChromaFormat, in memory: Row<S>
) -> SamplePlane<S> {
  guard chroma == .half else { return alpha }
  let (width, height) = (chroma.count(alpha.width), chroma.count(alpha.height))
  for row in 0..<height { _ = chromaAlpha(alpha, chroma, row: row, in: memory + row * width) }
  return SamplePlane(base: memory, stride: width, width: width, height: height)
}
