// SPDX-License-Identifier: Apache-2.0

/// Mixes two pictures of the same form: `a · (1 − weight) + b · weight`.
///
/// With alpha, colours are weighted by it, so that transparent pixels have no influence on the colour; a
/// missing alpha plane counts as opaque. `target` may be `a` or `b`.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func mix<Sample>(
  _ a: SampleView<Sample>, _ b: SampleView<Sample>, weight: Weight,
  into target: SampleView<Sample>
) {
  if weight == 0 { return copy(a, into: target) }
  if weight == .whole { return copy(b, into: target) }
  guard a.a == nil && b.a == nil else {
    return mix(a, b, into: target) { _, weights in
      weights.update(repeating: weight, count: target.width)
    }
  }
  precondition(a.hasForm(of: b) && a.hasForm(of: target), "pictures of different forms")
  mix(a.y, b.y, weight: weight, into: target.y)
  mix(a.u, b.u, weight: weight, into: target.u)
  mix(a.v, b.v, weight: weight, into: target.v)
  if let alpha = target.a { fill(alpha, with: Sample.full) }
}

/// Mixes two planes with one weight.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func mix<S: PictureSample>(
  _ a: SamplePlane<S>, _ b: SamplePlane<S>, weight: Weight, into target: SamplePlane<S>
) {
  for y in 0..<target.height {
    mixRow(target.row(y), a.row(y), b.row(y), target.width, weight: weight)
  }
}

/// Mixes two pictures with a weight per pixel.
///
/// `weigh` is called once for every luma row and writes its `width` weights, 0 (a)…whole (b). A chroma sample
/// takes the mean weight of the pixels it covers.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
package func mix<S: PictureSample>(
  _ a: SampleView<S>, _ b: SampleView<S>, into target: SampleView<S>,
  weigh: (_ y: Int, _ weights: Weights) -> Void
) {
  precondition(a.hasForm(of: b) && a.hasForm(of: target), "pictures of different forms")
  let (width, height, columns) = (target.width, target.height, target.u.width)
  let shift = target.chroma.shift
  let even = columns << shift
  withUnsafeTemporaryAllocation(of: Weight.self, capacity: 2 * even + columns + width) { rows in
    withUnsafeTemporaryAllocation(of: S.self, capacity: 2 * columns + width) { alphas in
      guard let top = rows.baseAddress, let meansA = alphas.baseAddress else { return }
      let bottom = top + even
      let chroma = bottom + even
      let seen = chroma + columns
      let meansB = meansA + columns
      let opaque = meansB + columns
      opaque.update(repeating: S.full, count: width)
      let hasAlpha = a.a != nil || b.a != nil

      for row in 0..<target.u.height {
        let pixels = row << shift..<min((row + 1) << shift, height)
        for y in pixels {
          let weights = y == pixels.lowerBound ? top : bottom
          weigh(y, weights)
          if width < even { weights[width] = weights[width - 1] }
        }
        if shift == 0 {
          chroma.update(from: top, count: columns)
        } else {
          averageRows(chroma, top, pixels.count == 2 ? bottom : top, columns)
        }
        if hasAlpha {
          let alphaA = a.a.map { chromaAlpha($0, a.chroma, row: row, in: meansA) } ?? opaque
          let alphaB = b.a.map { chromaAlpha($0, b.chroma, row: row, in: meansB) } ?? opaque
          seenWeightsRow(chroma, alphaA, alphaB, weights: chroma, columns)
        }
        mixRow(target.u.row(row), a.u.row(row), b.u.row(row), columns, weights: chroma)
        mixRow(target.v.row(row), a.v.row(row), b.v.row(row), columns, weights: chroma)
        for y in pixels {
          let weights = y == pixels.lowerBound ? top : bottom
          guard hasAlpha else {
            mixRow(target.y.row(y), a.y.row(y), b.y.row(y), width, weights: weights)
            continue
          }
          let (alphaA, alphaB) = (a.a?.row(y) ?? opaque, b.a?.row(y) ?? opaque)
          seenWeightsRow(seen, alphaA, alphaB, weights: weights, width)
          mixRow(target.y.row(y), a.y.row(y), b.y.row(y), width, weights: seen)
          if let alpha = target.a { mixRow(alpha.row(y), alphaA, alphaB, width, weights: weights) }
        }
      }
    }
  }
  if let alpha = target.a, a.a == nil, b.a == nil { fill(alpha, with: S.full) }
}
