// SPDX-License-Identifier: Apache-2.0

extension Affine {
  /// The image of the point (`x`, `y`).
  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }

  /// The least and greatest coordinates of the image of `rect`.
  package func extremes(of rect: PixelRect) -> (x0: Double, y0: Double, x1: Double, y1: Double) {
    let (left, top) = (Double(rect.x), Double(rect.y))
    let (right, bottom) = (left + Double(rect.width), top + Double(rect.height))
    let corners = [apply(left, top), apply(right, top), apply(left, bottom), apply(right, bottom)]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return (
      xs.reduce(.infinity, min), ys.reduce(.infinity, min),
      xs.reduce(-.infinity, max), ys.reduce(-.infinity, max)
    )
  }

  /// The smallest rectangle of whole pixels around what `rect` becomes.
  package func hull(of rect: PixelRect) -> PixelRect {
    let e = extremes(of: rect)
    return PixelRect(
      left: .pixel(e.x0.rounded(.down)), top: .pixel(e.y0.rounded(.down)),
      right: .pixel(e.x1.rounded(.up)), bottom: .pixel(e.y1.rounded(.up)))
  }

  /// A rectangle of even edges that lies wholly inside what `rect` becomes; nil if the map turns it or nothing is left.
  package func inside(of rect: PixelRect) -> PixelRect? {
    guard b == 0 && c == 0 || a == 0 && d == 0 else { return nil }
    let e = extremes(of: rect)
    let result = PixelRect(
      left: (.pixel(e.x0.rounded(.up)) + 1) & ~1, top: (.pixel(e.y0.rounded(.up)) + 1) & ~1,
      right: .pixel(e.x1.rounded(.down)) & ~1, bottom: .pixel(e.y1.rounded(.down)) & ~1)
    return result.isEmpty ? nil : result
  }

  /// True if every element is a finite number.
  package var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}

extension Int {
  /// A whole coordinate as an integer, kept within ±2^40 so that sums cannot overflow; 0 for no number.
  package static func pixel(_ value: Double) -> Int {
    let limit = 1_099_511_627_776.0
    return value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -limit), limit))
  }
}
