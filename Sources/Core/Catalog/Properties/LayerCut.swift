// SPDX-License-Identifier: Apache-2.0

public import Base

/// The place of a layer's own picture on the canvas before its shape is cut out of it.
public struct LayerFrame: Hashable, Sendable {
  /// The whole picture.
  public var picture: PixelBox
  /// The box into which a part of the picture is fitted.
  public var box: PixelBox
  /// The fit of that part.
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

/// A shape cut out of a layer's picture: the combined effect of the properties of the stage `shape`, in their order.
public struct LayerCut: Hashable, Sendable {
  /// The place of the picture.
  public let frame: LayerFrame
  /// The box into which a part of it is fitted: that of the frame, unless it changes.
  public private(set) var box: PixelBox
  /// The transform of the layer's image: canvas pixels before to canvas pixels after.
  public private(set) var map = Affine.identity
  /// The visible part after `map`.
  public private(set) var outline: RoundedBox

  /// A cut that keeps the whole picture.
  public init(_ frame: LayerFrame) {
    self.frame = frame
    box = frame.box
    outline = RoundedBox(frame.picture)
  }

  /// Fits the whole picture into another box: its left, top, width and height as shares of the frame's.
  mutating func resize(_ part: [Double]) {
    let whole = frame.box
    // An empty box would flatten the picture.
    box = PixelBox(
      x: whole.x + part[0] * whole.width, y: whole.y + part[1] * whole.height,
      width: max(part[2], 1e-6) * whole.width, height: max(part[3], 1e-6) * whole.height)
    crop([0, 0, 1, 1])
  }

  /// Fits a part of the picture into the box.
  ///
  /// The part is given by its left, top, width and height as shares of the picture; it is cut off at the picture's
  /// edges.
  mutating func crop(_ part: [Double]) {
    let picture = frame.picture
    func edges(_ start: Double, _ length: Double, _ size: Double) -> (Double, Double) {
      let (first, last) = (max(0, min(start, 1)), max(0, min(start + length, 1)))
      // An empty part would have to be enlarged without limit.
      return (first * size, max(last - first, 1e-6) * size)
    }
    let (left, width) = edges(part[0], part[2], picture.width)
    let (top, height) = edges(part[1], part[3], picture.height)
    let box = RoundedBox(self.box)
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

  /// Cuts everything off that lies outside a part of the box: its left, top, width and height as shares of that.
  mutating func reveal(_ part: [Double]) {
    let box = frame.box
    outline = outline.intersection(
      RoundedBox(
        x: box.x + part[0] * box.width, y: box.y + part[1] * box.height,
        width: max(part[2], 0) * box.width, height: max(part[3], 0) * box.height))
  }

  /// Rounds the corners, clockwise from the top left; radii that do not fit are reduced by one common factor, as in
  /// CSS.
  ///
  /// - Parameter radii: Four lengths, behind which there may be four shares of the shorter side of what is visible.
  mutating func round(_ radii: [Double]) {
    guard radii.count == 8 else { return outline.round(radii) }
    let side = min(outline.width, outline.height)
    outline.round((0..<4).map { radii[$0] + radii[$0 + 4] * side })
  }

  /// The same with the pixels on its edges whole.
  public var withWholeEdges: LayerCut {
    var result = self
    result.outline = RoundedBox(outline.hull)
    return result
  }

  /// The same for a picture that is where it belongs.
  public var inPlace: LayerCut {
    var result = self
    result.map = .identity
    return result
  }
}
