// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Planning
import YAML

/// The text of a project, looked into for the lines that say something.
///
/// It knows nothing of the language but the names of its sections: any key of a clip or overlay,
/// now or in later versions, can be reported by its name and as it was written.
struct ProjectText {
  private let root: YAMLNode?
  /// The items of each track.
  private let tracks: [[YAMLNode]]
  /// The default transition between the items of each track.
  private let between: [YAMLNode?]
  /// The place of an item in `tracks`.
  private let places: [Span: (track: Int, index: Int)]
  /// Every list and mapping below `tracks` and `overlays`.
  private let nodes: [Span: YAMLNode]
  /// The keys above everything there, and the `id` of items: names of tracks, groups and overlays are among them.
  private let owners: [Span: [String]]

  /// A scalar somewhere below a node.
  struct Entry: Hashable {
    /// The keys that lead to it, such as `font.size`.
    var path: String
    /// The text with parameters' values in place of their names; a text of several lines as one.
    var text: String
    /// The text as written.
    var written: String
    /// The place in the project.
    var span: Span
  }

  /// The values of the parameters by name.
  let parameters: [String: String]

  init(_ text: [UInt8], parameters: [PlannedParameter] = []) {
    self.parameters = Dictionary(parameters.map { ($0.name, $0.text) }) { first, _ in first }
    var sink = DiagnosticSink()
    root = parseYAML(FileID(index: 0), text: text, reporting: &sink).root
    // A track that is an alias has the items of another one, which are not visited again.
    var known: Set<Span> = []
    let written = (root?["tracks"]?.entries.map(\.value) ?? []).filter {
      known.insert(($0["clips"] ?? $0).span).inserted
    }
    // A single item is no list.
    tracks = written.map { track in
      let items = track["clips"] ?? track
      return items.kind == .sequence ? Array(items.items) : [items]
    }
    between = written.map { $0["between"] }
    var places: [Span: (track: Int, index: Int)] = [:]
    for (track, items) in tracks.enumerated() {
      for (index, item) in items.enumerated() where places[item.span] == nil {
        places[item.span] = (track, index)
      }
    }
    self.places = places
    var nodes: [Span: YAMLNode] = [:]
    var owners: [Span: [String]] = [:]
    for section in ["tracks", "overlays"] {
      if let node = root?[section] { ProjectText.collect(node, [], &nodes, &owners) }
    }
    self.nodes = nodes
    self.owners = owners
  }

  /// Adds `node`, which lies below the keys `above`, and those below it, each once: aliases can make a small text
  /// endless.
  private static func collect(
    _ node: YAMLNode, _ above: [String], _ nodes: inout [Span: YAMLNode],
    _ owners: inout [Span: [String]]
  ) {
    if owners[node.span] == nil { owners[node.span] = above }
    guard node.count > 0, nodes.updateValue(node, forKey: node.span) == nil else { return }
    for item in node.items { collect(item, above, &nodes, &owners) }
    let own = above + (node["id"]?.text.map { [$0] } ?? [])
    for entry in node.entries {
      collect(entry.value, own + [entry.key.text ?? ""], &nodes, &owners)
    }
  }

  /// The keys above the item at `span`, the names of its track and of groups among them.
  func owners(of span: Span?) -> [String] { span.flatMap { owners[$0] } ?? [] }

  /// Returns true if a group is at `span`.
  func isGroup(at span: Span?) -> Bool { span.flatMap { nodes[$0] }?["group"] != nil }

  /// The names of the layers that an instruction changes.
  func layers(ofInstruction index: Int) -> [String] {
    guard
      let instruction = root?["instructions"]?.items.dropFirst(index).first(where: { _ in true })
    else { return [] }
    return instruction["layers"]?.entries.compactMap(\.key.text) ?? []
  }

  /// The lines of a clip or an overlay; a clip that is only named is its `clip`.
  func entries(at span: Span?) -> [Entry] {
    guard let span, let node = nodes[span] ?? places[span].map({ tracks[$0.track][$0.index] })
    else { return [] }
    return entries(of: node, "", bare: "clip")
  }

  /// The lines under top-level keys, such as `canvas`, or `assets` and `beach`; a bare path is its
  /// `file`.
  func entries(under keys: [String]) -> [Entry] {
    var node = root
    for key in keys { node = node?[key] }
    return node.map { entries(of: $0, "", bare: "file") } ?? []
  }

