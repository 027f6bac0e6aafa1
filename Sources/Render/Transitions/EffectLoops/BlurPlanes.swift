// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionFrame {
  /// Draws a dissolve of both pictures, blurred.
  func drawBlur(_ plan: BlurPlan) {
    let (old, new) = (from.a, to.a)
    let step = 1 << target.chroma.shift
    guard let alpha = target.a, old != nil || new != nil else {
      draw(target.y, WeightedPlanes(from.y, to.y, nil, nil), nil, plan, step: 1)
      draw(target.u, WeightedPlanes(from.u, to.u, nil, nil), nil, plan, step: step)
      draw(target.v, WeightedPlanes(from.v, to.v, nil, nil), nil, plan, step: step)
      if let alpha = target.a { fill(alpha, with: S.full) }
      return
    }
    var cover = covers(old, new, plan, step: 1)
    cover.write(to: alpha, over: nil, times: Float(S.full))
    draw(target.y, WeightedPlanes(from.y, to.y, old, new), cover, plan, step: 1)
    var halves = (old, new)
    if step > 1 {
      halves = (halved(old, .cover), halved(new, .edge))
      cover = covers(halves.0, halves.1, plan, step: step)
    }
    draw(target.u, WeightedPlanes(from.u, to.u, halves.0, halves.1), cover, plan, step: step)
    draw(target.v, WeightedPlanes(from.v, to.v, halves.0, halves.1), cover, plan, step: step)
  }

  /// The cover of the samples of a plane of such a blur.
  private func covers(
    _ old: SamplePlane<S>?, _ new: SamplePlane<S>?, _ plan: BlurPlan, step: Int
  ) -> NumberPlane {
    let size = step == 1 ? (width, height) : (target.u.width, target.u.height)
    // Covers are from 0 to 1.
    let fine = Float(Int(S.full) << S.fineBits)
    return blurred(
      WeightedPlanes(nil, nil, old, new), size, plan, step: step, last: .rows, fine: fine)
  }

  /// Draws a plane whose samples are `step` pixels wide.
  private func draw(
    _ out: SamplePlane<S>, _ mixture: WeightedPlanes<S>, _ cover: NumberPlane?, _ plan: BlurPlan,
    step: Int
  ) {
    let plane = blurred(
      mixture, (out.width, out.height), plan, step: step, last: .warpLuma,
      fine: Float(1 << S.fineBits))
    plane.write(to: out, over: cover, times: 1)
  }

  /// A plane after all passes, in memory of one of three slots.
  private func blurred(
    _ mixture: WeightedPlanes<S>, _ size: (width: Int, height: Int), _ plan: BlurPlan, step: Int,
    last: Scratch.Slot, fine: Float
  ) -> NumberPlane {
    if let sum = plan.sum {
      return summed(mixture, size, sum, step: step, last: last, fine: fine)
    }
    // Two planes take turns; what comes out last is kept where others do not write.
    let margin = Int(plan.reach * Float(size.width)) + 2
    func plane(_ slot: Scratch.Slot) -> NumberPlane {
      NumberPlane(size.width, size.height, margin: margin) {
        scratch.memory(slot, of: Float.self, count: $0)
      }
    }
    let count = plan.passes.count
    func slot(_ index: Int) -> Scratch.Slot {
      index == count ? last : index.isMultiple(of: 2) ? .plane : .blur
    }
    var current = plane(slot(0))
    mixture.write(into: current, plan.weight)
    for (index, pass) in plan.passes.enumerated() {
      let next = plane(slot(index + 1))
      current.blur(pass, step: step, into: next, fine: fine) {
        scratch.memory(.columns, of: Int16.self, count: $0)
      }
      current = next
    }
    return current
  }

  /// A sum of both pictures, in memory of a slot.
  private func summed(
    _ mixture: WeightedPlanes<S>, _ size: (width: Int, height: Int), _ sum: TwistPlan, step: Int,
    last: Scratch.Slot, fine: Float
  ) -> NumberPlane {
    func plane(_ slot: Scratch.Slot) -> NumberPlane {
      NumberPlane(size.width, size.height, margin: 0) {
        scratch.memory(slot, of: Float.self, count: $0)
      }
    }
    var pictures: [SummedPicture] = []
    for (slot, isNew) in [(Scratch.Slot.columns, false), (.blend, true)] {
      let weights = sum.weights(isNew: isNew)
      guard weights.contains(where: { $0 > 0 }) else { continue }
      let numbers = plane(.plane)
      mixture.write(into: numbers, isNew ? 1 : 0)
      let fine = FinePlane(numbers, fine) { scratch.memory(slot, of: Int16.self, count: $0) }
      pictures.append(SummedPicture(plane: fine, weights: weights))
    }
    let out = plane(last)
    // Samples of 4:2:0 lie at the left one of two pixels.
    sum.draw(
      pictures, size: Point(Float(width), Float(height)) / Float(step),
      left: step == 2 ? 0.25 : 0, into: out)
    return out
  }
}

/// Samples of two planes, each times what covers it, or these covers themselves.
private struct WeightedPlanes<S: PictureSample> {
  let old, new, oldCover, newCover: SamplePlane<S>?

  init(
    _ old: SamplePlane<S>?, _ new: SamplePlane<S>?, _ oldCover: SamplePlane<S>?,
    _ newCover: SamplePlane<S>?
  ) {
    (self.old, self.new, self.oldCover, self.newCover) = (old, new, oldCover, newCover)
  }

  /// Writes both in the ratio 1 − weight : weight.
  func write(into plane: NumberPlane, _ weight: Float) {
    let part = 1 / Float(S.full)
    for y in 0..<plane.height {
      let out = plane.row(y)
      out.update(repeating: 0, count: plane.width)
      for (plane, cover, weight) in [(old, oldCover, 1 - weight), (new, newCover, weight)]
      where weight > 0 {
        add(plane?.row(y), cover?.row(y), plane == nil ? weight * part : weight, to: out, part)
      }
      plane.extend(y)
    }
  }

  /// Adds samples times a weight; covers, 1 where there are none, if there are no samples.
  private func add(
    _ samples: UnsafeMutablePointer<S>?, _ covers: UnsafeMutablePointer<S>?, _ weight: Float,
    to out: UnsafeMutablePointer<Float>, _ part: Float
  ) {
    let count = width
    switch (samples, covers) {
    case (let samples?, let covers?):
      let scale = weight * part
      for x in 0..<count { out[x] += samples[x].amount * covers[x].amount * scale }
    case (let numbers?, nil), (nil, let numbers?):
      for x in 0..<count { out[x] += numbers[x].amount * weight }
    case (nil, nil):
      for x in 0..<count { out[x] += weight * Float(S.full) }
    }
  }

  private var width: Int { (old ?? new ?? oldCover ?? newCover)?.width ?? 0 }
}
