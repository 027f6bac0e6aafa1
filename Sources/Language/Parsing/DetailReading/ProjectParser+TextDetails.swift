// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
package import YAML

/// Features and axes of fonts.
extension ProjectParser {
  /// A list of tags, or a mapping from tags to what they are set to.
  package mutating func features(_ node: YAMLNode) -> [FontSetting<Int>]? {
    guard checkCount(of: node) else { return nil }
    if node.kind == .sequence {
      return node.items.compactMap { item in tag(item).map { FontSetting(tag: $0, value: 1) } }
    }
    guard node.kind == .mapping else {
      return refused(
        node, "a list of features", hint: "write [smcp, onum], or {liga: off, salt: 2}")
    }
    return node.entries.compactMap { entry in
      guard let tag = tag(entry.key) else { return nil }
      if let isOn = entry.value.text.flatMap({ FlagWord.value(of: $0) }) {
        return FontSetting(tag: tag, value: isOn ? 1 : 0)
      }
      if entry.value.kind == .null || entry.value.text == "none" {
        return refused(
          .badValue, "a feature is on, off or a number", at: entry.value.span,
          hint: "write {\(tag): off}")
      }
      return integer(entry.value, "a feature", in: 0...1000).map {
        FontSetting(tag: tag, value: $0.value)
      }
    }
  }

  /// A mapping from tags of axes to places on them.
  package mutating func variations(_ node: YAMLNode) -> [FontSetting<Double>]? {
    guard checkCount(of: node) else { return nil }
    guard node.kind == .mapping else {
      return refused(node, "a mapping from axes to numbers", hint: "write {wght: 350, wdth: 75}")
    }
    return node.entries.compactMap { entry in
      guard let tag = tag(entry.key) else { return nil }
      return value(entry.value, .axis).map { FontSetting(tag: tag, value: $0) }
    }
  }

  private mutating func checkCount(of node: YAMLNode) -> Bool {
    guard node.kind != .scalar, node.count > 64 else { return true }
    report(.outOfRange, "a font is set under at most 64 tags", at: node.span)
    return false
  }

  /// A tag of OpenType: four letters, digits or spaces, of which Pango takes letters and digits.
  private mutating func tag(_ node: YAMLNode) -> String? {
    let text = node.text ?? ""
    guard text.utf8.count == 4, text.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) else {
      return refused(
        .badValue, "\(quoted(text)) is not a tag of four letters or digits", at: node.span,
        hint: "write smcp, liga, onum, ss01; of an axis wght, wdth, slnt, opsz")
    }
    return text
  }
}
