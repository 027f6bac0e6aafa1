// SPDX-License-Identifier: Apache-2.0

/// A length on the canvas.
///
/// Geometry is the one place for binary fractions: nothing is timed with it.
public enum Length: Hashable, Sendable {
  /// A share of the canvas's width or height; 1 is all of it.
  case share(Double)
  /// Canvas pixels.
  case pixels(Double)

  /// The length in pixels where the canvas measures `extent`.
  public func pixels(of extent: Int) -> Double {
    switch self {
    case .share(let share): share * Double(extent)
    case .pixels(let pixels): pixels
    }
  }
}

/// A place on the canvas; the origin is top left, y goes down.
public struct CanvasPoint: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: Length
  /// Distance from the top edge.
  public var y: Length

  package init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }

  /// The middle of the canvas.
  public static let center = CanvasPoint(x: .share(0.5), y: .share(0.5))
}

/// A width and a height; one that is nil follows from the other and the picture's own shape.
public struct BoxSize: Hashable, Sendable {
  /// The width; a share is of the canvas's width.
  public var width: Length?
  /// The height; a share is of the canvas's height.
  public var height: Length?

  package init(width: Length? = nil, height: Length? = nil) {
    self.width = width
    self.height = height
  }
}

/// Factors by which a frame is scaled about the centre of the canvas.
public struct ScaleFactors: Hashable, Sendable {
  /// Across; 1 is full size.
  public var x: Double
  /// Down; 1 is full size.
  public var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The point of a box that is put at a position.
public enum Anchor: String, Hashable, Sendable, CaseIterable {
  /// Top left corner.
  case topLeft = "top-left"
  /// Middle of the top edge.
  case top
  /// Top right corner.
  case topRight = "top-right"
  /// Middle of the left edge.
  case left
  /// Middle of the box.
  case center
  /// Middle of the right edge.
  case right
  /// Bottom left corner.
  case bottomLeft = "bottom-left"
  /// Middle of the bottom edge.
  case bottom
  /// Bottom right corner.
  case bottomRight = "bottom-right"

  /// The share of the box's width left of the point: 0, 0.5 or 1.
  public var x: Double {
    switch self {
    case .topLeft, .left, .bottomLeft: 0
    case .top, .center, .bottom: 0.5
    case .topRight, .right, .bottomRight: 1
    }
  }

  /// The share of the box's height above the point: 0, 0.5 or 1.
  public var y: Double {
    switch self {
    case .topLeft, .top, .topRight: 0
    case .left, .center, .right: 0.5
    case .bottomLeft, .bottom, .bottomRight: 1
    }
  }
}

/// The fit of a picture in a box of another shape.
public enum FitMode: String, Hashable, Sendable, CaseIterable {
  /// All of it is seen; the rest of the box is clear.
  case contain
  /// The box is filled; what hangs over is cut off.
  case cover
  /// The box is filled by changing the picture's shape.
  case stretch
  /// Pixel for pixel, in the middle, cut off at the edges.
  case none
  /// All of it is seen over a blurred copy that fills the box.
  case blur
}
