// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog

extension ValueReader<[Double]> {
  /// A reader of the values of `parameter`, as the numbers that a program has of them.
  package init(_ parameter: TransitionParameter) {
    let example = "\(parameter.name): \(parameter.written(parameter.fallback))"
    let count = parameter.kind == .color ? 1 : parameter.kind.count
    self.init(
      noun: "'\(parameter.name)'", example: example, maximumWords: count
    ) { (words) throws(ValueProblem) in
      guard words.count == count else {
        throw words[0].problem(
          "'\(parameter.name)' has \(count) numbers, found \(words.count)", hint: "write \(example)"
        )
      }
      switch parameter.kind {
      case .number(let range):
        return [
          try Self.number(words[0], parameter, in: range, example, isShare: range == 0...1)
        ]
      case .whole(let range):
        return [try Self.wholeNumber(words[0], parameter, in: range, example)]
      case .wholes(let range):
        return [
          try Self.wholeNumber(words[0], parameter, in: range, example),
          try Self.wholeNumber(words[1], parameter, in: range, example),
        ]
      case .point(let range):
        return [
          try Self.number(words[0], parameter, in: range, example, isShare: true),
          try Self.number(words[1], parameter, in: range, example, isShare: true),
        ]
      case .flag:
        guard let value = FlagWord.value(of: words[0].string) else {
          throw words[0].problem(
            "\(quoted(words[0].string)) is neither true nor false", hint: "write \(example)")
        }
        return [value ? 1 : 0]
      case .color:
        let color = try Color.read(words[0])
        guard color.alpha == 255 else {
          throw words[0].problem("'\(parameter.name)' is an opaque colour")
        }
        return [color.red, color.green, color.blue].map { Double($0) / 255 }
      case .picture: preconditionFailure("a picture is no number")
      }
    }
  }

  private static func number(
    _ word: Word, _ parameter: TransitionParameter, in range: ClosedRange<Double>,
    _ example: String, isShare: Bool = false
  ) throws(ValueProblem) -> Double {
    guard let quantity = word.quantity, quantity.unit.isEmpty || isShare && quantity.unit == "%"
    else {
      throw word.problem("\(quoted(word.string)) is not a number", hint: "write \(example)")
    }
    let value = quantity.unit == "%" ? quantity.value / Time(100) : quantity.value
    guard range.contains(value.approximate) else {
      throw word.problem(
        "'\(parameter.name)' is from \(range.lowerBound.shortest) to \(range.upperBound.shortest)",
        isRange: true)
    }
    return value.approximate
  }

  private static func wholeNumber(
    _ word: Word, _ parameter: TransitionParameter, in range: ClosedRange<Int>, _ example: String
  ) throws(ValueProblem) -> Double {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    let value = try number(word, parameter, in: bounds, example)
    guard value == value.rounded() else {
      throw word.problem("'\(parameter.name)' is a whole number", hint: "write \(example)")
    }
    return value
  }
}
