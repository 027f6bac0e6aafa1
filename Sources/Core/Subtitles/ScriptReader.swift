// SPDX-License-Identifier: Apache-2.0

import Base

extension SubtitleScript {
  /// Returns true if `bytes` are those of a file of ASS or SSA, in UTF-8 or UTF-16.
  public static func isScript(_ bytes: [UInt8]) -> Bool {
    var start = bytes.prefix(200).filter { $0 != 0 }
    for mark: [UInt8] in [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    where start.starts(with: mark) {
      start.removeFirst(mark.count)
    }
    let text = start.drop { $0 <= 32 }
    return ["[script info]", "[v4+ styles]", "[v4 styles]", "[events]"].contains {
      text.prefix($0.utf8.count).map(ScriptReader.lower).elementsEqual($0.utf8)
    }
  }

  /// Reads the bytes of a file.
  /// - Parameter encoding: The encoding; nil for UTF-16 where a byte order mark says so, else
  ///   UTF-8.
  /// - Parameter encoding: How its characters are written; nil for UTF-16 where a byte order mark says so, else UTF-8.
  public init(_ bytes: [UInt8], encoding: TextEncoding? = nil) throws(CueProblem) {
    guard bytes.count <= CueList.byteLimit else {
      throw CueProblem(line: 1, message: "a file of subtitles has at most 16 MB")
    }
    var reader = ScriptReader(try TextEncoding.utf8(bytes, in: encoding))
    try reader.read()
    self = reader.script
  }
}

/// Reads the lines of a file of ASS or SSA in UTF-8, as libass understands them.
struct ScriptReader {
  private(set) var script = SubtitleScript()
  private let text: [UInt8]
  private var section = Section.none
  private var fonts = SubtitleScript.FontReader()
  private var styleFields: [String] = []
  private var eventFields: [String] = []
  /// The place of each name in the list of styles.
  private var places: [String: Int] = [:]
  private var known: [String: SubtitleScript.Style] = [:]
  /// Lines of the sections of texts, which are read after all styles; those without a number begin a section.
  private var later: [(line: ArraySlice<UInt8>, number: Int)] = []
  /// True if the styles of this section are of another version, or have other fields, than those
  /// before it.
  private var (isOtherVersion, hasOtherFields) = (false, false)
  private var writtenFonts: Set<SubtitleScript.FontName> = []
  private var isSSA = false
  /// True if `ScaledBorderAndShadow` is given.
  private var hasScaling = false
  /// True if the fields of texts differ from the usual ones.
  private var hasOwnFormat = false
  private var unknownStyles: Set<String> = []

  private enum Section { case none, info, styles, events, fonts, graphics, other }

  /// Reads `text`, in which NUL, at which libass would end, becomes U+FFFD.
  init(_ text: [UInt8]) {
    let isClean = !text.contains(0)
    self.text = isClean ? text : text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
  }

  mutating func read() throws(CueProblem) {
    for (index, range) in CueReader.lines(of: text).enumerated() {
      let line = text[range]
      if line.first == UInt8(ascii: "["), section != .fonts || Self.isHeader(line) {
        begin(line)
      } else {
        try read(line, index + 1)
      }
    }
    for (line, number) in later {
      if number == 0 {
        eventFields = isSSA ? Self.usualFieldsOfSSA : Self.usualFields
      } else {
        try event(line, number)
      }
    }
    fonts.finish()
    script.fonts = fonts.fonts
    for remark in fonts.remarks { script.remark(remark.line, remark.message) }
    script.moreRemarks += fonts.moreRemarks
    script.remarks = script.remarks.enumerated()
      .sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
    // libass takes a `Format` line with other fields than usual as a sign of a file that means it so.
    if hasOwnFormat, !isSSA, !hasScaling { script.info.append("ScaledBorderAndShadow: yes") }
    if isSSA, !hasOwnFormat {
      script.eventFormat = script.eventFormat.replacing("Layer", with: "Marked")
    }
    if script.styleHead.isEmpty { script.styleHead = ["[V4+ Styles]"] }
    if script.events.isEmpty, script.remarks.isEmpty { script.remark(1, "there are no texts") }
    script.link()
  }

