// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import YAML

/// A scalar with names of values in it: `${title}`, or `${shot.file}` for a field of a row.
///
/// `$$` is a dollar. A dollar before anything else is one, too.
struct Template {
  enum Token: Hashable {
    case text(String)
    /// A name and the fields that lead into its value, at bytes of the scalar's text.
    case reference([String], Range<Int>)
  }

  let tokens: [Token]

  /// The name that the scalar is, if it is nothing else.
  var whole: (path: [String], range: Range<Int>)? {
    guard tokens.count == 1, case .reference(let path, let range) = tokens[0] else { return nil }
    return (path, range)
  }

  var hasReferences: Bool {
    tokens.contains { if case .reference = $0 { true } else { false } }
  }

  /// Takes the text of `node` apart.
  init(_ node: YAMLNode) throws(ValueProblem) {
    let bytes = Array((node.text ?? "").utf8)
    let dollar = UInt8(ascii: "$")
    var tokens: [Token] = []
    var literal: [UInt8] = []
    var index = 0
    func problem(_ message: String, _ range: Range<Int>, _ hint: String) -> ValueProblem {
      ValueProblem(
        code: .parameterUse, message: message, span: node.span(of: range), hint: hint)
    }
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      guard bytes[index] == dollar, next == dollar || next == UInt8(ascii: "{") else {
        literal.append(bytes[index])
        index += 1
        continue
      }
      if next == dollar {
        literal.append(dollar)
        index += 2
        continue
      }
      guard let close = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "}")) else {
        throw problem(
          "'${' has no '}'", index..<index + 2, "write ${name}, or $${ for the text itself")
      }
      let name = String(decoding: bytes[index + 2..<close], as: UTF8.self)
      let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let isName = path.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isNamePart) }
      guard isName else {
        let trimmed = name.filter { $0 != " " }
        throw problem(
          name.isEmpty ? "'${}' names nothing" : "\(quoted(name)) is not the name of a value",
          index..<close + 1,
          trimmed != name && !trimmed.isEmpty && trimmed.utf8.allSatisfy(\.isNamePart)
            ? "write ${\(trimmed)}"
            : "a value is written as it is: ${name} or ${row.field}; $$ is a dollar")
      }
      if !literal.isEmpty { tokens.append(.text(String(decoding: literal, as: UTF8.self))) }
      literal = []
      tokens.append(.reference(path, index..<close + 1))
      index = close + 1
    }
    if !literal.isEmpty || tokens.isEmpty {
      tokens.append(.text(String(decoding: literal, as: UTF8.self)))
    }
    self.tokens = tokens
  }

  /// The first scalar of `node` that names a value, or in which a `$` is wrong, with what is wrong; nil where there is none.
  static func firstUse(in node: YAMLNode) -> (node: YAMLNode, problem: ValueProblem?)? {
    switch node.kind {
    case .null: return nil
    case .scalar:
      guard node.hasByte(UInt8(ascii: "$")) else { return nil }
      do throws(ValueProblem) {
        return try Template(node).hasReferences ? (node, nil) : nil
      } catch { return (node, error) }
    case .sequence:
      for item in node.items {
        if let use = firstUse(in: item) { return use }
      }
      return nil
    case .mapping:
      for entry in node.entries {
        if let use = firstUse(in: entry.value) { return use }
      }
      return nil
    }
  }

  /// The text of a scalar that names no values; as it is where `isTemplate` is false.
  static func text(of node: YAMLNode, isTemplate: Bool) -> String {
    let text = node.text ?? ""
    guard isTemplate, text.utf8.contains(UInt8(ascii: "$")),
      let template = try? Template(node)
    else { return text }
    return template.tokens.map { part in
      switch part {
      case .text(let text): text
      case .reference: ""
      }
    }.joined()
  }

  /// A value for people, on one line.
  static func shown(_ node: YAMLNode, isTemplate: Bool) -> String {
    switch node.kind {
    case .scalar: text(of: node, isTemplate: isTemplate)
    case .null: "nothing"
    case .mapping: "{" + (node.count == 0 ? "" : "…") + "}"
    case .sequence:
      "["
        + node.items.prefix(5).map { shown($0, isTemplate: isTemplate) }.joined(separator: ", ")
        + (node.count > 5 ? ", …]" : "]")
    }
  }
}
