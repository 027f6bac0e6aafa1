// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import YAML

/// Options of encoders.
extension ProjectParser {
  typealias Option = VideoSettings.Option

  /// The options in `node`, those of libavcodec and those of the encoder's library.
  ///
  /// Without the encoders of this machine nothing can be said of them; who reads again has them.
  mutating func options(
    _ node: YAMLNode, of encoder: String, _ rules: EncoderRules, _ title: String
  ) -> (own: [Option], settings: [Option]) {
    guard node.kind == .mapping else {
      wrongKind(node, "options of the encoder", hint: example(rules))
      return ([], [])
    }
    guard let facts = encoders?.encoder(encoder) else { return ([], []) }
    var (own, settings): ([Option], [Option]) = ([], [])
    for entry in node.entries {
      let name = entry.key.text ?? ""
      if name == rules.own {
        settings = self.settings(entry.value, name, rules)
        continue
      }
      if let refusal = rules.refusal(of: name) {
        report(.refusedOption(name, of: title, refusal, at: entry.key.span))
        continue
      }
      guard let option = facts.option(name) else {
        let near = isListening ? nearest(name, in: rules.allowed) : nil
        let inOwn = rules.settings.contains { $0.name == name } ? rules.own : nil
        report(
          .unknownKey, "encoder '\(encoder)' has no option \(quoted(name))", at: entry.key.span,
          hint: inOwn.map { "write \($0): {\(name): …}" } ?? near.map { "did you mean '\($0)'?" }
            ?? optionsHint(rules))
        continue
      }
      guard rules.allowed.contains(name) else {
        report(
          .refusedOption(
            name, of: title,
            .init(
              names: [], reason: "it is not known whether pieces of a film could be joined with it",
              hint: optionsHint(rules)), at: entry.key.span))
        continue
      }
      if let other = own.first(where: { $0.name == option.name }) {
        report(
          .exclusiveKeys(
            other.name, name, at: entry.key.span, firstSpan: firstPlace(in: node),
            hint: "they are names of one option"))
        continue
      }
      let words = rules.words[name]
      if let value = value(of: entry.value, option, words) {
        own.append(Option(name: option.name, value: value, at: entry.key.span))
      }
    }
    return (own.sorted { $0.name < $1.name }, settings)
  }

  private func example(_ rules: EncoderRules) -> String {
    "write options: {\(rules.allowed.first ?? rules.own ?? "name"): …}"
  }

  private func optionsHint(_ rules: EncoderRules) -> String {
    let names = rules.allowed + [rules.own].compactMap(\.self)
    return names.isEmpty
      ? "this encoder has no options that can be set" : "options: " + names.joined(separator: ", ")
  }

  /// The value of an option as libavutil reads it; one beyond the option's table is reported.
  private mutating func value(
    of node: YAMLNode, _ option: FilterOption, _ words: [String]?
  ) -> String? {
    let noun = "option '\(option.name)'"
    guard let text = node.text, node.kind == .scalar else {
      return refused(
        node, "a value of \(noun)", hint: option.fallback.map { "its default is \($0)" })
    }
    let constants = words ?? option.constants.map(\.name)
    if constants.contains(text) { return text }
    switch option.kind {
    case .integer, .number:
      // Numbers in place of names, such as aq-mode: 2.
      guard let value = Double(text), value.isFinite,
        option.kind == .number || value == value.rounded()
      else { break }
      let range = option.minimum...option.maximum
      guard range.contains(value) else {
        return refused(.outOfRange, "\(noun) is \(FilterOption.words(range))", at: node.span)
      }
      return value.shortest
    case .flag:
      if let flag = FlagWord.value(of: text) { return flag ? "1" : "0" }
    case .flags:
      let parts = text.split(separator: "+").map(String.init)
      if !parts.isEmpty, parts.allSatisfy(constants.contains) { return text }
    case .text, .duration, .color, .rational, .size, .rate, .pixelFormat, .other: break
    }
    let kind =
      constants.isEmpty
      ? "\(quoted(text)) is no value of \(noun): \(option.kind.word)"
      : "\(quoted(text)) is no value of \(noun)"
    return refused(
      .badValue, kind, at: node.span,
      hint: constants.isEmpty
        ? option.fallback.map { "its default is \($0)" } : suggestion(text, in: constants))
  }

