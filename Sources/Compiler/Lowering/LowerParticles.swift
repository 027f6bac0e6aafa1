// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// Particles.
extension TimelineLowering {
  /// Particles, cut at the edges of their box.
  mutating func particles(
    _ settings: EmitterSettings, of layer: DrawnLayer, _ drawing: LayerDrawing, in rect: PixelBox
  ) -> RenderGraph.NodeID {
    let whole = rect.even
    let inner = rect.moved(-Double(whole.x), -Double(whole.y))
    let emitter = settings.emitter(in: inner, pixelScale: frame.pixelScale)
    // A transition shows more than the layer's own frames: particles are emitted there, too.
    let start =
      settings.lead - rate.time(of: layer.own.lowerBound - layer.frames.lowerBound).approximate
    let length = rate.time(of: max(1, layer.frames.count))
    let time = Curve([.init(.zero, [start]), .init(length, [start + length.approximate])])
    return drawn(
      Graphic(.particles(emitter), fill: nil, size: whole.size), whole.size.drawable,
      [.time: time], of: layer, in: PixelBox(whole), drawing, rect)
  }
}

extension EmitterSettings {
  /// The same in pixels of a canvas with `pixelScale` of them for one of the project.
  fileprivate func emitter(in box: PixelBox, pixelScale: Double) -> Emitter {
    func pair(_ range: [Double], _ unit: Double = 1) -> Emitter.Spread {
      Emitter.Spread(range[0] * unit, range[1] * unit)
    }
    let half = min(max(spread, 0), 360) / 720
    let unit = PixelBox(x: -0.5, y: -0.5, width: 1, height: 1)
    let outline: GraphicContent.Outline =
      switch shape {
      case .rect: .rect
      case .star: .star(5, inner: 0.381966)
      case .polygon: .star(6, inner: nil)
      case .ellipse, .line, .arrow, .path: .ellipse
      }
    return Emitter(
      shape: outline.path(in: unit, pixelScale: 1), colors: colors,
      centre: centre.placed(in: box, pixelScale: pixelScale),
      area: PixelPoint(
        area[0].amount(of: box.width, pixelScale: pixelScale),
        area[1].amount(of: box.height, pixelScale: pixelScale)), rate: rate, count: count,
      life: pair(life), speed: pair(speed, pixelScale),
      direction: Emitter.Spread(direction / 360 - half, direction / 360 + half),
      spin: pair(spin, 1.0 / 360), size: pair(size, pixelScale), growth: pair(scale),
      fade: pair(fade), gravity: PixelPoint(gravity[0] * pixelScale, gravity[1] * pixelScale),
      seed: UInt64(seed))
  }
}
