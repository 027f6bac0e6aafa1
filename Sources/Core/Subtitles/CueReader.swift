// SPDX-License-Identifier: Apache-2.0

import Base

extension CueList {
  /// Reads the bytes of a file.
  ///
  /// Content that cannot be shown as it is written is left out or shown another way, and a remark
  /// says so.
  ///
  /// - Parameters:
  ///   - format: The format; nil for WebVTT where the file begins like that, else SubRip.
  ///   - encoding: The encoding; nil for UTF-16 where a byte order mark says so, else UTF-8.
  public init(
    _ bytes: [UInt8], format: CueFormat? = nil, encoding: TextEncoding? = nil
  ) throws(CueProblem) {
    guard bytes.count <= CueList.byteLimit else {
      throw CueProblem(line: 1, message: "a file of subtitles has at most 16 MB")
    }
    let text = try TextEncoding.utf8(bytes, in: encoding)
    var reader = CueReader(text, format: format)
    try reader.read()
    self = reader.list
  }
}

/// Reads the lines of a file of subtitles in UTF-8.
struct CueReader {
  private(set) var list: CueList
  private let text: [UInt8]
  /// The lines of the text without their ends.
  private let lines: [Range<Int>]
  /// The next line.
  private var next = 0
  private let isStrict: Bool
  /// True if a tool has doubled all ends of lines, so that every second line is empty.
  private let isDoubled: Bool

  init(_ text: [UInt8], format: CueFormat?) {
    self.text = text
    lines = CueReader.lines(of: text)
    let first = lines.first.map { text[$0] } ?? []
    let rest = first.dropFirst(6)
    let isVTT =
      first.starts(with: "WEBVTT".utf8) && (rest.first.map { $0 == 32 || $0 == 9 } ?? true)
    isStrict = isVTT
    list = CueList(format: format ?? (isVTT ? .vtt : .srt))
    let start = lines.firstIndex { !$0.isEmpty } ?? lines.count
    isDoubled =
      lines.count > start + 4
      && stride(from: start + 1, to: lines.count, by: 2).allSatisfy { [lines] in lines[$0].isEmpty }
  }

  mutating func read() throws(CueProblem) {
    if list.format == .vtt {
      if isStrict {
        // What follows the first line as far as an empty one are notes of other programs.
        while next < lines.count, !lines[next].isEmpty, !hasArrow(next) { next += 1 }
      } else if !lines.isEmpty {
        list.remark(1, "the file does not begin with WEBVTT")
      }
    }
    while next < lines.count {
      if isEmpty(next) {
        next += 1
      } else if hasArrow(next)
        || list.format == .srt && isNumber(next) && hasArrow(filled(from: next + 1))
      {
        try cue()
      } else if list.format == .vtt {
        try block()
      } else {
        stray()
      }
    }
    if list.cues.isEmpty, isJSON {
      throw CueProblem(
        line: 1, message: "this is JSON, and subtitles are SubRip, WebVTT, ASS or SSA",
        hint: "an overlay shows words with their times: words: talk.json")
    }
    if list.cues.isEmpty {
      list.remarks.insert(
        CueRemark(line: 1, message: "there are no cues in it, and nothing is shown"), at: 0)
    }
  }

  private var isJSON: Bool {
    guard let first = text.first(where: { $0 > 32 }),
      first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    else { return false }
    var scanner = JSONScanner(text)
    return (try? scanner.read()) != nil
  }

  // MARK: Blocks

