// SPDX-License-Identifier: Apache-2.0

public import Kernels

/// Draws one frame of a transition between two pictures of the same size.
///
/// Frame `position` of `duration`, 0 <= position < duration, has the progress `position / duration`: at 0 it shows
/// `from`, and `to` would be reached at `duration`. Kinds of libavfilter 5.1's `xfade` have its geometry but for that
/// first frame. Those that go through black or white use `black` and `white`, while `xfade` writes samples outside the
/// video range. Hard edges are averaged in chroma. With alpha, colours are weighted by it. `target` must not overlap the
/// sources; `matrix` says what its samples mean. A kernel that reads a map gets one of the size of the pictures.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func transition<Sample>(
  _ kernel: TransitionKernel, parameters: [Float] = [], map: GrayMap? = nil,
  from: SampleView<Sample>,
  to: SampleView<Sample>, position: Int, duration: Int, into target: SampleView<Sample>,
  matrix: ColorMatrix, scratch: Scratch,
  black: SampleColor<Sample> = .black, white: SampleColor<Sample> = .white
) {
  precondition(position >= 0 && position < duration, "a position outside the transition")
  precondition(parameters.count == kernel.parameterCount, "parameters that do not match")
  precondition(from.hasForm(of: to) && from.hasForm(of: target), "pictures of different forms")
  precondition((map != nil) == kernel.readsMap, "a map that is not read, or none")
  if let map {
    precondition(map.width == target.width && map.height == target.height, "a map of another size")
  }
  let frame = TransitionFrame(
    name: kernel.name, parameters: parameters, from: from, to: to, target: target,
    progress: 1 - Float(position) / Float(duration), scratch: scratch)
  // At 0 some kinds of `xfade` already show a column or a row of `to`.
  if position == 0 { return mix(from, to, weight: 0, into: target) }
  switch kernel.drawing {
  case .own(let kind): frame.draw(kind, black: black, white: white)
  case .effect(let plan):
    let properties = EffectFrame(
      width: target.width, height: target.height, progress: Float(position) / Float(duration),
      values: parameters, map: map, isOpaque: frame.isOpaque, hasPlaces: frame.hasPlaces)
    frame.draw(plan(properties), black: black, matrix: matrix)
  }
}
