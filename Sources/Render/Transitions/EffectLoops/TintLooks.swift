// SPDX-License-Identifier: Apache-2.0

package import Kernels

/// A transition that shows pixels of both pictures at places that depend on the colours here.
@usableFromInline package protocol TintLookEffect: Sendable {
  /// Where in the first and in the second picture.
  func places(_ p: Point, _ from: Tint, _ to: Tint) -> (from: Point, to: Point)
  /// The share of the second picture everywhere.
  var share: Float { get }
  /// True if places depend on the colours of the second picture.
  var seesSecond: Bool { get }
  /// True if the second picture is shown as it is, so that its places need not be found.
  var showsToHere: Bool { get }
}

extension TintLookEffect {
  @inlinable package var seesSecond: Bool { true }
  @inlinable package var showsToHere: Bool { false }
}

/// The places that one frame shows, by the colours of both pictures, row by row.
@frozen @usableFromInline package struct TintLookRows {
  /// Writes the looks of the samples `first`…, `count` of them, of row `y`, each of `step` pixels across and down, whose
  /// colours are those of every `step`th pixel in `colors`.
  @usableFromInline let fill:
    (_ y: Int, _ first: Int, _ count: Int, _ step: Int, _ colors: PixelBlock, _ block: LookBlock)
      -> Void

  /// True if they depend on the colours of the second picture; and the share of that picture.
  @usableFromInline let seesSecond: Bool
  @usableFromInline let share: Float
  /// True if the second picture is shown as it is, and its places are not written.
  @usableFromInline let showsToHere: Bool

  /// The looks of `effect`.
  @inlinable package init<E: TintLookEffect>(_ effect: E, _ frame: EffectFrame) {
    (seesSecond, share) = (effect.seesSecond, effect.share)
    let showsToHere = effect.showsToHere
    self.showsToHere = showsToHere
    let (width, height) = (Float(frame.width), Float(frame.height))
    let (across, down) = (1 / width, 1 / height)
    fill = { y, first, count, step, colors, block in
      let (from, to) = (colors.from, colors.to)
      @inline(__always) func fill(_ step: Int) {
        let size = Float(step)
        let v = 1 - (Float(y) + 0.5) * size * down
        func places(_ x: Int) -> (from: Point, to: Point) {
          let column = Float(Int32(truncatingIfNeeded: first &+ x))
          let p = Point((column * size + 0.5) * across, v)
          return effect.places(p, from[step &* x], to[step &* x])
        }
        // Of loops without a choice, the compiler makes vectors that it writes at once.
        if showsToHere {
          for x in 0..<count { block.setFrom(x, places(x).from, width, height) }
        } else {
          for x in 0..<count {
            let places = places(x)
            block.setFrom(x, places.from, width, height)
            block.setTo(x, places.to, width, height)
          }
        }
      }
      // Of colours whose distance it knows, the compiler makes vectors.
      if step == 1 { fill(1) } else { fill(2) }
    }
  }
}

extension TransitionFrame {
  /// Draws both pictures at the places that `rows` says.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawTintLooks(_ rows: TintLookRows, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let block = LookBlock(
      memory: scratch.memory(.plane, of: Float.self, count: LookBlock.size))
    let colors = PixelBlock(
      memory: scratch.memory(.rows, of: Float.self, count: PixelBlock.size))
    colors.makeOpaque()
    let (width, height) = (width, height)
    let sight = block.sight(share: rows.share)
    let isFull = target.chroma == .full
    let form = (PlaneForm(from.y, step: 1), PlaneForm(to.y, step: 1))
    let halfForm = (PlaneForm(from.u, step: 2), PlaneForm(to.u, step: 2))
    // Planes of one row or column are not read in pairs.
    let pairs =
      isOpaque && form.0.hasPlaces && form.1.hasPlaces && halfForm.0.hasPlaces
        && halfForm.1.hasPlaces
      ? (ChromaPairs(from, scratch, .cover), ChromaPairs(to, scratch, .edge)) : nil
    let alphas = isFull ? (nil, nil) : (halved(from.a, .cover), halved(to.a, .edge))
    for y in 0..<height {
      let line = y >> target.chroma.shift
      for first in stride(from: 0, to: width, by: LookBlock.length) {
        let span = first..<min(first + LookBlock.length, width)
        if let pairs {
          pairs.0.read(span, line, scale, into: colors.fromChroma)
        } else {
          from.readChroma(span, line, scale, into: colors.fromChroma)
        }
        from.read(span, y, colors.fromChroma, scale, into: colors.from)
        if rows.seesSecond {
          if let pairs {
            pairs.1.read(span, line, scale, into: colors.toChroma)
          } else {
            to.readChroma(span, line, scale, into: colors.toChroma)
          }
          to.read(span, y, colors.toChroma, scale, into: colors.to)
        }
        rows.fill(y, first, span.count, 1, colors, block)
        let drawn = DrawnBlock(
          block, span, y, form, 1, from.a, to.a, sight, showsToHere: rows.showsToHere)
        drawn.draw(from.y, to.y, into: target.y, ground: scale.black, black: scale.black)
        if let alpha = target.a { drawn.drawAlpha(into: alpha) }
        if isFull {
          drawChroma(drawn, scale, pairs)
        } else if y % 2 == 0 {
          let half = first / 2..<(span.upperBound + 1) / 2
          rows.fill(line, half.lowerBound, half.count, 2, colors, block)
          drawChroma(
            DrawnBlock(
              block, half, line, halfForm, 1, alphas.0, alphas.1, sight,
              showsToHere: rows.showsToHere), scale, pairs)
        }
      }
    }
  }

  private func drawChroma(
    _ block: DrawnBlock<S>, _ scale: RGBScale, _ pairs: (ChromaPairs<S>, ChromaPairs<S>)?
  ) {
    let neutral = scale.neutral
    if let pairs { return block.drawChroma(pairs.0, pairs.1, into: target, neutral: neutral) }
    block.draw(from.u, to.u, into: target.u, ground: neutral, black: neutral)
    block.draw(from.v, to.v, into: target.v, ground: neutral, black: neutral)
  }
}
