// SPDX-License-Identifier: Apache-2.0

public import Kernels

/// Draws one frame of a transition between two pictures of the same size.
///
/// Frame `position` of `duration`, 0 <= position < duration, has the progress and geometry of libavfilter 5.1's
/// `xfade`: at 0 it shows `from`, and `to` would be reached at `duration`. Transitions through black or white
/// use `black` and `white`, while `xfade` writes samples outside the video range. Hard edges are averaged in
/// chroma. With alpha, colours are weighted by it. `target` must not overlap the sources.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func transition<Sample>(
  _ kind: TransitionKind, parameters: [Float] = [], from: SampleView<Sample>,
  to: SampleView<Sample>, position: Int, duration: Int, into target: SampleView<Sample>,
  scratch: Scratch,
  black: SampleColor<Sample> = .black, white: SampleColor<Sample> = .white
) {
  precondition(position >= 0 && position < duration, "a position outside the transition")
  precondition(parameters.count == kind.parameterCount, "parameters that do not match")
  precondition(from.hasForm(of: to) && from.hasForm(of: target), "pictures of different forms")
  let frame = TransitionFrame(
    kind: kind, parameters: parameters, from: from, to: to, target: target,
    progress: 1 - Float(position) / Float(duration), scratch: scratch)

  switch kind {
  case .fade: frame.drawFade()
  case .fadeblack: frame.drawFade(through: black)
  case .fadewhite: frame.drawFade(through: white)
  case .fadegrays: frame.drawFadeThroughGrays()
  case .fadefast: frame.drawFade(speed: { 1 + $0 })
  case .fadeslow: frame.drawFade(speed: { 2 - $0 })
  case .distance: frame.drawDistance()

  case .wipeleft: frame.drawWipe(x: .before, y: nil)
  case .wiperight: frame.drawWipe(x: .after, y: nil)
  case .wipeup: frame.drawWipe(x: nil, y: .before)
  case .wipedown: frame.drawWipe(x: nil, y: .after)
  case .wipetl: frame.drawWipe(x: .before, y: .before)
  case .wipetr: frame.drawWipe(x: .after, y: .before)
  case .wipebl: frame.drawWipe(x: .before, y: .after)
  case .wipebr: frame.drawWipe(x: .after, y: .after)
  case .circlecrop: frame.drawCircleCrop(on: black)
  case .rectcrop: frame.drawRectangleCrop(on: black)

  case .smoothleft: frame.drawColumns { x, w in 1 + x / w }
  case .smoothright: frame.drawColumns { x, w in 1 + (w - 1 - x) / w }
  case .smoothup: frame.drawRows { y, h in 1 + y / h }
  case .smoothdown: frame.drawRows { y, h in 1 + (h - 1 - y) / h }
  case .vertopen: frame.drawColumns { x, w in 2 - ((x - w / 2) / (w / 2)).magnitude }
  case .vertclose: frame.drawColumns { x, w in 1 + ((x - w / 2) / (w / 2)).magnitude }
  case .horzopen: frame.drawRows { y, h in 2 - ((y - h / 2) / (h / 2)).magnitude }
  case .horzclose: frame.drawRows { y, h in 1 + ((y - h / 2) / (h / 2)).magnitude }
  case .hlslice: frame.drawColumnSlices { x, w in x / w }
  case .hrslice: frame.drawColumnSlices { x, w in (w - 1 - x) / w }
  case .vuslice: frame.drawRowSlices { y, h in y / h }
  case .vdslice: frame.drawRowSlices { y, h in (h - 1 - y) / h }

  case .circleopen: frame.drawCircle(opens: true)
  case .circleclose: frame.drawCircle(opens: false)
  case .radial: frame.drawRadial()
  case .diagtl: frame.drawDiagonal(fromRight: false, fromBottom: false)
  case .diagtr: frame.drawDiagonal(fromRight: true, fromBottom: false)
  case .diagbl: frame.drawDiagonal(fromRight: false, fromBottom: true)
  case .diagbr: frame.drawDiagonal(fromRight: true, fromBottom: true)
  case .dissolve: frame.drawDissolve()

  case .slideleft: frame.drawSlide(x: -1, y: 0)
  case .slideright: frame.drawSlide(x: 1, y: 0)
  case .slideup: frame.drawSlide(x: 0, y: -1)
  case .slidedown: frame.drawSlide(x: 0, y: 1)
  case .squeezeh: frame.drawSqueezedRows()
  case .squeezev: frame.drawSqueezedColumns()
  case .zoomin: frame.drawZoom()
  case .pixelize: frame.drawPixels()
  case .hblur: frame.drawBlur()
  case .pinwheel: frame.drawPinwheel(turn: parameters[0])
  }
}

/// The parameters of a transition's frame.
struct TransitionFrame<S: PictureSample> {
  var kind: TransitionKind
  var parameters: [Float]
  var from: SampleView<S>
  var to: SampleView<S>
  var target: SampleView<S>
  /// Decreases from 1 (all `from`) towards 0 (all `to`).
  var progress: Float
  var scratch: Scratch

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
