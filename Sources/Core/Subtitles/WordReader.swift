// SPDX-License-Identifier: Apache-2.0

import Base

extension CueList {
  /// Reads a file of words: JSON, or WebVTT with moments within its texts.
  public init(ofWords bytes: [UInt8], most: Int) throws(CueProblem) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes.dropFirst(start).first { ![9, 10, 13, 32].contains($0) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      !SubtitleScript.isScript(bytes)
    {
      try self.init(words: bytes, most: most)
      return
    }
    try self.init(bytes, format: nil, encoding: nil)
    guard format == .vtt else {
      throw CueProblem(
        line: 1, message: "words are read from JSON and WebVTT",
        hint: "show the file by subtitles: instead")
    }
    if !cues.isEmpty, !cues.contains(where: { $0.runs.contains { $0.since != nil } }) {
      remark(1, "no text says when its words are spoken, such as <00:00:01.000>")
    }
    cues = cues.map(\.spoken)
  }

  /// Reads the bytes of a file of words that say when they are spoken, in JSON, and makes cues of them.
  ///
  /// It is a list of words, `{words: [...]}`, or `{segments: [{words: [...]}, ...]}`, whose words are
  /// `{word: Rome, start: 1.2, end: 1.5}` with seconds, or have `text` instead of `word`.
  ///
  /// A cue has at most `most` words. It also ends with a segment, a sentence, and before a pause.
  public init(words bytes: [UInt8], most: Int) throws(CueProblem) {
    guard bytes.count <= CueList.byteLimit else {
      throw CueProblem(line: 1, message: "a file of words has at most 16 MB")
    }
    let text = try TextEncoding.utf8(bytes, in: .utf8)
    let lines = LineStarts(text)
    var reader = JSONScanner(text)
    var list = WordList()
    do throws(JSONScanner.Problem) { list.take(try reader.read()) } catch {
      throw CueProblem(
        line: lines.line(of: error.place), message: error.message,
        hint: "write [{\"word\": \"Rome\", \"start\": 1.2, \"end\": 1.5}]")
    }
    self.init(format: .vtt)
    for remark in list.remarks {
      self.remark(lines.line(of: remark.place), remark.message)
    }
    moreRemarks += list.moreRemarks
    guard !list.words.isEmpty else {
      let first = list.remarks.first
      throw CueProblem(
        line: first.map { lines.line(of: $0.place) } ?? 1,
        message: "there are no words with 'start' and 'end'"
          + (first.map { ": \($0.message)" } ?? ""),
        hint: "write [{\"word\": \"Rome\", \"start\": 1.2, \"end\": 1.5}]")
    }
    guard list.words.count <= CueList.cueLimit else {
      throw CueProblem(
        line: 1, message: "a file of words has at most \(CueList.cueLimit) words", hint: "divide it"
      )
    }
    cues = list.cues(of: max(1, most)).map { cue in
      var cue = cue
      cue.line = lines.line(of: cue.line)
      return cue
    }
  }
}

/// The words of a file, in its order.
private struct WordList {
  /// A word that is spoken.
  struct Word {
    var text: String
    var start: Time
    var end: Time
    /// Its place in the file.
    var place: Int
    /// True if a segment ends with the word.
    var isLast = false
    /// Its segment; 0 where it is in none.
    var segment = 0
  }

  private(set) var words: [Word] = []
  /// The number of segments.
  private var segments = 0
  private(set) var remarks: [(place: Int, message: String)] = []
  private(set) var moreRemarks = 0

  private mutating func remark(_ place: Int, _ message: String) {
    if remarks.count < CueList.remarkLimit {
      remarks.append((place, message))
    } else {
      moreRemarks += 1
    }
  }

  /// Takes the words of any of the shapes that files have.
  ///
  /// - Parameter areSegments: Whether the items of a list are segments, not words.
  mutating func take(_ value: JSONScanner.Value, areSegments: Bool = false) {
    switch value.content {
    case .array(let items):
      for item in items {
        if case .object = item.content, item["words"] == nil {
          if areSegments {
            remark(item.place, "a segment has no 'words' with times of their own and is left out")
          } else {
            word(item)
          }
        } else {
          take(item)
        }
      }
    case .object:
      if let words = value["words"] {
        let count = self.words.count
        take(words)
        if self.words.count > count {
          self.words[self.words.count - 1].isLast = true
          segments += 1
          for index in count..<self.words.count { self.words[index].segment = segments }
        } else if let text = value["text"]?.string, text.contains(where: { !$0.isWhitespace }) {
          remark(value.place, "a segment has no 'words' with times of their own and is left out")
        }
      } else if let segments = value["segments"] {
        take(segments, areSegments: true)
      } else {
        remark(value.place, "an object without 'words' or 'segments' is left out")
      }
    case .string, .number, .other: remark(value.place, "this value is not a word and is left out")
    }
  }

