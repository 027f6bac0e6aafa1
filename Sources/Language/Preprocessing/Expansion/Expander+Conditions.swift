// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Conditions: whether a thing is there at all, as its `when` says.
///
///     when: ${captions}                 a flag
///     when: {lang: en}                  the value of a parameter, or of a field of a row
///     when: {lang: [en, de], hd: true}  one of several, and all entries hold
///     when: {not: {lang: en}}           the opposite, also {lang: {not: en}}
extension Expander {
  private static let opposite = "not"
  private static let example = "write when: ${name} of a flag, or when: {name: value}"

  /// Returns true if the condition of `node` holds, if it has none, or after a mistake, which is
  /// reported.
  mutating func isWanted(_ node: YAMLNode, _ scope: Scope) -> Bool {
    guard let entry = node.entries.first(where: { $0.key.text == KeyTable.when.name }) else {
      return true
    }
    return holds(entry.value, of: entry.key, scope) ?? true
  }

  /// Returns true if `condition`, the value of `key`, names the row called `name`.
  func asks(_ condition: YAMLNode, for name: String) -> Bool {
    if let text = condition.text {
      return text.contains("${\(name).") || text.contains("${\(name)}")
    }
    return condition.entries.contains { entry in
      guard let key = entry.key.text, key != Expander.opposite else {
        return asks(entry.value, for: name)
      }
      return key == name || key.hasPrefix(name + ".")
    }
  }

  /// Returns true if `condition` holds; nil after a mistake, which is reported.
  private mutating func holds(_ condition: YAMLNode, of key: YAMLNode, _ scope: Scope) -> Bool? {
    switch condition.kind {
    case .null:
      if condition.isUnreadable { return nil }
      decoder.report(
        Diagnostic(
          code: .missingKey, message: "'\(key.text ?? "")' has no value", span: key.span,
          hint: Expander.example))
      return nil
    case .sequence:
      decoder.wrongKind(condition, "true or false", hint: Expander.example)
      return nil
    case .scalar:
      guard let found = text(of: condition, scope) else { return nil }
      if let flag = FlagWord.value(of: found.text) { return flag }
      decoder.report(
        Diagnostic(
          code: .unknownValue,
          message: found.text.isEmpty
            ? "'\(key.text ?? "")' is empty" : "\(quoted(found.text)) is neither true nor false",
          span: place(of: condition, in: scope), hint: hint(for: found.text)))
      return nil
    case .mapping:
      // All entries are looked at, so that every mistake is reported.
      var result: Bool? = true
      for entry in condition.entries {
        let one =
          entry.key.text == Expander.opposite
          ? holds(entry.value, of: entry.key, scope).map { !$0 }
          : isValue(of: entry.key, entry.value, scope)
        result = result.flatMap { all in one.map { all && $0 } }
      }
      return result
    }
  }

  /// The hint for a text that is no flag: where it is the value of a choice, the condition that was meant.
  private func hint(for text: String) -> String {
    let choice = names.first { values[$0]?.type?.choices.contains(text) == true }
    return choice.map { "write when: {\($0): \(text)}" }
      ?? "write true or false, ${name} of a flag, or {name: value}"
  }

  /// Returns true if the value that `key` names is `wanted`, or one of them; nil after a mistake,
  /// which is reported.
  private mutating func isValue(
    of key: YAMLNode, _ wanted: YAMLNode, _ scope: Scope
  ) -> Bool? {
    let name = key.text ?? ""
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.allSatisfy({ Parameter.nameProblem($0) == nil }) else {
      decoder.report(
        Diagnostic(
          code: .parameterUse, message: "\(quoted(name)) is not the name of a value",
          span: key.span,
          hint: name.contains("${")
            ? "the name stands by itself here: {lang: en}" : Expander.example))
      return nil
    }
    guard let found = find(path, at: key, 0..<name.utf8.count, scope) else { return nil }
    guard found.node.kind == .scalar else {
      decoder.report(.notText(found.name, "not one value", at: place(of: key, in: scope)))
      return nil
    }
    let value = Template.text(of: found.node, isTemplate: found.value.isTemplate)
    switch wanted.kind {
    case .null where wanted.isUnreadable: return nil
    case .null: return value.isEmpty
    case .scalar: return isEqual(value, wanted, of: found, scope)
    case .sequence:
      var result: Bool? = false
      for item in wanted.items {
        guard item.kind == .scalar else {
          decoder.wrongKind(item, "a value", hint: "write {\(name): [en, de]}")
          return nil
        }
        let one = isEqual(value, item, of: found, scope)
        result = result.flatMap { any in one.map { any || $0 } }
      }
      return result
    case .mapping:
      guard wanted.count == 1, let opposite = wanted[Expander.opposite] else {
        decoder.wrongKind(
          wanted, "a value", hint: "write {\(name): en}, [en, de], or {not: en}")
        return nil
      }
      return isValue(of: key, opposite, scope).map { !$0 }
    }
  }

  /// Returns true if `value` equals `wanted`: the same text, number or flag; nil after a mistake,
  /// which is reported.
  private mutating func isEqual(
    _ value: String, _ wanted: YAMLNode, of found: Found, _ scope: Scope
  ) -> Bool? {
    guard let (text, _) = text(of: wanted, scope) else { return nil }
    if let type = found.value.type, type.type == .choice || type.type == .flag,
      let problem = type.problem(of: Parameter.scalar(text, isQuoted: false, at: wanted.span))
    {
      decoder.report(
        Diagnostic(
          code: problem.code, message: problem.message, span: place(of: wanted, in: scope),
          hint: problem.hint))
      return nil
    }
    if value == text { return true }
    if let flag = FlagWord.value(of: value) { return flag == FlagWord.value(of: text) }
    func number(_ text: String) -> Quantity? {
      let text = ScalarText(Parameter.scalar(text, isQuoted: false, at: wanted.span))
      return Quantity(plain: text, in: text.trimmed)
    }
    guard let a = number(value), let b = number(text) else { return false }
    return a.value == b.value && a.unit == b.unit
  }
}
