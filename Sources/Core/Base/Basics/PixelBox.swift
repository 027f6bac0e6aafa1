// SPDX-License-Identifier: Apache-2.0

/// A rectangle whose edges may lie between pixels; the origin is top left, y goes down.
///
/// Edges are multiples of 1/4096 pixel, far finer than the 1/256 at which kernels sample: so the rounding of a
/// computation moves no edge off a whole pixel, and boxes that touch still do.
public struct PixelBox: Hashable, Sendable, CustomStringConvertible {
  /// The left edge.
  public let x: Double
  /// The top edge.
  public let y: Double
  /// Pixels across.
  public let width: Double
  /// Pixels down.
  public let height: Double

  /// The rectangle whose top-left corner is (`x`, `y`).
  public init(x: Double, y: Double, width: Double, height: Double) {
    func near(_ value: Double) -> Double { (value * 4096).rounded() / 4096 }
    let (left, top) = (near(x), near(y))
    // Adding zero turns -0 into 0, which is written as it is.
    (self.x, self.y) = (left + 0, top + 0)
    (self.width, self.height) = (near(x + width) - left, near(y + height) - top)
  }

  /// A rectangle of whole pixels.
  public init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  /// The same rectangle in whole pixels; nil where an edge lies between two.
  public var whole: PixelRect? {
    let edges = [x, y, width, height]
    guard edges.allSatisfy({ $0 == $0.rounded() && $0.magnitude < 1e9 }) else { return nil }
    return PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  /// True if width and height are even numbers of pixels; the position does not matter.
  public var hasEvenSize: Bool {
    [width, height].allSatisfy { $0.truncatingRemainder(dividingBy: 2) == 0 }
  }

  /// The same, moved.
  public func moved(_ dx: Double, _ dy: Double) -> PixelBox {
    PixelBox(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// A rectangle of that size around the same centre.
  public func middle(width: Double, height: Double) -> PixelBox {
    PixelBox(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width,
      height: height)
  }

  /// `1280x720+10.5-20`.
  public var description: String {
    func number(_ value: Double) -> String {
      value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }
    return "\(number(width))x\(number(height))\(x < 0 ? "" : "+")\(number(x))"
      + "\(y < 0 ? "" : "+")\(number(y))"
  }
}

extension RoundedBox {
  /// A rectangle without round corners.
  public init(_ box: PixelBox) {
    self.init(x: box.x, y: box.y, width: box.width, height: box.height)
  }
}
