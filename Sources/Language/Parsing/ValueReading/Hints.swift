// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
package import YAML

/// The hint for a list of keyframes or of the values of a change; nil for another list.
package func listHint(_ node: YAMLNode) -> String? {
  let items = node.items.prefix(9).map { $0 }
  guard node.kind == .sequence, (1...8).contains(items.count) else { return nil }
  if items.allSatisfy({ $0.kind == .mapping && $0.count > 0 }) {
    let keys = items.flatMap { item in
      item.entries.map { "\($0.key.text ?? ""): \($0.value.text ?? "…")" }
    }
    return "write the keyframes in one pair of braces: {\(keys.joined(separator: ", "))}"
  }
  let values = items.compactMap(\.text)
  guard values.count == items.count, values.count > 1 else { return nil }
  if values.count == 2 { return "write \(values[0]) -> \(values[1]) for a change over time" }
  let keys = values.enumerated().map { index, value in
    let share = Time(Int64(100 * index), over: Int64(values.count - 1))
    return "\(share.rounded)%: \(value)"
  }
  return "write {\(keys.joined(separator: ", "))} for a change over time"
}

extension Property.Group {
  /// The mapping that is meant by `words` in CSS's short form, such as `0 4px 8px black` for a shadow.
  package func hint(for words: [Word]) -> String {
    var lengths = words.filter { word in
      word.quantity.map { ["", "px", "%"].contains($0.unit) } ?? false
    }.map { $0.quantity?.unit == "" ? $0.string + "px" : $0.string }
    let color = words.first { word in
      word.quantity == nil && (try? Color.read(word)) != nil
    }.map { $0.string.hasPrefix("#") ? "\"\($0.string)\"" : $0.string }
    var parts: [String] = []
    for property in properties {
      if property.unit == .color, let color {
        parts.append("\(property.key): \(color)")
      } else if property.unit == .offset, lengths.count > 1 {
        parts.append("\(property.key): [\(lengths[0]), \(lengths[1])]")
        lengths.removeFirst(2)
      } else if property.unit == .thickness || property.unit == .deviation, !lengths.isEmpty {
        parts.append("\(property.key): \(lengths.removeFirst())")
      }
    }
    // Without either nothing would be seen of it.
    if self == .shadow, parts.count < 2 {
      if parts.isEmpty { parts = ["color: black@50%"] }
      let keys = parts.map { $0.prefix { $0 != ":" } }
      parts += ["blur: 20px", "offset: [0px, 8px]"].filter { part in
        !keys.contains(part.prefix { $0 != ":" })
      }
    }
    if parts.isEmpty { parts = properties.prefix(3).map { "\($0.key): \($0.fallback)" } }
    return "write \(name): {\(parts.joined(separator: ", "))}"
  }
}
