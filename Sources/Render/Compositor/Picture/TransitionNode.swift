// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol
import Transitions

/// A section of a transition between two layer stacks.
final class TransitionNode {
  private let kernel: TransitionKernel
  private let parameters: [Float]
  private let from: LayerCompositor
  private let to: LayerCompositor
  private let offset: Int
  private let duration: Int
  private let easing: Easing?
  private let isReversed: Bool
  private let mapPicture: Picture?
  private let size: PixelSize
  private let run: RenderRun
  /// Black, as opaque as the background of the film.
  private let black: Color
  private var knownWhite: DeepYUVColor?
  private var knownMap: GrayMap?

  /// A transition on a canvas of `size`, in a film on `ground`.
  init(
    _ transition: Transition, on size: PixelSize, ground: Color, rate: FrameRate, run: RenderRun
  ) throws(RenderFailure) {
    guard let kernel = TransitionKernel(named: transition.name) else {
      throw RenderFailure(
        kind: .program, message: "there is no transition called '\(transition.name)'")
    }
    let parameters = transition.parameters ?? []
    guard parameters.count == kernel.parameterCount, parameters.allSatisfy(\.isFinite) else {
      throw RenderFailure(
        kind: .program, message: "transition '\(transition.name)' has other parameters")
    }
    guard (transition.map != nil) == kernel.readsMap else {
      throw RenderFailure(
        kind: .program, message: "transition '\(transition.name)' reads another picture or none")
    }
    self.kernel = kernel
    mapPicture = transition.map?.picture(in: size, transition.incoming)
    isReversed = transition.isReversed ?? false
    self.parameters = parameters.map { Float($0) }
    let background = transition.background
    from = try LayerCompositor(
      transition.from, on: size, background: background, ground: ground, rate: rate, run: run)
    to = try LayerCompositor(
      transition.to, on: size, background: background, ground: ground, rate: rate, run: run)
    black = Color(0, 0, 0, alpha: ground.alpha)
    (offset, duration) = (transition.offset, transition.duration)
    easing = transition.easing
    self.size = size
    self.run = run
  }

  /// Releases the resources that the layers hold.
  func close() {
    from.close()
    to.close()
    // What follows allocates what it needs anew, and rarely needs as much as an effect.
    run.context.scratch.forgetPictures()
  }

  /// The transition in frame `index` of the part, in the canvas's size.
  func frame(_ index: Int) throws(RenderFailure) -> ImageBuffer {
    let position = offset + index
    guard position >= 0, position < duration else {
      throw RenderFailure(
        kind: .program, message: "frame \(position) lies outside a transition of \(duration)")
    }
    let (a, b) = (try from.frame(index), try to.frame(index))
    let place = eased(position)
    let map = try map()
    // At the start there is nothing but the first picture, backwards as forwards.
    let swaps = isReversed && place.position > 0
    CrashBreadcrumbs.note(WorkerStatus(.drawing, frame: run.frameBase + index))
    do throws(AVError) {
      let isClear = kernel.passesBlack && black.alpha < 255
      let result = try ImageBuffer(
        size: size, hasAlpha: a.hasAlpha || b.hasAlpha || isClear, in: run.canvas.color)
      result.draw(
        kernel, parameters, map: map, from: swaps ? b : a, to: swaps ? a : b,
        position: swaps ? place.duration - place.position : place.position,
        duration: place.duration, in: run.canvas.color, black: black, white: try white(),
        run.context.scratch)
      result.isSlow = a.isSlow || b.isSlow
      return result
    } catch { throw RenderFailure(reading: error, frame: run.frameBase + index) }
  }

  /// The place of a frame among a number of steps: an easing goes through finer ones, and not beyond the ends.
  private func eased(_ position: Int) -> (position: Int, duration: Int) {
    guard let easing else { return (position, duration) }
    let steps = 1 << 20
    let share = easing.value(at: Double(position) / Double(duration))
    return (Int((min(max(share, 0), 1) * Double(steps)).rounded(.down)), steps + 1)
  }

  /// The grey of the picture that the transition reads; it does not depend on the canvas's colour.
  private func map() throws(RenderFailure) -> GrayMap? {
    if let knownMap { return knownMap }
    guard let mapPicture, let color = CanvasColor(.bt709, size: size, depth: 10) else { return nil }
    let (frame, damage) = try run.context.stills.frame(of: mapPicture, in: color)
    if !damage.isEmpty {
      try run.carryOn(
        after: RenderFailure(
          kind: .media, message: "the picture of a transition is damaged",
          origin: mapPicture.source.origin, log: damage),
        with: "what could be read of it is used")
    }
    let map = frame.withView(of: UInt16.self) { GrayMap($0, matrix: ColorMatrix(color)) }
    knownMap = map
    return map
  }

  /// The colour of a fade through white in 10 bits: in HDR, graphics white, not peak white.
  private func white() throws(AVError) -> DeepYUVColor? {
    guard kernel.name == TransitionKind.fadewhite.rawValue, run.canvas.color.isDeep else {
      return nil
    }
    if let knownWhite { return knownWhite }
    let white = try DeepYUVColor(.white, seenOn: run.canvas.color)
    knownWhite = white
    return white
  }
}
