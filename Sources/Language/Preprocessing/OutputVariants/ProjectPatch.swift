// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
import Parsing
package import ProjectModel
package import YAML

extension OutputVariant {
  /// The project as these outputs have it: its tree with their canvas and their changes, at the places where those are
  /// written.
  ///
  /// - Parameters:
  ///   - project: The project that `tree` was read as.
  ///   - size: The size of its canvas, where the variant needs it.
  ///   - leftOut: Gets the texts in what they leave out.
  package func tree(
    of tree: YAMLTree, _ project: ProjectDocument, size: PixelSize?,
    leavingOut leftOut: inout Set<String>,
    reporting sink: inout DiagnosticSink
  ) -> YAMLTree {
    guard let root = tree.root else { return tree }
    var patch = ProjectPatch(like: tree, sink: sink)
    if let change { patch.find(change, in: project) }
    let result = patch.project(root, canvas: canvas, size: size)
    leftOut.formUnion(patch.leftOut)
    sink = patch.finish()
    return result
  }
}

/// A copy of a tree with other keys of named things.
private struct ProjectPatch: ~Copyable {
  /// A change of a named thing.
  private struct Change {
    var name: String
    var keys: YAMLNode
  }

  private var composer: YAMLComposer
  private var sink: DiagnosticSink
  private var tracks: [String: Change] = [:]
  private var layers: [Span: Change] = [:]
  /// The texts in what is left out.
  private(set) var leftOut: Set<String> = []

  init(like tree: YAMLTree, sink: consuming DiagnosticSink) {
    composer = YAMLComposer(like: tree)
    self.sink = sink
  }

  consuming func finish() -> DiagnosticSink { sink }

  /// Finds the things of `project` that `change` names.
  mutating func find(_ change: YAMLNode, in project: ProjectDocument) {
    let things = NamedThings(project)
    for entry in change.entries where entry.value.kind == .mapping {
      let name = Located(entry.key.text ?? "", at: entry.key.span)
      if things.isLeftOut(name.value) {
        reportReturn(of: name, entry.value)
        continue
      }
      guard let thing = things.thing(name, reporting: &sink) else { continue }
      let change = Change(name: name.value, keys: entry.value)
      if entry.value.count == 0 { report("nothing is changed of '\(name.value)'", at: name.span) }
      switch thing {
      case .track(let name): tracks[name] = change
      case .layer(let span): layers[span] = change
      }
    }
  }

  /// Reports a change that wants something to be there which the project leaves out.
  private mutating func reportReturn(of name: Located<String>, _ keys: YAMLNode) {
    guard let condition = keys[KeyTable.when.name], FlagWord.value(of: condition.text) == true
    else {
      return
    }
    sink.report(
      Diagnostic(
        code: .unknownName, message: "\(quoted(name.value)) is left out by its own 'when'",
        span: condition.span,
        hint: "let the project have it, and write when: false under 'change' of the other outputs"))
  }

  /// Takes the texts of `node`, which is called `name`, as those of something left out.
  private mutating func leaveOut(_ node: YAMLNode, named name: String) {
    leftOut.insert(name)
    if let text = node.text { leftOut.insert(text) }
    for item in node.items { leaveOut(item, named: name) }
    for entry in node.entries { leaveOut(entry.value, named: entry.key.text ?? "") }
  }

  private mutating func report(_ message: String, at span: Span) {
    sink.report(
      Diagnostic(
        code: .warning("idle-setting"), message: message, span: span, hint: "remove it"))
  }

  // MARK: The tree

