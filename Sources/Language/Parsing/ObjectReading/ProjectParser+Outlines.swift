// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Lines around letters.
extension ProjectParser {
  /// More lines around a text are refused.
  private static let mostOutlines = 8

  /// A width, a mapping, or a list of these from the inside.
  package mutating func outlines(_ node: YAMLNode) -> [TextLook.Outline]? {
    guard node.kind == .sequence else { return outline(node).map { [$0] } }
    guard node.count <= Self.mostOutlines else {
      return refused(.outOfRange, "a text has at most \(Self.mostOutlines) outlines", at: node.span)
    }
    return node.items.compactMap { outline($0) }
  }

  private mutating func outline(_ node: YAMLNode) -> TextLook.Outline? {
    guard node.kind == .mapping else {
      let text = ScalarText(node)
      if (try? Color.read(Word(text: text, range: text.trimmed))) != nil {
        return refused(
          .badValue, "the colour of an outline needs its width", at: node.span,
          hint:
            "write outline: {width: 2px, color: \(text.string.hasPrefix("#") ? "\"\(text.string)\"" : text.string)}"
        )
      }
      return value(node, .outline).map { TextLook.Outline(width: $0) }
    }
    var outline = TextLook.Outline(width: 0)
    read(node, KeyTable.outline, into: &outline)
    return outline
  }
}
