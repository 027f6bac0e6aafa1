// SPDX-License-Identifier: Apache-2.0

extension Projection {
  /// Nearer to the eye nothing is drawn: there even a point fills the canvas.
  private static let nearest = 1e-6

  /// The image of the point (`x`, `y`); nil if it is not before the eye.
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double)? {
    let w = depth(x, y)
    guard w > 0 else { return nil }
    let (u, v) = over.apply(x, y)
    return (u / w, v / w)
  }

  /// The smallest rectangle of whole pixels around what is seen of `rect`; empty if all of it is behind the eye.
  package func hull(of rect: PixelRect) -> PixelRect {
    if let affine { return affine.hull(of: rect) }
    let (left, top) = (Double(rect.x), Double(rect.y))
    let (right, bottom) = (left + Double(rect.width), top + Double(rect.height))
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    // The part of the outline that is before the eye; where it crosses the border it is cut off.
    var seen: [(x: Double, y: Double)] = []
    for (index, a) in corners.enumerated() {
      let b = corners[(index + 1) % 4]
      let (from, to) = (depth(a.0, a.1), depth(b.0, b.1))
      if from >= Self.nearest { seen.append(a) }
      if (from >= Self.nearest) != (to >= Self.nearest) {
        let share = (Self.nearest - from) / (to - from)
        seen.append((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share))
      }
    }
    let points = seen.map { point in
      let w = max(depth(point.x, point.y), Self.nearest)
      let (x, y) = over.apply(point.x, point.y)
      return (x: x / w, y: y / w)
    }
    guard let first = points.first else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let box = points.reduce((first.x, first.y, first.x, first.y)) { box, point in
      (min(box.0, point.x), min(box.1, point.y), max(box.2, point.x), max(box.3, point.y))
    }
    return PixelRect(
      left: .pixel(box.0.rounded(.down)), top: .pixel(box.1.rounded(.down)),
      right: .pixel(box.2.rounded(.up)), bottom: .pixel(box.3.rounded(.up)))
  }
}
