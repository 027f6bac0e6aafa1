// SPDX-License-Identifier: Apache-2.0

/// A file name with a place for a number, `%d` or `%05d`, as C's `printf` has it; any other `%` is a percent sign.
package struct NumberedName: Hashable, Sendable {
  /// The text before the number, and after it.
  package var before, after: String
  /// The fewest digits, with zeros before the number; 0 for as many as it has.
  package var digits: Int

  /// The most digits that can be asked for.
  package static let mostDigits = 9

  /// Reads `text`; nil where it has no such place, or several.
  package init?(_ text: String) {
    let places = NumberedName.places(in: text[...])
    guard places.count == 1, let place = places.first else { return nil }
    (before, after) = (
      String(text[..<place.range.lowerBound]), String(text[place.range.upperBound...])
    )
    digits = place.digits
  }

  /// The places for a number in a file name: `%d`, and `%01d` to `%09d`.
  package static func places(in name: Substring) -> [(range: Range<String.Index>, digits: Int)] {
    var places: [(range: Range<String.Index>, digits: Int)] = []
    let bytes = name.utf8
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[start...].dropFirst()
      var (behind, digits) = (rest, 0)
      if behind.first == UInt8(ascii: "0"), let digit = behind.dropFirst().first,
        (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit)
      {
        (behind, digits) = (behind.dropFirst(2), Int(digit - UInt8(ascii: "0")))
      }
      guard behind.first == UInt8(ascii: "d") else { continue }
      rest = behind.dropFirst()
      places.append((start..<rest.startIndex, digits))
    }
    return places
  }

  /// The first `printf` place in a file name that is not supported, such as `%5d` or `%003i`; nil
  /// if there is none.
  package static func nearPlace(in name: Substring) -> Substring? {
    var rest = name
    while let start = rest.firstIndex(of: "%") {
      rest = rest[start...].dropFirst()
      let behind = rest.drop { $0.isASCII && $0.isNumber }
      if behind.startIndex > rest.startIndex, behind.first == "d" || behind.first == "i" {
        return name[start...behind.startIndex]
      }
    }
    return nil
  }

  private init(before: String, digits: Int, after: String) {
    (self.before, self.digits, self.after) = (before, digits, after)
  }

  /// The names of sprites of thumbnails beside the text `stem`.vtt.
  package static func sprites(of stem: String) -> NumberedName {
    NumberedName(before: stem + "-", digits: 3, after: ".jpg")
  }

  /// Returns true if `name` is one of these names.
  package func holds(_ name: Substring) -> Bool {
    guard name.hasPrefix(before), name.hasSuffix(after),
      name.utf8.count > before.utf8.count + after.utf8.count
    else { return false }
    let number = name.utf8.dropFirst(before.utf8.count).dropLast(after.utf8.count)
    let zero = UInt8(ascii: "0")
    return number.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) }
      && number.count >= max(1, digits) && (number.count == max(1, digits) || number.first != zero)
  }

  /// The text of all names before and after the digits around the number: names that differ in that
  /// share none.
  package var frame: [Substring] {
    let tail = before.reversed().prefix { $0.isASCII && $0.isNumber }.count
    return [before.dropLast(tail), after.drop { $0.isASCII && $0.isNumber }]
  }

  /// The frames that names may have of which `name` is one, for each run of digits in it.
  package static func frames(holding name: Substring) -> [[Substring]] {
    var frames: [[Substring]] = []
    var rest = name
    while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
      let after = rest[start...].drop { $0.isASCII && $0.isNumber }
      frames.append([name[..<start], after])
      rest = after
    }
    return frames
  }

  /// Returns true if a file can have one of these names and one of `other`.
  package func overlaps(_ other: NumberedName) -> Bool {
    guard frame == other.frame else { return false }
    let (one, two) = before.utf8.count >= other.before.utf8.count ? (self, other) : (other, self)
    let (ahead, behind) = (one.after.utf8.count, two.after.utf8.count)
    guard one.before.hasPrefix(two.before),
      ahead <= behind ? two.after.hasSuffix(one.after) : one.after.hasSuffix(two.after)
    else { return false }
    let more = one.before.utf8.dropFirst(two.before.utf8.count)
    // Numbers grow without end, but only those that have no more digits than are asked for begin with 0.
    guard more.first == UInt8(ascii: "0") else { return true }
    return more.count + max(1, one.digits) + ahead - behind <= max(1, two.digits)
  }
}
