// SPDX-License-Identifier: Apache-2.0

import Base

/// Reads the text of a cue, line by line, into runs.
struct CueMarkup {
  private(set) var runs: [Cue.StyledText] = []
  private(set) var remarks: [CueRemark] = []
  /// The place on the keypad that SubRip gives the cue: 8 for the top.
  private(set) var place: Int?

  private let format: CueFormat
  private let cue: Cue
  private var open: [Tag] = []
  private var style = Cue.Style()
  private var since: Time?
  private var pending: [UInt8] = []
  private var line = 0
  private var isFirst = true

  /// A tag that is not closed yet.
  private struct Tag {
    var name: String
    var classes: [String] = []
    var annotation: String?
    var color: Color?
  }

  /// More tags in one another are left alone.
  private static let depth = 32

  init(_ format: CueFormat, cue: Cue) {
    self.format = format
    self.cue = cue
  }

  /// Takes the next line of the text.
  mutating func read(_ text: ArraySlice<UInt8>, line number: Int) {
    if !isFirst { pending.append(10) }
    isFirst = false
    line = number
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      var used = 0
      switch byte {
      case UInt8(ascii: "<"): used = tag(text[index...])
      case UInt8(ascii: "&"): used = reference(text[index...])
      case UInt8(ascii: "{") where format == .srt: used = override(text[index...])
      case 0:
        TextEncoding.append(0xFFFD, to: &pending)
        used = 1
      case 1...8, 11, 12, 14...31, 127:
        remark("a control character is left out")
        used = 1
      default: break
      }
      if used == 0 {
        pending.append(byte)
        used = 1
      }
      index += used
    }
  }

  /// Makes the last run.
  mutating func finish() {
    while pending.last == 10 { pending.removeLast() }
    flush()
  }

  private mutating func remark(_ message: String) {
    guard remarks.count < 20, remarks.last?.line != line || remarks.last?.message != message else {
      return
    }
    remarks.append(CueRemark(line: line, message: message))
  }

  /// Ends the run of the text read since the last one.
  private mutating func flush() {
    guard !pending.isEmpty else { return }
    let text = String(decoding: pending, as: UTF8.self)
    pending = []
    if let last = runs.last, last.style == style, last.since == since {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Cue.StyledText(text, style, since: since))
    }
  }

  // MARK: Tags

  /// Reads a tag at the start of `text`; returns how many bytes it takes, 0 where it is none.
  private mutating func tag(_ text: ArraySlice<UInt8>) -> Int {
    guard let end = text.prefix(500).firstIndex(of: UInt8(ascii: ">")) else { return 0 }
    let inner = text[(text.startIndex + 1)..<end]
    let size = end + 1 - text.startIndex
    if format == .vtt, let first = inner.first, (48...57).contains(first) {
      return moment(inner) ? size : 0
    }
    let isEnd = inner.first == UInt8(ascii: "/")
    let body = isEnd ? inner.dropFirst() : inner
    let isBreak: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
    let head = body.prefix { !isBreak($0) }
    let parts = head.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: true)
    let first = parts.first ?? []
    var tag = Tag(name: String(decoding: first, as: UTF8.self))
    if format == .srt { tag.name = tag.name.lowercased() }
    let known =
      format == .srt
      ? ["b", "i", "u", "s", "font"] : ["b", "i", "u", "c", "v", "lang", "ruby", "rt"]
    guard known.contains(tag.name) else {
      // Text that looks like a tag is text in SubRip; in WebVTT it is none.
      if format == .srt { return 0 }
      if !(isEnd && inner.count == 1) {
        remark("\(shown(text[text.startIndex...end])) is no tag of WebVTT and is left out")
      }
      return size
    }
    if isEnd {
      close(tag.name)
      return size
    }
    let rest = body[head.endIndex...].drop(while: isBreak)
    if format == .vtt {
      tag.classes = parts.dropFirst().prefix(20).map { String(decoding: $0, as: UTF8.self) }
      if tag.name == "v" { tag.annotation = String(decoding: rest, as: UTF8.self) }
    } else if tag.name == "font" {
      tag.color = color(rest)
    }
    guard open.count < Self.depth else {
      remark(
        "more than \(Self.depth) tags are open, and \(shown(text[text.startIndex...end])) is left out"
      )
      return size
    }
    if tag.name == "rt" { pending.append(UInt8(ascii: "(")) }
    flush()
    open.append(tag)
    restyle()
    return size
  }

  private mutating func close(_ name: String) {
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    flush()
    // Tags that are closed in another order than they were opened in end where they are closed.
    open.remove(at: index)
    restyle()
    if name == "rt" { pending.append(UInt8(ascii: ")")) }
    if name == "ruby", let inner = open.lastIndex(where: { $0.name == "rt" }) {
      open.remove(at: inner)
      pending.append(UInt8(ascii: ")"))
    }
  }

  private mutating func restyle() {
    style = Cue.Style()
    for tag in open {
      switch tag.name {
      case "b": style.isBold = true
      case "i": style.isItalic = true
      case "u": style.isUnderlined = true
      case "s": style.isStruck = true
      case "font": style.color = tag.color ?? style.color
      case "v": style.voice = tag.annotation
      default: break
      }
      // Each piece of text has a copy of them.
      style.classes += tag.classes.prefix(max(0, 20 - style.classes.count))
    }
  }

  /// The colour of `color="#ff0000"`.
  private mutating func color(_ text: ArraySlice<UInt8>) -> Color? {
    let words = String(decoding: text, as: UTF8.self)
    for word in words.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "color" else { continue }
      let quotes: Set<Character> = ["\"", "'"]
      var value = parts[1].drop { quotes.contains($0) }
      while let last = value.last, quotes.contains(last) { value.removeLast() }
      let name = value.lowercased()
      if let known = Color.named.first(where: { $0.name == name }) { return Color(rgb: known.rgb) }
      let digits = name.hasPrefix("#") ? name : "#" + name
      if digits.utf8.count == 7, let color = Color(parsing: digits[...]) { return color }
      remark("'\(value.prefix(20))' is no colour")
    }
    return nil
  }

  /// Reads the moment at which the text that follows is said.
  private mutating func moment(_ text: ArraySlice<UInt8>) -> Bool {
    var remarks: [String] = []
    do throws(CueTimes.Problem) {
      let time = try CueTimes.time(text, .vtt, &remarks)
      guard time >= cue.start, time < cue.end, since.map({ time > $0 }) ?? true else {
        remark(
          "<\(String(decoding: text, as: UTF8.self))> is not within the cue, or not after the one before"
        )
        return true
      }
      flush()
      since = time
      return true
    } catch {
      remark("\(error.message)")
      return true
    }
  }

  // MARK: Characters

  /// Reads the name of a character; returns how many bytes it takes.
  private mutating func reference(_ text: ArraySlice<UInt8>) -> Int {
    let inner = text.dropFirst().prefix(13)
    guard let end = inner.firstIndex(of: UInt8(ascii: ";")),
      let value = CharacterNames.value(String(decoding: inner[..<end], as: UTF8.self), format)
    else { return 0 }
    TextEncoding.append(value, to: &pending)
    return end + 1 - text.startIndex
  }

  /// Reads what SubRip has of other programs in braces, such as `{\an8}`; returns how many bytes it takes.
  private mutating func override(_ text: ArraySlice<UInt8>) -> Int {
    guard text.dropFirst().first == UInt8(ascii: "\\"),
      let end = text.prefix(500).firstIndex(of: UInt8(ascii: "}"))
    else { return 0 }
    let words = text[(text.startIndex + 2)..<end].split(separator: UInt8(ascii: "\\"))
    for word in words {
      let word = String(decoding: word, as: UTF8.self)
      switch word {
      case "i1", "b1", "u1", "s1":
        let name = String(word.prefix(1))
        guard open.count < Self.depth else { break }
        flush()
        open.append(Tag(name: name))
        restyle()
      case "i0", "b0", "u0", "s0": close(String(word.prefix(1)))
      case "an1", "an2", "an3", "an4", "an5", "an6", "an7", "an8", "an9":
        place = Int(word.dropFirst(2))
      default: remark("'{\\\(word.prefix(20))}' is left out")
      }
    }
    return end + 1 - text.startIndex
  }
}
