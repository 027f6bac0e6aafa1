// SPDX-License-Identifier: Apache-2.0

/// The weighting of a picture with alpha for filters that mix pixels with their neighbours.
public enum AlphaWeighting: Sendable {
  /// Colours are multiplied by alpha.
  case multiply
  /// They are divided by it, where it is not 0.
  case divide
}

/// Multiplies the colours of `picture` by its alpha, or divides them by it, in place.
///
/// A clear pixel then has no colour of its own, so that a blur mixes none in. Luma is weighted from `black` on, chroma from its
/// middle; the alpha of a sample of chroma is the mean of that of its pixels. Without alpha nothing changes.
public func weight<Sample: PictureSample>(
  _ picture: SampleView<Sample>, by weighting: AlphaWeighting, black: Sample
) {
  guard let alpha = picture.a else { return }
  let full = Int(Sample.full)
  let middle = 1 << (Sample.depth - 1)
  func weighted(_ sample: Sample, _ alpha: Int, _ most: Int, from base: Int) -> Sample {
    let value = Int(sample) - base
    switch weighting {
    case .multiply:
      // Rounded away from the base, so that both directions come to the same.
      let product = value * alpha
      let half = product < 0 ? -most / 2 : most / 2
      return Sample(truncatingIfNeeded: base + (product + half) / most)
    case .divide:
      if alpha == 0 { return Sample(truncatingIfNeeded: base) }
      let product = value * most
      let half = product < 0 ? -alpha / 2 : alpha / 2
      return Sample(truncatingIfNeeded: min(max(base + (product + half) / alpha, 0), full))
    }
  }
  for y in 0..<picture.y.height {
    let row = picture.y.base + y * picture.y.stride
    let own = alpha.base + y * alpha.stride
    for x in 0..<picture.y.width {
      row[x] = weighted(row[x], Int(own[x]), full, from: Int(black))
    }
  }
  let shift = picture.chroma.shift
  for plane in [picture.u, picture.v] {
    for y in 0..<plane.height {
      let row = plane.base + y * plane.stride
      let (top, bottom) = (y << shift, min((y << shift) + shift, alpha.height - 1))
      let (upper, lower) = (alpha.base + top * alpha.stride, alpha.base + bottom * alpha.stride)
      for x in 0..<plane.width {
        let (left, right) = (x << shift, min((x << shift) + shift, alpha.width - 1))
        let sum = Int(upper[left]) + Int(upper[right]) + Int(lower[left]) + Int(lower[right])
        row[x] = weighted(row[x], sum, 4 * full, from: middle)
      }
    }
  }
}
