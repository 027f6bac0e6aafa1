// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
package import YAML

/// Places and parts in numbers without a unit, which were probably meant in percent, as in tools that count to 100.
extension ProjectParser {
  /// Warns of places such as `[50, 90]`, which are near the top left of any picture.
  ///
  /// - Parameter whole: The thing that it is a place in.
  package mutating func warnOfFewPixels(place node: YAMLNode, in whole: String) {
    warnOfFewPixels([node], whole) { $0.count == 2 }
  }

  /// Warns of parts such as `[10, 10, 80, 80]`: of all of `nodes`, which belong together.
  package mutating func warnOfFewPixels(parts nodes: [YAMLNode]) {
    warnOfFewPixels(nodes, "picture") { part in
      part.count == 4 && part[0] + part[2] <= Time(100) && part[1] + part[3] <= Time(100)
    }
  }

  private mutating func warnOfFewPixels(
    _ nodes: [YAMLNode], _ whole: String, _ isPercent: ([Time]) -> Bool
  ) {
    guard isListening else { return }
    let values = nodes.flatMap { curveWords($0) }
    var isLarge = false
    for words in values {
      let numbers = words.compactMap { word in
        word.quantity.flatMap { $0.unit.isEmpty ? $0.value : nil }
      }
      guard numbers.count == words.count, isPercent(numbers),
        numbers.allSatisfy({ $0 == .zero || $0 >= Time(1) && $0 <= Time(100) })
      else { return }
      isLarge = isLarge || numbers.contains { $0 > Time(1) }
    }
    guard isLarge, let node = nodes.first, let first = values.first else { return }
    func list(_ unit: String) -> String {
      "[\(first.map { $0.string + unit }.joined(separator: ", "))]"
    }
    report(
      .fewPixels, "numbers without a unit are pixels here, not percent",
      at: node.kind == .mapping ? firstPlace(in: node) : node.span,
      hint: "write \(list("%")) for a part of the \(whole), or \(list("px"))")
  }

  /// The words of each value of a curve as it is written, without easings; what cannot be read has none.
  private func curveWords(_ node: YAMLNode) -> [[Word]] {
    switch node.kind {
    case .null: return []
    case .sequence: return words(node).map { [$0] } ?? []
    case .mapping where isMotion(node):
      let ends = ["from", "to"].compactMap { node[$0] }
      return (ends + (node["values"].map { Array($0.items) } ?? [])).flatMap { curveWords($0) }
    case .mapping: return node.entries.flatMap { curveWords($0.value) }
    case .scalar:
      let text = ScalarText(node)
      let arrow = text.arrows.first
      let ranges =
        arrow.map { [0..<$0, $0 + 2..<text.bytes.count] } ?? [0..<text.bytes.count]
      return ranges.compactMap { range in
        guard var words = try? text.valueWords(in: range) else { return nil }
        if words.count > 1, let last = words.last, Easing.isMeant(by: last) { words.removeLast() }
        return words
      }
    }
  }
}
