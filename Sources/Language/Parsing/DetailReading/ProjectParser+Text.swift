// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
package import YAML

extension ProjectParser {
  /// Returns true if `node` is written as an animated value.
  package func changes(_ node: YAMLNode) -> Bool {
    node.kind == .mapping || node.text?.contains("->") == true
  }

  /// Returns true if `node` is written as a gradient.
  package func isGradient(_ node: YAMLNode) -> Bool {
    KeyTable.gradients.contains { node[$0.keys[0].name] != nil }
  }

  /// A colour or a gradient: a text is drawn once with all colours in it, also those of emoji and of its outline.
  mutating func textColor(_ node: YAMLNode, of look: inout TextLook) {
    if isGradient(node) {
      var changes = LayerValues()
      guard case .gradient(let gradient) = fill(node, .fill, &changes) else { return }
      guard changes.entries.isEmpty else {
        report(
          .badValue, "the gradient of a text does not change", at: node.span,
          hint:
            "show a fill that changes: {fill: {linear: [red -> blue, gold]}, mask: {text: Rome}}")
        return
      }
      (look.gradient, look.color) = (gradient, gradient.stops[0].color)
      return
    }
    if node.kind == .sequence || node.text?.contains("gradient(") == true {
      report(
        .badValue, "a text has a colour or a gradient", at: node.span,
        hint: "write color: gold, or color: {linear: [gold, tomato]}")
      return
    }
    if node.kind == .mapping, let key = node.entries.first(where: { _ in true })?.key,
      let near = nearest(key.text ?? "", in: KeyTable.gradients.map { $0.keys[0].name })
    {
      report(
        .badValue, "\(quoted(key.text ?? "")) is no kind of gradient", at: key.span,
        hint: "did you mean '\(near)'?")
      return
    }
    let others = ["gradient", "colors", "stops", "linear-gradient"]
    if let other = node.entries.first(where: { others.contains($0.key.text ?? "") }) {
      let colors = other.value.items.compactMap(\.text)
      report(
        .badValue, "a gradient has its kind for a key", at: other.key.span,
        hint:
          "write color: {linear: [\(colors.count > 1 ? colors.joined(separator: ", ") : "gold, tomato")]}"
          + ", or radial or conic")
      return
    }
    let color =
      changes(node)
      ? value(
        node, ValueReader<Color>.color,
        change: .elsewhere("or show a fill that changes: {fill: red -> blue, mask: {text: Rome}}"))
      : color(node)
    guard let color else { return }
    (look.gradient, look.color) = (nil, color)
  }

  /// Reports what `fields`, the keys of a text, say of lines that `look` has not the width, the height or the number for;
  /// what is a default is dropped there.
  package mutating func checkLines(of look: inout TextLook, at fields: [Field]) {
    func field(_ name: String) -> Field? { fields.first { $0.name == name } }
    // What cannot be read was reported.
    let hasBox = look.box != nil || field("box") != nil
    let hasWidth = hasBox || look.wrapWidth != nil || field("wrap") != nil
    if let fit = look.fit, fit.value != .wrap, !hasBox,
      look.maxLines == nil || fit.value == .shrink && !hasWidth
    {
      look.fit = nil
      if field("fit") != nil {
        report(
          .missingKey, "'fit: \(fit.value.rawValue)' needs a box that the text is to fit in",
          at: fit.span, hint: "write box: [60%, 30%], or wrap: 60% and max-lines: 2")
      }
    }
    if let field = field("vertical-align"), !hasBox, look.writing == .horizontal {
      report(
        .missingKey, "'vertical-align' needs a box that the text lies in", at: field.key.span,
        hint: "write box: [60%, 30%]")
    }
    if let field = field("align"), !hasBox, look.writing == .vertical, look.alignment != .justify {
      report(
        .missingKey, "'align' needs a box that the vertical text lies in", at: field.key.span,
        hint: "write box: [30%, 80%]; where lines begin, vertical-align says")
    }
    if look.alignment == .justify, !hasWidth, let field = field("align") {
      report(
        .missingKey, "'align: justify' needs the width of the lines", at: field.value.span,
        hint: "write wrap: 60%, or box: [60%, 30%]")
    }
  }

  /// The size of a font.
  mutating func fontSize(_ node: YAMLNode) -> Length? {
    // A size of less than a pixel is an error below.
    var reader = ValueReader<Length>.length
    reader.bare = nil
    guard
      let size = value(
        node, reader,
        change: .elsewhere("a change of scale is one of the size: scale: 25% -> 100%"))
    else { return nil }
    let isValid =
      switch size {
      case .share(let share): (0.001...4).contains(share)
      case .pixels(let pixels): (1...4096).contains(pixels)
      }
    return isValid
      ? size
      : refused(
        .outOfRange, "a font size must be between 1 and 4096 pixels", at: node.span,
        hint: "write 64 or 6%")
  }

  mutating func family(_ node: YAMLNode, into font: inout FontSettings) {
    guard let family = text(node, "a font family", example: "Noto Sans") else { return }
    guard !family.value.isEmpty, family.value.utf8.count <= 200 else {
      report(.badValue, "a font family must have 1 to 200 bytes", at: family.span)
      return
    }
    font.family = family
    font.file = nil
  }

  mutating func weight(_ node: YAMLNode) -> Int? {
    if let match = KeyTable.fontWeights.first(where: { $0.name == node.text }) {
      return match.weight
    }
    if let text = node.text, text.utf8.first?.isLetter == true {
      return refused(
        .unknownValue, "\(quoted(text)) is not a weight", at: node.span,
        hint: suggestion(text, in: KeyTable.fontWeights.map(\.name)))
    }
    return integer(node, "a weight", in: 100...900)?.value
  }
}