  private mutating func begin(_ line: ArraySlice<UInt8>) {
    fonts.finish()
    switch Self.lowered(line.prefix { $0 != UInt8(ascii: "]") }) {
    case "[script info": section = .info
    case "[v4 styles", "[v4+ styles":
      section = .styles
      let isOld = !line.contains(UInt8(ascii: "+"))
      isOtherVersion = !script.styles.isEmpty && isOld != isSSA
      if script.styles.isEmpty {
        isSSA = isOld
        let header = isSSA ? "[V4 Styles]" : "[V4+ Styles]"
        script.styleHead = [header] + script.styleHead.dropFirst()
      }
    case "[events":
      section = .events
      later.append((line, 0))
    case "[fonts": section = .fonts
    case "[graphics": section = .graphics
    default: section = .other
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) throws(CueProblem) {
    let words = Self.trimmed(line)
    // libass knows files that were made by FFmpeg by this.
    if section == .info, words.starts(with: "; Script generated by ".utf8) {
      let maker = String(decoding: words.prefix(200), as: UTF8.self)
      if !script.info.contains(maker), script.info.count < 100 { script.info.append(maker) }
    }
    if words.isEmpty || words.first == UInt8(ascii: ";") && section != .fonts { return }
    switch section {
    case .none: leaveOut(line, number, "stands before the first section")
    case .info: info(words)
    case .styles: try style(words, number)
    case .events: later.append((line, number))
    case .fonts: fonts.read(words, number)
    case .graphics: leaveOut(line, number, "is a picture, which no player shows")
    case .other: break
    }
  }

  private mutating func leaveOut(_ line: ArraySlice<UInt8>, _ number: Int, _ why: String) {
    script.remark(number, "\(shown(line)) \(why), and is left out")
  }

  // MARK: Sections

  /// The keys of `[Script Info]` that decide how texts are drawn.
  private static let drawn = [
    "scripttype", "playresx", "playresy", "layoutresx", "layoutresy", "timer", "wrapstyle",
    "scaledborderandshadow", "kerning", "language", "ycbcr matrix",
  ]

  private mutating func info(_ line: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = Self.lowered(Self.trimmed(line[..<colon]))
    guard Self.drawn.contains(name) else { return }
    let value = Self.trimmed(line[(colon + 1)...].prefix(100))
    let words = String(decoding: value, as: UTF8.self)
    switch name {
    case "scaledborderandshadow": hasScaling = true
    case "playresx": script.size.width = Int(words) ?? script.size.width
    case "playresy": script.size.height = Int(words) ?? script.size.height
    case "ycbcr matrix":
      script.matrix =
        SubtitleScript.Matrix.allCases.first { $0.rawValue.lowercased() == words.lowercased() }
        ?? .bt601
    default: break
    }
    let key = String(decoding: line[...colon], as: UTF8.self) + " "
    script.info.removeAll { $0.hasPrefix(key) }
    if script.info.count < 100 { script.info.append(key + words) }
  }

  private mutating func style(_ line: ArraySlice<UInt8>, _ number: Int) throws(CueProblem) {
    if let format = Self.value(of: "format", in: line) {
      let fields = Self.fields(format, most: 50).map(Self.lowered)
      hasOtherFields = !script.styles.isEmpty && fields != styleFields
      guard script.styles.isEmpty else { return }
      styleFields = fields
      script.styleHead = [
        script.styleHead.first ?? "[V4+ Styles]", String(decoding: line, as: UTF8.self),
      ]
      return
    }
    guard let value = Self.value(of: "style", in: line), line.count <= 10_000 else {
      return leaveOut(line, number, "is no style")
    }
    if isOtherVersion || hasOtherFields {
      return leaveOut(line, number, "has other fields than the styles before its section")
    }
    guard script.styles.count < SubtitleScript.eventLimit else {
      throw CueProblem(line: number, message: "a file has at most 100000 styles")
    }
    if styleFields.isEmpty {
      styleFields = isSSA ? Self.usualStyleFieldsOfSSA : Self.usualStyleFields
    }
    let values = Self.fields(value, most: styleFields.count)
    func text(_ name: String) -> String? {
      guard let index = styleFields.firstIndex(of: name), index < values.count else { return nil }
      return String(decoding: values[index], as: UTF8.self)
    }
    guard let name = text("name"), let family = text("fontname") else {
      return leaveOut(line, number, "has no name or no font")
    }
    func flag(_ name: String) -> Bool { (text(name).flatMap { Int($0) } ?? 0) != 0 }
    var style = SubtitleScript.Style(
      name: name.drop { $0 == "*" }.isEmpty ? "Default" : String(name.drop { $0 == "*" }),
      line: String(decoding: line, as: UTF8.self),
      font: SubtitleScript.FontName(
        family: SubtitleScript.family(family), weight: flag("bold") ? 700 : 400,
        isItalic: flag("italic")))
    style.size = abs(text("fontsize").flatMap { Double($0) } ?? style.size)
    let scales = ["scalex", "scaley"].compactMap { text($0).flatMap { Double($0) } }
    style.scale = (scales.map(abs).max() ?? 100) / 100
    style.outline = abs(text("outline").flatMap { Double($0) } ?? 0)
    (style.isUnderlined, style.isStruck) = (flag("underline"), flag("strikeout"))
    style.place = text("alignment").flatMap { Int($0) }.flatMap { place(of: $0) }
    known[style.name] = style
    if let place = places[style.name] {
      script.styles[place] = style
    } else {
      places[style.name] = script.styles.count
      script.styles.append(style)
    }
  }

  /// The place on the keypad of an `Alignment`: SSA counts from the left, with 4 more for the top and 8 for the middle.
  private func place(of alignment: Int) -> Int? {
    guard isSSA else { return (1...9).contains(alignment) && alignment != 2 ? alignment : nil }
    guard (1...3).contains(alignment & 3), (1...11).contains(alignment) else { return nil }
    let place = alignment & 3 + [0, 6, 3][alignment >> 2]
    return place == 2 ? nil : place
  }

  private mutating func event(_ line: ArraySlice<UInt8>, _ number: Int) throws(CueProblem) {
    let words = line.drop { $0 == 32 || $0 == 9 }
    if let format = Self.value(of: "format", in: words) {
      let names = Self.fields(format, most: 50).map(Self.lowered)
      if names.last == "text", names.contains("start"), names.contains("end") {
        eventFields = names
        hasOwnFormat = hasOwnFormat || names != (isSSA ? Self.usualFieldsOfSSA : Self.usualFields)
      } else {
        leaveOut(line, number, "has no 'Start', no 'End', or no 'Text' at its end")
      }
      return
    }
    if Self.value(of: "comment", in: words) != nil { return }
    guard let value = Self.value(of: "dialogue", in: words) else {
      return leaveOut(line, number, "is no text")
    }
    guard script.events.count < SubtitleScript.eventLimit else {
      throw CueProblem(
        line: number, message: "a file has at most \(SubtitleScript.eventLimit) texts",
        hint: "divide it")
    }
    guard value.count <= SubtitleScript.textLimit else {
      return leaveOut(line, number, "has more than \(SubtitleScript.textLimit) bytes")
    }
    let values = Self.fields(value, most: eventFields.count)
    guard values.count == eventFields.count, let content = values.last else {
      return leaveOut(
        line, number, "has \(values.count) fields where there are \(eventFields.count)")
    }
    func field(_ name: String) -> ArraySlice<UInt8>? {
      eventFields.firstIndex(of: name).map { values[$0] }
    }
    guard let start = field("start").flatMap(Self.time), let end = field("end").flatMap(Self.time)
    else { return leaveOut(content, number, "has no times such as 0:00:01.50") }
    guard start < end else {
      // Programs write notes like that.
      if !content.isEmpty { leaveOut(content, number, "ends before it is shown") }
      return
    }
    let layer = field("layer").flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    func word(_ name: String) -> String {
      field(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let name = field("style") == nil ? "Default" : styleName(word("style"), number)
    let reading = ScriptText(content, style: known[name], of: known, size: script.size)
    guard reading.reach <= SubtitleScript.reachLimit else {
      return leaveOut(content, number, "is larger than 4 pictures")
    }
    let new = Set(reading.runs.lazy.map(\.font)).subtracting(writtenFonts)
    guard writtenFonts.count + new.count <= SubtitleScript.writtenFontLimit else {
      return leaveOut(
        content, number,
        "is in another font than the first \(SubtitleScript.writtenFontLimit) of the file")
    }
    writtenFonts.formUnion(new)
    var head = [String(layer), Self.clock(start), Self.clock(end), name]
    // Who says it is not drawn.
    head += [""] + ["marginl", "marginr", "marginv", "effect"].map(word)
    let effect = word("effect")
    script.events.append(
      SubtitleScript.Event(
        start: start, end: end, layer: layer,
        isPlaced: reading.isPlaced
          || ["Banner;", "Scroll up;", "Scroll down;"].contains { effect.hasPrefix($0) },
        line: "Dialogue: " + head.joined(separator: ",") + ","
          + String(decoding: content, as: UTF8.self),
        styles: reading.styles.isEmpty ? [name] : [name] + reading.styles, runs: reading.runs,
        chain: start, number: number))
  }

  /// The style that texts of `name` have.
  private mutating func styleName(_ name: String, _ number: Int) -> String {
    let plain = String(name.drop { $0 == "*" })
    if plain.lowercased() == "default" { return "Default" }
    if known[plain] == nil, unknownStyles.count < 1000, unknownStyles.insert(plain).inserted {
      script.remark(number, "there is no style '\(plain.prefix(40))', and 'Default' is used")
    }
    return plain
  }
}

extension ScriptReader {
  private static let usualFields = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]
  private static let usualFieldsOfSSA = ["marked"] + usualFields.dropFirst()
  private static let usualStyleFields = [
    "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "outlinecolour",
    "backcolour", "bold", "italic", "underline", "strikeout", "scalex", "scaley", "spacing",
    "angle", "borderstyle", "outline", "shadow", "alignment", "marginl", "marginr", "marginv",
    "encoding",
  ]
  private static let usualStyleFieldsOfSSA = [
    "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "tertiarycolour",
    "backcolour", "bold", "italic", "borderstyle", "outline", "shadow", "alignment", "marginl",
    "marginr", "marginv", "alphalevel", "encoding",
  ]

  static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }

  /// `bytes` as a word in lower case.
  private static func lowered(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map(lower), as: UTF8.self)
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = bytes.drop { $0 == 32 || $0 == 9 }
    while let last = text.last, last == 32 || last == 9 { text.removeLast() }
    return text
  }

