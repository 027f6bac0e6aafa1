// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

extension ProjectParser {
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
    var draft = KeyTable.InstructionDraft()
    let names = layerTargets
    let fields = read(node, KeyTable.instruction, into: &draft) { entry in
      guard let name = entry.key.text, names[name] != nil else { return nil }
      let first = entry.value.entries.first { _ in true }
      let change = first.map { "\($0.key.text ?? ""): \($0.value.text ?? "…")" }
      return "write layers: {\(name): {\(change ?? "opacity: 1 -> 0")}}"
    }
    let isReadable = node.entries.allSatisfy { entry in
      entry.key.text.flatMap { KeyTable.instruction.shape.key($0) } != nil
    }
    // Where a key is misspelt, it is probably the one that is missing.
    if !draft.isLimited, draft.changes || fields.isEmpty, isReadable, node.kind == .mapping {
      report(
        .missingKey(
          "during", in: KeyTable.instruction.shape,
          at: fields.first?.key.span ?? node.span.startPoint))
    }
    if let first = fields.first, fields.count == 1, first.name == "during", node.count == 1 {
      report(
        .missingKey, "an instruction needs 'layers', 'background' or 'effects'", at: first.key.span,
        hint: "write layers: {main: {opacity: 1 -> 0}}")
    }
    return draft.during.map {
      Instruction(
        during: $0, background: draft.background, effects: draft.effects, layers: draft.layers,
        span: node.span)
    }
  }

  /// Reads changes of layers by their names.
  mutating func layers(_ node: YAMLNode, of draft: inout KeyTable.InstructionDraft) {
    let entries = namedEntries(of: node, "layer", example: "main: {opacity: 1 -> 0}")
    for (name, value) in entries {
      draft.changes = draft.changes || !isTrackSpeed(value)
      // With other values it is there.
      if layerTargets[name.value] == nil, leftOut.contains(name.value) { continue }
      if let layer = layer(name, value, draft) { draft.layers.append(layer) }
    }
  }

  private mutating func layer(
    _ name: Located<String>, _ node: YAMLNode, _ instruction: KeyTable.InstructionDraft
  ) -> LayerInstruction? {
    let target = target(name)
    var draft = KeyTable.LayerChanges(
      layer: LayerInstruction(name: name, target: target ?? .track(0)), target: target,
      during: instruction.during)
    let fields = read(node, KeyTable.layer, into: &draft)
    let speeds = fields.filter { Self.trackSpeedKeys.contains($0.name) }
    play(draft.playback, name, target, speeds, isLimited: instruction.isLimited)
    for field in fields {
      if let noun = target.flatMap({ silentLayers[$0] }),
        Property.named(field.name)?.stage.isSeen == false
      {
        report(
          .badValue, "the \(noun) \(quoted(name.value)) has no sound", at: field.key.span,
          hint: "name a track or a clip")
      }
      if field.name == "position", let target, isPlacedOnCanvas(target) {
        warnOfFewPixels(place: field.value, in: "canvas")
      }
    }
    return target == nil ? nil : draft.layer
  }

  /// True where a place of few pixels is hardly one for `target`: a track, or an overlay on the canvas itself, unless its corner is placed.
  private func isPlacedOnCanvas(_ target: LayerTarget) -> Bool {
    switch target {
    case .track: true
    case .overlay(let index):
      overlays[index].group == nil && overlays[index].layer.anchor != .topLeft
    case .clip: false
    }
  }

  /// Takes note of everything in `project` that instructions may name.
  mutating func nameLayers(of project: ProjectDocument) {
    layerTargets = [:]
    func note(_ name: String, _ target: LayerTarget, _ span: Span) {
      layerTargets[name, default: []].append(Located(target, at: span))
    }
    for (index, track) in project.tracks.enumerated() {
      note(track.name.value, .track(index), track.name.span)
      for (item, content) in track.items.enumerated() {
        let target = LayerTarget.clip(track: index, item: item)
        switch content {
        case .clip(let clip):
          let kind = clip.content.kind
          if !kind.isHeard { silentLayers[target] = kind.key }
        case .freeze: silentLayers[target] = "freeze"
        case .transition, .gap: continue
        }
        if let name = content.givenName { note(name.value, target, name.span) }
      }
    }
    for (index, overlay) in project.overlays.enumerated() where !overlay.isNameless {
      if !overlay.content.kind.isHeard { silentLayers[.overlay(index)] = "overlay" }
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
    let hasItem = found.contains { if case .clip = $0.value { true } else { false } }
    return refused(
      .ambiguousName, "several layers are named \(quoted(name.value))", at: name.span,
      notes: [first, found[1]].map { Diagnostic.Note(message: "one is here", span: $0.span) },
      hint: "give one of them another name" + (hasItem ? ": items of tracks have an `id`" : ""))
  }
}
