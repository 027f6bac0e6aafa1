// SPDX-License-Identifier: Apache-2.0

import Base

// The properties of drawn content: numbers that a drawing is made with, before it is a layer.

extension Property {
  /// Those of drawn content alone, which act before it is a layer.
  public static let drawn: [Property] =
    [Paint.fill, .stroke].flatMap(\.properties) + [.paintedBox] + stroke + [.number, .time]

  /// Those of a drawing's stroke, which only shapes have.
  public static let stroke: [Property] = [.strokeWidth, .strokeTrim]

  /// The box that gradients lie in, in pixels of the drawing; no project writes it.
  public static let paintedBox = Property(
    "box", .crop, .drawing, "The box that gradients lie in.", default: "[0%, 0%, 100%, 100%]",
    identity: { _ in [0, 0, 1, 1] })

  /// The animated paint of an area or a line.
  ///
  /// Constant paint belongs to the drawing and has none of these properties.
  public struct Paint: Hashable, Sendable {
    /// Its colour, where it has one.
    public let color: Property
    /// The direction of a linear gradient; 0 is up.
    public let direction: Property
    /// The angle at which a conic gradient begins; 0 is up.
    public let angle: Property
    /// The centre of a radial or conic gradient.
    public let centre: Property
    /// The radii of a radial gradient.
    public let radius: Property
    /// The colours of a gradient with their places, by their number.
    public let stops: [Property]

    /// The fill of a drawing.
    public static let fill = Paint("fill", color: "fill")
    /// The stroke of a drawing's edge.
    public static let stroke = Paint("stroke", color: "stroke.color")

    /// All of them.
    public let properties: [Property]

    private init(_ name: String, color: String) {
      func property(
        _ key: String, _ unit: Unit, _ doc: String, default fallback: String,
        assumed: PropertyValue? = nil, identity: [Double]
      ) -> Property {
        Property(
          "\(name).\(key)", graphName: "\(name)-\(key)", unit, .drawing, doc, default: fallback,
          assumed: assumed, identity: { _ in identity })
      }
      self.color = Property(
        color, graphName: name, .color, .drawing, "The colour that is painted with.",
        default: "none", identity: { _ in [0, 0, 0, 0] })
      direction = property(
        "direction", .angle, "The direction of its gradient.", default: "180deg",
        assumed: PropertyValue(180), identity: [0])
      angle = property(
        "angle", .angle, "The angle at which its gradient begins.", default: "0deg", identity: [0])
      centre = property(
        "at", .centre, "The centre of its gradient.", default: "center", identity: [0, 0])
      radius = property(
        "radius", .radii, "The radii of its gradient.", default: "none", identity: [0, 0])
      stops = (0..<Gradient.mostStops).map {
        property(
          "stop-\($0 + 1)", .stop, "A colour of its gradient, and its place.", default: "none",
          identity: [0, 0, 0, 0, 0])
      }
      properties = [self.color, direction, angle, centre, radius] + stops
    }
  }

  /// The width of a stroke.
  public static let strokeWidth = Property(
    "width", .thickness, .drawing, "How wide the line is.", default: "1px",
    assumed: PropertyValue([.pixels(1)]), identity: { _ in [1] })

  /// The part of a stroke that is drawn.
  public static let strokeTrim = Property(
    "trim", .stretch, .drawing,
    "The part of the line that is drawn: the share of its length at which it ends, or at which it begins and ends.",
    default: "100%", identity: { _ in [0, 1] })

  /// The time of particles; no project writes it.
  public static let time = Property(
    "time", .number, .drawing, "For how long particles have been emitted.", default: "0",
    identity: { _ in [0] })

  /// The number of a counter.
  public static let number = Property(
    "value", .number, .drawing, "The number that it shows.", default: "0", identity: { _ in [0] })
}
