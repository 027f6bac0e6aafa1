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
        let entries = namedEntries(of: field.value, "layer", example: "main: {opacity: 1 -> 0}")
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
    let target = target(name)
    var layer = LayerInstruction(name: name, target: target ?? .track(0))
    for field in fields(of: node, KeyTable.layer) {
      guard let property = Property.named(field.name) else { continue }
      if case .overlay = target, !property.stage.isSeen {
        report(
          Diagnostic(
            code: .badValue, message: "the overlay \(quoted(name.value)) has no sound",
            span: field.key.span, hint: "name a track or a clip"))
      }
      layer.properties[property] = animated(field.value, ValueReader(property))
    }
    return target == nil ? nil : layer
  }

  /// Takes note of everything in `project` that instructions may name.
  mutating func nameLayers(of project: Project) {
    layerTargets = [:]
    func note(_ name: String, _ target: LayerTarget, _ span: Span) {
      layerTargets[name, default: []].append(Located(target, at: span))
    }
    for (index, track) in project.tracks.enumerated() {
      note(track.name.value, .track(index), track.name.span)
      for (item, content) in track.items.enumerated() {
        guard case .clip(let clip) = content else { continue }
        note(clip.name, .clip(track: index, item: item), clip.nameSpan)
      }
    }
    for (index, overlay) in project.overlays.enumerated() {
      note(overlay.name.value, .overlay(index), overlay.name.span)
    }
  }

  /// The layer called `name`; none and several are reported.
  ///
  /// A track goes before clips and overlays with its name: `music: music.ogg` names both.
  private mutating func target(_ name: Located<String>) -> LayerTarget? {
    let found = layerTargets[name.value] ?? []
    let track = found.first { if case .track = $0.value { true } else { false } }
    if let track { return track.value }
    if found.count == 1 { return found[0].value }
    guard let first = found.first else {
      let names = isListening ? layerTargets.keys.filter { !$0.isEmpty }.sorted() : []
      report(
        .unknownName(
          name.value, "layer", at: name.span, among: names,
          hint: names.isEmpty || names.count > 12
            ? nil : "layers: " + names.joined(separator: ", ")))
      return nil
    }
    report(
      Diagnostic(
        code: .ambiguousName, message: "several layers are called \(quoted(name.value))",
        span: name.span,
        notes: [first, found[1]].map { Diagnostic.Note(message: "one is here", span: $0.span) },
        hint: "give one of them a name of its own with `id`"))
    return nil
  }

  // MARK: Overlays

  /// Reads overlays, and behind each group its members, into `list`.
  mutating func overlays(_ node: YAMLNode, in group: Int?, of list: inout [Overlay]) {
    let entries = namedEntries(of: node, "overlay", example: "title: {text: Two days in Rome}")
    for (name, value) in entries {
      guard var overlay = self.overlay(name, value) else { continue }
      overlay.group = group
      list.append(overlay)
      guard case .group = overlay.content, let members = value["group"] else { continue }
      if members.kind == .mapping, members.count == 0 {
        report(
          Diagnostic(
            code: .missingKey, message: "the group \(quoted(name.value)) is empty", span: name.span,
            hint: "write group: {title: {text: Two days in Rome}}"))
      }
      overlays(members, in: list.count - 1, of: &list)
    }
  }

  private mutating func overlay(_ name: Located<String>, _ node: YAMLNode) -> Overlay? {
    let fields = fields(of: node, KeyTable.overlay, owner: name.span)
    guard node.kind == .mapping else { return nil }
    guard let kind = fields.first(where: { Self.overlayKinds.contains($0.name) }) else {
      // Where it is something that is not done yet, that was said.
      let others = Self.overlayKinds + ["subtitles", "captions"]
      if !node.entries.contains(where: { others.contains($0.key.text ?? "") }) {
        report(
          Diagnostic(
            code: .missingKey,
            message: "the overlay \(quoted(name.value)) needs 'image', 'text' or 'group'",
            span: name.span, hint: "write image: media/logo.svg or text: Two days in Rome"))
      }
      return nil
    }
    var overlay = Overlay(
      name: name, content: .group, during: nil, layer: LayerSettings(), span: node.span)
    var look = textDefaults
    for field in fields {
      switch field.name {
      case "during": overlay.during = range(field.value)
      case "image", "text", "group": break
      default:
        if field.name == "size", kind.name != "image" {
          report(
            .exclusiveKeys(
              kind.name, "size", at: field.key.span, firstSpan: kind.key.span,
              hint: kind.name == "text"
                ? "the size of a text is that of its font: font: {size: 64}"
                : "a group has the size of the canvas; scale: 50% makes it smaller"))
        }
        if layerKey(field, of: &overlay.layer) { break }
        textKey(field, of: &look)
        if kind.name != "text" {
          report(
            .exclusiveKeys(
              kind.name, field.name, at: field.key.span, firstSpan: kind.key.span,
              hint: "'\(field.name)' is for texts"))
        }
      }
    }
    anchor(of: &overlay.layer, from: fields)
    guard let content = content(kind, look: look) else { return nil }
    overlay.content = content
    return overlay
  }

  /// The keys that say what an overlay is.
  private static let overlayKinds = ["image", "text", "group"]

  private mutating func content(_ field: Field, look: TextLook) -> Overlay.Content? {
    if field.name == "image" { return media(field.value).map { .image($0) } }
    if field.name == "group" { return .group }
    guard
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