  /// Returns true if a line in brackets begins a section, rather than writing bytes of a font.
  private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    let names = [
      "[script info]", "[v4 styles]", "[v4+ styles]", "[events]", "[fonts]", "[graphics]",
    ]
    return names.contains(lowered(trimmed(line)))
      // Letters that write bytes are no small ones.
      || line.contains { (97...122).contains($0) } && line.contains(UInt8(ascii: "]"))
  }

  /// The bytes after `name` and a colon; nil for other lines.
  static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let count = name.utf8.count
    guard line.count > count, line[line.startIndex + count] == UInt8(ascii: ":"),
      zip(line, name.utf8).allSatisfy({ lower($0) == $1 })
    else { return nil }
    return line[(line.startIndex + count + 1)...]
  }

  /// The values between commas, without the spaces around them; the last of `most` is the rest as it is.
  private static func fields(_ line: ArraySlice<UInt8>, most: Int) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    fields.reserveCapacity(most)
    var rest = line
    while fields.count + 1 < most, let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
      fields.append(trimmed(rest[..<comma]))
      rest = rest[(comma + 1)...]
    }
    fields.append(fields.count + 1 < most || most <= 1 ? trimmed(rest) : rest)
    return fields
  }

  /// A time as files have it.
  private static func clock(_ time: Int64) -> String {
    let (seconds, hundredths) = (time / 1000, time / 10 % 100)
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(hundredths))"
  }

  /// The millisecond that a time such as `0:00:01.50` is.
  private static func time(_ text: ArraySlice<UInt8>) -> Int64? {
    var numbers: [Int64] = []
    var rest = text
    // Players take any character before the hundredths.
    let points = [".", ":", ","].flatMap { Array($0.utf8) }
    for ends in [Array(":".utf8), Array(":".utf8), points, nil] {
      let digits = trimmed(rest).prefix { (48...57).contains($0) }
      guard !digits.isEmpty, digits.count <= 6 else { return nil }
      numbers.append(digits.reduce(0) { $0 * 10 + Int64($1 - 48) })
      rest = rest[digits.endIndex...]
      if let ends {
        guard let next = rest.first, ends.contains(next) else { return nil }
        rest = rest.dropFirst()
      }
    }
    return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1000 + numbers[3] * 10
  }
}
