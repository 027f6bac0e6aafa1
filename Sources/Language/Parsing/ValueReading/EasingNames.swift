// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics

extension Easing {
  /// An easing with numbers in parentheses.
  package enum Function: String, CaseIterable {
    case cubicBezier = "cubic-bezier"
    case steps
    case spring

    /// An example of the function.
    var example: String {
      switch self {
      case .cubicBezier: "cubic-bezier(0.4, 0, 0.2, 1)"
      case .steps: "steps(4) or steps(4, start)"
      case .spring: "spring(1, 100, 10)"
      }
    }
  }

  /// Says that `word` is no easing.
  package static func unknown(_ word: Word) -> ValueProblem {
    if let swing = Swing(rawValue: word.string) {
      let ways = Side.allCases.map { "\(swing.rawValue)-\($0.rawValue)" }
      return word.problem(
        "\(quoted(word.string)) is not an easing",
        hint: "write \(ways[0]), \(ways[1]) or \(ways[2])")
    }
    if ["slow", "slowly", "fast", "quick"].contains(word.string) {
      return ValueProblem(
        code: .unknownValue, message: "\(quoted(word.string)) is not an easing",
        span: word.text.span(of: word.range),
        hint: "write ease-in-out; how long it takes is a time, such as 2s")
    }
    if let hint = spelt(word.string) {
      return word.problem("\(quoted(word.string)) is not an easing", hint: hint)
    }
    let functions = Function.allCases.map(\.rawValue).filter { $0 != Function.spring.rawValue }
    return word.unknownName("an easing", in: named.map(\.name) + functions)
  }

  /// The spelling of a name such as `easeOutCubic`, of which JavaScript's libraries have thirty.
  private static func spelt(_ name: String) -> String? {
    let letters = name.lowercased().filter { $0.isLetter }
    guard letters.hasPrefix("ease") else { return nil }
    let rest = letters.dropFirst(4)
    let side: Side = rest.hasPrefix("inout") ? .inOut : rest.hasPrefix("in") ? .in : .out
    if let swing = Swing.allCases.first(where: { rest.contains($0.rawValue) }) {
      return "write \(swing.rawValue)-\(side.rawValue)"
    }
    let curves = ["sine", "quad", "cubic", "quart", "quint", "expo", "circ"]
    guard curves.contains(where: { rest.hasSuffix($0) }) else { return nil }
    return "write ease-\(side.rawValue), or the curve itself: \(Function.cubicBezier.example)"
  }

  /// Returns true if `word` is nearly the name of an easing.
  package static func isMeant(by word: Word) -> Bool {
    spelt(word.string) != nil || Swing(rawValue: word.string) != nil
      || nearest(word.string, in: named.map(\.name) + Function.allCases.map(\.rawValue)) != nil
  }

  /// Reads `ease-in` or `cubic-bezier(x1, y1, x2, y2)`; nil for a word that is neither.
  package init?(_ word: Word) throws(ValueProblem) {
    let name = word.string
    if let match = Self.named.first(where: { $0.name == name }) {
      self = match.easing
      return
    }
    let called = name.prefix { $0 != "(" }
    guard let function = Function(rawValue: String(called)) else { return nil }
    let open = word.range.lowerBound + called.utf8.count
    guard name.utf8.count > called.utf8.count, name.hasSuffix(")") else {
      throw word.problem("\(quoted(name)) is not an easing", hint: "write \(function.example)")
    }
    let arguments = word.text.words(in: open + 1..<word.range.upperBound - 1)
      .map { Word(text: word.text, range: $0) }
    switch function {
    case .cubicBezier: self = try Self.bezier(word, arguments)
    case .steps: self = try Self.steps(word, arguments)
    case .spring: self = try Self.spring(word, arguments)
    }
  }

  private static func numbers(
    _ arguments: [Word], of word: Word, _ function: Function
  ) throws(ValueProblem) -> [Double] {
    var numbers: [Double] = []
    for argument in arguments {
      guard let quantity = argument.quantity, quantity.unit.isEmpty else {
        throw word.problem(
          "\(quoted(word.string)) is not an easing", hint: "write \(function.example)")
      }
      numbers.append(quantity.value.approximate)
    }
    return numbers
  }

  private static func bezier(_ word: Word, _ arguments: [Word]) throws(ValueProblem) -> Easing {
    let numbers = try numbers(arguments, of: word, .cubicBezier)
    guard numbers.count == 4 else {
      throw word.problem(
        "cubic-bezier has four numbers", hint: "write \(Function.cubicBezier.example)")
    }
    guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]),
      numbers.allSatisfy({ Easing.overshoots.contains($0) })
    else {
      throw word.problem(
        "x1 and x2 of cubic-bezier must be between 0 and 1, y1 and y2 between -10 and 10",
        hint: "write \(Function.cubicBezier.example)", isRange: true)
    }
    return .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  private static func steps(_ word: Word, _ arguments: [Word]) throws(ValueProblem) -> Easing {
    guard (1...2).contains(arguments.count), let quantity = arguments[0].quantity,
      quantity.unit.isEmpty, quantity.value.denominator == 1
    else {
      throw word.problem(
        "steps has a whole number, and perhaps where the jumps are",
        hint: "write \(Function.steps.example)")
    }
    var jump = Jump.end
    if arguments.count == 2 {
      guard let known = Jump(rawValue: arguments[1].string) else {
        throw arguments[1].unknownName("a place of jumps", in: Jump.allCases.map(\.rawValue))
      }
      jump = known
    }
    guard let count = Int(exactly: quantity.value.numerator), jump.counts.contains(count) else {
      let counts = jump.counts
      throw word.problem(
        "the number of steps must be between \(counts.lowerBound) and \(counts.upperBound)",
        hint: "write \(Function.steps.example), or hold to jump at the end", isRange: true)
    }
    return .steps(count, jump)
  }

  private static func spring(_ word: Word, _ arguments: [Word]) throws(ValueProblem) -> Easing {
    let numbers = try numbers(arguments, of: word, .spring)
    guard numbers.count == 3 else {
      throw word.problem(
        "a spring has three numbers: mass, stiffness and damping",
        hint: "write \(Function.spring.example), or spring alone to fill the way to its key")
    }
    guard numbers.allSatisfy({ (0.01...100_000).contains($0) }) else {
      throw word.problem(
        "mass, stiffness and damping of a spring must be between 0.01 and 100000",
        hint: "write \(Function.spring.example)", isRange: true)
    }
    return .spring(Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2]))
  }
}
