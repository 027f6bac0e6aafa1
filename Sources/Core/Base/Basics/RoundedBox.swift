// SPDX-License-Identifier: Apache-2.0

/// A rectangle between pixels, with round corners.
public struct RoundedBox: Hashable, Sendable, Codable {
  /// Distance of its left edge from the left edge of the canvas.
  public var x: Double
  /// Distance of its top edge from the top edge of the canvas.
  public var y: Double
  /// Its width, 0 or more.
  public var width: Double
  /// Its height, 0 or more.
  public var height: Double
  /// The radii of its corners from the top left on, clockwise; two beside each other fit between their corners.
  public var radii: [Double]

  /// A rectangle at (`x`, `y`).
  public init(
    x: Double, y: Double, width: Double, height: Double, radii: [Double] = [0, 0, 0, 0]
  ) {
    precondition(radii.count == 4)
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.radii = radii
  }

  /// A rectangle of whole pixels.
  public init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  /// The intersection with a rectangle, without its round corners.
  public func intersection(_ other: RoundedBox) -> RoundedBox {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return RoundedBox(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  /// The same rectangle on a canvas with `scale` pixels for each pixel of this one.
  public func scaled(by scale: Double) -> RoundedBox {
    RoundedBox(
      x: x * scale, y: y * scale, width: width * scale, height: height * scale,
      radii: radii.map { $0 * scale })
  }

  /// Rounds the corners, clockwise from the top left; radii that do not fit are reduced by one common factor, as in
  /// CSS.
  public mutating func round(_ radii: [Double]) {
    let radii = radii.map { max(0, $0) }
    func room(_ length: Double, _ a: Int, _ b: Int) -> Double {
      let sum = radii[a] + radii[b]
      return sum > length ? length / sum : 1
    }
    let factor = [
      room(width, 0, 1), room(height, 1, 2), room(width, 2, 3), room(height, 3, 0),
    ].reduce(1, min)
    self.radii = radii.map { $0 * factor }
  }

  /// The same, moved.
  public func moved(_ dx: Double, _ dy: Double) -> RoundedBox {
    RoundedBox(x: x + dx, y: y + dy, width: width, height: height, radii: radii)
  }

  /// The largest rectangle with even edges inside; nil where it has round corners or the rectangle would be empty.
  public var inside: PixelRect? {
    guard radii.allSatisfy({ $0 == 0 }) else { return nil }
    let (left, top) = ((Int(x.rounded(.up)) + 1) & ~1, (Int(y.rounded(.up)) + 1) & ~1)
    let (right, bottom) = (
      Int((x + width).rounded(.down)) & ~1, Int((y + height).rounded(.down)) & ~1
    )
    guard left < right, top < bottom else { return nil }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The pixels that it touches.
  public var hull: PixelRect {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    return PixelRect(
      x: left, y: top, width: Int((x + width).rounded(.up)) - left,
      height: Int((y + height).rounded(.up)) - top)
  }
}
