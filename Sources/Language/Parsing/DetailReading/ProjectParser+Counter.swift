// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
package import YAML

/// Numbers that change.
extension ProjectParser {
  /// Reads a counter with the format of its number.
  ///
  /// The number itself is a property of the layer.
  package mutating func counter(_ node: YAMLNode, _ look: TextLook) -> LayerContent? {
    var format: (text: Located<String>, value: NumberFormat)?
    var isSound = node.kind == .mapping
    for field in fields(of: node, KeyTable.counter) where field.name == "format" {
      format = self.format(field.value)
      isSound = isSound && format != nil
    }
    guard isSound else { return nil }
    if node["from"] != nil, node["to"] == nil {
      return refused(
        .missingKey, "the counter needs 'to'", at: firstPlace(in: node),
        hint: "write from: 0 and to: 100")
    }
    return .text(
      TextContent(
        text: format?.text ?? Located("%d", at: node.span), look: look.ofOneLine,
        counter: format?.value ?? .plain))
  }

  private mutating func format(_ node: YAMLNode) -> (Located<String>, NumberFormat)? {
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

  /// Reads the layer's properties that are set by keys of its content alone.
  package mutating func drawnValues(
    of kind: ContentKind, _ fields: [Field], _ layer: inout LayerSettings
  ) {
    switch kind {
    case .graphic(let style):
      if style.parameters.contains(where: { $0.value == .stroke }) { strokeValues(fields, &layer) }
    case .counter:
      guard let node = fields.first(where: { $0.name == kind.key })?.value else { return }
      let reader = ValueReader<PropertyValue>(.number)
      if let value = node[Property.number.name], value.kind != .null {
        layer.properties[.number] = animated(value, reader)
        return
      }
      var ends: [PropertyValue] = []
      for key in ["from", "to"] {
        guard let end = node[key], end.kind != .null else {
          if key == "from" { ends.append(PropertyValue(0)) }
          continue
        }
        if let words = words(end), words.count > 1, let easing = words.last,
          (try? Easing(easing)) != nil
        {
          report(
            easing.problem(
              "the numbers between 'from' and 'to' follow evenly",
              hint: "in their place write value: 0 -> \(words[0].string) \(easing.string)"), at: end
          )
          return
        }
        if let number = value(end, reader) { ends.append(number) }
      }
      guard ends.count == 2 else { return }
      layer.properties[.number] = .ramp(
        Ramp(from: ends[0], to: ends[1], easing: .linear, span: node.span))
    case .image:
      guard let field = fields.first(where: { $0.name == "loop" }) else { return }
      layer.startsOver = flag(field.value) ?? true
    case .clip, .text, .group, .particles, .subtitles, .words: break
    }
  }
}
