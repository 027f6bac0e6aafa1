// SPDX-License-Identifier: Apache-2.0

import Base

/// The requests of the tags in an ASS text: the fonts, a position of its own, the size.
///
/// It decides nothing that is drawn: libass reads the same text.
struct ScriptText {
  /// The runs of the text, each in one font.
  private(set) var runs: [SubtitleScript.FontRun] = []
  /// The styles that it names.
  private(set) var styles: [String] = []
  /// True if the text gives its position.
  private(set) var isPlaced = false
  /// The approximate largest extent of its letters and drawings, in multiples of the frame's
  /// shorter side.
  var reach: Double {
    let unit = Double(max(1, min(picture.width, picture.height)))
    let reach = (extent + 2 * outline) / unit
    return reach.isFinite ? reach : .infinity
  }

  private let own: SubtitleScript.Style?
  private let known: [String: SubtitleScript.Style]
  private let picture: PixelSize
  /// The font of the style, and the one that is written with.
  private var base: SubtitleScript.FontName
  private var font: SubtitleScript.FontName
  private var (size, largest, scale) = (18.0, 18.0, 1.0)
  /// The extent of letters, drawings and shadows, and the width of the lines around them.
  private var (extent, outline) = (0.0, 0.0)
  /// Halvings of drawings; nil for texts.
  private var level: Int?
  private var pending: [UInt8] = []

  /// Reads `text`, which has `style` at first.
  init(
    _ text: ArraySlice<UInt8>, style: SubtitleScript.Style?,
    of known: [String: SubtitleScript.Style], size picture: PixelSize
  ) {
    own = style ?? known["Default"]
    self.known = known
    self.picture = picture
    base = own?.font ?? SubtitleScript.FontName(family: "Arial")
    font = base
    size = own?.size ?? 18
    largest = size
    scale = max(1, own?.scale ?? 1)
    outline = own?.outline ?? 0
    read(text)
  }

