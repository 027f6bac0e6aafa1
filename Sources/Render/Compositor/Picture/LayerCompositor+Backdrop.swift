// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// The changes of the layers below a layer before it is drawn over them.
struct Backdrop: Equatable {
  /// The numbers of `Layer.backdrop`.
  var numbers: [Double]
  /// The shape of the layer on the canvas, where that is not what it covers.
  var shape: ImageBuffer?

  /// True if it makes gradients, which are dithered.
  var isSlow: Bool { numbers[1] > 0 }

  /// Returns true if `numbers` change nothing.
  static func isIdentity(_ numbers: [Double]) -> Bool {
    numbers[0] <= 1 && numbers[1] == 0
      && LayerTreatment.Kind.adjust.isIdentity(Array(numbers[2...]))
  }

  static func == (a: Backdrop, b: Backdrop) -> Bool {
    a.numbers == b.numbers && a.shape === b.shape
  }
}

extension LayerCompositor {
  /// Draws `item` over what lies below it on `canvas`, which is changed within its shape.
  func lay(_ item: Item, over backdrop: Backdrop, on canvas: ImageBuffer) throws(AVError) {
    let shown = area(of: item)
    if shown.isEmpty { return }
    var plain = item
    (plain.opacity, plain.blend, plain.backdrop) = (.whole, nil, nil)
    let own = try drawn(plain, in: shown)
    let below = try changed(canvas, in: shown, by: backdrop.numbers)
    let seen = try part(of: below.frame, in: below.area(of: shown), hasAlpha: true)
    seen.isSlow = backdrop.isSlow
    let shape = try backdrop.shape.map { shape throws(AVError) in
      try part(of: shape, in: shown, hasAlpha: true)
    }
    seen.mask(by: shape ?? own, LayerMask(), in: run.canvas.color)
    if item.opacity == .whole {
      canvas.lay(seen, x: shown.x, y: shown.y, opacity: .whole, within: shown)
      lay(own, item.blend, on: canvas, in: shown, opacity: .whole)
      return
    }
    // As it fades, so does what it makes of what lies below.
    let result = try part(of: canvas, in: shown, hasAlpha: canvas.hasAlpha)
    let before = try part(of: canvas, in: shown, hasAlpha: canvas.hasAlpha)
    result.lay(seen, x: 0, y: 0, opacity: .whole, within: nil)
    lay(own, item.blend, on: result, in: PixelRect(shown.size), opacity: .whole)
    canvas.mix(before, result, weight: item.opacity, in: shown)
  }

  private func lay(
    _ own: ImageBuffer, _ mode: BlendMode?, on canvas: ImageBuffer, in area: PixelRect,
    opacity: Weight
  ) {
    guard let mode else {
      return canvas.lay(own, x: area.x, y: area.y, opacity: opacity, within: area)
    }
    canvas.blend(
      own, x: area.x, y: area.y, mode, opacity: opacity, within: area, in: run.canvas.color,
      run.context.scratch)
  }

  /// A part of a canvas, after some change.
  private struct Changed {
    var frame: ImageBuffer
    /// Its place on the canvas.
    var place: PixelRect

    /// The place in it of `area` of the canvas.
    func area(of area: PixelRect) -> PixelRect {
      PixelRect(x: area.x - place.x, y: area.y - place.y, width: area.width, height: area.height)
    }
  }

  /// The contents of `area` of `canvas` and of what lies around it, in blocks, blurred, and with
  /// other colours.
  private func changed(
    _ canvas: ImageBuffer, in area: PixelRect, by numbers: [Double]
  ) throws(AVError) -> Changed {
    let (side, deviation) = (numbers[0], numbers[1])
    let reach = Int((4 * deviation + 2 * side).rounded(.up)) + 4
    let place = area.grown(by: reach).even.intersection(PixelRect(size))
    var frame = try part(of: canvas, in: place, hasAlpha: canvas.hasAlpha)
    func next(_ hasAlpha: Bool) throws(AVError) -> ImageBuffer {
      try ImageBuffer(size: place.size, hasAlpha: hasAlpha, in: run.canvas.color)
    }
    if side > 1 {
      let result = try next(frame.hasAlpha)
      // Blocks stay where they are when the layer moves.
      let grid = BlockGrid(
        side: side,
        in: PixelBox(
          x: Double(-place.x), y: Double(-place.y), width: Double(size.width),
          height: Double(size.height)))
      result.pixelate(frame, in: grid, run.context.scratch)
      frame = result
    }
    if deviation > 0 {
      let cover: FrameCover = frame.hasAlpha ? .nothing : .everything
      let result = try next(frame.hasAlpha)
      result.blur(frame, deviation: deviation, cover: cover, run.context.scratch)
      frame = result
    }
    let adjusting = Array(numbers[2...])
    if !LayerTreatment.Kind.adjust.isIdentity(adjusting) {
      let result = try next(frame.hasAlpha)
      result.adjust(
        frame,
        ColorAdjustment(
          brightness: adjusting[0], contrast: adjusting[1], saturation: adjusting[2],
          hue: adjusting[3], temperature: adjusting[4]), in: run.canvas.color, run.context.scratch)
      frame = result
    }
    return Changed(frame: frame, place: place)
  }

  /// A copy of a part of `frame`, whose edges are even.
  private func part(
    of frame: ImageBuffer, in area: PixelRect, hasAlpha: Bool
  ) throws(AVError) -> ImageBuffer {
    let result = try ImageBuffer(size: area.size, hasAlpha: hasAlpha, in: run.canvas.color)
    result.copy(frame, from: area)
    return result
  }
}
