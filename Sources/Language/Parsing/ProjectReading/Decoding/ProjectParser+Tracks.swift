// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

extension ProjectParser {
  mutating func tracks(_ node: YAMLNode, key: Span) -> [Track] {
    let entries = namedEntries(
      of: node, "track", example: "main: [media/beach.mov]", wanting: ["clips"] + Self.itemKinds)
    if node.kind == .mapping, node.count == 0 {
      report(.emptyTrack, "a project needs a track", at: key, hint: "write main: [media/beach.mov]")
    }
    var tracks: [Track] = []
    for (name, value) in entries {
      let track = track(name, value, index: tracks.count)
      if trackIndices.updateValue(tracks.count, forKey: name.value) == nil { tracks.append(track) }
    }
    return tracks
  }

  private mutating func track(
    _ name: Located<String>, _ node: YAMLNode, index: Int
  ) -> Track {
    var track = Track(name: name, kind: nil, items: [])
    guard node.kind == .mapping else {
      track.items = items(node, of: name, index: index)
      return track
    }
    if let key = firstItemKey(of: node) {
      reportMissingDash(key, in: node)
      // The keys are those of one item: its own mistakes are reported, too.
      if let item = item(node, as: .clip(track: index, item: 0)) { track.items = [item] }
      return track
    }
    var draft = KeyTable.TrackDraft(track, index, look: textDefaults)
    let fields = read(node, KeyTable.track, into: &draft, owner: name.span) { entry in
      guard let key = entry.key.text, Self.trackSpeedKeys.contains(key) else { return nil }
      let value = entry.value.text?.prefix(20) ?? "2"
      return "write instructions: [{layers: {\(name.value): {\(key): \(value)}}}]"
    }
    checkPlace(fields)
    draft.track.layer = draft.draft.layer
    return draft.track
  }

  /// The key with which `node` says that it is an item of a track; nil where it is a track.
  private func firstItemKey(of node: YAMLNode) -> YAMLNode? {
    guard node["clips"] == nil else { return nil }
    return node.entries.first { Self.itemKinds.contains($0.key.text ?? "") }?.key
  }

  private mutating func reportMissingDash(_ key: YAMLNode, in node: YAMLNode) {
    // In braces a mapping begins before its first key.
    report(
      .missingDash(
        key.text ?? "", inBraces: node.span.start < firstPlace(in: node).start, at: key.span))
  }

  mutating func items(
    _ node: YAMLNode, of track: Located<String>, index: Int
  ) -> [TrackItem] {
    let first = LayerTarget.clip(track: index, item: 0)
    switch node.kind {
    case .scalar:
      // Lines without dashes are one text, whose place is longer than what is read from it.
      if let text = node.text, !node.isQuoted, node.span.count > text.utf8.count {
        report(
          .missingDash, "expected a list, found several lines: '- ' is missing before each",
          at: node.span, hint: "write '- ' before each clip")
        return []
      }
      return item(node, as: first).map { [$0] } ?? []
    case .sequence: break
    case .mapping where firstItemKey(of: node) != nil:
      if let key = firstItemKey(of: node) { reportMissingDash(key, in: node) }
      return item(node, as: first).map { [$0] } ?? []
    case .mapping, .null:
      wrongKind(node, "a list of clips", hint: "write - clip: beach")
      return []
    }
    if node.count == 0, !emptied.contains(node.span) {
      report(
        .emptyTrack, "the track \(quoted(track.value)) is empty", at: track.span,
        hint: "add a clip, or remove the track")
    }
    var items: [TrackItem] = []
    items.reserveCapacity(node.count)
    for child in node.items {
      // An item that cannot be read keeps its place, so that its neighbours are judged rightly.
      let unread = MediaReference(text: "", span: child.span, asset: nil)
      let target = LayerTarget.clip(track: index, item: items.count)
      items.append(
        item(child, as: target) ?? .clip(newClip(.clip(unread), at: child.span)))
    }
    return items
  }

  /// - Parameter target: The item as a target of instructions.
  private mutating func item(_ node: YAMLNode, as target: LayerTarget) -> TrackItem? {
    switch node.kind {
    case .scalar:
      guard let source = media(node) else { return nil }
      return .clip(newClip(.clip(source), at: node.span))
    case .sequence, .null:
      return refused(
        node, "a clip, a transition, a gap or a freeze", hint: "write - media/beach.mov")
    case .mapping: break
    }
    var kinds: [(name: String, span: Span)] = []
    for entry in node.entries {
      guard let name = entry.key.text, Self.itemKinds.contains(name) else { continue }
      kinds.append((name, entry.key.span))
    }
    if kinds.count > 1 {
      let contents = ContentKind.asked(by: kinds, \.name)
      kinds.removeAll { kind in
        ContentKind(key: kind.name) != nil && !contents.contains { $0.0.key == kind.name }
      }
    }
    if kinds.count > 1 {
      let apart = "each is a separate item: write '- ' before '\(kinds[1].name)'"
      let areSeen = kinds.allSatisfy { ContentKind(key: $0.name) != nil }
      report(
        .exclusiveKeys(
          kinds[0].name, kinds[1].name, at: kinds[1].span, firstSpan: kinds[0].span,
          hint: areSeen ? apart + "; what is seen together is a group, or has overlays" : apart))
      return nil
    }
    switch kinds.first?.name {
    case "transition": return transition(node).map { .transition($0) }
    case "gap": return gap(node).map { .gap($0) }
    case "freeze": return freeze(node, as: target).map { .freeze($0) }
    case let name?:
      guard let kind = ContentKind(key: name) else { return nil }
      return clip(node, kind, as: target).map { .clip($0) }
    case nil:
      // A misspelt 'transition' is no unknown key of a clip.
      reportUnknownItem(node)
      return nil
    }
  }