  private mutating func read(_ text: ArraySlice<UInt8>) {
    var rest = text
    let lastEnd = text.lastIndex(of: UInt8(ascii: "}")) ?? text.startIndex
    while let first = rest.first {
      if first == UInt8(ascii: "{"), rest.startIndex < lastEnd,
        let end = rest.firstIndex(of: UInt8(ascii: "}"))
      {
        let tags = rest[(rest.startIndex + 1)..<end]
        for tag in tags.split(separator: UInt8(ascii: "\\")).dropFirst(tags.first == 92 ? 0 : 1) {
          read(tag: tag)
        }
        rest = rest[(end + 1)...]
        continue
      }
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "{")) ?? rest.endIndex
      if let level { measure(rest[..<end], level) } else { write(rest[..<end]) }
      rest = rest[end...]
    }
    flush()
  }

  private mutating func write(_ text: ArraySlice<UInt8>) {
    if !text.isEmpty { extent = max(extent, largest * scale) }
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "\\"), index + 1 < text.endIndex,
        [UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "h")].contains(text[index + 1])
      {
        pending.append(text[index + 1] == UInt8(ascii: "N") ? 10 : 32)
        index += 2
      } else {
        pending.append(byte)
        index += 1
      }
    }
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    runs.append(SubtitleScript.FontRun(font: font, text: String(decoding: pending, as: UTF8.self)))
    pending.removeAll(keepingCapacity: true)
  }

  /// Extends `extent` to the points of a drawing.
  private mutating func measure(_ text: ArraySlice<UInt8>, _ level: Int) {
    var digits = 0.0
    for byte in text {
      if (48...57).contains(byte) {
        digits = min(digits * 10 + Double(byte - 48), 1e12)
        extent = max(extent, digits * scale / Double(1 << (level - 1)))
      } else {
        digits = 0
      }
    }
  }

  private mutating func change(_ font: SubtitleScript.FontName) {
    if font == self.font { return }
    flush()
    self.font = font
  }

  private mutating func read(tag: ArraySlice<UInt8>) {
    let tag = ScriptReader.trimmed(tag)
    func rest(_ name: String) -> ArraySlice<UInt8>? {
      tag.starts(with: name.utf8) ? tag.dropFirst(name.utf8.count) : nil
    }
    /// The number behind a tag; nil where another tag begins alike.
    func number(_ name: String) -> Double?? {
      guard let rest = rest(name) else { return nil }
      let text = ScriptReader.trimmed(rest).prefix {
        (48...57).contains($0)
          || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains($0)
      }
      if text.isEmpty {
        return rest.first.map { (97...122).contains($0) } ?? false ? nil : .some(nil)
      }
      return .some(Double(String(decoding: text, as: UTF8.self)))
    }
    guard let first = tag.first else { return }
    switch first {
    case UInt8(ascii: "f"):
      if let name = rest("fn") {
        let family = SubtitleScript.family(
          String(
            decoding: ScriptReader.trimmed(name.prefix { $0 != UInt8(ascii: "(") }), as: UTF8.self))
        var font = self.font
        font.family = family.isEmpty || family == "0" ? base.family : family
        change(font)
      } else if let value = number("fscx") ?? number("fscy") {
        scale = max(scale, abs(value ?? 100) / 100)
      } else if let name = rest("fs"), let value = number("fs") {
        let isRelative = name.first == UInt8(ascii: "+") || name.first == UInt8(ascii: "-")
        let wanted = value ?? own?.size ?? 18
        size = min(abs(isRelative ? size * (1 + wanted / 10) : wanted), 1e12)
        largest = max(largest, size)
      }
    case UInt8(ascii: "b"):
      if let value = number("b") {
        var font = self.font
        font.weight =
          switch value {
          case 0?: 400
          case 1?: 700
          case let weight? where weight >= 100: Int(min(weight, 1000))
          default: base.weight
          }
        change(font)
      } else if let value = number("bord") {
        outline = max(outline, abs(value ?? 0))
      }
    case UInt8(ascii: "i"):
      guard let value = number("i") else { return }
      var font = self.font
      font.isItalic = value.map { $0 == 1 } ?? base.isItalic
      change(font)
    case UInt8(ascii: "x"), UInt8(ascii: "y"), UInt8(ascii: "s"):
      for name in ["xbord", "ybord"] {
        if let value = number(name) { outline = max(outline, abs(value ?? 0)) }
      }
      for name in ["xshad", "yshad", "shad"] {
        if let value = number(name) { extent = max(extent, abs(value ?? 0)) }
      }
    case UInt8(ascii: "r"):
      guard let name = rest("r"), number("rnd") == nil else { return }
      reset(to: String(decoding: ScriptReader.trimmed(name.prefix(200)), as: UTF8.self))
    case UInt8(ascii: "p"):
      if let rest = rest("pos(") {
        if Self.arguments(rest) == 2 { isPlaced = true }
      } else if let value = number("p") {
        flush()
        let wanted = value ?? 0
        level = wanted >= 1 ? Int(min(wanted, 30)) : nil
      }
    case UInt8(ascii: "m"):
      if let rest = rest("move("), [4, 6].contains(Self.arguments(rest)) { isPlaced = true }
    default: break
    }
  }

  /// The number of arguments before a bracket: libass drops empty ones, and tags with others than
  /// it expects.
  private static func arguments(_ text: ArraySlice<UInt8>) -> Int {
    text.prefix { $0 != UInt8(ascii: ")") }.split(separator: UInt8(ascii: ","))
      .count { !ScriptReader.trimmed($0).isEmpty }
  }

  private mutating func reset(to name: String) {
    let style = name.isEmpty ? own : known[name] ?? own
    if !name.isEmpty, styles.count < 100, !styles.contains(name) { styles.append(name) }
    base = style?.font ?? SubtitleScript.FontName(family: "Arial")
    size = style?.size ?? size
    largest = max(largest, size)
    scale = max(scale, style?.scale ?? 1)
    outline = max(outline, style?.outline ?? 0)
    change(base)
  }
}

extension SubtitleScript {
  /// The family that a file asks for: `@` turns its letters for lines that go down.
  static func family(_ name: String) -> String {
    name.hasPrefix("@") ? String(name.dropFirst()) : name
  }
}
