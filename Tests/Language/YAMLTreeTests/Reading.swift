// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAML

/// A text and the result of reading it.
struct Reading {
  let text: [UInt8]
  let tree: YAMLTree
  let diagnostics: [Diagnostic]

  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  init(_ text: [UInt8]) {
    self.text = text
    var sources = SourceMap()
    var sink = DiagnosticSink()
    tree = parseYAML(sources.add(name: "a.yaml", text: text), text: text, reporting: &sink)
    diagnostics = sink.diagnostics
  }

  var codes: [String] { diagnostics.map(\.code.name) }

  /// The tree as one line, with `!` before quoted scalars and `?` for unreadable nodes.
  var summary: String { tree.root.map(describe) ?? "nothing" }

  /// The text of a span.
  func slice(_ span: Span) -> String {
    String(decoding: text[Int(span.start)..<Int(span.end)], as: UTF8.self)
  }

  private func describe(_ node: YAMLNode) -> String {
    switch node.kind {
    case .null: return node.isUnreadable ? "?" : "null"
    case .scalar: return (node.isQuoted ? "!" : "") + (node.text ?? "no text")
    case .sequence: return "[" + node.items.map(describe).joined(separator: ", ") + "]"
    case .mapping:
      return "{"
        + node.entries.map { describe($0.key) + ": " + describe($0.value) }.joined(separator: ", ")
        + "}"
    }
  }
}
