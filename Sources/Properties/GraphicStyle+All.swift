// SPDX-License-Identifier: Apache-2.0

extension GraphicStyle {
  /// All kinds of drawn content, in the order in which they are listed.
  ///
  /// A style goes before those whose keys are its parameters.
  public static let all: [GraphicStyle] = [
    GraphicStyle(
      "shape", "A shape that fills its box.", forms: [Form(name: "rect", drawing: "color")],
      colors: [Parameter(name: "fill", doc: "The colour of its inside.")]),
    GraphicStyle("fill", "A colour that fills its box.", drawing: "color"),
  ]
}
