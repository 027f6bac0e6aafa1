// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import YAML

/// Values for the parameters of nested projects.
extension ProjectParser {
  /// The values under `with`; nil where they cannot be read, which is reported.
  mutating func filmValues(_ node: YAMLNode) -> Located<[FilmValue]>? {
    guard node.kind == .mapping else {
      return refused(
        node, "a mapping of names to values", hint: "write with: {name: Ada}")
    }
    return Located(fields(of: node), at: node.span)
  }

  private func fields(of node: YAMLNode) -> [FilmValue] {
    node.entries.map { entry in
      FilmValue(
        name: Located(entry.key.text ?? "", at: entry.key.span), value: value(entry.value))
    }
  }

  private func value(_ node: YAMLNode) -> FilmValue.Value {
    switch node.kind {
    case .null: .nothing(node.span)
    case .scalar: .scalar(node.text ?? "", isQuoted: node.isQuoted, node.span)
    case .sequence: .list(node.items.map { value($0) }, node.span)
    case .mapping: .fields(fields(of: node), node.span)
    }
  }
}
