// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Sizes and ages as the command line takes them: a number and a unit, nothing else.
enum ArgumentQuantity {
  /// A number of bytes, such as `500M`, `1.5G` or `20GiB`; units of a thousand unless with an `i`.
  static func bytes(_ text: String) throws -> Int64 {
    let powers: [Character: Int] = ["k": 1, "K": 1, "M": 2, "G": 3, "T": 4]
    let wrong = ValidationError("a size is a number and a unit, such as 500M or 20G, not '\(text)'")
    if text == "0" { return 0 }
    let (number, unit) = split(text)
    var letters = unit[...]
    if letters.hasSuffix("B") { letters.removeLast() }
    let isBinary = letters.hasSuffix("i")
    if isBinary { letters.removeLast() }
    var scale: Int64 = 1
    if let letter = letters.first, letters.count == 1, let power = powers[letter] {
      for _ in 0..<power { scale *= isBinary ? 1024 : 1000 }
    } else if unit != "B" {
      throw wrong
    }
    guard let value = scaled(number, by: scale) else { throw wrong }
    return value
  }

  /// A length of time in nanoseconds, such as `30d`, `12h` or `90min`.
  static func age(_ text: String) throws -> Int64 {
    let seconds: [String: Int64] = ["s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800]
    let (number, unit) = split(text)
    guard let seconds = seconds[unit], let value = scaled(number, by: seconds),
      case (let nanoseconds, false) = value.multipliedReportingOverflow(by: 1_000_000_000)
    else {
      throw ValidationError(
        "an age is a number and one of s, min, h, d and w, such as 30d or 12h, not '\(text)'")
    }
    return nanoseconds
  }

  private static func split(_ text: String) -> (number: Substring, unit: String) {
    let end = text.firstIndex { !($0 == "." || $0.isASCII && $0.isNumber) } ?? text.endIndex
    return (text[..<end], String(text[end...]))
  }

  /// `number` times `scale`, rounded down; nil if it is no number or too large.
  private static func scaled(_ number: Substring, by scale: Int64) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      let whole = Int64(parts[0]),
      case (var value, false) = whole.multipliedReportingOverflow(by: scale)
    else { return nil }
    guard parts.count == 2 else { return value }
    // More digits than matter would only overflow.
    let digits = parts[1].prefix(6)
    guard let tenths = Int64(digits) else { return nil }
    let divisor = digits.reduce(Int64(1)) { power, _ in power * 10 }
    value += tenths * (scale / divisor) + tenths * (scale % divisor) / divisor
    return value < 0 ? nil : value
  }
}
