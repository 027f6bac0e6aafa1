// SPDX-License-Identifier: Apache-2.0

public import YAML

/// The tree as YAML text that reads as the same tree: a project with the same film.
///
/// Dollars that would name values are doubled.
public func yamlText(of tree: YAMLTree) -> String {
  guard let root = tree.root else { return "" }
  var writer = YAMLWriter()
  writer.block(root, indent: 0, isInline: false)
  return writer.text
}

/// `text` as a YAML scalar that reads as a text, in quotes where it has to be; dollars that would name values are doubled.
public func yamlScalar(of text: String) -> String {
  let written = YAMLWriter.withDollars(text)
  let words = ["true", "false", "yes", "no", "on", "off"]
  let isWord = written.contains(where: \.isLetter) && !words.contains(written.lowercased())
  return isWord && YAMLWriter.isPlain(written) ? written : YAMLWriter.quoted(written)
}

private struct YAMLWriter {
  var text = ""

  /// Writes a node whose key or dash stands before it, or, where `isInline` is false, at the start of a line.
  mutating func block(_ node: YAMLNode, indent: Int, isInline: Bool) {
    let blanks = String(repeating: " ", count: indent)
    var isFirst = true
    func margin() -> String {
      defer { isFirst = false }
      return isFirst && isInline ? "" : blanks
    }
    switch node.kind {
    case .mapping where node.count > 0:
      for entry in node.entries {
        text += margin() + scalar(entry.key, isKey: true) + ":"
        value(entry.value, indent: indent + 2)
      }
    case .sequence where node.count > 0:
      for item in node.items {
        text += margin() + "-"
        if item.kind == .mapping || item.kind == .sequence, item.count > 0 {
          text += " "
          block(item, indent: indent + 2, isInline: true)
        } else {
          value(item, indent: indent)
        }
      }
    default:
      text += margin() + leaf(node) + "\n"
    }
  }

  private mutating func value(_ node: YAMLNode, indent: Int) {
    guard node.kind == .mapping || node.kind == .sequence, node.count > 0 else {
      text += " " + leaf(node) + "\n"
      return
    }
    text += "\n"
    block(node, indent: indent, isInline: false)
  }

  private func leaf(_ node: YAMLNode) -> String {
    switch node.kind {
    case .mapping: "{}"
    case .sequence: "[]"
    case .null: "null"
    case .scalar: scalar(node, isKey: false)
    }
  }

  private func scalar(_ node: YAMLNode, isKey: Bool) -> String {
    var text = node.text ?? ""
    if !isKey { text = YAMLWriter.withDollars(text) }
    if !node.isQuoted || isKey, YAMLWriter.isPlain(text) { return text }
    return YAMLWriter.quoted(text)
  }

  /// The text with a second dollar before each that begins something.
  static func withDollars(_ text: String) -> String {
    guard text.contains("$") else { return text }
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      result.unicodeScalars.append(scalar)
      guard scalar == "$", index + 1 < scalars.count else { continue }
      if scalars[index + 1] == "{" || scalars[index + 1] == "$" { result += "$" }
    }
    return result
  }

  /// Returns true if a text without quotes is read as it is: words of letters, digits and a few
  /// marks.
  static func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, bytes.count <= 200, last != 0x20,
      isWord(first) || first == UInt8(ascii: ".") || isNegative(bytes), text != "null"
    else { return false }
    return bytes.allSatisfy { byte in
      isWord(byte) || [0x20, 0x25, 0x2B, 0x2D, 0x2E, 0x2F, 0x3E].contains(byte)
    } && !text.hasPrefix("..") && !text.hasPrefix("---")
  }

  private static func isNegative(_ bytes: [UInt8]) -> Bool {
    bytes.count > 1 && bytes[0] == UInt8(ascii: "-") && bytes[1] >= 48 && bytes[1] <= 57
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 48 && byte <= 57 || (byte | 32) >= 97 && (byte | 32) <= 122 || byte == 95
  }

  /// The text in double quotes; what no terminal should see is escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
          .privateUse:
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let width = scalar.value > 0xFFFF ? 8 : 4
          result +=
            (width == 8 ? "\\U" : "\\u")
            + String(repeating: "0", count: max(0, width - digits.count)) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
