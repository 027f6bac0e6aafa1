// SPDX-License-Identifier: Apache-2.0

import Kernels

// Transitions in which all pixels change at once.

extension TransitionFrame {
  /// One picture fades into the other.
  func drawFade() {
    mix(from, to, weight: Weight(part: 1 - progress), into: target)
  }

  /// `from` fades into a colour while the colour fades into `to`.
  func drawFade(through color: SampleColor<S>) {
    let (fromPart, toPart) = outerParts
    // `from` and `to` in their ratio first, then the colour over both.
    let outer = fromPart + toPart
    mix(from, to, weight: outer > 0 ? Weight(part: toPart / outer) : 0, into: target)
    cover(with: color, weight: Weight(part: 1 - outer))
  }

  /// Mixes the target with a colour, of which there is a row, or a picture where alpha decides what is seen of each.
  private func cover(with color: SampleColor<S>, weight: Weight) {
    if weight == 0 { return }
    if weight == .whole, target.a == nil { return fill(target, with: color) }
    guard target.a == nil else {
      let solid = intermediate(0)
      fill(solid, with: color)
      return mix(target, solid, weight: weight, into: target)
    }
    let row = scratch.picture(
      Scratch.firstTransitionPicture + 1, of: S.self, width: width, height: 1, hasAlpha: false,
      chroma: target.chroma)
    fill(row, with: color)
    for (plane, color) in [(target.y, row.y), (target.u, row.u), (target.v, row.v)] {
      for y in 0..<plane.height {
        let line = SamplePlane(
          base: plane.row(y), stride: plane.width, width: plane.width, height: 1)
        mix(line, color, weight: weight, into: line)
      }
    }
  }

  /// `from` loses saturation and fades into `to`, which gains saturation.
  func drawFadeThroughGrays() {
    let fromColor = smoothStep(0.8, 1, progress)
    let toColor = 1 - smoothStep(0.2, 1, progress)
    mix(
      grayed(from, color: fromColor, 0), grayed(to, color: toColor, 1),
      weight: Weight(part: 1 - progress), into: target)
  }

  /// The shares of `from` and `to` in a transition through a third picture.
  private var outerParts: (from: Float, to: Float) {
    (
      progress * smoothStep(0.8, 1, progress),
      (1 - progress) * (1 - smoothStep(0.2, 1, progress))
    )
  }

  /// `picture` with unchanged luma and alpha, and the share `color`, 0…1, of its saturation.
  private func grayed(_ picture: SampleView<S>, color: Float, _ index: Int) -> SampleView<S> {
    let kept = intermediate(index)
    for (plane, gray) in [(picture.u, kept.u), (picture.v, kept.v)] {
      fill(gray, with: S.scaled(128))
      mix(gray, plane, weight: Weight(part: color), into: gray)
    }
    return SampleView(
      y: picture.y, u: kept.u, v: kept.v, a: picture.a, chroma: picture.chroma)
  }

  /// A fade whose speed depends on the difference of the samples.
  ///
  /// `speed` maps the difference, 0…1, to 1…2; the remaining share of `from` is the progress to the power 1 +
  /// ln(speed).
  func drawFade(speed: (Double) -> Double) {
    let count = Int(S.full) + 1
    let table = scratch.memory(.columns, of: Weight.self, count: count)
    for difference in 0..<count {
      let exponent = 1 + naturalLogarithm(speed(Double(difference) / Double(S.full)))
      let left = power(Double(progress), exponent)
      table[difference] = Weight(part: Float(1 - left))
    }
    drawLuma(table)
    drawChroma(table)
    guard let alpha = target.a else { return }
    let opaque = scratch.memory(.rows, of: S.self, count: width)
    opaque.update(repeating: S.full, count: width)
    let weights = scratch.memory(.plane, of: Weight.self, count: width)
    for y in 0..<height {
      let (a, b) = (from.a?.row(y) ?? opaque, to.a?.row(y) ?? opaque)
      look(a, b, table, into: weights, width)
      mixRow(alpha.row(y), a, b, width, weights: weights)
    }
  }

  private func drawLuma(_ table: Weights) {
    let opaque = scratch.memory(.rows, of: S.self, count: width)
    opaque.update(repeating: S.full, count: width)
    let weights = scratch.memory(.plane, of: Weight.self, count: width)
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
    let weights = scratch.memory(.plane, of: Weight.self, count: count)
    let means = scratch.memory(.rows, of: S.self, count: 3 * count)
    let opaque = means + 2 * count
    opaque.update(repeating: S.full, count: count)
    for y in 0..<target.u.height {
      let alphaA = from.a.map { chromaAlpha($0, from.chroma, row: y, in: means) } ?? opaque
      let alphaB = to.a.map { chromaAlpha($0, to.chroma, row: y, in: means + count) } ?? opaque
      for (a, b, out) in [(from.u, to.u, target.u), (from.v, to.v, target.v)] {
        look(a.row(y), b.row(y), table, into: weights, count)
        if from.a != nil || to.a != nil {
          seenWeightsRow(weights, alphaA, alphaB, weights: weights, count)
        }
        mixRow(out.row(y), a.row(y), b.row(y), count, weights: weights)
      }
    }
  }

  /// Looks up weights by the difference of two samples; those of files may have more bits than they say.
  private func look(
    _ a: Row<S>, _ b: Row<S>, _ table: Weights, into weights: Weights, _ count: Int
  ) {
    let most = Int(S.full)
    for x in 0..<count { weights[x] = table[min(abs(Int(a[x]) &- Int(b[x])), most)] }
  }

  /// A fade in which pixels that differ by more than the progress have already changed.
  func drawDistance() {
    let most = Double(S.full)
    let limit = Int32((Double(progress) * Double(progress) * most * most).rounded(.down))
    let near = Weight(part: 1 - progress)
    let shift = target.chroma.shift
    drawMix { y, weights in
      let (a, b) = (from.y.row(y), to.y.row(y))
      let (ua, ub) = (from.u.row(y >> shift), to.u.row(y >> shift))
      let (va, vb) = (from.v.row(y >> shift), to.v.row(y >> shift))
      for x in 0..<width {
        let c = x &>> shift
        let distance = squared(a[x], b[x]) &+ squared(ua[c], ub[c]) &+ squared(va[c], vb[c])
        weights[x] = distance <= limit ? near : .whole
      }
      if let p = from.a?.row(y), let q = to.a?.row(y) {
        for x in 0..<width where weights[x] < .whole {
          let c = x &>> shift
          let distance = squared(a[x], b[x]) &+ squared(ua[c], ub[c]) &+ squared(va[c], vb[c])
          if distance &+ squared(p[x], q[x]) > limit { weights[x] = .whole }
        }
      }
    }
  }

  /// The squared difference of two samples.
  @inline(__always)
  private func squared(_ a: S, _ b: S) -> Int32 {
    let difference = Int32(truncatingIfNeeded: a) &- Int32(truncatingIfNeeded: b)
    return difference &* difference
  }
}
