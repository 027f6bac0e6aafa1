// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
import ProjectModel
package import RenderProtocol

/// A reader of the values of an option of a filter.
package struct EffectValueReader {
  /// The option.
  package let option: FilterOption
  /// Its filter.
  package let effect: EffectCatalogue.Effect

  /// Reads values of `option` of `effect`.
  package init(option: FilterOption, effect: EffectCatalogue.Effect) {
    (self.option, self.effect) = (option, effect)
  }

  /// Text of more bytes is refused.
  private static let textLimit = 4096

  /// The name of a value in messages.
  package var noun: String { "'\(option.name)' of filter '\(effect.filter.name)'" }

  /// The hint for a wrong value; nil if there is none.
  package var hint: String? {
    switch option.kind {
    case .flag: "write true or false"
    case .color: "write white, \"#203040\" or white@50%"
    case .size: "write 64x36"
    case .duration: "write 2s or 500ms"
    case .integer, .number, .flags, .text, .rational, .rate, .pixelFormat, .other:
      option.fallback.map { "its default is \($0)" }
    }
  }

  /// Numbers of a curve.
  package var numbers: ValueReader<PropertyValue> {
    let reader = self
    return ValueReader(
      noun: noun, example: option.fallback ?? "1", maximumWords: 1
    ) { (words) throws(ValueProblem) in
      PropertyValue(try reader.number(words[0].string, words[0]))
    }
  }

  /// A value that stays the same, as libavutil reads it.
  package func text(_ scalar: ScalarText) throws(ValueProblem) -> String {
    let word = Word(text: scalar, range: scalar.trimmed)
    let text = word.string
    switch option.kind {
    case .integer, .number:
      if let first = text.utf8.first, first.isLetter { return try constant(text, word) }
      return FilterUse.text(try number(text, word), isWhole: option.kind == .integer)
    case .flag: return try flag(text, word)
    case .flags:
      var names: [String] = []
      for part in text.split(separator: "+") { names.append(try constant(String(part), word)) }
      return names.joined(separator: "+")
    case .text: return try free(scalar)
    case .color:
      let color = try Color.read(word)
      let digits = [color.red, color.green, color.blue, color.alpha].map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return "0x" + digits.joined()
    case .rational, .rate:
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Time(decimal: $0) }
      guard numbers.count == parts.count, (1...2).contains(numbers.count),
        numbers.count == 1 || numbers[1] > .zero
      else { throw word.problem("\(quoted(text)) is not a fraction", hint: "write 16/9 or 1.5") }
      let value = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
      try check(value.approximate, word)
      return "\(value.numerator)/\(value.denominator)"
    case .size:
      let parts = text.split(separator: "x").compactMap { Int($0) }
      guard parts.count == 2, parts.allSatisfy({ (1...8192).contains($0) }) else {
        throw word.problem("\(quoted(text)) is not a size in pixels", hint: hint)
      }
      return "\(parts[0])x\(parts[1])"
    case .duration, .pixelFormat, .other:
      preconditionFailure("an option of this kind is not read as one word")
    }
  }

  private func number(_ text: String, _ word: Word) throws(ValueProblem) -> Double {
    let isPlain = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
    guard isPlain, let value = Double(text), value.isFinite else {
      throw word.problem("\(quoted(text)) is not a number", hint: hint)
    }
    if option.kind == .integer, Int64(exactly: value) == nil {
      throw word.problem("\(noun) is a whole number", hint: hint)
    }
    if option.kind == .text {
      guard abs(value) <= 1e9 else { throw word.problem("\(noun) is too large", isRange: true) }
    } else {
      try check(value, word)
    }
    return value
  }

  private func check(_ value: Double, _ word: Word) throws(ValueProblem) {
    let range = effect.range(of: option)
    guard range.contains(value) else {
      throw word.problem(
        "\(noun) is \(FilterOption.words(range))", hint: hint, isRange: true)
    }
  }

  private func constant(_ text: String, _ word: Word) throws(ValueProblem) -> String {
    if let reason = effect.reason(against: text, of: option) {
      throw ValueProblem(
        code: .effectRefused, message: "\(quoted(text)) is not supported: \(reason)",
        span: word.text.span(of: word.range), hint: "leave it out")
    }
    let constants = effect.constants(of: option).map(\.name)
    guard constants.contains(text) else {
      if constants.isEmpty {
        throw word.problem("\(quoted(text)) is not a number", hint: hint)
      }
      throw word.unknownName("a value of \(noun)", in: constants)
    }
    return text
  }

  private func flag(_ text: String, _ word: Word) throws(ValueProblem) -> String {
    if text == "auto", option.minimum < 0 { return text }
    guard let value = FlagWord.value(of: text) else {
      throw word.problem("\(quoted(text)) is neither true nor false", hint: hint)
    }
    return value ? "true" : "false"
  }

  private func free(_ scalar: ScalarText) throws(ValueProblem) -> String {
    guard scalar.bytes.count <= Self.textLimit, !scalar.bytes.contains(0) else {
      throw ValueProblem(
        code: .outOfRange, message: "a text can have at most \(Self.textLimit) bytes")
    }
    let text = scalar.string
    if let (name, reason) = EffectExpression(text).refused {
      throw ValueProblem(
        code: .effectRefused, message: "the function '\(name)' is not supported: \(reason)",
        hint: "write an expression without it")
    }
    return text
  }
}
