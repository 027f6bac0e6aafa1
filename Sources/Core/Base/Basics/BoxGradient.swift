// SPDX-License-Identifier: Apache-2.0

/// A gradient for a box whose size is not known yet, as CSS places gradients in boxes.
public struct BoxGradient: Hashable, Sendable, Codable {
  /// The places of 0 and 1 in the box.
  public var geometry: Geometry
  /// The colours, at least two, by ascending place.
  public var stops: [Gradient.Stop]

  /// `stops` along `geometry`.
  public init(_ geometry: Geometry, _ stops: [Gradient.Stop]) {
    precondition(stops.count >= 2, "a gradient has two stops")
    self.geometry = geometry
    self.stops = stops
  }

  /// The places of 0 and 1 in the box; lengths are counted from its left upper corner.
  public enum Geometry: Hashable, Sendable, Codable {
    /// Through the centre, in the direction of an angle in degrees; 0 is up.
    case linear(degrees: Double)
    /// Outwards from a point; one radius is a circle's, a share of the shorter side, two are an ellipse's, none reaches
    /// the farthest corner.
    case radial(x: Length, y: Length, radii: [Length])
    /// Around a point, from an angle in degrees; 0 is up.
    case conic(x: Length, y: Length, degrees: Double)
  }

  /// A share of a side, and pixels.
  public struct Length: Hashable, Sendable, Codable {
    /// 1 is the whole side.
    public var share: Double
    /// Pixels beside it.
    public var pixels: Double

    /// `share` of a side and `pixels`.
    public init(share: Double = 0, pixels: Double = 0) {
      (self.share, self.pixels) = (share, pixels)
    }

    func of(_ side: Double) -> Double { share * side + pixels }
  }

  /// The gradient in `box`.
  public func placed(in box: PixelBox) -> Gradient {
    func point(_ x: Length, _ y: Length) -> PixelPoint {
      PixelPoint(box.x + x.of(box.width), box.y + y.of(box.height))
    }
    switch geometry {
    case .linear(let degrees): return Gradient(.linear(degrees: degrees, in: box), stops)
    case .radial(let x, let y, let radii):
      let centre = point(x, y)
      if radii.isEmpty { return Gradient(.radial(about: centre, in: box), stops) }
      let least = min(box.width, box.height)
      let across = radii[0].of(radii.count == 1 ? least : box.width)
      let down = radii.count == 1 ? across : radii[1].of(box.height)
      return Gradient(.radial(about: centre, across: across, down: down), stops)
    case .conic(let x, let y, let degrees):
      return Gradient(.conic(about: point(x, y), degrees: degrees), stops)
    }
  }

  /// The same with pixels `scale` times as many.
  public func enlarged(by scale: Double) -> BoxGradient {
    func larger(_ length: Length) -> Length {
      Length(share: length.share, pixels: length.pixels * scale)
    }
    switch geometry {
    case .linear: return self
    case .radial(let x, let y, let radii):
      return BoxGradient(.radial(x: larger(x), y: larger(y), radii: radii.map(larger)), stops)
    case .conic(let x, let y, let degrees):
      return BoxGradient(.conic(x: larger(x), y: larger(y), degrees: degrees), stops)
    }
  }
}

extension Gradient.Stop: TextCodable {
  /// `#203040;0.5`.
  public var description: String { "\(color);\(place.shortest)" }

  /// Reads what `description` gives; nil for any other text.
  public init?(parsing text: Substring) {
    let words = text.split(separator: ";", omittingEmptySubsequences: false)
    guard words.count == 2, let color = Color(parsing: words[0]), let place = Double(words[1]),
      place.isFinite
    else { return nil }
    self.init(color, at: place)
  }
}

extension Gradient.Geometry {
  /// Through the centre of `box` in the direction of an angle in degrees, so that corners in it have the colours of its
  /// ends.
  public static func linear(degrees: Double, in box: PixelBox) -> Gradient.Geometry {
    let turn = Affine.rotation(degrees: degrees)
    let (x, y) = (turn.b, -turn.a)
    let half = (box.width * abs(x) + box.height * abs(y)) / 2
    let (cx, cy) = (box.x + box.width / 2, box.y + box.height / 2)
    return .linear(near(cx - x * half, cy - y * half), near(cx + x * half, cy + y * half))
  }

  /// Around `centre` to an ellipse with the radii `across` and `down`.
  public static func radial(
    about centre: PixelPoint, across: Double, down: Double
  ) -> Gradient.Geometry {
    .radial(near(centre.x, centre.y), max(near(across), 1 / 256), max(near(down), 1 / 256))
  }

  /// Around `centre` to the ellipse through the farthest corner of `box`.
  public static func radial(about centre: PixelPoint, in box: PixelBox) -> Gradient.Geometry {
    // It has the shape of that which touches the farthest sides.
    let root = 2.0.squareRoot()
    return radial(
      about: centre,
      across: root * max(abs(centre.x - box.x), abs(box.x + box.width - centre.x)),
      down: root * max(abs(centre.y - box.y), abs(box.y + box.height - centre.y)))
  }

  /// Around `centre`, from an angle in degrees.
  public static func conic(about centre: PixelPoint, degrees: Double) -> Gradient.Geometry {
    .conic(near(centre.x, centre.y), degrees)
  }

  private static func near(_ value: Double) -> Double { (value * 65536).rounded() / 65536 + 0 }
  private static func near(_ x: Double, _ y: Double) -> PixelPoint { PixelPoint(near(x), near(y)) }
}