  mutating func project(_ root: YAMLNode, canvas: YAMLNode?, size: PixelSize?) -> YAMLTree {
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    var hasCanvas = false
    for entry in root.entries {
      let value: YAMLComposer.NodeID
      switch entry.key.text {
      case "canvas":
        hasCanvas = true
        value =
          canvas.map { self.canvas(entry.value, $0, size) } ?? composer.graft(entry.value)
      case "tracks": value = named(entry.value) { $0.track($1, named: $2) }
      case "overlays": value = named(entry.value) { patch, node, _ in patch.overlay(node) }
      default: value = composer.graft(entry.value)
      }
      entries.append((composer.graft(entry.key), value))
    }
    if !hasCanvas, let canvas {
      let key = composer.scalar("canvas", isQuoted: false, at: canvas, expansion: 0)
      entries.append((key, self.canvas(nil, canvas, size)))
    }
    let part = composer.mapping(of: entries, at: root, expansion: 0)
    return composer.tree(root: part)
  }

  /// The canvas of the project, nil for none, with what an output says of its own.
  private mutating func canvas(
    _ own: YAMLNode?, _ other: YAMLNode, _ size: PixelSize?
  ) -> YAMLComposer.NodeID {
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    let names = other.kind == .mapping ? other.entries.compactMap(\.key.text) : ["size"]
    if let own {
      for entry in own.entries where !names.contains(entry.key.text ?? "") {
        entries.append((composer.graft(entry.key), composer.graft(entry.value)))
      }
    }
    guard other.kind == .mapping else {
      let key = composer.scalar("size", isQuoted: false, at: other, expansion: 0)
      entries.append((key, self.size(other, size)))
      return composer.mapping(of: entries, at: other, expansion: 0)
    }
    for entry in other.entries {
      let value =
        entry.key.text == "size" ? self.size(entry.value, size) : composer.graft(entry.value)
      entries.append((composer.graft(entry.key), value))
    }
    return composer.mapping(of: entries, at: other, expansion: 0)
  }

  /// A size in pixels, of a ratio the one with the shorter side of `size`.
  private mutating func size(_ node: YAMLNode, _ size: PixelSize?) -> YAMLComposer.NodeID {
    guard let ratio = node.text.flatMap({ AspectRatio($0) }), let size else {
      return composer.graft(node)
    }
    guard let own = ratio.size(like: size) else {
      sink.report(
        Diagnostic(
          code: .outOfRange,
          message: "a canvas of \(quoted(node.text ?? "")) beside one of \(size) is too large",
          span: node.span, hint: "write its size in pixels, up to 8192x8192"))
      return composer.null(at: node, isUnreadable: true, expansion: 0)
    }
    return composer.scalar("\(own)", isQuoted: false, at: node, expansion: 0)
  }

  /// A mapping of names, of which `make` makes the values, nil for none.
  private mutating func named(
    _ node: YAMLNode,
    _ make: (inout ProjectPatch, YAMLNode, _ name: String) -> YAMLComposer.NodeID?
  ) -> YAMLComposer.NodeID {
    guard node.kind == .mapping else { return composer.graft(node) }
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    for entry in node.entries {
      guard let value = make(&self, entry.value, entry.key.text ?? "") else { continue }
      entries.append((composer.graft(entry.key), value))
    }
    return composer.mapping(of: entries, at: node, expansion: 0)
  }

  /// A track: a file, a list of items, or a mapping with one under `clips`.
  private mutating func track(_ node: YAMLNode, named name: String) -> YAMLComposer.NodeID? {
    let change = tracks[name]
    if let change, !isWanted(change, node) { return nil }
    guard node.kind == .mapping, node["clips"] != nil else {
      let items = self.items(node)
      guard let change else { return items }
      let key = composer.scalar("clips", isQuoted: false, at: node, expansion: 0)
      let added = self.added(change, KeyTable.track.shape)
      return composer.mapping(of: [(key, items)] + added, at: node, expansion: 0)
    }
    return changed(node, by: change, KeyTable.track.shape, special: "clips") { $0.items($1) }
  }

