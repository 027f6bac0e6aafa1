// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// The contents of layers: clips of tracks, overlays and members of groups alike.
extension ProjectParser {
  /// The content of a layer whose keys are `fields`; nil where it cannot be read, which is reported.
  ///
  /// Animated values of it are added to `values`, the properties of the layer.
  mutating func content(
    _ kind: ContentKind, of fields: [Field], _ values: inout LayerValues
  ) -> LayerContent? {
    // The look is read whatever becomes of the text, so that its own mistakes are reported, too.
    var look = textDefaults
    if kind.isText {
      for field in fields { textKey(field, of: &look) }
      if kind != .counter { checkLines(of: &look, at: fields) }
    }
    guard let value = fields.first(where: { $0.name == kind.key })?.value else { return nil }
    switch kind {
    case .clip:
      let values = fields.first { $0.name == "with" }.flatMap { filmValues($0.value) }
      let streams = fields.first { $0.name == "streams" }.flatMap { self.streams($0.value) }
      let rotation = fields.first { $0.name == "rotate" }.flatMap { self.rotation($0.value) }
      return media(value).map { reference in
        var reference = reference
        reference.values = values
        reference.streams = streams
        reference.rotation = rotation
        return .clip(reference)
      }
    case .image: return media(value).map { .image($0) }
    case .text: return content(value, look)
    case .graphic(let style): return graphic(style, value, fields, &values).map { .graphic($0) }
    case .group: return .group
    case .counter: return counter(value, look)
    case .subtitles, .words:
      var look = look
      look.writing = .horizontal
      return kind == .words ? words(value, look, fields) : subtitles(value, look, fields)
    case .particles:
      return particles(value).map {
        .graphic(GraphicContent(.particles, .particles($0), fill: nil))
      }
    }
  }

  // MARK: Overlays and members of groups

  /// Reads overlays, and behind each group its members.
  mutating func overlays(_ node: YAMLNode, in group: LayerTarget?) {
    let entries = namedEntries(
      of: node, "overlay", example: "title: {text: Two days in Rome}",
      wanting: ContentKind.all.map(\.key))
    for (name, value) in entries {
      guard var overlay = self.overlay(name, value) else { continue }
      overlay.group = group
      overlays.append(overlay)
      let target = LayerTarget.overlay(overlays.count - 1)
      mask(value["mask"], of: target, name)
      guard case .group = overlay.content, let members = value["group"] else { continue }
      self.members(
        members, of: target, named: quoted(name.value), isSized: value["size"] != nil,
        at: name.span)
    }
  }

  /// Reads the members of `group`, which messages call `name`; `isSized` where its canvas is its own.
  mutating func members(
    _ node: YAMLNode, of group: LayerTarget, named name: String, isSized: Bool, at span: Span
  ) {
    let around = isInSizedGroup
    isInSizedGroup = around || isSized
    defer { isInSizedGroup = around }
    if node.kind == .mapping, node.count == 0 {
      report(
        .missingKey, "the group \(name) is empty", at: span,
        hint: "write group: {title: {text: Two days in Rome}}")
    }
    overlays(node, in: group)
  }

