// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionFrame {
  /// Draws both pictures at the places that `plan` says.
  func drawLooks(_ plan: LookPlan, black: SampleColor<S>, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let ground =
      plan.ground.map { scale.samples($0) }
      ?? Light(
        Float(black.y), Float(black.u), Float(black.v), Float(black.a) / Float(S.full))
    let block = LookBlock(
      memory: scratch.memory(.plane, of: Float.self, count: LookBlock.size))
    let colors = PixelBlock(
      memory: scratch.memory(.rows, of: Float.self, count: PixelBlock.size))
    let (readsFirst, readsSecond) = (plan.colors != .none, plan.colors == .both)
    if readsFirst { colors.makeOpaque() }
    let size = Point(Float(width), Float(height))
    let sight = plan.share.map { block.sight(share: $0) }
    let isFull = target.chroma == .full
    let form = (PlaneForm(from.y, step: 1), PlaneForm(to.y, step: 1))
    let halfForm = (PlaneForm(from.u, step: 2), PlaneForm(to.u, step: 2))
    // Where places lie all over, chroma is read in pairs; planes of one row or column are not.
    let pairs =
      readsFirst && isOpaque && form.0.hasPlaces && form.1.hasPlaces && halfForm.0.hasPlaces
        && halfForm.1.hasPlaces
      ? (ChromaPairs(from, scratch, .cover), ChromaPairs(to, scratch, .edge)) : nil
    let alphas = isFull ? (nil, nil) : (halved(from.a, .cover), halved(to.a, .edge))

    func drawn(_ columns: Range<Int>, _ y: Int, _ step: Int) -> DrawnBlock<S> {
      plan.fill(LookRow(columns, y, step: step, size, block, colors))
      return step == 1
        ? DrawnBlock(
          block, columns, y, form, ground.w, from.a, to.a, sight, showsToHere: plan.showsToHere)
        : DrawnBlock(
          block, columns, y, halfForm, ground.w, alphas.0, alphas.1, sight,
          showsToHere: plan.showsToHere)
    }
    func drawChroma(_ block: DrawnBlock<S>) {
      if let pairs {
        return block.drawChroma(pairs.0, pairs.1, into: target, neutral: scale.neutral)
      }
      block.draw(from.u, to.u, into: target.u, ground: ground.y, black: scale.neutral)
      block.draw(from.v, to.v, into: target.v, ground: ground.z, black: scale.neutral)
    }
    func read(
      _ picture: SampleView<S>, _ pairs: ChromaPairs<S>?, _ columns: Range<Int>, _ y: Int,
      _ chroma: PixelBlock.Chroma, into tints: PixelBlock.Tints
    ) {
      let line = y >> target.chroma.shift
      if let pairs {
        pairs.read(columns, line, scale, into: chroma)
      } else {
        picture.readChroma(columns, line, scale, into: chroma)
      }
      picture.read(columns, y, chroma, scale, into: tints)
    }
    for y in 0..<height {
      for first in stride(from: 0, to: width, by: LookBlock.length) {
        let span = first..<min(first + LookBlock.length, width)
        if readsFirst { read(from, pairs?.0, span, y, colors.fromChroma, into: colors.from) }
        if readsSecond { read(to, pairs?.1, span, y, colors.toChroma, into: colors.to) }
        let block = drawn(span, y, 1)
        block.draw(from.y, to.y, into: target.y, ground: ground.x, black: scale.black)
        if let alpha = target.a { block.drawAlpha(into: alpha) }
        if isFull {
          drawChroma(block)
        } else if readsFirst, y % 2 == 0 {
          drawChroma(drawn(first / 2..<(span.upperBound + 1) / 2, y / 2, 2))
        }
      }
    }
    guard !isFull, !readsFirst else { return }
    for y in 0..<target.u.height {
      for first in stride(from: 0, to: target.u.width, by: LookBlock.length) {
        drawChroma(drawn(first..<min(first + LookBlock.length, target.u.width), y, 2))
      }
    }
  }

  /// The alpha of chroma samples of 4:2:0.
  func halved(_ alpha: SamplePlane<S>?, _ slot: Scratch.Slot) -> SamplePlane<S>? {
    guard let alpha else { return nil }
    let (count, rows) = (target.u.width, target.u.height)
    let memory = scratch.memory(slot, of: S.self, count: count * rows)
    for y in 0..<rows {
      let row = memory + y * count
      _ = chromaAlpha(alpha, .half, row: y, in: row)
    }
    return SamplePlane(base: memory, stride: count, width: count, height: rows)
  }
}