  private mutating func word(_ value: JSONScanner.Value) {
    guard var text = (value["word"] ?? value["text"])?.string, text.utf8.count <= 1000 else {
      return remark(
        value.place, "a word has no 'word', or a longer one than 1000 bytes, and is left out")
    }
    if text.unicodeScalars.contains(where: \.isControl) {
      text.unicodeScalars.removeAll(where: \.isControl)
      remark(value.place, "a control character is left out")
    }
    guard let start = value["start"]?.time, let end = value["end"]?.time else {
      // Transcription programs omit the times of words that they could not align.
      guard !words.isEmpty else {
        return remark(value.place, "'\(text.prefix(40))' has no times and is left out")
      }
      let last = words.count - 1
      if words[last].text.utf8.count < 1000 {
        words[last].text += (text.first == " " ? "" : " ") + text
        remark(value.place, "'\(text.prefix(40))' has no times and is said with the word before it")
      } else {
        remark(value.place, "'\(text.prefix(40))' has no times and is left out")
      }
      return
    }
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    if end < .zero || start < .zero && end == .zero {
      return remark(value.place, "'\(text.prefix(40))' ends before 0 s and is left out")
    }
    if start < .zero {
      remark(value.place, "'\(text.prefix(40))' starts before 0 s and is said from there on")
    } else if end < start {
      remark(value.place, "'\(text.prefix(40))' ends before it starts")
    }
    words.append(
      Word(text: text, start: max(.zero, start), end: max(start, end), place: value.place))
  }

  /// Groups of at most `most` words.
  func cues(of most: Int) -> [Cue] {
    // Where words of a segment bring their own spaces along, none are added: some languages have none.
    let spaced = Set(
      words.lazy.filter { $0.text.first == " " || $0.text.last == " " }.map(\.segment))
    let sorted = words.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
    var cues: [Cue] = []
    var group: [Word] = []
    func finish(before next: Time?) {
      guard let first = group.first else { return }
      var runs: [Cue.StyledText] = []
      for (index, word) in group.enumerated() {
        let bare = word.text.trimmingSpaces
        if index > 0 {
          let last = group[index - 1].text
          let isApart =
            spaced.contains(word.segment)
            ? word.text.first == " " || last.last == " " : !bare.continues(last.trimmingSpaces)
          if isApart { runs.append(Cue.StyledText(" ")) }
        }
        var run = Cue.StyledText(bare, since: word.start)
        run.until = word.end
        runs.append(run)
      }
      let spoken = group.reduce(first.end) { max($0, $1.end) }
      // It stays for half a second, but for what comes next.
      let end = next.map { min($0, spoken + Time(1, over: 2)) } ?? spoken + Time(1, over: 2)
      var cue = Cue(from: first.start, to: max(end, first.start + Time(1, over: 1000)), runs: runs)
      cue.line = first.place
      cues.append(cue)
      group = []
    }
    for word in sorted {
      if let last = group.last {
        let isSentence = last.text.trimmingSpaces.endsSentence(before: word.text.trimmingSpaces)
        if group.count >= most || last.isLast || isSentence || word.start - last.end > Time(1) {
          finish(before: word.start)
        }
      }
      group.append(word)
    }
    finish(before: nil)
    return cues
  }
}

extension Cue {
  /// The cue of WebVTT whose words all say when they are spoken: those before the first moment from its start, and spaces
  /// around a word never.
  fileprivate var spoken: Cue {
    guard runs.contains(where: { $0.since != nil }) else { return self }
    var cue = self
    cue.runs = []
    var since = start
    for run in runs {
      since = run.since ?? since
      let text = run.text
      let first = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
      let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? first
      for (part, isWord) in [
        (text[..<first], false), (text[first..<end], true), (text[end...], false),
      ]
      where !part.isEmpty {
        var piece = run
        (piece.text, piece.since) = (String(part), isWord ? since : nil)
        cue.runs.append(piece)
      }
    }
    return cue
  }
}

extension Unicode.Scalar {
  /// True if the scalar is a control character, which has no place in a text.
  fileprivate var isControl: Bool {
    switch value {
    case 0...8, 11, 12, 14...31, 127: true
    default: false
    }
  }
}

extension String {
  /// Returns true if no space stands between `last` and this word: before punctuation, and between
  /// letters of scripts that do not separate words.
  fileprivate func continues(_ last: String) -> Bool {
    guard let first = unicodeScalars.first, let before = last.unicodeScalars.last else {
      return true
    }
    if unicodeScalars.allSatisfy({ ",.;:!?…%)]}\u{BB}".unicodeScalars.contains($0) }) {
      return true
    }
    func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      // Thai, Lao, Myanmar, Khmer; Chinese and Japanese with their punctuation.
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x312F, 0x31A0...0x9FFF,
        0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
        true
      default: false
      }
    }
    return isUnspaced(first) && isUnspaced(before)
  }

  /// Returns true if a sentence ends with this word, which `next` follows.
  ///
  /// A full stop ends none where the next word begins with a small letter, behind initials (`J.`), behind shortened words
  /// with one within them (`e.g.`), and behind those of at most three letters without a vowel (`Dr.`).
  fileprivate func endsSentence(before next: String) -> Bool {
    guard let last, ".?!…。？！".contains(last) else { return false }
    guard last == ".", !hasSuffix("..") else { return true }
    if next.first?.isLowercase ?? false { return false }
    // A word without times was said with the one before it.
    let word = split(whereSeparator: \.isWhitespace).last ?? self[...]
    let letters = word.dropLast().drop { !$0.isLetter }
    if letters.contains(".") { return false }
    guard letters.allSatisfy({ $0.isLetter && $0.isCased }) else { return true }
    let isInitial = letters.count == 1 && letters != "I"
    let isShortened =
      (2...3).contains(letters.count)
      && !letters.contains { "aeiouyAEIOUY".contains($0) && $0.isASCII || !$0.isASCII }
    return !isInitial && !isShortened
  }

  fileprivate var trimmingSpaces: String {
    var text = self[...].drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