  /// - Parameter shape: The keys that it may have.
  mutating func overlay(
    _ name: Located<String>, _ node: YAMLNode, _ shape: ObjectShape = KeyTable.overlay
  ) -> Overlay? {
    let fields = fields(of: node, shape, owner: name.span)
    guard node.kind == .mapping else { return nil }
    guard let (kind, first) = ContentKind.asked(by: fields, \.name).first else {
      // Where it is something that is not done yet, or has another name here, that was said.
      let others = ContentKind.all.map(\.key)
      let isExplained = node.entries.contains { entry in
        let key = entry.key.text ?? ""
        let snippet = shape.synonym(of: key)?.snippet ?? ""
        return others.contains(key) || others.contains { snippet.hasPrefix($0 + ":") }
      }
      if !isExplained {
        report(
          .missingKey,
          "the \(shape.name) \(quoted(name.value)) needs "
            + ContentKind.list(ContentKind.all), at: name.span,
          hint: "write image: media/logo.svg or text: Two days in Rome")
      }
      return nil
    }
    var overlay = Overlay(
      name: name, content: .group, during: nil, layer: LayerSettings(), span: node.span)
    if kind == .clip, shape.name == KeyTable.overlay.name {
      (overlay.playback, overlay.layer) = (clipDefaults.playback, clipDefaults.layer)
      overlay.layer.kenBurns = nil
    }
    for field in fields where !maskKey(field, of: &overlay, in: shape) {
      switch field.name {
      case "during": overlay.during = range(field.value)
      case "captions" where kind == .clip: overlay.captions = captionFile(field.value)
      case "captions":
        report(
          .exclusiveKeys(
            kind.key, "captions", at: field.key.span, firstSpan: first.key.span,
            hint: "'captions' are those of a clip"))
      case let name where !kind.isHeard && KeyTable.heardKeys.contains { $0.name == name }:
        report(
          .exclusiveKeys(
            kind.key, name, at: field.key.span, firstSpan: first.key.span,
            hint: "'\(name)' is for clips and groups"))
      case "loop" where kind == .image: break
      case "fit" where kind == .text || kind.isOfFile: break
      case "fit" where kind == .image: playbackKey(field, of: &overlay.playback)
      case let name where KeyTable.playback.contains { $0.name == name }:
        if kind == .clip {
          footageKey(field, of: &overlay.layer, &overlay.playback)
        } else {
          let hint =
            switch name {
            case "duration", "range":
              "an overlay says when it is shown: during: 1s..6s, in the film's time"
            case "loop": "'loop' is for clips and images"
            case "rotate": "write rotation: \(field.value.text.flatMap { Int($0) } ?? 90)deg"
            case "focus" where kind == .image:
              "write clip: \(first.value.text ?? "photo.jpg") in place of 'image'"
            default: "'\(name)' is for clips"
            }
          report(
            .exclusiveKeys(
              kind.key, name, at: field.key.span, firstSpan: first.key.span, hint: hint))
        }
      case let name where ContentKind(key: name) != nil: break
      case let name where KeyTable.parameters.contains { $0.name == name }:
        if kind.parameters.contains(where: { $0.name == name }) { break }
        report(
          .exclusiveKeys(
            kind.key, name, at: field.key.span, firstSpan: first.key.span,
            hint: name == "stroke" && kind.isText
              ? "write outline: {width: 2px, color: navy}" : "'\(name)' is for shapes"))
      default:
        if kind == .counter, KeyTable.lineKeys.contains(field.name) {
          report(
            .exclusiveKeys(
              kind.key, field.name, at: field.key.span, firstSpan: first.key.span,
              hint: "a counter has one line"))
        }
        if kind.isOfFile, field.name == "writing" {
          report(
            .exclusiveKeys(
              kind.key, field.name, at: field.key.span, firstSpan: first.key.span,
              hint: "subtitles are written in lines from side to side"))
        }
        if kind == .counter, field.name == "color", isGradient(field.value) {
          report(
            .badValue, "a counter has one colour", at: field.value.span,
            hint: "show a fill through it: {fill: {linear: [red, gold]}, mask: {counter: {to: 10}}}"
          )
        }
        if field.name == "size", kind.isText {
          report(
            .exclusiveKeys(
              kind.key, "size", at: field.key.span, firstSpan: first.key.span,
              hint: "set the size of its font: font: {size: 64}"))
        }
        if field.name == "effects", kind == .clip {
          effects(field, of: &overlay.layer, &overlay.playback)
          break
        }
        if layerKey(field, of: &overlay.layer) || kind.isText { break }
        // Its mistakes are reported beside the one that it is.
        var look = textDefaults
        textKey(field, of: &look)
        report(
          .exclusiveKeys(
            kind.key, field.name, at: field.key.span, firstSpan: first.key.span,
            hint: "'\(field.name)' is for texts, counters and subtitles"))
      }
    }
    if kind == .clip { checkSpeed(fields) }
    checkPan(fields, of: &overlay.layer)
    anchor(of: &overlay.layer, from: fields)
    drawnValues(of: kind, fields, &overlay.layer)
    if kind.isOfFile { checkSubtitles(fields, &overlay.layer) }
    guard let content = content(kind, of: fields, &overlay.layer.properties) else {
      return nil
    }
    overlay.content = content
    return overlay
  }
}
