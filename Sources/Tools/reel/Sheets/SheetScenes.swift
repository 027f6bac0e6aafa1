// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Two pictures that differ in colours, brightness and edges, and look different mirrored and upside down.
struct SheetScenes {
  private let size: PixelSize

  init(_ size: PixelSize) { self.size = size }

  /// A sun over hills.
  var day: [Layer] {
    [
      painted(.everything, Color(238, 178, 88)),
      painted(disc(0.3, 0.34, 0.2), Color(255, 240, 190)),
      painted(
        polygon([(0, 0.72), (0.35, 0.5), (0.7, 0.8), (1, 0.6), (1, 1), (0, 1)]), Color(190, 84, 52)),
      painted(polygon([(0, 0.9), (0.5, 0.75), (1, 0.95), (1, 1), (0, 1)]), Color(110, 44, 44)),
      painted(polygon([(0.72, 0.7), (0.8, 0.14), (0.88, 0.7)]), Color(70, 96, 60)),
    ]
  }

  /// A moon over towers.
  var night: [Layer] {
    let towers: [(Double, Double)] = [
      (0, 0.6), (0.14, 0.6), (0.14, 0.42), (0.3, 0.42), (0.3, 0.7), (0.5, 0.7), (0.5, 0.52),
      (0.62, 0.52), (0.62, 0.34), (0.7, 0.34), (0.7, 0.66), (1, 0.66), (1, 1), (0, 1),
    ]
    return [
      painted(.everything, Color(34, 62, 122)),
      painted(disc(0.82, 0.28, 0.15), Color(226, 234, 246)),
      painted(disc(0.78, 0.24, 0.13), Color(34, 62, 122)),
      painted(polygon(towers), Color(22, 128, 134)),
      painted(polygon([(0, 0.86), (1, 0.8), (1, 1), (0, 1)]), Color(14, 40, 64)),
    ]
  }

  private func painted(_ area: Graphic.Area, _ color: Color) -> Layer {
    let graphic =
      area == .everything ? Graphic.color(color) : Graphic(area, fill: .color(color), size: size)
    return Layer(
      content: .picture(Picture(source: .graphic(graphic, size: size, .none))),
      placement: .at(x: 0, y: 0))
  }

  private func polygon(_ corners: [(x: Double, y: Double)]) -> Graphic.Area {
    let points = corners.map { PixelPoint($0.x * Double(size.width), $0.y * Double(size.height)) }
    return .path(VectorPath(through: points, isClosed: true))
  }

  /// A disc about a place, with a radius in heights.
  private func disc(_ x: Double, _ y: Double, _ radius: Double) -> Graphic.Area {
    let (height, r) = (Double(size.height), radius * Double(size.height))
    return .box(
      RoundedBox(
        x: x * Double(size.width) - r, y: y * height - r, width: 2 * r, height: 2 * r,
        radii: [r, r, r, r]))
  }
}
