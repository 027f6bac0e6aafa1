// SPDX-License-Identifier: Apache-2.0

import Base

/// Works out a number that is calculated of others, as times are: `12 * 2px`, `100% / 3`, `(1 + 2) * 10deg`.
///
///     sum     = product {("+" | "-") product}
///     product = atom {("*" | "/") atom}
///     atom    = ("-" | "+") atom | "(" sum ")" | number [unit]
///
/// The operands of a sum have one unit, and of those of a product only one has any.
struct Calculation {
  private let text: ScalarText
  private var position: Int
  private let end: Int
  private var operators = 0

  private init(_ text: ScalarText, in range: Range<Int>) {
    self.text = text
    (position, end) = (range.lowerBound, range.upperBound)
  }

  /// Returns true if there is an operator between numbers in `range`, or a parenthesis before one.
  static func isWritten(_ text: ScalarText, in range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound, "-+( ".utf8.contains(text.bytes[start]) { start += 1 }
    let first = start < range.upperBound ? text.bytes[start] : 0
    guard first.isDigit || first == UInt8(ascii: ".") else { return false }
    if text.bytes[range.lowerBound..<start].contains(UInt8(ascii: "(")) { return true }
    return text.operators(in: start..<range.upperBound)
  }

  /// The result of what stands in `range`.
  static func result(of text: ScalarText, in range: Range<Int>) throws(ValueProblem) -> Quantity {
    var calculation = Calculation(text, in: range)
    let result = try calculation.sum()
    calculation.skipSpace()
    guard calculation.position == calculation.end else {
      throw calculation.unexpected()
    }
    return result
  }

  private mutating func sum() throws(ValueProblem) -> Quantity {
    let start = position
    var left = try product()
    while let sign = try take(UInt8(ascii: "+"), UInt8(ascii: "-")) {
      let right = try product()
      guard left.unit == right.unit else {
        throw ValueProblem(
          message: "\(named(left)) and \(named(right)) cannot be added",
          span: text.span(of: start..<position), hint: "what is added has one unit")
      }
      left.value = sign == UInt8(ascii: "+") ? left.value + right.value : left.value - right.value
    }
    return left
  }

  private mutating func product() throws(ValueProblem) -> Quantity {
    let start = position
    var left = try atom()
    while let sign = try take(UInt8(ascii: "*"), UInt8(ascii: "/")) {
      let right = try atom()
      let isProduct = sign == UInt8(ascii: "*")
      guard right.unit.isEmpty || isProduct && left.unit.isEmpty else {
        throw ValueProblem(
          message:
            "\(named(left)) cannot be \(isProduct ? "multiplied" : "divided") by \(named(right))",
          span: text.span(of: start..<position),
          hint: "\(isProduct ? "multiply" : "divide") by a plain number")
      }
      guard isProduct || right.value != .zero else {
        throw ValueProblem(message: "division by zero", span: text.span(of: start..<position))
      }
      left = Quantity(
        value: isProduct ? left.value * right.value : left.value / right.value,
        unit: left.unit + right.unit)
    }
    return left
  }

  private mutating func atom() throws(ValueProblem) -> Quantity {
    skipSpace()
    if let sign = try take(UInt8(ascii: "-"), UInt8(ascii: "+")) {
      var operand = try atom()
      if sign == UInt8(ascii: "-") { operand.value = -operand.value }
      return operand
    }
    if try take(UInt8(ascii: "("), UInt8(ascii: "(")) != nil {
      let inner = try sum()
      guard try take(UInt8(ascii: ")"), UInt8(ascii: ")")) != nil else {
        throw ValueProblem(message: "a ')' is missing", span: text.span(of: position..<end))
      }
      return inner
    }
    guard let number = NumberPrefix(text.bytes, from: position, to: end) else {
      throw unexpected()
    }
    position = number.end
    let start = position
    while position < end, text.bytes[position].isLetter || text.bytes[position] == UInt8(ascii: "%")
    { position += 1 }
    return Quantity(value: number.value, unit: text.string(start..<position))
  }

  /// Takes the operator `a` or `b`, if one of them comes next.
  private mutating func take(_ a: UInt8, _ b: UInt8) throws(ValueProblem) -> UInt8? {
    skipSpace()
    guard position < end, text.bytes[position] == a || text.bytes[position] == b else {
      return nil
    }
    operators += 1
    guard operators <= TimeParser.operatorLimit else {
      throw ValueProblem(
        code: .outOfRange, message: "a number with more than \(TimeParser.operatorLimit) operators")
    }
    position += 1
    return text.bytes[position - 1]
  }

  private mutating func skipSpace() {
    while position < end, text.bytes[position].isSpace { position += 1 }
  }

  private func named(_ quantity: Quantity) -> String {
    quantity.unit.isEmpty ? "a plain number" : "'\(quantity.unit)'"
  }

  private func unexpected() -> ValueProblem {
    position < end
      ? ValueProblem(
        message: "unexpected \(quoted(text.string(position..<end))) in a number",
        span: text.span(of: position..<end), hint: "calculate with + - * / and parentheses")
      : ValueProblem(
        message: "a number is missing at the end", span: text.span,
        hint: "write a number, such as 2px")
  }
}
