// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// The contents of layers: clips of tracks, overlays and members of groups alike.
extension ProjectParser {
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

  /// - Parameter object: The keys that it may have.
  mutating func overlay(
    _ name: Located<String>, _ node: YAMLNode, _ object: ObjectKeys<LayerDraft> = KeyTable.overlay
  ) -> Overlay? {
    let shape = object.shape
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
          "the \(shape.name) \(quoted(name.value)) needs " + ContentKind.list(ContentKind.all),
          at: name.span, hint: "write image: media/logo.svg or text: Two days in Rome")
      }
      return nil
    }
    let isMask = shape.name == KeyTable.mask.shape.name
    var draft = LayerDraft(kind, of: nil, look: textDefaults)
    if kind == .clip, !isMask {
      (draft.playback, draft.layer) = (clipDefaults.playback, clipDefaults.layer)
      draft.layer.kenBurns = nil
    }
    draft.fields = fields
    let taken = fields.filter { takes($0, kind, first, isMask: isMask) }
    object.read(taken, &self, into: &draft)
    if kind == .clip { checkSpeed(fields) }
    checkPan(fields, of: &draft.layer)
    checkPlace(fields)
    if kind.isOfFile { checkSubtitles(fields, &draft.layer) }
    guard let content = draft.content else { return nil }
    var overlay = Overlay(
      name: name, content: content, during: draft.during, layer: draft.layer, span: node.span)
    overlay.playback = draft.playback
    overlay.captions = draft.captions
    overlay.mask = draft.mask
    return overlay
  }

  private static let playbackNames = Set(KeyTable.playback.map(\.shape.name))
  private static let heardNames = Set(KeyTable.heardKeys.map(\.shape.name))
  private static let parameterNames = Set(KeyTable.parameters.map(\.name))
  private static let textNames = Set(KeyTable.textKeys.map(\.shape.name)).subtracting(["fit"])

  /// Returns false if `field` is not for a layer of `kind`, which `first` asks for; reports that.
  private mutating func takes(
    _ field: Field, _ kind: ContentKind, _ first: Field, isMask: Bool
  ) -> Bool {
    let name = field.name
    func refuse(_ hint: String) {
      report(
        .exclusiveKeys(
          kind.key, name, at: field.key.span, firstSpan: first.key.span, hint: hint))
    }
    if isMask, name == "size", changes(field.value) { return true }
    if name == "captions", kind != .clip {
      refuse("'captions' are those of a clip")
      return false
    }
    if !kind.isHeard, Self.heardNames.contains(name) {
      refuse("'\(name)' is for clips and groups")
      return false
    }
    if name == "loop", kind == .image { return true }
    if name == "fit", kind == .image || kind == .text || kind.isOfFile { return true }
    if Self.playbackNames.contains(name), kind != .clip {
      switch name {
      case "duration", "range":
        refuse("an overlay says when it is shown: during: 1s..6s, in the film's time")
      case "loop": refuse("'loop' is for clips and images")
      case "rotate": refuse("write rotation: \(field.value.text.flatMap { Int($0) } ?? 90)deg")
      case "focus" where kind == .image:
        refuse("write clip: \(first.value.text ?? "photo.jpg") in place of 'image'")
      default: refuse("'\(name)' is for clips")
      }
      return false
    }
    if Self.parameterNames.contains(name), !kind.parameters.contains(where: { $0.name == name }) {
      refuse(
        name == "stroke" && kind.isText
          ? "write outline: {width: 2px, color: navy}" : "'\(name)' is for shapes")
      return false
    }
    if kind == .counter, KeyTable.lineKeys.contains(name) {
      refuse(
        name == "background"
          ? "lay a plate under it, before it among the overlays: plate: {fill: black@50%, size: [30%, 10%],"
            + " position: bottom}"
          : "a counter has one line")
    }
    if kind.isOfFile, name == "writing" {
      refuse("subtitles are written in lines from side to side")
    }
    if kind == .counter, name == "color", isGradient(field.value) {
      report(
        .badValue, "a counter has one colour", at: field.value.span,
        hint: "show a fill through it: {fill: {linear: [red, gold]}, mask: {counter: {to: 10}}}")
    }
    if kind.isText, name == "size" { refuse("set the size of its font: font: {size: 64}") }
    // Its mistakes are reported beside the one that it is.
    if !kind.isText, Self.textNames.contains(name) {
      refuse("'\(name)' is for texts, counters and subtitles")
    }
    return true
  }
}
