// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

extension ProjectParser {
  /// The bytes of `25MB`, `900kB`, `1.5 GB`, `8MiB` or a number; nil where it cannot be read.
  package mutating func fileSize(_ node: YAMLNode) -> Located<Int64>? {
    let units: [String: Int64] = [
      "": 1, "b": 1, "k": 1000, "kb": 1000, "m": 1_000_000, "mb": 1_000_000, "g": 1_000_000_000,
      "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    ]
    guard
      let (quantity, unit) = quantity(
        node, in: units, "a size of a file", example: "25MB", hint: "write 25MB, or 900kB, or 8MiB")
    else { return nil }
    // A number without a unit may be out of all proportion.
    guard quantity.value > .zero, quantity.value <= Time(1_000_000_000_000) / Time(unit) else {
      return reportSize(node)
    }
    let bytes = (quantity.value * Time(unit)).floor
    guard bytes >= 10_000 else { return reportSize(node) }
    return Located(Int64(bytes), at: node.span)
  }

  /// A number and what its unit, one of `units` in lower case, is worth; nil where `node` is no such quantity, which is
  /// reported.
  ///
  /// - Parameters:
  ///   - noun: The expected quantity, such as `a bit rate`.
  ///   - example: The text to write in place of a list or an object.
  ///   - hint: The hint for an unknown unit.
  mutating func quantity(
    _ node: YAMLNode, in units: [String: Int64], _ noun: String, example: String, hint: String
  ) -> (Quantity, unit: Int64)? {
    guard node.kind == .scalar else {
      return refused(node, noun, hint: "write \(example)")
    }
    let text = ScalarText(node)
    guard let quantity = Quantity(text, in: text.trimmed),
      let unit = units[quantity.unit.lowercased()]
    else {
      return refused(.badValue, "\(quoted(text.string)) is not \(noun)", at: node.span, hint: hint)
    }
    return (quantity, unit)
  }

  private mutating func reportSize(_ node: YAMLNode) -> Located<Int64>? {
    return refused(
      .outOfRange, "a size of a file must be between 10kB and 1000GB", at: node.span,
      hint: "write 25MB, or 900kB, or 8MiB")
  }
}
