// SPDX-License-Identifier: Apache-2.0

import Catalog

/// A subject of the reference.
///
/// `reel help NAME` prints its text, and its page in `docs/reference` has the same text.
struct Topic: Hashable, Sendable {
  /// The name, such as `clip.speed`, `cube` or `missing-handles`.
  var name: String
  /// The noun for things of its kind, such as `key` or `diagnostic`.
  var kind: String
  /// The text, in Markdown.
  var text: String
  /// True if its page has it as an item of a list; else under a heading of its own.
  var isItem = false

  /// The part of the name that stands in a project: that of a key is without its object.
  var word: String {
    kind == Topic.key ? name.split(separator: ".").last.map { String($0) } ?? name : name
  }

  /// The kind of keys, whose names are `OBJECT.KEY`.
  static let key = "key"
}

extension Topic {
  /// The topics called `name` on any page, for `reel help`: a key is named with its object, or alone
  /// for those of all objects.
  static func named(_ name: String) -> [Topic] {
    let all = ReferencePage.allCases.flatMap(\.topics)
    let exact = all.filter { $0.name == name }
    return exact + all.filter { $0.word == name && !exact.contains($0) }
  }

  /// All names that `named` finds, in the order of the pages.
  static var names: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for topic in ReferencePage.allCases.flatMap(\.topics) {
      for name in [topic.name, topic.word] where seen.insert(name).inserted { names.append(name) }
    }
    return names
  }

  /// The text of `topics` for a terminal of `columns`, each below its name; keys that are the same in
  /// several objects together.
  static func plainText(of topics: [Topic], columns: Int) -> String {
    var groups: [(names: [String], kind: String, text: String)] = []
    for topic in topics {
      if let index = groups.firstIndex(where: { $0.kind == topic.kind && $0.text == topic.text }) {
        groups[index].names.append(topic.name)
      } else {
        groups.append(([topic.name], topic.kind, topic.text))
      }
    }
    return groups.map { group in
      let heading = heading(group.names, group.kind)
      return [heading, group.text].map { MarkdownText($0).plain(columns: columns) }
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// `cube (transition)`, or `speed (key of clip and overlay)`.
  private static func heading(_ names: [String], _ kind: String) -> String {
    guard kind == Topic.key else { return "\(names.listed("and")) (\(kind))" }
    let parts = names.map { $0.split(separator: ".", maxSplits: 1).map { String($0) } }
    return "\(parts[0][1]) (key of \(parts.map { $0[0] }.listed("and")))"
  }
}
