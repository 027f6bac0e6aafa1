// SPDX-License-Identifier: Apache-2.0

import ProjectModel

// The keys of texts and of their fonts.

extension KeyTable {
  package static let textKeys: [KeyShape] = [
    .key(
      "font", .either([.text, .object(font)]), "The font of the text.", default: "sans-serif"),
    .key("color", .fill, "The colour of the text, or a gradient.", default: "white"),
    .key(
      "align", .choice(TextLook.Alignment.allNames),
      "The alignment of its lines; justify also stretches all but the last to the width of `wrap` or `box`.",
      default: "center"),
    .key(
      "vertical-align", .choice(TextLook.VerticalAlignment.allNames),
      "Where its lines lie in a `box` that is higher.", default: "center"),
    .key("wrap", .length, "The width at which its lines wrap.", default: "no wrapping"),
    .key(
      "box", .boxSize,
      "The width and height of a box that the text is laid out in, and by which it is placed.",
      default: "as large as the text"),
    textFit,
    .key(
      "max-lines", .integer(1...1000),
      "The most lines it has; the last one ends with an ellipsis if there would be more.",
      default: "any number"),
    .key(
      "line-height", .either([.number(0.8...10), .length]),
      "From one baseline to the next: a factor of the font's size, or pixels.",
      default: "the font's own"),
    .key(
      "letter-spacing", .either([.number(-1000...1000), .text]),
      "What is added between characters; a percentage is of the font's size.", default: "0"),
    .key(
      "writing", .choice(TextLook.Writing.allNames),
      "Whether its lines go from side to side, or from top to bottom and the first one on the right; `wrap` is their length then.",
      default: "horizontal"),
    .key(
      "outline",
      .either([.length, .object(outline), .list(.either([.length, .object(outline)]))]),
      "A line around its letters, or several from the inside.", default: "none"),
    .key(
      "background", .either([.color, .object(background)]),
      "A rectangle behind the text, or behind each of its lines.", default: "none"),
  ]

  /// The `fit` of a text that is too large.
  static let textFit = KeyShape.key(
    "fit", .choice(TextLook.Fit.allNames),
    "What becomes of a text that is larger than its `box`, or has more lines than `max-lines`.",
    default: "wrap, which goes on beyond the box")

  /// The same where it may be the key of footage, too.
  static let fitOfAny = KeyShape.key(
    "fit", .choice(FitMode.allNames + TextLook.Fit.allNames),
    "How a clip fills its box; of a text, what becomes of it where it is larger than its `box`, or has more lines than `max-lines`.",
    default: "the canvas's fit; of a text wrap")

  /// Keys of texts of which one says what another says.
  static let textExcludes = [["wrap", "box"]]

  /// The keys of texts that one line of figures does not have.
  package static let lineKeys: Set<String> = [
    "wrap", "box", "fit", "max-lines", "line-height", "vertical-align", "background", "writing",
  ]

  package static let font = ObjectShape(
    name: "font", doc: "A font by family or by file.",
    keys: [
      .key(
        "family", .text, "A font family that is installed on the system.", default: "sans-serif"),
      .key("file", .path, "A font file of the project."),
      .key(
        "size", .length, "Height of the em; a percentage is of the canvas height.", default: "6%"),
      .key(
        "weight", .either([.integer(100...900), .choice(fontWeights.map(\.name))]),
        "The weight.", default: "regular"),
      .key("style", .choice(["normal", "italic"]), "The style.", default: "normal"),
      .key(
        "features", .either([.list(.text), .named(.either([.flag, .integer(0...1000)]))]),
        "Features of OpenType by their tags: [smcp, onum], or {liga: off, salt: 2}.",
        default: "those that are usual"),
      .key(
        "variations", .named(.number(-10_000...10_000)),
        "Places on the axes of a variable font by their tags: {wdth: 75}.",
        default: "the font's own"),
    ],
    exclusive: [["family", "file"]])

  /// The names of CSS font weights.
  package static let fontWeights: [(name: String, weight: Int)] = [
    ("thin", 100), ("extra-light", 200), ("light", 300), ("regular", 400), ("normal", 400),
    ("medium", 500), ("semi-bold", 600), ("bold", 700), ("extra-bold", 800), ("black", 900),
  ]

  package static let outline = ObjectShape(
    name: "outline", doc: "A line around the letters of a text.",
    keys: [
      .required("width", .length, "Its width in canvas pixels, 0 to 100."),
      .key("color", .color, "Its colour.", default: "black"),
    ])

  package static let background = ObjectShape(
    name: "background", doc: "A rectangle behind a text.",
    keys: [
      .required("color", .color, "Its colour."),
      .key(
        "padding", .either([.length, .list(.length)]),
        "How far it extends beyond the text, as CSS's padding; percentages are of the font's size.",
        default: "[15%, 30%]"),
      .key(
        "radius", .length, "The radius of its corners; a percentage is of the font's size.",
        default: "0px"),
      .key(
        "by", .choice(["text", "line"]), "Whether each line has one of its own.", default: "text"),
    ])
}