  // MARK: The library's own

  /// `{aq-strength: 1.2, deblock: -1,-1}`, or `aq-strength=1.2:deblock=-1,-1`.
  private mutating func settings(
    _ node: YAMLNode, _ owner: String, _ rules: EncoderRules
  ) -> [Option] {
    var found: [Option] = []
    switch node.kind {
    case .mapping:
      for entry in node.entries {
        let name = entry.key.text ?? ""
        let isFlag = entry.value.text.flatMap { FlagWord.value(of: $0) }
        let text = entry.value.text ?? entry.value.items.compactMap(\.text).joined(separator: ",")
        add(
          name, isFlag.map { $0 ? "1" : "0" } ?? text, to: &found, owner, rules,
          at: entry.key.span, entry.value.kind == .mapping ? entry.key.span : entry.value.span)
      }
    case .scalar:
      for part in (node.text ?? "").split(separator: ":") {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        add(
          String(sides[0]), sides.count == 2 ? String(sides[1]) : "1", to: &found, owner, rules,
          at: node.span, node.span)
      }
    case .sequence, .null:
      wrongKind(node, "settings", hint: "write \(owner): {\(rules.settings[0].name): …}")
    }
    return found.sorted { $0.name < $1.name }
  }

  private mutating func add(
    _ name: String, _ text: String, to found: inout [Option], _ owner: String,
    _ rules: EncoderRules, at key: Span, _ place: Span
  ) {
    if let refusal = rules.refusedSettings.first(where: { $0.names.contains(name) }) {
      report(.refusedOption(name, of: owner, refusal, at: key))
      return
    }
    guard let setting = rules.settings.first(where: { $0.name == name }) else {
      let names = rules.settings.map(\.name)
      let near = isListening ? nearest(name, in: names) : nil
      report(
        .unknownKey, "\(owner) has no setting \(quoted(name)) here", at: key,
        hint: near.map { "did you mean '\($0)'?" } ?? "it has " + names.joined(separator: ", "))
      return
    }
    guard !found.contains(where: { $0.name == name }) else {
      report(.exclusiveKeys(name, name, at: key, firstSpan: key))
      return
    }
    guard let value = setting.values.canonical(text) else {
      report(
        .badValue, "\(quoted(text)) is no value of '\(name)'", at: place,
        hint: "it is \(setting.values.noun)")
      return
    }
    found.append(Option(name: name, value: value, at: key))
  }
}

extension EncoderRules.Setting.Values {
  /// `text` as the library reads it; nil for what is none of these values.
  fileprivate func canonical(_ text: String) -> String? {
    switch self {
    case .flag: return ["0", "1"].contains(text) ? text : nil
    case .word(let words): return words.contains(text) ? text : nil
    case .number(let range, let isWhole):
      guard let value = Double(text), range.contains(value), !isWhole || value == value.rounded()
      else { return nil }
      return value.shortest
    case .pair(let range):
      let numbers = text.split { $0 == "," || $0 == "|" }.map {
        $0.filter { $0 != " " }
      }.compactMap { Double($0) }
      guard numbers.count == 2, numbers.allSatisfy(range.contains) else { return nil }
      return numbers.map(\.shortest).joined(separator: ",")
    }
  }

  /// The name of a value in messages.
  fileprivate var noun: String {
    switch self {
    case .flag: "0 or 1"
    case .word(let words): "one of " + words.joined(separator: ", ")
    case .number(let range, let isWhole):
      (isWhole ? "a whole number " : "a number ") + FilterOption.words(range)
    case .pair(let range): "two numbers \(FilterOption.words(range)), with a comma"
    }
  }
}

extension DiagnosticCode {
  /// An option of an encoder that projects may not set.
  fileprivate static let optionRefused = error("option-refused")
}

extension Diagnostic {
  fileprivate static func refusedOption(
    _ name: String, of owner: String, _ refusal: EncoderRules.Refusal, at span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .optionRefused,
      message: "option '\(name)' of \(owner) is not supported: \(refusal.reason)", span: span,
      hint: refusal.hint)
  }
}
