// SPDX-License-Identifier: Apache-2.0

public import Base

extension CueList {
  /// The texts of `script` without what only libass can draw: bold, italic, underlined and struck, by their styles and
  /// tags, colours of tags, where on the keypad they lie, and their lines are kept.
  public init(_ script: SubtitleScript) {
    self.init(format: .srt)
    remarks = script.remarks
    moreRemarks = script.moreRemarks
    let styles = Dictionary(script.styles.map { ($0.name, $0) }) { $1 }
    for event in script.events {
      let style = event.styles.first.flatMap { styles[$0] }
      guard let words = event.words(in: style) else { continue }
      let (start, end) = (Time(event.start, over: 1000), Time(event.end, over: 1000))
      guard var cue = Cue(from: start, to: end, words) else { continue }
      cue.line = event.number
      cues.append(cue)
    }
  }
}

extension SubtitleScript.Event {
  /// Its words, whose style is `style`; nil where it has no text.
  fileprivate func words(in style: SubtitleScript.Style?) -> ScriptWords? {
    // The text is behind the ninth comma.
    var rest = line.utf8[...]
    for _ in 0..<9 {
      guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
      rest = rest[rest.index(after: comma)...]
    }
    var base = Cue.Style()
    if let style {
      (base.isBold, base.isItalic) = (style.font.weight >= 700, style.font.isItalic)
      (base.isUnderlined, base.isStruck) = (style.isUnderlined, style.isStruck)
    }
    return ScriptWords(rest, base: base, place: style?.place)
  }
}

extension Cue {
  /// A cue of a text with tags of ASS, which is what libav makes of all text streams; nil where it has no words.
  ///
  /// Bold, italic, underlined and struck, colours of letters, and where on the keypad it lies are kept.
  ///
  /// - Parameter settings: Settings of WebVTT, such as `line:0 align:left`; those that cannot be read are left out.
  public init?(from start: Time, to end: Time, script text: String, settings: String = "") {
    self.init(from: start, to: end, ScriptWords(text.utf8))
    for word in Array(settings.utf8).split(separator: UInt8(ascii: " ")) {
      _ = self.settings.set(word)
    }
    // Regions are in the head of a file.
    self.settings.region = nil
  }

  fileprivate init?(from start: Time, to end: Time, _ words: ScriptWords) {
    self.init(from: start, to: end, runs: words.runs)
    if let place = words.place { settings.place(place) }
    guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return nil }
  }
}
