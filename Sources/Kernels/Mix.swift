// SPDX-License-Identifier: Apache-2.0

/// Mixes two pictures of one size: `a · (256 − weight) / 256 + b · weight / 256`.
///
/// With alpha, colours are weighted by it, so that the colour of clear pixels does not bleed in;
/// a missing alpha plane counts as opaque. `target` may be `a` or `b`. `weight` is 0…256.
public func mix(_ a: PictureView, _ b: PictureView, weight: Int, into target: PictureView) {
  blend(a, b, weight: weight, into: target)
}

/// The same for 10-bit samples.
public func mix(
  _ a: DeepPictureView, _ b: DeepPictureView, weight: Int, into target: DeepPictureView
) {
  blend(a, b, weight: weight, into: target)
}

private func blend<S: PictureSample>(
  _ a: SampleView<S>, _ b: SampleView<S>, weight: Int, into target: SampleView<S>
) {
  precondition((0...256).contains(weight), "a weight outside 0...256")
  if weight == 0 { return move(a, into: target) }
  if weight == 256 { return move(b, into: target) }
  guard a.a == nil && b.a == nil else {
    return mix(a, b, into: target) { _, weights in
      weights.update(repeating: UInt16(weight), count: target.width)
    }
  }
  precondition(a.hasSize(of: b) && a.hasSize(of: target), "pictures of different sizes")
  for (planeA, planeB, plane) in [(a.y, b.y, target.y), (a.u, b.u, target.u), (a.v, b.v, target.v)]
  {
    for y in 0..<plane.height {
      mixRow(plane.row(y), planeA.row(y), planeB.row(y), plane.width, weight: UInt16(weight))
    }
  }
  if let alpha = target.a { fill(alpha, with: S.full) }
}

/// Mixes two pictures by weights that differ from pixel to pixel.
///
/// `weigh` is asked once for every luma row and writes its `width` weights, 0 (a)…256 (b). A
/// chroma sample takes the mean weight of the pixels it covers.
func mix<S: PictureSample>(
  _ a: SampleView<S>, _ b: SampleView<S>, into target: SampleView<S>,
  weigh: (_ y: Int, _ weights: Weights) -> Void
) {
  precondition(a.hasSize(of: b) && a.hasSize(of: target), "pictures of different sizes")
  let (width, height, columns) = (target.width, target.height, target.u.width)
  let even = 2 * columns
  withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * even + columns) { rows in
    withUnsafeTemporaryAllocation(of: S.self, capacity: 2 * columns + width) { alphas in
      guard let top = rows.baseAddress, let alphaA = alphas.baseAddress else { return }
      let bottom = top + even
      let chroma = bottom + even
      let alphaB = alphaA + columns
      let opaque = alphaB + columns
      opaque.update(repeating: S.full, count: width)
      let hasAlpha = a.a != nil || b.a != nil

      for row in 0..<target.u.height {
        weigh(2 * row, top)
        if width < even { top[width] = top[width - 1] }
        if 2 * row + 1 < height {
          weigh(2 * row + 1, bottom)
          if width < even { bottom[width] = bottom[width - 1] }
        } else {
          bottom.update(from: top, count: even)
        }
        averageWeights(chroma, top, bottom, columns)
        if hasAlpha {
          loadAverageAlpha(a.a, row, into: alphaA, columns)
          loadAverageAlpha(b.a, row, into: alphaB, columns)
          seenWeightsRow(chroma, alphaA, alphaB, weights: chroma, columns)
        }
        mixRow(target.u.row(row), a.u.row(row), b.u.row(row), columns, weights: chroma)
        mixRow(target.v.row(row), a.v.row(row), b.v.row(row), columns, weights: chroma)
        for y in 2 * row..<min(2 * row + 2, height) {
          let weights = y % 2 == 0 ? top : bottom
          if hasAlpha {
            mixSeenRow(target, a, b, y, weights, opaque)
          } else {
            mixRow(target.y.row(y), a.y.row(y), b.y.row(y), width, weights: weights)
          }
        }
      }
    }
  }
  if let alpha = target.a, a.a == nil, b.a == nil { fill(alpha, with: S.full) }
}

/// Mixes luma and alpha of one row of pictures of which at least one has alpha.
private func mixSeenRow<S: PictureSample>(
  _ target: SampleView<S>, _ a: SampleView<S>, _ b: SampleView<S>, _ y: Int, _ weights: Weights,
  _ opaque: Row<S>
) {
  let width = target.width
  let alphaA = a.a.map { $0.row(y) } ?? opaque
  let alphaB = b.a.map { $0.row(y) } ?? opaque
  withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { seen in
    guard let seen = seen.baseAddress else { return }
    seenWeightsRow(seen, alphaA, alphaB, weights: weights, width)
    mixRow(target.y.row(y), a.y.row(y), b.y.row(y), width, weights: seen)
  }
  if let alpha = target.a { mixRow(alpha.row(y), alphaA, alphaB, width, weights: weights) }
}

private func loadAverageAlpha<S: PictureSample>(
  _ alpha: SamplePlane<S>?, _ row: Int, into target: Row<S>, _ count: Int
) {
  if let alpha {
    averageAlpha(alpha, row: row, into: target)
  } else {
    target.update(repeating: S.full, count: count)
  }
}
