// SPDX-License-Identifier: Apache-2.0

package import Kernels

/// The places that one frame shows, row by row.
@frozen @usableFromInline package struct LookupRows {
  /// Writes the looks of the samples `first`…, `count` of them, of row `y`, each of `step` pixels across and down.
  @usableFromInline package let fill:
    (_ y: Int, _ first: Int, _ count: Int, _ step: Int, _ block: LookBlock) -> Void
  /// The colour of the ground; nil for black.
  @usableFromInline let ground: Light?
  /// The share of the second picture in a mixture made beforehand; nil for none.
  @usableFromInline let mixture: Float?
  /// The share of the second picture, if it is the same everywhere; looks then are places alone.
  @usableFromInline let share: Float?
  /// True if the second picture is shown as it is, and its places are not written.
  @usableFromInline let showsToHere: Bool

  /// The looks of `effect`.
  @inlinable package init<E: SteadyLookupEffect>(_ effect: E, _ frame: EffectFrame) {
    let (width, height) = (Float(frame.width), Float(frame.height))
    let (across, down) = (1 / width, 1 / height)
    (ground, mixture, share) = (nil, effect.mixture, effect.share)
    showsToHere = effect.showsToHere
    let showsTo = effect.share > 0 && !effect.showsToHere
    fill = { y, first, count, step, block in
      let size = Float(step)
      let v = 1 - (Float(y) + 0.5) * size * down
      func look(_ x: Int) -> Look {
        let column = Float(Int32(truncatingIfNeeded: first &+ x))
        return effect.look(Point((column * size + 0.5) * across, v))
      }
      // Of loops without a choice, the compiler makes vectors.
      if showsTo {
        for x in 0..<count {
          let look = look(x)
          block.setFrom(x, look.from, width, height)
          block.setTo(x, look.to, width, height)
        }
      } else {
        for x in 0..<count { block.setFrom(x, look(x).from, width, height) }
      }
    }
  }

  /// The looks of `effect`.
  @inlinable package init<E: LookupEffect>(_ effect: E, _ frame: EffectFrame) {
    let (width, height) = (Float(frame.width), Float(frame.height))
    let (across, down) = (1 / width, 1 / height)
    (ground, mixture, share) = (effect.ground, effect.mixture, nil)
    showsToHere = false
    fill = { y, first, count, step, block in
      // Samples of 4:2:0 lie at the left one of two pixels, and between two rows.
      let size = Float(step)
      let v = 1 - (Float(y) + 0.5) * size * down
      for x in 0..<count {
        let column = Float(Int32(truncatingIfNeeded: first &+ x))
        let look = effect.look(Point((column * size + 0.5) * across, v))
        block.set(x, look, width, height)
      }
    }
  }
}

extension TransitionFrame {
  /// Draws both pictures at the places that `rows` says.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawLookup(_ rows: LookupRows, black: SampleColor<S>, matrix: ColorMatrix) {
    guard let share = rows.mixture else { return drawLooks(rows, black: black, matrix: matrix) }
    let picture = intermediate(0)
    mix(from, to, weight: Weight(part: share), into: picture)
    TransitionFrame(
      name: name, parameters: parameters, from: picture, to: picture, target: target,
      progress: progress, scratch: scratch
    ).drawLooks(rows, black: black, matrix: matrix)
  }

  private func drawLooks(_ rows: LookupRows, black: SampleColor<S>, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let ground =
      rows.ground.map { scale.samples($0) }
      ?? Light(
        Float(black.y), Float(black.u), Float(black.v), Float(black.a) / Float(S.full))
    let block = LookBlock(
      memory: scratch.memory(.plane, of: Float.self, count: LookBlock.size))
    let (width, height) = (width, height)
    let sight = rows.share.map { block.sight(share: $0) }
    let isFull = target.chroma == .full
    let form = (PlaneForm(from.y, step: 1), PlaneForm(to.y, step: 1))
    for y in 0..<height {
      for first in stride(from: 0, to: width, by: LookBlock.length) {
        let span = first..<min(first + LookBlock.length, width)
        rows.fill(y, first, span.count, 1, block)
        let drawn = DrawnBlock(
          block, span, y, form, ground.w, from.a, to.a, sight,
          showsToHere: rows.showsToHere)
        drawn.draw(from.y, to.y, into: target.y, ground: ground.x, black: scale.black)
        if isFull { drawChroma(drawn, ground, scale) }
        if let alpha = target.a { drawn.drawAlpha(into: alpha) }
      }
    }
    guard !isFull else { return }
    let alphas = (halved(from.a, .cover), halved(to.a, .edge))
    let halfForm = (PlaneForm(from.u, step: 2), PlaneForm(to.u, step: 2))
    for y in 0..<target.u.height {
      for first in stride(from: 0, to: target.u.width, by: LookBlock.length) {
        let span = first..<min(first + LookBlock.length, target.u.width)
        rows.fill(y, first, span.count, 2, block)
        let drawn = DrawnBlock(
          block, span, y, halfForm, ground.w, alphas.0, alphas.1, sight,
          showsToHere: rows.showsToHere)
        drawChroma(drawn, ground, scale)
      }
    }
  }

  private func drawChroma(_ block: DrawnBlock<S>, _ ground: Light, _ scale: RGBScale) {
    block.draw(from.u, to.u, into: target.u, ground: ground.y, black: scale.neutral)
    block.draw(from.v, to.v, into: target.v, ground: ground.z, black: scale.neutral)
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
