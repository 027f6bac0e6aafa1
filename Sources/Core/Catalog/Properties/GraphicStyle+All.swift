// SPDX-License-Identifier: Apache-2.0

extension GraphicStyle {
  /// All kinds of drawn content, in the order in which they are listed.
  ///
  /// A style goes before those whose keys are its parameters.
  public static let all: [GraphicStyle] = [shape, fill]

  /// Many small shapes that are emitted; it has an object of its own in projects.
  public static let particles = GraphicStyle(
    "particles", "Many small shapes that are emitted, fly and vanish.")

  private static let fill = GraphicStyle("fill", "A colour or a gradient that fills its box.")

  private static let shape = GraphicStyle(
    "shape", "A shape that fills its box.", forms: GraphicForm.allCases,
    [
      Parameter(
        name: "fill", value: .fill, doc: "The colour or gradient of its inside.",
        fallback: "none", forms: GraphicForm.areas),
      Parameter(
        name: "stroke", value: .stroke,
        doc:
          "The line along its edge, which lies half inside; a line and an arrow are nothing else.",
        fallback: "none", forms: GraphicForm.allCases),
      Parameter(
        name: "points", value: .points,
        doc: "The points of a line, an arrow or a polygon, in its box.",
        fallback: "the middles of its left and right edge", forms: [.line, .arrow, .polygon]),
      Parameter(
        name: "sides", value: .count(3...100), doc: "How many sides a regular polygon has.",
        fallback: "6", forms: [.polygon]),
      Parameter(
        name: "tips", value: .count(3...100), doc: "How many tips a star has.", fallback: "5",
        forms: [.star]),
      Parameter(
        name: "inner", value: .share,
        doc:
          "How far from the centre the inner corners of a star lie, as a share of the outer ones.",
        fallback: "38.2%", forms: [.star]),
      Parameter(
        name: "path", value: .pathData,
        doc: "Path data, as SVG has them, in pixels; with a `size` all of it is brought to that.",
        fallback: "none", forms: [.path]),
      Parameter(
        name: "path-origin", value: .pathOrigin,
        doc:
          "What its coordinates are: of the shape alone, or places on the canvas (of the group), where it lies unless it has a position.",
        fallback: "shape", forms: [.path]),
    ])
}
