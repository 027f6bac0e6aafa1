// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The text of a project, looked into for the lines that say something.
///
/// It knows nothing of the language but the names of its sections: whatever key is written at a
/// clip or overlay, now or in later versions, can be told by its name and as it was written.
struct ProjectText {
  private let root: YAMLNode?

  /// A scalar somewhere below a node.
  struct Entry: Hashable {
    /// The keys that lead to it, such as `font.size`.
    var path: String
    /// What is written; a text of several lines as one.
    var text: String
    /// Where.
    var span: Span
  }

  init(_ text: [UInt8]) {
    var sink = DiagnosticSink()
    root = parseYAML(FileID(index: 0), text: text, reporting: &sink).root
  }

  /// What is written at the place of a clip or an overlay; a clip that is only named is its `clip`.
  func entries(at span: Span?) -> [Entry] {
    guard let span, let node = root.flatMap({ ProjectText.node(at: span, in: $0) }) else {
      return []
    }
    return ProjectText.entries(of: node, "", bare: "clip")
  }

  /// What is written under top-level keys, such as `canvas`, or `assets` and `beach`; what is only
  /// a path is its `file`.
  func entries(under keys: [String]) -> [Entry] {
    var node = root
    for key in keys { node = node?[key] }
    return node.map { ProjectText.entries(of: $0, "", bare: "file") } ?? []
  }

  /// What is written at the transition that stands before the item at `span`.
  func transition(into span: Span?) -> [Entry] {
    guard let (items, index) = items(around: span), index > 0,
      items[index - 1]["transition"] != nil
    else { return [] }
    return ProjectText.entries(of: items[index - 1], "", bare: "transition")
  }

  /// The place of the item that a transition after the one at `span` goes into.
  func itemAfterTransition(after span: Span?) -> Span? {
    guard let (items, index) = items(around: span), index + 2 < items.count,
      items[index + 1]["transition"] != nil
    else { return nil }
    return items[index + 2].span
  }

  /// The items of the track in which the one at `span` stands, and its index.
  private func items(around span: Span?) -> ([YAMLNode], Int)? {
    guard let span, let tracks = root?["tracks"] else { return nil }
    for track in tracks.entries {
      let items = Array((track.value["clips"] ?? track.value).items)
      if let index = items.firstIndex(where: { $0.span == span }) { return (items, index) }
    }
    return nil
  }

  private static func node(at span: Span, in node: YAMLNode) -> YAMLNode? {
    if node.span == span { return node }
    guard node.span.start <= span.start, span.end <= node.span.end else { return nil }
    for item in node.items {
      if let found = self.node(at: span, in: item) { return found }
    }
    for entry in node.entries {
      if let found = self.node(at: span, in: entry.value) { return found }
    }
    return nil
  }

  private static func entries(of node: YAMLNode, _ path: String, bare: String) -> [Entry] {
    var found: [Entry] = []
    collect(node, path, bare: bare, &found)
    return found
  }

  private static func collect(
    _ node: YAMLNode, _ path: String, bare: String, _ found: inout [Entry]
  ) {
    // Enough for any one thing; and aliases can make a small text endless.
    guard found.count < 256, path.utf8.count < 256 else { return }
    switch node.kind {
    case .scalar, .null:
      found.append(
        Entry(path: path.isEmpty ? bare : path, text: node.text ?? "", span: node.span))
    case .sequence where node.count > 0 && node.items.allSatisfy { $0.kind == .scalar }:
      let text = "[" + node.items.map { $0.text ?? "" }.joined(separator: ", ") + "]"
      found.append(Entry(path: path.isEmpty ? bare : path, text: text, span: node.span))
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
