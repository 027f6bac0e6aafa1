// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel

/// Where things lie on the canvas.
extension LoweringFrame {
  /// How far a point lies from the left edge.
  func x(_ point: Point) -> Double { pixels(point.x, of: size.width) }

  /// How far a point lies from the top edge.
  func y(_ point: Point) -> Double { pixels(point.y, of: size.height) }

  /// The box that a clip is fitted into.
  func box(of clip: PlacedClip) -> PixelRect {
    guard let layout = clip.clip.layout else { return PixelRect(size) }
    let natural = clip.media.uprightSize ?? (Double(size.width), Double(size.height))
    return box(layout.size, natural: natural, default: size, layout.position, layout.anchor)
  }

  /// The box that an overlay's image or the raster of its text is fitted into, its anchor at
  /// `position`; nil where there is nothing to be drawn.
  func box(of placed: PlacedOverlay, raster: TextFacts?, at position: Point) -> PixelRect? {
    let overlay = placed.overlay
    switch overlay.content {
    case .text:
      guard let raster else { return nil }
      let inner = raster.box
      let left = x(position) - overlay.anchor.x * Double(inner.width)
      let top = y(position) - overlay.anchor.y * Double(inner.height)
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
    _ position: Point, _ anchor: Anchor
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
      x: Int((x(position) - anchor.x * width).rounded()),
      y: Int((y(position) - anchor.y * height).rounded()), width: across, height: down)
  }
}
