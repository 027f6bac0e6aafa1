// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc
import ProjectModel
import RenderGraph

extension GraphicContent.Outline {
  /// The edge of the shape in `box`.
  func path(in box: PixelBox, pixelScale: Double) -> VectorPath {
    switch self {
    case .rect: VectorPath(RoundedBox(box))
    case .ellipse:
      .ellipse(x: box.x, y: box.y, width: box.width, height: box.height)
    case .points(let points, let isClosed, _):
      VectorPath(
        through: points.map { $0.placed(in: box, pixelScale: pixelScale) }, isClosed: isClosed)
    case .star(let count, let inner):
      .star(count, inner: inner, x: box.x, y: box.y, width: box.width, height: box.height)
    case .path(let path, _): path.brought(to: box, pixelScale: pixelScale)
    case .particles: preconditionFailure("particles have no edge")
    }
  }
}

extension VectorPath {
  /// The same with its bounds at the edges of `box`; what has no width or no height goes through the middle.
  fileprivate func brought(to box: PixelBox, pixelScale: Double) -> VectorPath {
    guard let bounds else { return self }
    func way(
      _ from: ClosedRange<Double>, _ start: Double, _ length: Double
    ) -> (scale: Double, offset: Double) {
      let own = from.upperBound - from.lowerBound
      let scale = own > 1e-6 ? length / own : pixelScale
      return (scale, start + length / 2 - scale * (from.lowerBound + own / 2))
    }
    let (x, y) = (way(bounds.x, box.x, box.width), way(bounds.y, box.y, box.height))
    // Bounds know nothing of where the pen only moves to.
    return withoutIdleMoves.mapped(Affine(x.scale, 0, 0, y.scale, x.offset, y.offset))
  }
}

extension CanvasPoint {
  /// Its place in `box`.
  func placed(in box: PixelBox, pixelScale: Double) -> PixelPoint {
    func place(_ length: Length, _ start: Double, _ extent: Double) -> Double {
      start + length.amount(of: extent, pixelScale: pixelScale)
    }
    return PixelPoint(place(x, box.x, box.width), place(y, box.y, box.height))
  }
}

extension Length {
  /// Pixels of a canvas with `pixelScale` of them for one of the project; a share is one of `extent`.
  func amount(of extent: Double, pixelScale: Double) -> Double {
    switch self {
    case .share(let share): share * extent
    case .pixels(let pixels): pixels * pixelScale
    }
  }
}

extension GradientSettings.Geometry {
  /// The same in pixels, as CSS places gradients in boxes.
  func placed(in box: PixelBox, pixelScale: Double) -> Gradient.Geometry {
    switch self {
    case .linear(let degrees): return .linear(degrees: degrees, in: box)
    case .radial(let point, let radii):
      let centre = point.placed(in: box, pixelScale: pixelScale)
      if radii.isEmpty { return .radial(about: centre, in: box) }
      let own = PropertyValue(radii.map(\.amount)).radii(in: box, pixelScale: pixelScale)
      return .radial(about: centre, across: own[0], down: own[1])
    case .conic(let point, let degrees):
      return .conic(about: point.placed(in: box, pixelScale: pixelScale), degrees: degrees)
    }
  }
}

extension PropertyValue {
  /// The numbers of a value of a unit that is counted in the box of a drawing, in pixels.
  func numbers(inside box: PixelBox, _ unit: Property.Unit, pixelScale: Double) -> [Double] {
    if unit == .radii { return radii(in: box, pixelScale: pixelScale) }
    return zip(amounts, [(box.x, box.width), (box.y, box.height)]).map { amount, side in
      side.0 + amount.length(of: side.1, pixelScale: pixelScale)
    }
  }

  /// The radii of a gradient, across and down: one is that of a circle, a share of the shorter side.
  fileprivate func radii(in box: PixelBox, pixelScale: Double) -> [Double] {
    let sides = amounts.count == 1 ? [min(box.width, box.height)] : [box.width, box.height]
    let own = zip(amounts, sides).map { $0.length(of: $1, pixelScale: pixelScale) }
    return own.count == 1 ? own + own : own
  }
}

extension Property.Unit {
  /// Those whose numbers are counted in the box of a drawing.
  static let inBox: [Property.Unit] = [.centre, .radii]
}

extension PropertyValue.Amount {
  /// Pixels of a canvas with `pixelScale` of them for one of the project, a share being one of `side`; or a plain number.
  fileprivate func length(of side: Double, pixelScale: Double) -> Double {
    switch self {
    case .number(let number): number
    case .share(let share): share * side
    case .pixels(let pixels): pixels * pixelScale
    case .perPixel: preconditionFailure("no drawing is painted with 1 / a length")
    }
  }
}
