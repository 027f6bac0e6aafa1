// SPDX-License-Identifier: Apache-2.0

/// References to other files in CSS, in a style sheet or the value of one property.
enum StyleReferences {
  /// The first reference outside the drawing; nil if there is none.
  ///
  /// Font sources are ignored: `@font-face` has no effect, because fonts are found by family.
  static func first(in css: String) -> String? {
    let text = Array(css.utf8)
    var place = 0
    /// True if the current position is in an `@font-face` rule.
    var isInFontRule = false
    while place < text.count {
      if starts(text, place, "/*") {
        place += 2
        while place < text.count, !starts(text, place, "*/") { place += 1 }
        place += 2
      } else if starts(text, place, "@font-face") {
        isInFontRule = true
        place += 10
      } else if starts(text, place, "@import") {
        place += 7
        skipSpace(text, &place)
        // A target written as `url(…)` is handled by the next iteration.
        if starts(text, place, "url(") { continue }
        let target = word(text, &place)
        if isOutside(target[...]) { return target }
      } else if starts(text, place, "url(") {
        place += 4
        let target = word(text, &place)
        if !isInFontRule, isOutside(target[...]) { return target }
      } else {
        if text[place] == UInt8(ascii: "}") { isInFontRule = false }
        place += 1
      }
    }
    return nil
  }

  /// Returns true if `target` is outside the drawing.
  static func isOutside(_ target: Substring) -> Bool {
    guard let first = target.first else { return false }
    return first != "#" && !target.prefix(5).lowercased().hasPrefix("data:")
  }

  /// The quoted or bare word at `place`, without quotes.
  private static func word(_ text: [UInt8], _ place: inout Int) -> String {
    skipSpace(text, &place)
    guard place < text.count else { return "" }
    let start: Int
    if text[place] == UInt8(ascii: "\"") || text[place] == UInt8(ascii: "'") {
      let quote = text[place]
      start = place + 1
      place = text[start...].firstIndex(of: quote) ?? text.count
    } else {
      start = place
      while place < text.count, !isSpace(text[place]),
        ![UInt8(ascii: ")"), UInt8(ascii: ";")].contains(text[place])
      {
        place += 1
      }
    }
    return String(decoding: text[start..<place].prefix(4096), as: UTF8.self)
  }

  private static func skipSpace(_ text: [UInt8], _ place: inout Int) {
    while place < text.count, isSpace(text[place]) { place += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Returns true if the lowercase `word` is at `place`, ignoring case.
  private static func starts(_ text: [UInt8], _ place: Int, _ word: StaticString) -> Bool {
    guard place + word.utf8CodeUnitCount <= text.count else { return false }
    for index in 0..<word.utf8CodeUnitCount {
      let byte = text[place + index]
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if (isCapital ? byte | 0x20 : byte) != word.utf8Start[index] { return false }
    }
    return true
  }
}
