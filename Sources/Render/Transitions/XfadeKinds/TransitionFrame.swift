// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionFrame {
  /// Draws a kind that has loops of its own.
  func draw(_ kind: TransitionKind, black: SampleColor<S>, white: SampleColor<S>) {
    switch kind {
    case .fade: drawFade()
    case .fadeblack: drawFade(through: black)
    case .fadewhite: drawFade(through: white)
    case .fadegrays: drawFadeThroughGrays()
    case .fadefast: drawFade(speed: { 1 + $0 })
    case .fadeslow: drawFade(speed: { 2 - $0 })
    case .distance: drawDistance()

    case .wipeleft: drawWipe(x: .before, y: nil)
    case .wiperight: drawWipe(x: .after, y: nil)
    case .wipeup: drawWipe(x: nil, y: .before)
    case .wipedown: drawWipe(x: nil, y: .after)
    case .wipetl: drawWipe(x: .before, y: .before)
    case .wipetr: drawWipe(x: .after, y: .before)
    case .wipebl: drawWipe(x: .before, y: .after)
    case .wipebr: drawWipe(x: .after, y: .after)
    case .circlecrop: drawCircleCrop(on: black)
    case .rectcrop: drawRectangleCrop(on: black)

    case .smoothleft: drawColumns { x, w in 1 + x / w }
    case .smoothright: drawColumns { x, w in 1 + (w - 1 - x) / w }
    case .smoothup: drawRows { y, h in 1 + y / h }
    case .smoothdown: drawRows { y, h in 1 + (h - 1 - y) / h }
    case .vertopen: drawColumns { x, w in 2 - ((x - w / 2) / (w / 2)).magnitude }
    case .vertclose: drawColumns { x, w in 1 + ((x - w / 2) / (w / 2)).magnitude }
    case .horzopen: drawRows { y, h in 2 - ((y - h / 2) / (h / 2)).magnitude }
    case .horzclose: drawRows { y, h in 1 + ((y - h / 2) / (h / 2)).magnitude }
    case .hlslice: drawColumnSlices { x, w in x / w }
    case .hrslice: drawColumnSlices { x, w in (w - 1 - x) / w }
    case .vuslice: drawRowSlices { y, h in y / h }
    case .vdslice: drawRowSlices { y, h in (h - 1 - y) / h }

    case .circleopen: drawCircle(opens: true)
    case .circleclose: drawCircle(opens: false)
    case .radial: drawRadial()
    case .diagtl: drawDiagonal(fromRight: false, fromBottom: false)
    case .diagtr: drawDiagonal(fromRight: true, fromBottom: false)
    case .diagbl: drawDiagonal(fromRight: false, fromBottom: true)
    case .diagbr: drawDiagonal(fromRight: true, fromBottom: true)
    case .dissolve: drawDissolve()

    case .slideleft: drawSlide(x: -1, y: 0)
    case .slideright: drawSlide(x: 1, y: 0)
    case .slideup: drawSlide(x: 0, y: -1)
    case .slidedown: drawSlide(x: 0, y: 1)
    case .squeezeh: drawSqueezedRows()
    case .squeezev: drawSqueezedColumns()
    case .zoomin: drawZoom()
    case .pixelize: drawPixels()
    case .hblur: drawBlur()
    case .pinwheel: drawPinwheel(turn: parameters[0])
    }
  }
}

/// The parameters of a transition's frame.
struct TransitionFrame<S: PictureSample> {
  /// The name of its kernel.
  let name: String
  let parameters: [Float]
  let from: SampleView<S>
  let to: SampleView<S>
  let target: SampleView<S>
  /// Decreases from 1 (all `from`) towards 0 (all `to`).
  let progress: Float
  let scratch: Scratch

  var width: Int { target.width }
  var height: Int { target.height }

  /// A picture for intermediate results, with the size and form of the target.
  func intermediate(_ index: Int) -> SampleView<S> {
    scratch.picture(
      Scratch.firstTransitionPicture + index, of: S.self, width: width, height: height,
      hasAlpha: target.a != nil, chroma: target.chroma)
  }

  /// Mixes `from` and `to` with a weight per pixel, 0 (from)…whole (to).
  func drawMix(weigh: (_ y: Int, _ weights: Weights) -> Void) {
    mix(from, to, into: target, weigh: weigh)
  }
}

/// The cubic that rises from 0 at `low` to 1 at `high`, with zero slope at both ends.
func smoothStep(_ low: Float, _ high: Float, _ x: Float) -> Float {
  let t = max(0, min((x - low) / (high - low), 1))
  return t * t * (3 - 2 * t)
}