  private mutating func items(_ node: YAMLNode) -> YAMLComposer.NodeID {
    switch node.kind {
    case .scalar where layers[node.span] != nil:
      return composer.sequence(of: [item(node)].compactMap(\.self), at: node, expansion: 0)
    case .sequence:
      var items: [(part: YAMLComposer.NodeID, kind: ItemKind)] = []
      var isLeftOut = false
      for child in node.items {
        guard let item = item(child) else {
          isLeftOut = true
          continue
        }
        let kind = ItemKind(child)
        // What is left out takes along a transition that had it on one side and now has no clip there.
        if isLeftOut {
          if kind == .transition, [nil, .transition, .gap].contains(items.last?.kind) { continue }
          if kind == .gap || kind == .placed, items.last?.kind == .transition { items.removeLast() }
        }
        items.append((item, kind))
        isLeftOut = false
      }
      if isLeftOut, items.last?.kind == .transition { items.removeLast() }
      return composer.sequence(of: items.map(\.part), at: node, expansion: 0)
    case .scalar, .mapping, .null: return composer.graft(node)
    }
  }

  private mutating func item(_ node: YAMLNode) -> YAMLComposer.NodeID? {
    let change = layers[node.span]
    if let change, !isWanted(change, node) { return nil }
    guard node.kind == .mapping else {
      guard let change else { return composer.graft(node) }
      let key = composer.scalar("clip", isQuoted: false, at: node, expansion: 0)
      let added = self.added(change, KeyTable.clip.shape)
      return composer.mapping(of: [(key, composer.graft(node))] + added, at: node, expansion: 0)
    }
    return changed(node, by: change, node.itemShape ?? KeyTable.clip.shape, special: "group") {
      $0.members($1)
    }
  }

  private mutating func overlay(_ node: YAMLNode) -> YAMLComposer.NodeID? {
    guard node.kind == .mapping else { return composer.graft(node) }
    let change = layers[node.span]
    if let change, !isWanted(change, node) { return nil }
    return changed(node, by: change, KeyTable.overlay.shape, special: "group") { $0.members($1) }
  }

  private mutating func members(_ node: YAMLNode) -> YAMLComposer.NodeID {
    named(node) { patch, node, _ in patch.overlay(node) }
  }

  // MARK: Things

  /// Returns false if the change leaves the thing `node` out.
  private mutating func isWanted(_ change: Change, _ node: YAMLNode) -> Bool {
    guard let condition = change.keys[KeyTable.when.name] else { return true }
    if let flag = FlagWord.value(of: condition.text) {
      if !flag { leaveOut(node, named: change.name) }
      return flag
    }
    sink.report(
      Diagnostic(
        code: .unknownValue,
        message: "\(quoted(condition.text ?? "this")) is neither true nor false",
        span: condition.span, hint: "write when: false to leave it out"))
    return true
  }

  /// The keys that a change adds to something that has none of them.
  private mutating func added(
    _ change: Change, _ shape: ObjectShape
  ) -> [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] {
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    for entry in change.keys.entries where entry.key.text != KeyTable.when.name {
      entries.append((composer.graft(entry.key), composer.graft(entry.value)))
    }
    return entries
  }