  /// The keys that say what an item is.
  private static let itemKinds = ContentKind.items.map(\.key) + ["transition", "gap", "freeze"]

  /// Words of other tools for items, and what to write instead.
  private static let meanings: [(words: [String], snippet: String)] = [
    (
      ["file", "src", "source", "path", "media", "video", "photo", "sound", "asset", "url"],
      "clip: media/beach.mov"
    ),
    (["color", "colour", "solid", "background"], "fill: red"),
    (
      ["component", "composition", "comp", "film", "project", "include", "import", "template"],
      "clip: intro.reel.yaml"
    ),
    (["crossfade", "dissolve", "fade", "xfade", "wipe", "mix"], "transition: crossfade"),
    (
      ["between"],
      "transition: crossfade, or between: {transition: crossfade} beside the track's 'clips'"
    ),
    (["hold", "still-frame", "freeze-frame", "pause"], "freeze: 2s"),
  ]

  private mutating func reportUnknownItem(_ node: YAMLNode) {
    let kinds = Self.itemKinds
    var isExplained = false
    var isRest = node.count > 0
    for entry in node.entries {
      let name = entry.key.text ?? ""
      if let key = KeyTable.clip.shape.key(name) {
        if !key.isSupported {
          isExplained = true
          report(
            key.refusal.map { hint in
              .misplacedKey(name, in: KeyTable.clip.shape, at: entry.key.span, hint: hint)
            } ?? .notSupportedYet(name, at: entry.key.span))
        }
        continue
      }
      if KeyTable.transition.shape.key(name) == nil { isRest = false }
      let hint = Self.meanings.first { $0.words.contains(name.lowercased()) }
        .map { "write \($0.snippet)" }
      if let hint = hint ?? nearest(name, in: kinds).map({ "did you mean '\($0)'?" }) {
        isExplained = true
        report(
          .unknownKey, "unknown key \(quoted(name)) in a track", at: entry.key.span, hint: hint)
      }
    }
    guard !isExplained else { return }
    report(
      .missingKey,
      "an item of a track needs "
        + ContentKind.list(ContentKind.items, and: ["transition", "gap", "freeze"]),
      at: firstPlace(in: node),
      hint: isRest
        ? "if this belongs to the item above, remove its '- '"
        : "write clip: media/beach.mov")
  }

  // MARK: Clips

  private func newClip(_ content: LayerContent, at span: Span) -> Clip {
    guard case .clip = content else {
      return Clip(content: content, layer: LayerSettings(), span: span)
    }
    return Clip(
      content: content, playback: clipDefaults.playback, layer: clipDefaults.layer, span: span)
  }

  /// The hint for a parameter of a nested project that is written beside it.
  private static func parameterHint(_ entry: YAMLEntry) -> String? {
    guard let name = entry.key.text, let value = entry.value.text,
      nearest(name, in: KeyTable.clip.shape.keys.map(\.name)) == nil
    else { return nil }
    return "write with: {\(name): \(value.prefix(20))} if it is a parameter of the film"
  }

  private mutating func clip(
    _ node: YAMLNode, _ kind: ContentKind, as target: LayerTarget
  ) -> Clip? {
    let plays = node["clip"]?.text.map(isProject) ?? false
    let object = KeyTable.item(kind)
    let fields = fields(of: node, object.shape) { entry in
      plays ? Self.parameterHint(entry) : nil
    }
    var draft = LayerDraft(kind, of: target, look: textDefaults)
    if kind == .clip {
      (draft.playback, draft.layer) = (clipDefaults.playback, clipDefaults.layer)
    }
    draft.fields = fields
    object.read(fields, &self, into: &draft)
    checkPan(fields, of: &draft.layer)
    checkSpeed(fields)
    checkPlace(fields)
    guard let content = draft.content else { return nil }
    var clip = Clip(
      content: content, id: draft.id, playback: draft.playback, at: draft.at, until: draft.until,
      layer: draft.layer, span: node.span)
    clip.captions = draft.captions
    return clip
  }
}
