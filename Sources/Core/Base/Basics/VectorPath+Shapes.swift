// SPDX-License-Identifier: Apache-2.0

extension VectorPath {
  /// The control points of a quarter of a circle lie this share of the radius from its ends.
  ///
  /// The curve is off the circle by at most 0.03% of the radius.
  private static let quarter = 0.5522847498307936

  /// The ellipse that touches the edges of a box, clockwise from the top.
  public static func ellipse(x: Double, y: Double, width: Double, height: Double) -> VectorPath {
    let (across, down) = (width / 2, height / 2)
    let (x, y) = (x + across, y + down)
    let (kx, ky) = (across * quarter, down * quarter)
    return VectorPath([
      .move(PixelPoint(x, y - down)),
      .curve(
        PixelPoint(x + kx, y - down), PixelPoint(x + across, y - ky), PixelPoint(x + across, y)),
      .curve(
        PixelPoint(x + across, y + ky), PixelPoint(x + kx, y + down), PixelPoint(x, y + down)),
      .curve(
        PixelPoint(x - kx, y + down), PixelPoint(x - across, y + ky), PixelPoint(x - across, y)),
      .curve(
        PixelPoint(x - across, y - ky), PixelPoint(x - kx, y - down), PixelPoint(x, y - down)),
      .close,
    ])
  }

  /// A rectangle with round corners, clockwise from the top left.
  public init(_ box: RoundedBox) {
    let (left, top, right, bottom) = (box.x, box.y, box.x + box.width, box.y + box.height)
    let r = box.radii
    if r.allSatisfy({ $0 <= 0 }) {
      self.init(
        through: [
          PixelPoint(left, top), PixelPoint(right, top), PixelPoint(right, bottom),
          PixelPoint(left, bottom),
        ], isClosed: true)
      return
    }
    let k = 1 - VectorPath.quarter
    var steps: [Step] = [.move(PixelPoint(left + r[0], top)), .line(PixelPoint(right - r[1], top))]
    func corner(_ a: PixelPoint, _ b: PixelPoint, _ c: PixelPoint) {
      if a != c { steps.append(.curve(a.mixed(with: b, 1 - k), c.mixed(with: b, 1 - k), c)) }
    }
    corner(
      PixelPoint(right - r[1], top), PixelPoint(right, top), PixelPoint(right, top + r[1]))
    steps.append(.line(PixelPoint(right, bottom - r[2])))
    corner(
      PixelPoint(right, bottom - r[2]), PixelPoint(right, bottom), PixelPoint(right - r[2], bottom))
    steps.append(.line(PixelPoint(left + r[3], bottom)))
    corner(
      PixelPoint(left + r[3], bottom), PixelPoint(left, bottom), PixelPoint(left, bottom - r[3]))
    steps.append(.line(PixelPoint(left, top + r[0])))
    corner(PixelPoint(left, top + r[0]), PixelPoint(left, top), PixelPoint(left + r[0], top))
    steps.append(.close)
    self.init(steps)
  }

  /// Corners on the ellipse in a box, evenly from the top on, clockwise; every other one nearer to the centre where
  /// `inner` is a share less than 1.
  public static func star(
    _ count: Int, inner: Double?, x: Double, y: Double, width: Double, height: Double
  ) -> VectorPath {
    let corners = inner == nil ? count : 2 * count
    return VectorPath(
      through: (0..<corners).map { index in
        let angle = 2 * .pi * Double(index) / Double(corners)
        let share = index % 2 == 1 ? inner ?? 1 : 1
        return PixelPoint(
          x + width / 2 * (1 + share * Portable.sin(angle)),
          y + height / 2 * (1 - share * Portable.cos(angle)))
      }, isClosed: true)
  }
}
