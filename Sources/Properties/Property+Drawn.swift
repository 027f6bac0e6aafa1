// SPDX-License-Identifier: Apache-2.0

import Basics

// The properties of drawn content: numbers that a drawing is made with, before it is a layer.

extension Property {
  /// Those of drawn content alone, which act before it is a layer.
  public static let drawn: [Property] =
    [Paint.fill, .stroke].flatMap(\.properties) + stroke + [.number, .time]

  /// Those of a drawing's stroke, which only shapes have.
  public static let stroke: [Property] = [.strokeWidth, .strokeTrim]

  /// What an area or a line is painted with, where that changes.
  ///
  /// What stays the same is a part of the drawing, and none of these.
  public struct Paint: Hashable, Sendable {
    /// Its colour, where it has one.
    public let color: Property

    /// What the inside of a drawing is painted with.
    public static let fill = Paint("fill", color: "fill")
    /// What the line along its edge is painted with.
    public static let stroke = Paint("stroke", color: "stroke.color")

    /// All of them.
    public var properties: [Property] { [color] }

    private init(_ name: String, color: String) {
      self.color = Property(
        color, graphName: name, .color, .drawing, "The colour that is painted with.",
        default: "none", identity: { _ in [0, 0, 0, 0] })
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
