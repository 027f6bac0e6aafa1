// SPDX-License-Identifier: Apache-2.0

package import Base

/// A decimal number at the head of a text, and what follows it.
package struct NumberPrefix {
  /// The number, exact.
  package var value: Time
  /// The first byte after it.
  package var end: Int
  /// True if the number is written without a point.
  package var isWhole: Bool

  /// Reads digits, perhaps with a point before or among them, at `start`: at most 9 before it, `decimals` after it,
  /// and 18 in all, which 64 bits hold.
  ///
  /// A point counts only when a digit follows, so that `2..5` holds the number 2.
  package init?(_ bytes: [UInt8], from start: Int, to limit: Int, decimals: Int = 9) {
    var (digits, scale): (Int64, Int64) = (0, 1)
    var index = start
    while index < limit, bytes[index].isDigit {
      guard index - start < 9 else { return nil }
      digits = digits * 10 + Int64(bytes[index] - 48)
      index += 1
    }
    let whole = index - start
    let hasPoint = index + 1 < limit && bytes[index] == UInt8(ascii: ".")
    guard index > start || hasPoint && bytes[index + 1].isDigit else { return nil }
    isWhole = true
    if index + 1 < limit, bytes[index] == UInt8(ascii: "."), bytes[index + 1].isDigit {
      isWhole = false
      index += 1
      let point = index
      while index < limit, bytes[index].isDigit {
        guard index - point < min(decimals, 18 - whole) else { return nil }
        digits = digits * 10 + Int64(bytes[index] - 48)
        scale *= 10
        index += 1
      }
    }
    value = scale == 1 ? Time(digits) : Time(digits, over: scale)
    end = index
  }
}

/// A number with a sign and a unit, such as `-12dB`, `25%` or `0.5`, or what is calculated of several: `3 * 20px`.
package struct Quantity: Hashable {
  /// The number.
  package var value: Time
  /// The text after the number, without white space; empty for a plain number.
  package var unit: String

  /// Reads all of `range`; nil when that is something else.
  package init?(_ text: ScalarText, in range: Range<Int>) {
    if let plain = Quantity(plain: text, in: range), !Calculation.isWritten(text, in: range) {
      self = plain
      return
    }
    guard Calculation.isWritten(text, in: range),
      let result = try? Calculation.result(of: text, in: range)
    else { return nil }
    self = result
  }

  /// Reads all of `range`, a number without operators; nil when that is something else.
  package init?(plain text: ScalarText, in range: Range<Int>, decimals: Int = 9) {
    var start = range.lowerBound
    guard start < range.upperBound else { return nil }
    let sign = text.bytes[start]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { start += 1 }
    guard
      let number = NumberPrefix(
        text.bytes, from: start, to: range.upperBound, decimals: decimals)
    else {
      return nil
    }
    value = sign == UInt8(ascii: "-") ? -number.value : number.value
    var end = number.end
    while end < range.upperBound, text.bytes[end].isSpace { end += 1 }
    unit = end == range.upperBound ? "" : text.string(end..<range.upperBound)
  }

  package init(value: Time, unit: String) { (self.value, self.unit) = (value, unit) }
}
