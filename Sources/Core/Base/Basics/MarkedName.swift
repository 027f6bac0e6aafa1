// SPDX-License-Identifier: Apache-2.0

/// A file name with places that are filled when a film is built: `{n}`, a number that no file has yet, and `{date}`, the day.
package struct MarkedName: Hashable, Sendable {
  /// A piece of the name.
  package enum Token: Hashable, Sendable {
    case text(String)
    case number
    case date
  }

  /// The pieces, of which at least one is no text.
  package private(set) var tokens: [Token] = []

  /// The most digits of a number.
  package static let mostDigits = 9

  /// Reads the file name in `path`; nil where it has neither place.
  package init?(path: some StringProtocol) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var rest = String(path[start...])[...]
    var text = ""
    while let first = rest.first {
      guard
        let mark = [("{n}", Token.number), ("{date}", .date)].first(where: { rest.hasPrefix($0.0) })
      else {
        text.append(first)
        rest.removeFirst()
        continue
      }
      if !text.isEmpty { tokens.append(.text(text)) }
      text = ""
      tokens.append(mark.1)
      rest = rest.dropFirst(mark.0.count)
    }
    if !text.isEmpty { tokens.append(.text(text)) }
    guard isNumbered || tokens.contains(.date) else { return nil }
  }

  /// True if the name has a place for a number.
  package var isNumbered: Bool { tokens.contains(.number) }
  /// The number of places for numbers.
  package var numbers: Int { tokens.count { $0 == .number } }
  /// True if a digit follows a number: a name would not show where the number ends.
  package var hasDigitBehindNumber: Bool {
    zip(tokens, tokens.dropFirst()).contains { token, next in
      guard token == .number, case .text(let text) = next else { return false }
      return text.first.map { ("0"..."9").contains($0) } ?? false
    }
  }

  /// The name with its places filled.
  ///
  /// - Parameters:
  ///   - date: The day, as `2026-05-12`.
  ///   - number: Not negative.
  package func name(date: String, number: Int) -> String {
    tokens.reduce(into: "") { name, token in
      switch token {
      case .text(let text): name += text
      case .number: name += String(number)
      case .date: name += date
      }
    }
  }

  /// The number in `name`, 0 where it has no place for one; nil where `name` is none of these names.
  ///
  /// - Parameter date: The day it has to have; nil for any.
  package func number(in name: Substring, date: String? = nil) -> Int? {
    var rest = name
    var number = 0
    for (index, token) in tokens.enumerated() {
      switch token {
      case .text(let text):
        guard rest.hasPrefix(text) else { return nil }
        rest = rest.dropFirst(text.count)
      case .date:
        let day = rest.prefix(10)
        guard date.map({ $0 == day }) ?? MarkedName.isDate(day) else { return nil }
        rest = rest.dropFirst(10)
      case .number:
        // A day that follows begins with digits of its own.
        let run = rest.prefix { ("0"..."9").contains($0) }
        let isBeforeDate = index + 1 < tokens.count && tokens[index + 1] == .date
        let digits = isBeforeDate ? run.dropLast(4) : run
        guard digits.count <= MarkedName.mostDigits, digits == "0" || digits.first != "0",
          let value = Int(digits)
        else { return nil }
        number = value
        rest = rest.dropFirst(digits.count)
      }
    }
    return rest.isEmpty ? number : nil
  }

  private static func isDate(_ text: Substring) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated().allSatisfy { index, byte in
        [4, 7].contains(index)
          ? byte == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
