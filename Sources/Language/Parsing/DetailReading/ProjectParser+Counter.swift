// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// Numbers that change.
extension ProjectParser {
  /// Reads a counter with the format of its number, which is a property of the layer.
  mutating func counter(
    _ node: YAMLNode, _ look: TextLook, _ layer: inout LayerSettings
  ) -> LayerContent? {
    var counter = KeyTable.Counter()
    read(node, KeyTable.counter, into: &counter)
    if let number = counter.values[.number] {
      layer.properties[.number] = number
    } else if node["value"] == nil, let to = counter.to {
      layer.properties[.number] = .ramp(
        Ramp(from: counter.from ?? PropertyValue(0), to: to, easing: .linear, span: node.span))
    }
    guard node.kind == .mapping, node["format"] == nil || counter.format != nil else { return nil }
    if node["from"] != nil, node["to"] == nil {
      return refused(
        .missingKey, "the counter needs 'to'", at: firstPlace(in: node),
        hint: "write from: 0 and to: 100")
    }
    return .text(
      TextContent(
        text: counter.text ?? Located("%d", at: node.span), look: look.ofOneLine,
        counter: counter.format ?? .plain))
  }

  mutating func format(_ node: YAMLNode) -> (Located<String>?, NumberFormat?)? {
    let hint = "write \"%d\", \"%05d\", \"%,d\", \"%.1f\", clock, timecode or frame"
    guard let text = writtenText(node, "a format", example: "\"%d %%\"") else { return nil }
    do throws(NumberFormatError) {
      return (text, try NumberFormat(parsing: text.value))
    } catch {
      return refused(
        .badValue, error.message,
        at: error.range.isEmpty ? text.span : ScalarText(node).span(of: error.range), hint: hint)
    }
  }
}
