// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel

/// The style of a text within elements of Pango's markup.
package struct MarkupStyle {
  /// The look of text within all open elements.
  package private(set) var style: TextRun.Style
  private let base: TextRun.Style
  /// The text's colour; of a gradient the first.
  private let ownColor: Color
  private var outer: [TextRun.Style] = []

  /// The look outside of all elements.
  package init(_ look: TextLook) {
    style = TextRun.Style(look)
    base = style
    ownColor = look.color
  }

  /// True if the current style is that of the text.
  package var isPlain: Bool { style == base }

  /// Leaves the element that was entered last.
  package mutating func leave() { style = outer.removeLast() }

  /// Enters an element.
  package mutating func enter(_ tag: MarkupReader.Tag) throws(ValueProblem) {
    outer.append(style)
    let name = tag.name.string
    if name != "span", let attribute = tag.attributes.first {
      throw attribute.name.problem(
        "'<\(name)>' has no attributes", hint: "write <span \(attribute.name.string)=\"…\">")
    }
    switch name {
    case "b": style.font.weight = 700
    case "i": style.font.isItalic = true
    case "u": style.isUnderlined = true
    case "s": style.isStruck = true
    case "big": style.font.size = style.font.size.scaled(by: Self.step)
    case "small": style.font.size = style.font.size.scaled(by: 1 / Self.step)
    case "sub": style.script = .below
    case "sup": style.script = .above
    case "tt": set(family: "monospace", at: tag.name)
    case "span": for attribute in tag.attributes { try set(attribute) }
    default:
      throw tag.name.unknownName(
        "an element of markup",
        in: ["b", "i", "u", "s", "big", "small", "sub", "sup", "tt", "span"])
    }
  }

  /// The ratio of one size to the next.
  private static let step = 1.2

  private mutating func set(family: String, at word: Word) {
    style.font.family = Located(family, at: word.text.span(of: word.range))
    style.font.file = nil
  }

  // MARK: Attributes of <span>

  private static let names = [
    "font_family", "face", "font", "font_desc", "font_size", "size", "font_style", "style",
    "font_weight", "weight", "font_features", "color", "foreground", "fgcolor", "alpha", "fgalpha",
    "background", "bgcolor", "background_alpha", "bgalpha", "underline", "strikethrough",
    "letter_spacing",
  ]

  private mutating func set(_ attribute: MarkupReader.Attribute) throws(ValueProblem) {
    let value = attribute.value
    switch attribute.name.string {
    case "font_family", "face": try setFamily(value)
    case "font", "font_desc": try setFont(value)
    case "font_size", "size": style.font.size = try size(value)
    case "font_style", "style":
      switch value.string {
      case "normal": style.font.isItalic = false
      case "italic", "oblique": style.font.isItalic = true
      default: throw value.unknownName("a style", in: ["normal", "italic", "oblique"])
      }
    case "font_weight", "weight":
      guard let weight = Self.weight(value.string) else {
        throw value.problem(
          "\(quoted(value.string)) is not a weight", hint: "write bold, or a number from 100 to 900"
        )
      }
      style.font.weight = weight
    case "font_features": style.font.features = try features(value)
    case "color", "foreground", "fgcolor": style.color = try Color.read(value)
    case "alpha", "fgalpha":
      var color = style.color ?? ownColor
      color.alpha = try alpha(value)
      style.color = color
    case "background", "bgcolor": style.background = try Color.read(value)
    case "background_alpha", "bgalpha":
      guard style.background != nil else {
        throw attribute.name.problem(
          "there is no background yet", hint: "write background=\"…\" before it")
      }
      let share = try alpha(value)
      style.background?.alpha = share
    case "underline":
      switch value.string {
      case "none": style.isUnderlined = false
      case "single": style.isUnderlined = true
      default: throw value.unknownName("a line that is drawn", in: ["none", "single"])
      }
    case "strikethrough":
      guard let isStruck = FlagWord.value(of: value.string) else {
        throw value.unknownName("true or false", in: ["true", "false"])
      }
      style.isStruck = isStruck
    case "letter_spacing": style.letterSpacing = .pixels(try points(value, in: -750...750))
    default:
      throw attribute.name.unknownName("an attribute that is drawn", in: Self.names)
    }
  }

  private mutating func setFamily(_ word: Word) throws(ValueProblem) {
    guard (1...200).contains(word.range.count) else {
      throw word.problem("a font family must have 1 to 200 bytes")
    }
    set(family: word.string, at: word)
  }

  /// A family, styles and a size, as in `Noto Sans Bold 24`, each of which may be left out.
  private mutating func setFont(_ word: Word) throws(ValueProblem) {
    var words = word.text.words(in: word.range).map { Word(text: word.text, range: $0) }
    if let last = words.last, last.quantity != nil {
      let isBare = last.string.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
      style.font.size = isBare ? try points(last, unit: 4.0 / 3) : try size(last)
      words.removeLast()
    }
    while let last = words.last {
      let name = last.string.lowercased()
      if name == "italic" || name == "oblique" {
        style.font.isItalic = true
      } else if let weight = Self.weight(name), last.quantity == nil {
        style.font.weight = weight
      } else {
        break
      }
      words.removeLast()
    }
    guard let first = words.first, let last = words.last else { return }
    try setFamily(
      Word(text: word.text, range: first.range.lowerBound..<last.range.upperBound))
  }

  private static let weights: [(name: String, weight: Int)] =
    KeyTable.fontWeights + [
      ("ultralight", 200), ("extralight", 200), ("semilight", 350), ("book", 380),
      ("demibold", 600), ("semibold", 600), ("extrabold", 800), ("ultrabold", 800),
      ("heavy", 900),
    ]

  private static func weight(_ text: String) -> Int? {
    if let number = Int(text) { return (100...900).contains(number) ? number : nil }
    return weights.first { $0.name == text }?.weight
  }

  private static let sizes = [
    "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large",
  ]

  private func size(_ word: Word) throws(ValueProblem) -> Length {
    let text = word.string
    var size = style.font.size
    if let place = Self.sizes.firstIndex(of: text) {
      size = base.font.size
      for _ in 0..<abs(place - 3) { size = size.scaled(by: place < 3 ? 1 / Self.step : Self.step) }
      return size
    }
    if text == "smaller" { return size.scaled(by: 1 / Self.step) }
    if text == "larger" { return size.scaled(by: Self.step) }
    guard let quantity = word.quantity, ["", "px", "pt", "%"].contains(quantity.unit) else {
      throw word.problem(
        "\(quoted(text)) is not a size", hint: "write 120%, 48px, 36pt, larger or x-large")
    }
    if quantity.unit == "%" {
      let share = quantity.value.approximate / 100
      guard (0.01...100).contains(share) else {
        throw word.problem("a size is from 1% to 10000% of the one around it", isRange: true)
      }
      return size.scaled(by: share)
    }
    let pixels = ["px": 1, "pt": 4.0 / 3][quantity.unit] ?? 4.0 / 3 / 1024
    return try points(word, unit: pixels)
  }

  /// A size in pixels, of which a number is `unit` each.
  private func points(_ word: Word, unit: Double) throws(ValueProblem) -> Length {
    let pixels = (word.quantity?.value.approximate ?? 0) * unit
    guard (1...4096).contains(pixels) else {
      throw word.problem(
        "a font size must be between 1 and 4096 pixels",
        hint: "a number alone is of 1024ths of a point: write 120%, 48px or 36pt", isRange: true)
    }
    return .pixels(pixels)
  }

  /// Points, or 1024ths of them, in pixels.
  private func points(_ word: Word, in bounds: ClosedRange<Double>) throws(ValueProblem) -> Double {
    guard let quantity = word.quantity, ["", "pt"].contains(quantity.unit) else {
      throw word.problem("\(quoted(word.string)) is not a spacing", hint: "write 2pt or 2048")
    }
    let points = quantity.value.approximate / (quantity.unit == "pt" ? 1 : 1024)
    guard bounds.contains(points) else {
      throw word.problem("a spacing is between -750pt and 750pt", isRange: true)
    }
    return points * 4 / 3
  }

  /// A share in percent, or a number from 1 to 65536.
  private func alpha(_ word: Word) throws(ValueProblem) -> UInt8 {
    if let quantity = word.quantity {
      let share = quantity.value.approximate / (quantity.unit == "%" ? 100 : 65_536)
      if ["", "%"].contains(quantity.unit), (0...1).contains(share) {
        return UInt8((share * 255).rounded())
      }
    }
    throw word.problem(
      "\(quoted(word.string)) is not an alpha", hint: "write 50%, or a number up to 65536")
  }

  /// Features as CSS has them: `smcp, liga 0, onum=1, -kern`.
  private func features(_ word: Word) throws(ValueProblem) -> [FontSetting<Int>] {
    var result: [FontSetting<Int>] = []
    for part in word.string.split(separator: ",") {
      let words = part.split { " =\"'".contains($0) }
      guard let first = words.first, words.count <= 2 else { continue }
      let name = first.drop { $0 == "-" || $0 == "+" }
      let value = words.count == 2 ? Self.value(of: words[1]) : first.hasPrefix("-") ? 0 : 1
      guard name.utf8.count == 4, name.utf8.allSatisfy({ $0.isLetter || $0.isDigit }),
        let value, result.count < 64
      else {
        throw word.problem(
          "\(quoted(String(part))) is not a feature of fonts",
          hint: "write font_features=\"smcp, liga=0\"")
      }
      result.append(FontSetting(tag: String(name), value: value))
    }
    return result
  }

  private static func value(of text: Substring) -> Int? {
    if let flag = FlagWord.value(of: String(text)) { return flag ? 1 : 0 }
    return Int(text).flatMap { (0...1000).contains($0) ? $0 : nil }
  }
}

extension Length {
  /// `factor` times as long, within what tags in tags may ask for.
  fileprivate func scaled(by factor: Double) -> Length {
    switch self {
    case .share(let share): .share(min(max(share * factor, 0.0001), 10))
    case .pixels(let pixels): .pixels(min(max(pixels * factor, 0.1), 4096))
    }
  }
}
