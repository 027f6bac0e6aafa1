// SPDX-License-Identifier: Apache-2.0

import Base

/// The words of a text of ASS: what they look like is kept as far as cues have it, and everything else is left out.
struct ScriptWords {
  private(set) var runs: [Cue.StyledText] = []
  /// The place on the keypad that the text asks for; nil for none.
  private(set) var place: Int?

  private var style = Cue.Style()
  private var pending: [UInt8] = []
  private var isDrawing = false
  /// The style that the text has where its tags do not say otherwise.
  private let base: Cue.Style

  /// Reads `text`, which has the style `base` and lies at `place` where its tags do not say otherwise.
  init(_ text: some Sequence<UInt8>, base: Cue.Style = Cue.Style(), place usual: Int? = nil) {
    (self.base, style) = (base, base)
    read(Array(text))
    flush()
    place = place ?? usual
  }

  private mutating func flush() {
    if !pending.isEmpty {
      runs.append(Cue.StyledText(String(decoding: pending, as: UTF8.self), style))
    }
    pending = []
  }

  private mutating func read(_ text: [UInt8]) {
    var index = 0
    // Nothing is looked for twice, however many braces are open.
    var lastClosing = text.lastIndex(of: UInt8(ascii: "}")) ?? -1
    while index < text.count {
      if text[index] == UInt8(ascii: "{"), index < lastClosing {
        guard let end = text[index...].firstIndex(of: UInt8(ascii: "}")) else {
          lastClosing = -1
          continue
        }
        for tag in text[(index + 1)..<end].split(separator: UInt8(ascii: "\\")) { take(tag) }
        index = end + 1
        continue
      }
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.count,
        let (bytes, used) = escaped(text[(index + 1)...])
      {
        if !isDrawing { pending += bytes }
        index += 1 + used
        continue
      }
      if !isDrawing { pending.append(text[index]) }
      index += 1
    }
  }

  /// The bytes for which a backslash and those behind it stand, and the number of those used; nil
  /// for the backslash alone.
  private func escaped(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], used: Int)? {
    switch text.first {
    case UInt8(ascii: "N"): ([10], 1)
    case UInt8(ascii: "n"), UInt8(ascii: "h"): ([32], 1)
    case UInt8(ascii: "{"): ([UInt8(ascii: "{")], 1)
    case UInt8(ascii: "}"): ([UInt8(ascii: "}")], 1)
    // A word joiner keeps a backslash from what is behind it.
    case 0xE2 where text.starts(with: [0xE2, 0x81, 0xA0]): ([UInt8(ascii: "\\")], 3)
    default: nil
    }
  }

  private mutating func take(_ tag: ArraySlice<UInt8>) {
    let word = String(decoding: tag.prefix(14), as: UTF8.self)
    var new = style
    switch word {
    case "b0": new.isBold = false
    case "b": new.isBold = base.isBold
    case "b1", "b700": new.isBold = true
    case "i0": new.isItalic = false
    case "i": new.isItalic = base.isItalic
    case "i1": new.isItalic = true
    case "u0": new.isUnderlined = false
    case "u": new.isUnderlined = base.isUnderlined
    case "u1": new.isUnderlined = true
    case "s0": new.isStruck = false
    case "s": new.isStruck = base.isStruck
    case "s1": new.isStruck = true
    case "r": new = base
    case "c", "1c": new.color = nil
    case "p0": isDrawing = false
    case _ where word.hasPrefix("c&") || word.hasPrefix("1c&"):
      new.color = color(word) ?? new.color
    case _ where word.hasPrefix("an") && word.utf8.count == 3:
      place = place ?? Int(word.dropFirst(2)).flatMap { (1...9).contains($0) ? $0 : nil }
    case _ where word.hasPrefix("p") && Int(word.dropFirst()) ?? 0 > 0: isDrawing = true
    default: break
    }
    if new != style {
      flush()
      style = new
    }
  }

  /// The colour of a tag such as `c&H0000FF&`, which is red.
  private func color(_ word: String) -> Color? {
    let digits = word.drop { $0 != "&" }.dropFirst()
    guard let first = digits.first, first == "H" || first == "h",
      let value = UInt32(digits.dropFirst().prefix { $0 != "&" }, radix: 16)
    else { return nil }
    return Color(
      UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
      UInt8(truncatingIfNeeded: value >> 16))
  }
}
