// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics

extension Color {
  /// Reads a name, `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, perhaps with `@50%` behind it.
  package static func read(_ word: Word) throws(ValueProblem) -> Color {
    let text = word.string
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    var color = try base(String(parts[0]), word)
    if parts.count == 2 {
      let start = word.range.lowerBound + parts[0].utf8.count + 1
      let opacity = Word(text: word.text, range: start..<word.range.upperBound)
      let share = try ValueReader<Double>.opacity.read([opacity])
      color.alpha = UInt8((Double(color.alpha) * share).rounded())
    }
    return color
  }

  private static func base(_ text: String, _ word: Word) throws(ValueProblem) -> Color {
    if text == "transparent" || text == "clear" { return Color(0, 0, 0, alpha: 0) }
    guard text.hasPrefix("#") else {
      let name = text.lowercased()
      if let match = named.first(where: { $0.name == name }) { return Color(rgb: match.rgb) }
      if name == "none" {
        throw word.problem(
          "\(quoted(text)) is not a colour", hint: "write clear for what is not seen")
      }
      let near = nearest(name, in: named.map(\.name))
      throw word.problem(
        "\(quoted(text)) is not a colour",
        hint: near.map { "did you mean '\($0)'?" } ?? "write white, \"#203040\" or white@50%")
    }
    let digits: [UInt32] = text.utf8.dropFirst().compactMap { byte in
      if byte.isDigit { return UInt32(byte - 48) }
      let letter = byte | 32
      return letter >= 97 && letter <= 102 ? UInt32(letter) - 87 : nil
    }
    guard digits.count == text.utf8.count - 1, [3, 4, 6, 8].contains(digits.count) else {
      throw word.problem(
        "\(quoted(text)) is not a colour", hint: "write \"#rgb\", \"#rrggbb\" or \"#rrggbbaa\"")
    }
    let isShort = digits.count < 6
    var pairs: [UInt32] = []
    for index in stride(from: 0, to: digits.count, by: isShort ? 1 : 2) {
      pairs.append(isShort ? digits[index] * 17 : digits[index] * 16 + digits[index + 1])
    }
    return Color(
      UInt8(pairs[0]), UInt8(pairs[1]), UInt8(pairs[2]),
      alpha: pairs.count == 4 ? UInt8(pairs[3]) : 255)
  }
}
