// SPDX-License-Identifier: Apache-2.0

/// The paint of an area.
public enum Fill: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours that go over into each other.
  case gradient(Gradient)

  /// True if some of the fill may be transparent.
  public var hasAlpha: Bool {
    switch self {
    case .color(let color): color.alpha < 255
    case .gradient(let gradient): gradient.stops.contains { $0.color.alpha < 255 }
    }
  }

  /// All numbers in it: those of its geometry, then four of each colour and its place.
  public var numbers: [Double] {
    func channels(_ color: Color) -> [Double] {
      [color.red, color.green, color.blue, color.alpha].map { Double($0) }
    }
    switch self {
    case .color(let color): return channels(color)
    case .gradient(let gradient):
      return gradient.geometry.numbers + gradient.stops.flatMap { channels($0.color) + [$0.place] }
    }
  }

  /// The colours in it, in order.
  public var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .gradient(let gradient): gradient.stops.map(\.color)
    }
  }
}

/// Colours along a line, outwards from a point, or around it.
///
/// Lengths are in pixels of what it paints. Colours are mixed as premultiplied, encoded values, as in CSS; before the
/// first stop and behind the last they go on.
public struct Gradient: Hashable, Sendable {
  /// The places of the colours.
  public var geometry: Geometry
  /// The colours, at least two, by ascending place; of two at one place there is an edge.
  public var stops: [Stop]

  /// A gradient has at most this many colours.
  public static let mostStops = 100

  /// `stops` along `geometry`.
  public init(_ geometry: Geometry, _ stops: [Stop]) {
    precondition(stops.count >= 2, "a gradient has two stops")
    self.geometry = geometry
    self.stops = stops
  }

  /// The places of 0 and 1.
  public enum Geometry: Hashable, Sendable {
    /// 0 at the first point, 1 at the second.
    case linear(PixelPoint, PixelPoint)
    /// 0 at the point, 1 on the ellipse around it with these half axes.
    case radial(PixelPoint, Double, Double)
    /// Around the point, clockwise, from an angle in degrees, of which 0 is up.
    case conic(PixelPoint, Double)
  }

  /// A colour and where it lies.
  public struct Stop: Hashable, Sendable {
    /// The colour.
    public var color: Color
    /// Its place, in 0...1 where it is seen.
    public var place: Double

    /// `color` at `place`.
    public init(_ color: Color, at place: Double) {
      self.color = color
      self.place = place
    }
  }
}

extension Fill: TextCodable {
  /// `#203040`, or `linear;x;y;x;y;#203040;0;#ffffff;1`.
  public var description: String {
    switch self {
    case .color(let color): color.description
    case .gradient(let gradient):
      (gradient.geometry.words
        + gradient.stops.flatMap { [$0.color.description, $0.place.shortest] })
        .joined(separator: ";")
    }
  }

  /// Reads what `description` gives; nil for any other text.
  public init?(parsing text: Substring) {
    if let color = Color(parsing: text) {
      self = .color(color)
      return
    }
    let words = text.split(separator: ";", omittingEmptySubsequences: false)
    let count = words[0] == "conic" ? 3 : 4
    guard words.count >= count + 5, (words.count - count - 1) % 2 == 0 else { return nil }
    let numbers = words[1...count].compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == count,
      let geometry = Gradient.Geometry(String(words[0]), numbers)
    else { return nil }
    var stops: [Gradient.Stop] = []
    for index in stride(from: count + 1, to: words.count, by: 2) {
      guard let color = Color(parsing: words[index]), let place = Double(words[index + 1]),
        place.isFinite, stops.last.map({ $0.place <= place }) ?? true
      else { return nil }
      stops.append(Gradient.Stop(color, at: place))
    }
    self = .gradient(Gradient(geometry, stops))
  }
}

extension Gradient.Geometry {
  fileprivate var words: [String] { [name] + numbers.map(\.shortest) }

  private var name: String {
    switch self {
    case .linear: "linear"
    case .radial: "radial"
    case .conic: "conic"
    }
  }

  fileprivate var numbers: [Double] {
    switch self {
    case .linear(let a, let b): [a.x, a.y, b.x, b.y]
    case .radial(let centre, let across, let down): [centre.x, centre.y, across, down]
    case .conic(let centre, let angle): [centre.x, centre.y, angle]
    }
  }

  fileprivate init?(_ name: String, _ numbers: [Double]) {
    switch name {
    case "linear":
      self = .linear(PixelPoint(numbers[0], numbers[1]), PixelPoint(numbers[2], numbers[3]))
    case "radial":
      guard numbers[2] > 0, numbers[3] > 0 else { return nil }
      self = .radial(PixelPoint(numbers[0], numbers[1]), numbers[2], numbers[3])
    case "conic": self = .conic(PixelPoint(numbers[0], numbers[1]), numbers[2])
    default: return nil
    }
  }
}
