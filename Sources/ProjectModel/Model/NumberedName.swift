// SPDX-License-Identifier: Apache-2.0

/// A file name with a place for a number, `%d` or `%05d`, as C's `printf` has it.
package struct NumberedName: Hashable, Sendable {
  /// What stands before the number, and after it.
  package var before, after: String
  /// The fewest digits, with zeros before the number; 0 for as many as it has.
  package var digits: Int

  /// The most digits that can be asked for.
  package static let mostDigits = 9

  /// Reads `text`; nil where it has no such place, several, or another `%`.
  package init?(_ text: String) {
    let parts = text.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
    let count = parts[1][..<end]
    guard count.isEmpty || count.utf8.count == 2 && count.hasPrefix("0") && count != "00",
      let digits = count.isEmpty ? 0 : Int(count)
    else { return nil }
    (before, after) = (String(parts[0]), String(parts[1][end...].dropFirst()))
    self.digits = digits
  }

  /// Whether `name` is one of these names.
  package func holds(_ name: Substring) -> Bool {
    guard name.hasPrefix(before), name.hasSuffix(after),
      name.utf8.count > before.utf8.count + after.utf8.count
    else { return false }
    let number = name.utf8.dropFirst(before.utf8.count).dropLast(after.utf8.count)
    let zero = UInt8(ascii: "0")
    return number.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) }
      && number.count >= max(1, digits) && (number.count == max(1, digits) || number.first != zero)
  }
}
