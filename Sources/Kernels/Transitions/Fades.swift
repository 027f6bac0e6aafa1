// SPDX-License-Identifier: Apache-2.0

// Transitions in which all pixels change at once.

extension TransitionFrame {
  /// One picture fades into the other.
  func drawFade() {
    mix(from, to, weight: weight(1 - progress), into: target)
  }

  /// `from` fades into a colour while the colour fades into `to`.
  func drawFade(through color: YUVColor) {
    let (fromPart, toPart) = outerParts
    // `from` and `to` in their ratio first, then the colour over both.
    let solid = intermediate(0)
    fill(solid, with: color)
    let outer = fromPart + toPart
    let both = intermediate(1)
    mix(from, to, weight: outer > 0 ? weight(toPart / outer) : 0, into: both)
    mix(both, solid, weight: weight(1 - outer), into: target)
  }

  /// `from` loses its colour and fades into `to`, which gains its own.
  func drawFadeThroughGrays() {
    let fromColor = smoothStep(0.8, 1, progress)
    let toColor = 1 - smoothStep(0.2, 1, progress)
    mix(
      grayed(from, color: fromColor, 0), grayed(to, color: toColor, 1),
      weight: weight(1 - progress), into: target)
  }

  /// How much of the result is `from` and `to`, when it goes by a third picture.
  private var outerParts: (from: Float, to: Float) {
    (
      progress * smoothStep(0.8, 1, progress),
      (1 - progress) * (1 - smoothStep(0.2, 1, progress))
    )
  }

  /// A picture with luma and alpha of `picture` and `color`, 0…1, of its colourfulness.
  private func grayed(_ picture: PictureView, color: Float, _ index: Int) -> PictureView {
    let kept = intermediate(index)
    for (plane, gray) in [(picture.u, kept.u), (picture.v, kept.v)] {
      fill(gray, with: 128)
      for y in 0..<gray.height {
        mixRow(gray.row(y), gray.row(y), plane.row(y), gray.width, weight: UInt16(weight(color)))
      }
    }
    return PictureView(y: picture.y, u: kept.u, v: kept.v, a: picture.a)
  }

  /// A fade that is the faster, the more the samples differ, or the less.
  ///
  /// `speed` maps the difference, 0…1, to 1…2; the part of `from` that is left is the
  /// progress to the power 1 + ln(speed).
  func drawFade(speed: (Double) -> Double) {
    let table = scratch.memory(.columns, of: UInt16.self, count: 256)
    for difference in 0..<256 {
      let exponent = 1 + naturalLogarithm(speed(Double(difference) / 255))
      let left = power(Double(progress), exponent)
      table[difference] = UInt16(weight(Float(1 - left)))
    }
    drawLuma(table)
    drawChroma(table)
    guard let alpha = target.a else { return }
    let opaque = scratch.memory(.rows, of: UInt8.self, count: width)
    opaque.update(repeating: 255, count: width)
    let weights = scratch.memory(.plane, of: UInt16.self, count: width)
    for y in 0..<height {
      let (a, b) = (from.a?.row(y) ?? opaque, to.a?.row(y) ?? opaque)
      look(a, b, table, into: weights, width)
      mixRow(alpha.row(y), a, b, width, weights: weights)
    }
  }

  private func drawLuma(_ table: Weights) {
    let opaque = scratch.memory(.rows, of: UInt8.self, count: width)
    opaque.update(repeating: 255, count: width)
    let weights = scratch.memory(.plane, of: UInt16.self, count: width)
    for y in 0..<height {
      look(from.y.row(y), to.y.row(y), table, into: weights, width)
      if from.a != nil || to.a != nil {
        let (a, b) = (from.a?.row(y) ?? opaque, to.a?.row(y) ?? opaque)
        seenWeightsRow(weights, a, b, weights: weights, width)
      }
      mixRow(target.y.row(y), from.y.row(y), to.y.row(y), width, weights: weights)
    }
  }

  private func drawChroma(_ table: Weights) {
    let count = target.u.width
    let weights = scratch.memory(.plane, of: UInt16.self, count: count)
    let alphas = scratch.memory(.rows, of: UInt8.self, count: 2 * count)
    alphas.update(repeating: 255, count: 2 * count)
    for y in 0..<target.u.height {
      if let alpha = from.a { averageAlpha(alpha, row: y, into: alphas) }
      if let alpha = to.a { averageAlpha(alpha, row: y, into: alphas + count) }
      for (a, b, out) in [(from.u, to.u, target.u), (from.v, to.v, target.v)] {
        look(a.row(y), b.row(y), table, into: weights, count)
        if from.a != nil || to.a != nil {
          seenWeightsRow(weights, alphas, alphas + count, weights: weights, count)
        }
        mixRow(out.row(y), a.row(y), b.row(y), count, weights: weights)
      }
    }
  }

  /// Looks up a weight by the difference of two samples.
  private func look(
    _ a: Samples, _ b: Samples, _ table: Weights, into weights: Weights, _ count: Int
  ) {
    for x in 0..<count { weights[x] = table[abs(Int(a[x]) &- Int(b[x]))] }
  }

  /// A fade in which pixels that differ by more than the progress have already changed.
  func drawDistance() {
    let limit = Int32((Double(progress) * Double(progress) * 65025).rounded(.down))
    let near = UInt16(weight(1 - progress))
    drawMix { y, weights in
      let (a, b) = (from.y.row(y), to.y.row(y))
      let (ua, ub) = (from.u.row(y / 2), to.u.row(y / 2))
      let (va, vb) = (from.v.row(y / 2), to.v.row(y / 2))
      for x in 0..<width {
        let dy = Int32(a[x]) &- Int32(b[x])
        let du = Int32(ua[x / 2]) &- Int32(ub[x / 2])
        let dv = Int32(va[x / 2]) &- Int32(vb[x / 2])
        let distance = dy &* dy &+ du &* du &+ dv &* dv
        weights[x] = distance <= limit ? near : 256
      }
      if let p = from.a?.row(y), let q = to.a?.row(y) {
        for x in 0..<width where weights[x] < 256 {
          let dy = Int32(a[x]) &- Int32(b[x])
          let du = Int32(ua[x / 2]) &- Int32(ub[x / 2])
          let dv = Int32(va[x / 2]) &- Int32(vb[x / 2])
          let da = Int32(p[x]) &- Int32(q[x])
          if dy &* dy &+ du &* du &+ dv &* dv &+ da &* da > limit { weights[x] = 256 }
        }
      }
    }
  }
}