  /// The thing `node` with the keys of `change` in place of its own, and of those that cannot stand beside them.
  ///
  /// - Parameters:
  ///   - special: The key whose value holds other things.
  ///   - make: The transformation of that value.
  private mutating func changed(
    _ node: YAMLNode, by change: Change?, _ shape: ObjectShape, special: String,
    _ make: (inout ProjectPatch, YAMLNode) -> YAMLComposer.NodeID
  ) -> YAMLComposer.NodeID {
    let keys = change?.keys
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    var merged: Set<String> = []
    for entry in node.entries {
      let name = entry.key.text ?? ""
      guard let change, let other = keys?.entries.first(where: { $0.key.text == name }) else {
        if let rival = keys?.entries.first(where: { shape.excludes($0.key.text ?? "", name) }) {
          if let change { warnOfLoss(entry.key, by: rival.key, of: change.name) }
          continue
        }
        let value =
          name == special ? make(&self, entry.value) : composer.graft(entry.value)
        entries.append((composer.graft(entry.key), value))
        continue
      }
      merged.insert(name)
      let inner = shape.key(name)?.value.objects ?? []
      let isObject =
        name != special && inner.count == 1 && entry.value.kind == .mapping
        && other.value.kind == .mapping
      let isSame =
        isObject
        ? other.value.entries.allSatisfy {
          entry.value[$0.key.text ?? ""]?.content == $0.value.content
        }
        : other.value.content == entry.value.content
      if isSame {
        report(
          "'\(name)' of '\(change.name)' changes nothing: the project says the same",
          at: other.key.span)
      }
      let value =
        isObject ? self.merged(entry.value, other.value, inner[0]) : composer.graft(other.value)
      entries.append((composer.graft(other.key), value))
    }
    if let keys {
      for entry in keys.entries {
        let name = entry.key.text ?? ""
        if merged.contains(name) || name == KeyTable.when.name { continue }
        entries.append((composer.graft(entry.key), composer.graft(entry.value)))
      }
    }
    return composer.mapping(of: entries, at: node, expansion: 0)
  }

  /// Says that a key is left out that cannot stand beside one of a change, where these are no two ways to say one thing.
  private mutating func warnOfLoss(_ key: YAMLNode, by rival: YAMLNode, of name: String) {
    let (lost, kept) = (key.text ?? "", rival.text ?? "")
    guard [lost, kept].sorted() == ["crop", "focus"] else { return }
    sink.report(
      Diagnostic(
        code: .warning("replaced-key"),
        message:
          "'\(kept)' takes the place of the '\(lost)' of '\(name)', beside which it cannot stand",
        span: rival.span, notes: [Diagnostic.Note(message: "'\(lost)' is here", span: key.span)],
        hint: lost == "crop"
          ? "a 'crop' of the part that is to be seen says both"
          : "a 'crop' in the shape of the frame says where to look"))
  }

  /// An object of settings, key by key.
  private mutating func merged(
    _ own: YAMLNode, _ other: YAMLNode, _ shape: ObjectShape
  ) -> YAMLComposer.NodeID {
    let names = other.entries.compactMap(\.key.text)
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    for entry in own.entries {
      let name = entry.key.text ?? ""
      if names.contains(name) || names.contains(where: { shape.excludes($0, name) }) { continue }
      entries.append((composer.graft(entry.key), composer.graft(entry.value)))
    }
    for entry in other.entries {
      entries.append((composer.graft(entry.key), composer.graft(entry.value)))
    }
    return composer.mapping(of: entries, at: other, expansion: 0)
  }
}

extension ObjectShape {
  /// Returns true if `key` cannot stand beside `other`, another one.
  fileprivate func excludes(_ key: String, _ other: String) -> Bool {
    if key == other { return false }
    if exclusive.contains(where: { $0.contains(key) && $0.contains(other) }) { return true }
    let pan = KeyTable.panned.shape.name
    return key == pan && KeyTable.panExcludes.contains(other)
      || other == pan && KeyTable.panExcludes.contains(key)
  }
}

extension ValueShape {
  /// The objects that it may be; none where it may be a mapping of anything else.
  fileprivate var objects: [ObjectShape] {
    switch self {
    case .object(let object): [object]
    case .either(let shapes): shapes.flatMap(\.objects)
    default: []
    }
  }
}

/// The kind of an item of a track, for a transition beside it.
private enum ItemKind {
  case clip, gap, transition
  /// A clip at a time of its own, which follows nothing.
  case placed

  init(_ node: YAMLNode) {
    guard node.kind == .mapping else {
      self = .clip
      return
    }
    self =
      node["transition"] != nil
      ? .transition : node["gap"] != nil ? .gap : node["at"] != nil ? .placed : .clip
  }
}
