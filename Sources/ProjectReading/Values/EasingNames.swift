// SPDX-License-Identifier: Apache-2.0

package import Basics

extension Easing {
  /// The easings that have a name of their own, in the order of the reference.
  package static let named: [(name: String, easing: Easing)] = [
    ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut), ("hold", .hold), ("spring", .spring),
  ]

  /// Reads `ease-in` or `cubic-bezier(x1, y1, x2, y2)`; nil for a word that is neither.
  init?(_ word: Word) throws(ValueProblem) {
    let name = word.string
    if let match = Self.named.first(where: { $0.name == name }) {
      self = match.easing
      return
    }
    guard name.hasPrefix("cubic-bezier") else { return nil }
    let open = word.range.lowerBound + "cubic-bezier(".utf8.count
    guard name.hasPrefix("cubic-bezier("), name.hasSuffix(")") else {
      throw word.problem(
        "\(quoted(name)) is not an easing", hint: "write cubic-bezier(0.4, 0, 0.2, 1)")
    }
    var numbers: [Double] = []
    for range in word.text.words(in: open..<word.range.upperBound - 1) {
      guard let quantity = Quantity(word.text, in: range), quantity.unit.isEmpty else {
        throw word.problem(
          "\(quoted(name)) is not an easing", hint: "write cubic-bezier(0.4, 0, 0.2, 1)")
      }
      numbers.append(quantity.value.approximate)
    }
    guard numbers.count == 4 else {
      throw word.problem(
        "cubic-bezier has four numbers", hint: "write cubic-bezier(0.4, 0, 0.2, 1)")
    }
    guard (0...1).contains(numbers[0]), (0...1).contains(numbers[2]),
      numbers.allSatisfy({ (-10...10).contains($0) })
    else {
      throw word.problem(
        "x1 and x2 of cubic-bezier must be between 0 and 1, y1 and y2 between -10 and 10",
        isRange: true
      )
    }
    self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }
}
