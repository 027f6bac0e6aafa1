// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel
import Properties

/// A box on the canvas that a layer is drawn in.
struct LayerBox {
  /// The pixels that its picture is fitted into.
  var rect: PixelRect
  /// Where its anchor lies.
  var anchor: PixelPoint
}

/// Where things lie on the canvas.
extension LoweringFrame {
  /// The numbers of a value in pixels of this canvas.
  func numbers(_ value: PropertyValue) -> [Double] {
    value.numbers(on: size, pixelScale: pixelScale)
  }

  /// The box that a layer's picture or the raster of its text is fitted into, its anchor at
  /// `position`; nil where there is nothing to be drawn.
  func box(
    of layer: DrawnLayer, raster: TextFacts?, at position: PropertyValue
  ) -> LayerBox? {
    let anchor = layer.settings.anchor
    let wanted = layer.settings.size?.value
    let position = numbers(position)
    let canvas = (width: Double(size.width), height: Double(size.height))
    switch layer.content {
    case .clip(let media):
      return box(
        wanted, natural: media.uprightSize ?? canvas, default: size, position, anchor)
    case .fill:
      return box(wanted, natural: canvas, default: size, position, anchor)
    case .text:
      guard let raster else { return nil }
      let inner = raster.box
      let (width, height) = (Double(inner.width), Double(inner.height))
      let left = (position[0] - anchor.x * width).rounded()
      let top = (position[1] - anchor.y * height).rounded()
      return LayerBox(
        rect: PixelRect(
          x: Int(left) - inner.x, y: Int(top) - inner.y, width: raster.size.width,
          height: raster.size.height),
        anchor: PixelPoint(left + anchor.x * width, top + anchor.y * height))
    case .group:
      // It is drawn on a canvas of its own, and moved from there.
      return LayerBox(
        rect: PixelRect(size),
        anchor: PixelPoint(anchor.x * canvas.width, anchor.y * canvas.height))
    case .image(let media):
      guard let natural = media.uprightSize else { return nil }
      let whole = PixelSize(
        max(1, Int((natural.width * pixelScale).rounded())),
        max(1, Int((natural.height * pixelScale).rounded())))
      return box(wanted, natural: natural, default: whole, position, anchor)
    }
  }

  /// A box on the canvas: its size from what is said, else from the natural shape, else the default.
  private func box(
    _ wanted: BoxSize?, natural: (width: Double, height: Double), default whole: PixelSize,
    _ position: [Double], _ anchor: Anchor
  ) -> LayerBox {
    let width: Double
    let height: Double
    let w = wanted?.width.map { pixels($0, of: size.width) }
    let h = wanted?.height.map { pixels($0, of: size.height) }
    switch (w, h) {
    case (let w?, let h?): (width, height) = (w, h)
    case (let w?, nil): (width, height) = (w, w * natural.height / natural.width)
    case (nil, let h?): (width, height) = (h * natural.width / natural.height, h)
    case (nil, nil): (width, height) = (Double(whole.width), Double(whole.height))
    }
    let (across, down) = (max(2, Int(width.rounded())), max(2, Int(height.rounded())))
    let rect = PixelRect(
      x: Int((position[0] - anchor.x * width).rounded()),
      y: Int((position[1] - anchor.y * height).rounded()), width: across, height: down)
    return LayerBox(
      rect: rect,
      anchor: PixelPoint(
        Double(rect.x) + anchor.x * Double(across), Double(rect.y) + anchor.y * Double(down)))
  }
}
