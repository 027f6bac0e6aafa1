// SPDX-License-Identifier: Apache-2.0

import Basics
import Glibc
import ProjectModel
import Properties

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
    case .path(let path): path.brought(to: box, pixelScale: pixelScale)
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

extension Point {
  /// Where it lies in `box`.
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
    func near(_ value: Double) -> Double { (value * 65536).rounded() / 65536 + 0 }
    func near(_ x: Double, _ y: Double) -> PixelPoint { PixelPoint(near(x), near(y)) }
    switch self {
    case .linear(let degrees):
      // Corners in its direction have the colours of its ends.
      let turn = Affine.rotation(degrees: degrees)
      let (x, y) = (turn.b, -turn.a)
      let half = (box.width * abs(x) + box.height * abs(y)) / 2
      let (cx, cy) = (box.x + box.width / 2, box.y + box.height / 2)
      return .linear(near(cx - x * half, cy - y * half), near(cx + x * half, cy + y * half))
    case .radial(let point, let radii):
      let centre = point.placed(in: box, pixelScale: pixelScale)
      let across: Double
      let down: Double
      if radii.count == 1 {
        across = radii[0].amount(of: min(box.width, box.height), pixelScale: pixelScale)
        down = across
      } else if radii.count > 1 {
        across = radii[0].amount(of: box.width, pixelScale: pixelScale)
        down = radii[1].amount(of: box.height, pixelScale: pixelScale)
      } else {
        // The ellipse through the farthest corner has the shape of that which touches the farthest sides.
        let root = 2.0.squareRoot()
        across = root * max(abs(centre.x - box.x), abs(box.x + box.width - centre.x))
        down = root * max(abs(centre.y - box.y), abs(box.y + box.height - centre.y))
      }
      return .radial(
        near(centre.x, centre.y), max(near(across), 1 / 256), max(near(down), 1 / 256))
    case .conic(let point, let degrees):
      let centre = point.placed(in: box, pixelScale: pixelScale)
      return .conic(near(centre.x, centre.y), degrees)
    }
  }
}