  /// A cue from its number or its times on.
  private mutating func cue(name: String = "") throws(CueProblem) {
    if !hasArrow(next) { next = filled(from: next + 1) }
    let line = next + 1
    let head = text[lines[next]]
    next += 1
    let body = self.body()
    let times: (start: Time, end: Time, rest: ArraySlice<UInt8>)
    do throws(CueTimes.Problem) {
      let read = try CueTimes.read(head, list.format)
      times = (read.start, read.end, read.rest)
      for remark in read.remarks { list.remark(line, remark) }
    } catch {
      list.remark(line, "\(error.message)\(lost(body))")
      return
    }
    guard times.start < times.end else {
      list.remark(
        line,
        times.start == times.end
          ? "the cue ends when it starts\(lost(body))"
          : "the cue ends before it starts\(lost(body))")
      return
    }
    guard list.cues.count < CueList.cueLimit else {
      throw CueProblem(
        line: line, message: "a file of subtitles has at most \(CueList.cueLimit) cues",
        hint: "divide it")
    }
    let size = body.reduce(0) { $0 + lines[$1].count + 1 }
    guard size <= CueList.textLimit else {
      list.remark(
        line, "a cue has at most \(CueList.textLimit) bytes of text, and this one is left out")
      return
    }
    let shown = body.prefix(CueList.lineLimit)
    if shown.count < body.count {
      list.remark(
        line, "a cue has at most \(CueList.lineLimit) lines, and the rest of this one is left out")
    }
    var cue = Cue(from: times.start, to: times.end, runs: [])
    (cue.line, cue.name) = (line, name)
    if list.format == .vtt { settings(times.rest, of: &cue, line) }
    var markup = CueMarkup(list.format, cue: cue)
    for index in shown { markup.read(text[lines[index]], line: index + 1) }
    markup.finish()
    for remark in markup.remarks { list.remark(remark.line, remark.message) }
    cue.runs = markup.runs
    if cue.runs.count > CueList.runLimit {
      cue.runs = [Cue.StyledText(cue.text)]
      list.remark(
        line,
        "a cue has at most \(CueList.runLimit) parts that look or are said differently, and this one is plain"
      )
    }
    if let place = markup.place { cue.settings.place(place) }
    // A cue that says nothing is nothing.
    guard cue.text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      if !body.isEmpty { list.remark(line, "the cue has no text") }
      return
    }
    list.cues.append(cue)
  }

  /// The lines that follow as far as the next cue or, in WebVTT, an empty line.
  ///
  /// In SubRip a text goes on behind empty lines, as players have it, unless a number alone begins something else.
  private mutating func body() -> [Int] {
    let isVTT = list.format == .vtt
    var body: [Int] = []
    while next < lines.count, !hasArrow(next) {
      if isEmpty(next) {
        let after = filled(from: next)
        guard !isVTT, after < lines.count, !hasArrow(after), !isNumber(after) else { break }
        if !body.isEmpty, after > next + 1 || !isDoubled { body.append(next) }
        next = after
        continue
      }
      // A number right before times is that of the next cue.
      if !isVTT, isNumber(next), isTimed(filled(from: next + 1)) { break }
      body.append(next)
      next += 1
    }
    // In WebVTT, too, where a blank line is missing.
    if isVTT, let last = body.last, next < lines.count, isTimed(next), isNumber(last) {
      body.removeLast()
      next = last
    }
    return body
  }

  /// The first line from `index` on that is not empty.
  private func filled(from index: Int) -> Int {
    var index = index
    while list.format == .srt, index < lines.count, isEmpty(index) { index += 1 }
    return index
  }

  /// A block of WebVTT: a note, a style, a region or a cue with a name.
  private mutating func block() throws(CueProblem) {
    let line = next
    let words = text[lines[line]]
    if hasArrow(line + 1) {
      let name = String(decoding: words.prefix(200), as: UTF8.self)
      next += 1
      try cue(name: name)
      return
    }
    next += 1
    let body = self.body()
    func isKeyword(_ word: String) -> Bool {
      guard words.starts(with: word.utf8) else { return false }
      return words.dropFirst(word.utf8.count).allSatisfy { $0 == 32 || $0 == 9 }
    }
    if words.starts(with: "NOTE".utf8),
      words.dropFirst(4).first.map({ $0 == 32 || $0 == 9 }) ?? true
    {
      return
    }
    if isKeyword("STYLE") {
      list.remark(line + 1, "styles of the file are left out: the project says how texts look")
    } else if isKeyword("REGION") {
      var region = CueRegion()
      for index in body {
        for word in text[lines[index]].split(whereSeparator: { $0 == 32 || $0 == 9 }) {
          if let wrong = region.set(word) { list.remark(index + 1, wrong) }
          if region.scrolls, word.starts(with: "scroll".utf8) {
            list.leaveUndrawn(index + 1, "texts of a region stand still: 'scroll:up' is not drawn")
          }
        }
      }
      if list.regions.count < 1000 { list.regions.append(region) }
    } else {
      list.remark(line + 1, "\(shown(words)) belongs to no cue and is left out")
    }
  }

  /// Lines of SubRip that belong to no cue.
  private mutating func stray() {
    let line = next
    next += 1
    _ = body()
    list.remark(line + 1, "\(shown(text[lines[line]])) belongs to no cue and is left out")
  }

  private mutating func settings(_ words: ArraySlice<UInt8>, of cue: inout Cue, _ line: Int) {
    for word in words.split(whereSeparator: { $0 == 32 || $0 == 9 }).prefix(100) {
      if let wrong = cue.settings.set(word) { list.remark(line, wrong) }
      if cue.settings.vertical != nil, word.starts(with: "vertical".utf8) {
        list.leaveUndrawn(
          line, "the text is drawn in lines from side to side: \(shown(word)) is not")
      }
    }
    if let region = cue.settings.region, !list.regions.contains(where: { $0.name == region }) {
      list.remark(line, "there is no region '\(region.prefix(40))'")
      cue.settings.region = nil
    }
  }

  /// The words about the lost text in the lines `body` of a cue that cannot be shown.
  private func lost(_ body: [Int]) -> String {
    guard let first = body.first else { return "" }
    return ", and \(shown(text[lines[first]])) is left out"
  }

  // MARK: Lines

  private func isEmpty(_ index: Int) -> Bool {
    let line = text[lines[index]]
    return list.format == .vtt ? line.isEmpty : line.allSatisfy { $0 == 32 || $0 == 9 }
  }

  /// Returns true if the line is a line of times, valid or not.
  private func hasArrow(_ index: Int) -> Bool {
    guard index < lines.count else { return false }
    return CueTimes.arrow(in: text[lines[index]], list.format) != nil
  }

  /// Returns true if the line is a valid line of times.
  private func isTimed(_ index: Int) -> Bool {
    guard hasArrow(index) else { return false }
    do throws(CueTimes.Problem) {
      _ = try CueTimes.read(text[lines[index]], list.format)
      return true
    } catch {
      return false
    }
  }

  private func isNumber(_ index: Int) -> Bool {
    let line = text[lines[index]].drop { $0 == 32 || $0 == 9 }
    let digits = line.prefix { (48...57).contains($0) }
    return !digits.isEmpty && digits.count <= 18
      && line.dropFirst(digits.count).allSatisfy { $0 == 32 || $0 == 9 }
  }

  /// The ranges of lines; one ends with LF, CR, or LF behind any number of CR.
  static func lines(of text: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == 10 || byte == 13 {
        lines.append(start..<index)
        let behind = text[index...].drop { $0 == 13 }.startIndex
        if behind < text.count, text[behind] == 10 {
          index = behind
        } else if byte == 13 {
          // Each of them ends a line by itself.
          lines += (index + 1..<behind).map { $0..<$0 }
          index = behind - 1
        }
        start = index + 1
      }
      index += 1
    }
    if start < text.count { lines.append(start..<text.count) }
    return lines
  }
}

/// `text` as messages show it.
func shown(_ text: ArraySlice<UInt8>) -> String {
  let start = text.prefix(60)
  // Whole characters only.
  var kept = String(decoding: start, as: UTF8.self).filter { $0 != "\u{FFFD}" }
  let isWhole = start.count == text.count && kept.count <= 40
  kept = String(kept.prefix(40))
  return "'\(kept)\(isWhole ? "" : "…")'"
}
