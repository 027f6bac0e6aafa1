// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel
import Properties

/// Where things lie on the canvas.
extension LoweringFrame {
  /// The numbers of a value in pixels of this canvas.
  func numbers(_ value: PropertyValue) -> [Double] {
    value.numbers(on: size, pixelScale: pixelScale)
  }

  /// The box that a clip is fitted into.
  func box(of clip: PlacedClip) -> PixelRect {
    guard let layout = clip.clip.layout else { return PixelRect(size) }
    let natural = clip.media.uprightSize ?? (Double(size.width), Double(size.height))
    return box(
      layout.size, natural: natural, default: size, numbers(layout.position), layout.anchor)
  }

  /// The box that an overlay's image or the raster of its text is fitted into, its anchor at
  /// `position`; nil where there is nothing to be drawn.
  func box(
    of placed: PlacedOverlay, raster: TextFacts?, at value: PropertyValue
  ) -> PixelRect? {
    let overlay = placed.overlay
    let position = numbers(value)
    switch overlay.content {
    case .text:
      guard let raster else { return nil }
      let inner = raster.box
      let left = position[0] - overlay.anchor.x * Double(inner.width)
      let top = position[1] - overlay.anchor.y * Double(inner.height)
      return PixelRect(
        x: Int(left.rounded()) - inner.x, y: Int(top.rounded()) - inner.y,
        width: raster.size.width, height: raster.size.height)
    case .image:
      guard let natural = placed.media?.uprightSize else { return nil }
      let whole = PixelSize(
        max(1, Int((natural.width * pixelScale).rounded())),
        max(1, Int((natural.height * pixelScale).rounded())))
      return box(overlay.size, natural: natural, default: whole, position, overlay.anchor)
    }
  }

  /// A box on the canvas: its size from what is said, else from the natural shape, else the default.
  private func box(
    _ wanted: BoxSize?, natural: (width: Double, height: Double), default whole: PixelSize,
    _ position: [Double], _ anchor: Anchor
  ) -> PixelRect {
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
    return PixelRect(
      x: Int((position[0] - anchor.x * width).rounded()),
      y: Int((position[1] - anchor.y * height).rounded()), width: across, height: down)
  }
}
