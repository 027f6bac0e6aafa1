// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Where a layer's own picture lies on the canvas before its shape is cut out of it.
public struct LayerFrame: Hashable, Sendable {
  /// The whole picture.
  public var picture: PixelBox
  /// What a part of it is fitted into.
  public var box: PixelBox
  /// How it is.
  public var fit: Fit

  /// A picture at `picture`, whose parts are fitted into `box`.
  public init(picture: PixelBox, box: PixelBox, fit: Fit) {
    self.picture = picture
    self.box = box
    self.fit = fit
  }

  /// A picture that fills `box` as it is.
  public init(_ box: PixelBox) { self.init(picture: box, box: box, fit: .contain) }

  /// A picture that fills `box`, of whole pixels, as it is.
  public init(_ box: PixelRect) { self.init(PixelBox(box)) }
}

/// A shape that is cut out of a layer's picture: what the properties of the stage `shape` make together, in their order.
public struct LayerCut: Hashable, Sendable {
  /// Where the picture lies.
  public let frame: LayerFrame
  /// How the picture is moved: canvas pixels before to canvas pixels after.
  public private(set) var map = Affine.identity
  /// What is seen of it then.
  public private(set) var outline: RoundedBox

  /// Nothing is cut off.
  public init(_ frame: LayerFrame) {
    self.frame = frame
    outline = RoundedBox(frame.picture)
  }

  /// Fits a part of the picture into the box: its left, top, width and height in shares of the picture, which ends at
  /// its own edges.
  mutating func crop(_ part: [Double]) {
    let picture = frame.picture
    func edges(_ start: Double, _ length: Double, _ size: Double) -> (Double, Double) {
      let (first, last) = (max(0, min(start, 1)), max(0, min(start + length, 1)))
      // A part of nothing would have to be enlarged without end.
      return (first * size, max(last - first, 1e-6) * size)
    }
    let (left, width) = edges(part[0], part[2], picture.width)
    let (top, height) = edges(part[1], part[3], picture.height)
    let box = RoundedBox(frame.box)
    let (across, down) = (box.width / width, box.height / height)
    let scale: (x: Double, y: Double) =
      switch frame.fit {
      case .contain: (min(across, down), min(across, down))
      case .cover, .backdrop: (max(across, down), max(across, down))
      case .stretch: (across, down)
      case .none: (1, 1)
      }
    let fitted = RoundedBox(
      x: box.x + (box.width - width * scale.x) / 2, y: box.y + (box.height - height * scale.y) / 2,
      width: width * scale.x, height: height * scale.y)
    map = .translation(-picture.x - left, -picture.y - top)
      .then(.scale(scale.x, scale.y)).then(.translation(fitted.x, fitted.y))
    outline = fitted.intersection(box)
  }

  /// Rounds the corners, from the top left on, clockwise; radii that do not fit between two of them are made smaller, all
  /// by one factor, as CSS does it.
  mutating func round(_ radii: [Double]) {
    let radii = radii.map { max(0, $0) }
    func room(_ length: Double, _ a: Int, _ b: Int) -> Double {
      let sum = radii[a] + radii[b]
      return sum > length ? length / sum : 1
    }
    let factor = [
      room(outline.width, 0, 1), room(outline.height, 1, 2), room(outline.width, 2, 3),
      room(outline.height, 3, 0),
    ].reduce(1, min)
    outline.radii = radii.map { $0 * factor }
  }
}