  /// The entries of the transition before the item at `span`.
  func transition(into span: Span?) -> [Entry] {
    guard let span, let place = places[span] else { return [] }
    let items = tracks[place.track]
    if place.index > 0, items[place.index - 1]["transition"] != nil {
      return entries(of: items[place.index - 1], "", bare: "transition")
    }
    // The members of a single pattern are neighbours.
    guard place.index > 0 || items.count == 1 else { return [] }
    return between[place.track].map { entries(of: $0, "", bare: "transition") } ?? []
  }

  /// The place of the item that a transition after the one at `span` goes into.
  func itemAfterTransition(after span: Span?) -> Span? {
    guard let (items, index) = items(around: span), index + 2 < items.count,
      items[index + 1]["transition"] != nil
    else { return nil }
    return items[index + 2].span
  }

  /// The items of the track that contains the one at `span`, and its index.
  private func items(around span: Span?) -> ([YAMLNode], Int)? {
    guard let span, let place = places[span] else { return nil }
    return (tracks[place.track], place.index)
  }

  private func entries(of node: YAMLNode, _ path: String, bare: String) -> [Entry] {
    var found: [Entry] = []
    collect(node, path, bare: bare, &found)
    return found
  }

  private func collect(
    _ node: YAMLNode, _ path: String, bare: String, _ found: inout [Entry]
  ) {
    // Enough for any one thing; and aliases can make a small text endless.
    guard found.count < 256, path.utf8.count < 256 else { return }
    switch node.kind {
    case .scalar, .null:
      found.append(entry(path.isEmpty ? bare : path, node.text ?? "", node))
    case .sequence where node.count > 0 && node.items.allSatisfy { $0.kind == .scalar }:
      let text = "[" + node.items.map { $0.text ?? "" }.joined(separator: ", ") + "]"
      found.append(entry(path.isEmpty ? bare : path, text, node))
    case .sequence:
      for (index, item) in node.items.enumerated() {
        collect(item, path.isEmpty ? "\(index + 1)" : "\(path)[\(index + 1)]", bare: bare, &found)
      }
    case .mapping:
      for entry in node.entries {
        let key = entry.key.text ?? ""
        collect(entry.value, path.isEmpty ? key : "\(path).\(key)", bare: bare, &found)
      }
    }
  }
}

extension ProjectText {
  private func entry(_ path: String, _ written: String, _ node: YAMLNode) -> Entry {
    Entry(path: path, text: valued(written), written: written, span: node.span)
  }

  /// The names that `text` has as `${name}`; of `${shot.file}` it is `shot`.
  func names(in text: String) -> [String] {
    text.split(separator: "${").dropFirst(text.hasPrefix("${") ? 0 : 1).map { part in
      String(part.prefix { $0 != "}" && $0 != "." })
    }
  }

  /// Returns true if `text` names a row of data, of which only the place is kept, not a parameter.
  func namesRow(in text: String) -> Bool {
    names(in: text).contains { parameters[$0] == nil }
  }

  /// `text` with the values of parameters in place of their names.
  private func valued(_ text: String) -> String {
    guard text.contains("${") else { return text }
    return Set(names(in: text)).sorted().reduce(text) { text, name in
      parameters[name].map { text.replacing("${\(name)}", with: $0) } ?? text
    }
  }
}

/// A line of the project that says something else than before.
struct Edit: Hashable {
  var path: String
  var new: ProjectText.Entry?
  var old: ProjectText.Entry?
}

extension ProjectText {
  /// The entries that differ, the new ones in their order, then those that are gone.
  static func edits(from old: [Entry], to new: [Entry]) -> [Edit] {
    var rest: [String: Entry] = [:]
    for entry in old { rest[entry.path] = entry }
    var edits: [Edit] = []
    for entry in new {
      let before = rest.removeValue(forKey: entry.path)
      if before?.text != entry.text {
        edits.append(Edit(path: entry.path, new: entry, old: before))
      }
    }
    for entry in old where rest[entry.path] != nil {
      edits.append(Edit(path: entry.path, new: nil, old: entry))
    }
    return edits
  }
}
