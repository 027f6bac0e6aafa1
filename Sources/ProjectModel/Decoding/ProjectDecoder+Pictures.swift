// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
import Properties
import YAMLTree

extension ProjectDecoder {
  // MARK: Instructions

  mutating func instructions(_ node: YAMLNode) -> [Instruction] {
    guard node.kind == .sequence else {
      wrongKind(node, "a list of instructions", hint: "write - during: 1s..2s")
      return []
    }
    return node.items.reduce(into: []) { list, item in
      if let instruction = self.instruction(item) { list.append(instruction) }
    }
  }

  private mutating func instruction(_ node: YAMLNode) -> Instruction? {
    var during: RangeExpression?
    var background: Color?
    var layers: [LayerInstruction] = []
    let fields = fields(of: node, KeyTable.instruction)
    for field in fields {
      switch field.name {
      case "during": during = range(field.value)
      case "background": background = color(field.value)
      case "layers":
        let entries = namedEntries(of: field.value, "track", example: "main: {opacity: 1 -> 0}")
        for (name, value) in entries {
          if let layer = layer(name, value) { layers.append(layer) }
        }
      default: break
      }
    }
    if let first = fields.first, fields.count == 1, first.name == "during", node.count == 1 {
      report(
        Diagnostic(
          code: .missingKey, message: "an instruction needs 'layers' or 'background'",
          span: first.key.span, hint: "write layers: {main: {opacity: 1 -> 0}}"))
    }
    return during.map {
      Instruction(during: $0, background: background, layers: layers, span: node.span)
    }
  }

  private mutating func layer(_ name: Located<String>, _ node: YAMLNode) -> LayerInstruction? {
    let index = trackIndices[name.value]
    if index == nil {
      let names = isListening ? trackIndices.sorted { $0.value < $1.value }.map(\.key) : []
      report(
        .unknownName(
          name.value, "track", at: name.span, among: names,
          hint: names.isEmpty || names.count > 12
            ? nil : "tracks: " + names.joined(separator: ", ")))
    }
    var layer = LayerInstruction(track: name, trackIndex: index ?? 0)
    for field in fields(of: node, KeyTable.layer) {
      if let property = Property.named(field.name) {
        layer.properties[property] = animated(field.value, ValueReader(property))
      }
    }
    return index == nil ? nil : layer
  }

  // MARK: Overlays

  mutating func overlays(_ node: YAMLNode) -> [Overlay] {
    let entries = namedEntries(of: node, "overlay", example: "title: {text: Two days in Rome}")
    return entries.reduce(into: []) { list, entry in
      if let overlay = self.overlay(entry.name, entry.value) { list.append(overlay) }
    }
  }

  private mutating func overlay(_ name: Located<String>, _ node: YAMLNode) -> Overlay? {
    let fields = fields(of: node, KeyTable.overlay, owner: name.span)
    guard node.kind == .mapping else { return nil }
    let image = fields.first { $0.name == "image" }
    let text = fields.first { $0.name == "text" }
    if image == nil, text == nil {
      // Where it is something that is not done yet, that was said.
      let others: Set<String> = ["image", "text", "group", "subtitles", "captions"]
      if !node.entries.contains(where: { others.contains($0.key.text ?? "") }) {
        report(
          Diagnostic(
            code: .missingKey,
            message: "the overlay \(quoted(name.value)) needs 'image' or 'text'", span: name.span,
            hint: "write image: media/logo.svg or text: Two days in Rome"))
      }
    }
    var overlay = Overlay(
      name: name,
      content: .image(MediaReference(text: "", span: node.span, asset: nil)),
      during: nil,
      properties: [.position: .constant(Located(PropertyValue(.center), at: name.span))],
      anchor: .center, size: nil, fade: nil, span: node.span)
    var look = textDefaults
    var anchor: Anchor?
    for field in fields {
      switch field.name {
      case "during": overlay.during = range(field.value)
      case "anchor": anchor = choice(field.value, "an anchor")
      case "size":
        overlay.size = value(
          field.value, .boxSize,
          change: .elsewhere("an image on a track of its own can be scaled by an instruction"))
        if text != nil {
          report(
            .exclusiveKeys(
              "text", "size", at: field.key.span, firstSpan: text?.key.span ?? name.span,
              hint: "the size of a text is that of its font: font: {size: 64}"))
        }
      case "fade": overlay.fade = fade(field.value)
      case "image", "text": break
      default:
        if let property = Property.named(field.name) {
          if property == .position { overlay.anchor = Self.anchorImplied(by: field.value) }
          if let value = animated(field.value, ValueReader(property)) {
            overlay.properties[property] = value
          }
          break
        }
        textKey(field, of: &look)
        if let image, text == nil {
          report(
            .exclusiveKeys(
              "image", field.name, at: field.key.span, firstSpan: image.key.span,
              hint: "'\(field.name)' is for texts"))
        }
      }
    }
    overlay.anchor = anchor ?? overlay.anchor
    guard let content = content(image: image, text: text, look: look) else { return nil }
    overlay.content = content
    return overlay
  }

  private mutating func content(image: Field?, text: Field?, look: TextLook) -> Overlay.Content? {
    if let image { return media(image.value).map { .image($0) } }
    guard let field = text,
      let text = self.text(field.value, "a text", example: "Two days in Rome")
    else { return nil }
    if let start = text.value.range(of: "${"), let end = text.value[start...].firstIndex(of: "}") {
      report(
        .notSupportedYet(
          String(text.value[start...end]), at: text.span,
          hint: "parameters are not filled in so far; write the text itself"))
      return nil
    }
    guard text.value.utf8.count <= 10_000 else {
      report(
        Diagnostic(
          code: .outOfRange, message: "a text has at most 10000 bytes", span: text.span))
      return nil
    }
    guard text.value.utf8.contains(where: { !$0.isSpace }) else {
      report(
        Diagnostic(
          code: .badValue, message: "a text is empty", span: text.span,
          hint: "write text: Two days in Rome"))
      return nil
    }
    return .text(look.content(text))
  }
}

extension String {
  /// The first place of `part`.
  fileprivate func range(of part: String) -> Index? {
    let (all, wanted) = (utf8, part.utf8)
    guard all.count >= wanted.count else { return nil }
    var index = all.startIndex
    while index < all.endIndex {
      if all[index...].starts(with: wanted) { return index }
      index = all.index(after: index)
    }
    return nil
  }
}
