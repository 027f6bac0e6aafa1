// SPDX-License-Identifier: Apache-2.0

import Base
package import ProjectModel
import YAML

// The keys of texts and of their fonts.

extension KeyTable {
  package static let textKeys: [Key<TextLook>] = keys {
    font(\TextLook.font, "The font of the text.", default: "sans-serif")
    Key("color", .fill, "The colour of the text, or a gradient.", default: "white") {
      $0.textColor($1.value, of: &$2)
    }
    Key(
      "align", .choice("an alignment"), \.alignment,
      "The alignment of its lines; justify also stretches all but the last to the width of `wrap` or `box`.",
      default: "center")
    Key(
      "vertical-align", .choice("an alignment"), \.verticalAlignment,
      "Where its lines lie in a `box` that is higher.", default: "center")
    Key("wrap", .length, "The width at which its lines wrap.", default: "no wrapping") {
      parser, field, look in
      guard let width = parser.value(field.value, .length) else { return }
      guard width != .share(0), width != .pixels(0) else {
        return parser.report(
          .outOfRange, "the wrap width must be larger than 0", at: field.value.span)
      }
      (look.wrapWidth, look.box) = (Located(width, at: field.value.span), nil)
    }
    Key(
      "box", .boxSize,
      "The width and height of a box that the text is laid out in, and by which it is placed.",
      default: "as large as the text"
    ) { parser, field, look in
      guard let size = parser.value(field.value, .boxSize) else { return }
      guard size.width != nil, size.height != nil else {
        return parser.report(
          .badValue, "the box of a text has a width and a height", at: field.value.span,
          hint: "write box: [60%, 30%], or wrap: 60% for a width alone")
      }
      (look.box, look.wrapWidth) = (Located(size, at: field.value.span), nil)
    }
    textFit
    Key(
      "max-lines", .integer("a number of lines", in: 1...1000), \.maxLines,
      "The most lines it has; the last one ends with an ellipsis if there would be more.",
      default: "any number")
    Key(
      "line-height", .value(.either([.number(0.8...10), .length]), .lineHeight), \.lineHeight,
      "From one baseline to the next: a factor of the font's size, or pixels.",
      default: "the font's own")
    Key(
      "letter-spacing", .spacing, \.letterSpacing,
      "What is added between characters; a percentage is of the font's size.", default: "0")
    Key(
      "writing", .choice("a way of writing"), \.writing,
      "Whether its lines go from side to side, or from top to bottom and the first one on the right; `wrap` is their length then.",
      default: "horizontal")
    Key(
      "outline",
      ValueKind(
        .either([
          .length, .object(outline.shape), .list(.either([.length, .object(outline.shape)])),
        ])
      ) { $0.outlines($1.value) }, \.outlines,
      "A line around its letters, or several from the inside.", default: "none")
    Key(
      "background",
      .object(background, .init(color: .black), or: \.color, .color), \.background,
      "A rectangle behind the text, or behind each of its lines.", default: "none")
  }

  /// The `fit` of a text that is too large.
  static let textFit = Key<TextLook>(
    "fit", .located(.choice("a way to fit a text")), \.fit,
    "What becomes of a text that is larger than its `box`, or has more lines than `max-lines`.",
    default: "wrap, which goes on beyond the box")

  /// Keys of texts of which one says what another says.
  static let textExcludes = [["wrap", "box"]]

  /// The keys of texts that one line of figures does not have.
  static let lineKeys: Set<String> = [
    "wrap", "box", "fit", "max-lines", "line-height", "vertical-align", "background", "writing",
  ]

  /// The key of a font: a family, or its keys.
  static func font<Target>(
    _ path: Place<Target, FontSettings>, _ doc: String,
    default fallback: String
  ) -> Key<Target> {
    Key("font", .either([.text, .object(font.shape)]), doc, default: fallback) {
      parser, field, target in
      if field.value.kind == .mapping {
        parser.read(field.value, font, into: &target[keyPath: path])
      } else {
        parser.family(field.value, into: &target[keyPath: path])
      }
    }
  }

  static let font = ObjectKeys<FontSettings>(
    "font", "A font by family or by file.", exclusive: [["family", "file"]]
  ) {
    Key(
      "family", .text, "A font family that is installed on the system.", default: "sans-serif"
    ) { $0.family($1.value, into: &$2) }
    Key("file", .path, \.file, "A font file of the project.")
    Key(
      "size", ValueKind(.length) { $0.fontSize($1.value) }, \.size,
      "Height of the em; a percentage is of the canvas height.", default: "6%")
    Key(
      "weight",
      ValueKind(.either([.integer(100...900), .choice(fontWeights.map(\.name))])) {
        $0.weight($1.value)
      }, \.weight, "The weight.", default: "regular")
    Key("style", .choice(["normal", "italic"]), "The style.", default: "normal") {
      parser, field, font in
      switch field.value.text {
      case "normal": font.isItalic = false
      case "italic": font.isItalic = true
      case let text:
        parser.report(
          .unknownValue, "\(quoted(text ?? "this")) is not a font style", at: field.value.span,
          hint: "one of normal, italic")
      }
    }
    Key(
      "features",
      ValueKind(.either([.list(.text), .named(.either([.flag, .integer(0...1000)]))])) {
        $0.features($1.value)
      }, \.features,
      "Features of OpenType by their tags: [smcp, onum], or {liga: off, salt: 2}.",
      default: "those that are usual")
    Key(
      "variations", ValueKind(.named(.number(-10_000...10_000))) { $0.variations($1.value) },
      \.variations, "Places on the axes of a variable font by their tags: {wdth: 75}.",
      default: "the font's own")
  }

  /// The names of CSS font weights.
  package static let fontWeights: [(name: String, weight: Int)] = [
    ("thin", 100), ("extra-light", 200), ("light", 300), ("regular", 400), ("normal", 400),
    ("medium", 500), ("semi-bold", 600), ("bold", 700), ("extra-bold", 800), ("black", 900),
  ]

  static let outline = ObjectKeys<TextLook.Outline>(
    "outline", "A line around the letters of a text."
  ) {
    Key(
      "width", .value(.length, .outline), \.width, "Its width in canvas pixels, 0 to 100.",
      isRequired: true)
    Key("color", .color, \.color, "Its colour.", default: "black")
  }

  static let background = ObjectKeys<TextLook.Background>(
    "background", "A rectangle behind a text."
  ) {
    Key("color", .color, \.color, "Its colour.", isRequired: true)
    Key(
      "padding", .value(.either([.length, .list(.length)]), .padding), \.padding,
      "How far it extends beyond the text, as CSS's padding; percentages are of the font's size.",
      default: "[15%, 30%]")
    Key(
      "radius", .value(.length, .length), \.radius,
      "The radius of its corners; a percentage is of the font's size.", default: "0px")
    Key(
      "by", .choice(["text", "line"]), "Whether each line has one of its own.", default: "text"
    ) { parser, field, background in
      background.isByLine =
        parser.word(field.value, of: ["text", "line"], "what a background lies behind") == "line"
    }
  }
}

extension ValueKind<Length> {
  static let spacing = value(.either([.number(-1000...1000), .text]), .spacing)
}
