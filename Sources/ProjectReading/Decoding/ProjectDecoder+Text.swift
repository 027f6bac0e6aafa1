// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
import LanguageKeys
import ObjectReading
import ProjectModel
import ValueReading
import YAMLTree

extension ProjectDecoder {
  /// A key of a text's look, in an overlay or in `defaults`.
  mutating func textKey(_ field: Field, of look: inout TextLook) {
    switch field.name {
    case "font": font(field.value, into: &look.font)
    case "color":
      // A text is drawn once with all colours in it, also those of emoji and of its outline.
      let color =
        changes(field.value)
        ? value(
          field.value, ValueReader<Color>.color,
          change: .elsewhere("or show a fill that changes: {fill: red -> blue, mask: {text: Rome}}")
        )
        : color(field.value)
      look.color = color ?? look.color
    case "align": look.alignment = choice(field.value, "an alignment") ?? look.alignment
    case "wrap":
      guard let width = value(field.value, .length) else { break }
      guard width != .share(0), width != .pixels(0) else {
        report(
          Diagnostic(
            code: .outOfRange, message: "the wrap width must be larger than 0",
            span: field.value.span))
        break
      }
      look.wrapWidth = Located(width, at: field.value.span)
    case "outline": outline(field.value, into: &look)
    default: break
    }
  }

  private mutating func font(_ node: YAMLNode, into font: inout FontSettings) {
    guard node.kind == .mapping else {
      family(node, into: &font)
      return
    }
    for field in fields(of: node, KeyTable.font) {
      switch field.name {
      case "family": family(field.value, into: &font)
      case "file": font.file = path(field.value) ?? font.file
      case "size":
        // A size of less than a pixel is an error below.
        var reader = ValueReader<Length>.length
        reader.bare = nil
        guard let size = value(field.value, reader) else { break }
        let isValid =
          switch size {
          case .share(let share): (0.001...4).contains(share)
          case .pixels(let pixels): (1...4096).contains(pixels)
          }
        if isValid {
          font.size = size
        } else {
          report(
            Diagnostic(
              code: .outOfRange, message: "a font size must be between 1 and 4096 pixels",
              span: field.value.span, hint: "write 64 or 6%"))
        }
      case "weight": font.weight = weight(field.value) ?? font.weight
      case "style":
        switch field.value.text {
        case "normal": font.isItalic = false
        case "italic": font.isItalic = true
        case let text:
          report(
            Diagnostic(
              code: .unknownValue, message: "\(quoted(text ?? "this")) is not a font style",
              span: field.value.span, hint: "one of normal, italic"))
        }
      default: break
      }
    }
  }

  private mutating func family(_ node: YAMLNode, into font: inout FontSettings) {
    guard let family = text(node, "a font family", example: "Noto Sans") else { return }
    guard !family.value.isEmpty, family.value.utf8.count <= 200 else {
      report(
        Diagnostic(
          code: .badValue, message: "a font family must have 1 to 200 bytes", span: family.span))
      return
    }
    font.family = family
    font.file = nil
  }

  private mutating func weight(_ node: YAMLNode) -> Int? {
    if let match = KeyTable.fontWeights.first(where: { $0.name == node.text }) {
      return match.weight
    }
    if let text = node.text, text.utf8.first?.isLetter == true {
      report(
        Diagnostic(
          code: .unknownValue, message: "\(quoted(text)) is not a weight", span: node.span,
          hint: suggestion(text, in: KeyTable.fontWeights.map(\.name))))
      return nil
    }
    return integer(node, "a weight", in: 100...900)?.value
  }

  private mutating func outline(_ node: YAMLNode, into look: inout TextLook) {
    guard node.kind == .mapping else {
      look.outlineWidth = value(node, .outline) ?? look.outlineWidth
      return
    }
    for field in fields(of: node, KeyTable.outline) {
      if field.name == "width" {
        look.outlineWidth = value(field.value, .outline) ?? look.outlineWidth
      } else {
        look.outlineColor = color(field.value) ?? look.outlineColor
      }
    }
  }
}
