// SPDX-License-Identifier: Apache-2.0

import Base
import Subtitles
import TestSupport
import Testing

/// Reading files of ASS and SSA, and the remarks on mistakes in them.
@Suite struct ScriptTests {
  private static let head = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 640
    PlayResY: 360
    Title: left out

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, Bold, Italic
    Style: Default,DejaVu Sans,20,0,0
    Style: Loud,DejaVu Serif,40,-1,1

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  private func read(_ events: String, head: String = ScriptTests.head) throws -> SubtitleScript {
    try SubtitleScript(Array((head + events).utf8))
  }

  private func event(_ start: Int, _ end: Int, _ text: String, _ style: String = "Default")
    -> String
  {
    "Dialogue: 0,0:00:0\(start).00,0:00:0\(end).00,\(style),,0,0,0,,\(text)\n"
  }

  private func remarks(_ script: SubtitleScript) -> [String] {
    script.remarks.map { "\($0.line): \($0.message)" }
  }

  @Test func stylesTextsAndTimesAreRead() throws {
    let script = try read(
      event(1, 2, "Hello, {comment}world") + "Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no\n"
        + "Dialogue: 3,1:02:03.45,1:02:04:50, Loud ,Ann,1,2,3,,{\\pos(1,2)}there\n")
    #expect(remarks(script) == [])
    #expect(script.size == PixelSize(640, 360) && script.matrix == .bt601)
    #expect(script.info == ["ScriptType: v4.00+", "PlayResX: 640", "PlayResY: 360"])
    #expect(script.styles.map(\.name) == ["Default", "Loud"])
    #expect(script.events.map(\.start) == [1000, 3_723_450])
    #expect(script.events.map(\.end) == [2000, 3_724_500])
    #expect(script.events.map(\.isPlaced) == [false, true])
    #expect(script.events.map(\.layer) == [0, 3])
    #expect(
      script.events[1].line == "Dialogue: 3,1:02:03.45,1:02:04.50,Loud,,1,2,3,,{\\pos(1,2)}there"
    )
    #expect(script.events[1].styles == ["Loud"])
    #expect(script.events[0].runs.map(\.text) == ["Hello, world"])
  }

  @Test func eachTextKnowsWhichFontsWriteIt() throws {
    let text =
      "a{\\b1}b{\\i1\\fnDejaVu Sans Mono}c{\\r}d{\\rLoud}e\\N{\\bord3\\blur2\\be1\\iclip(1,1,2,2)}f{\\fn}g{\\p1}m 0 0 l 9 9{\\p0}h"
    let runs = try read(event(1, 2, text)).events[0].runs
    #expect(runs.map(\.text) == ["a", "b", "c", "d", "e\nfg", "h"])
    #expect(runs.map(\.font.weight) == [400, 700, 700, 400, 700, 700])
    #expect(runs.map(\.font.isItalic) == [false, false, true, false, true, true])
    #expect(
      runs.map(\.font.family) == [
        "DejaVu Sans", "DejaVu Sans", "DejaVu Sans Mono", "DejaVu Sans", "DejaVu Serif",
        "DejaVu Serif",
      ])
    #expect(try read(event(1, 2, "{\\rLoud}x")).events[0].styles == ["Default", "Loud"])
  }

  @Test func textsThatMakeWayForEachOtherAreAChain() throws {
    let script = try read(
      event(0, 2, "a") + event(1, 3, "b") + event(1, 9, "{\\move(0,0,9,9)}placed")
        + event(2, 4, "c")
        + event(4, 5, "d"))
    #expect(script.events.map(\.chain) == [0, 0, 1000, 0, 4000])
  }

  @Test func whatIsLeftOutIsSaidWithItsLine() throws {
    let script = try read(
      "lost\nDialogue: 0,0:00:01.00,soon,Default,,0,0,0,,when?\nDialogue: 0,0:00:01.00\n"
        + event(3, 2, "backwards") + event(1, 2, "x", "Nowhere") + event(1, 2, "y", "Nowhere")
        + event(1, 2, "{\\fs9999999}huge")
        + event(1, 2, "{\\p1}m 0 0 l 90000000 0 0 9")
        + "Picture: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a.bmp\n[Graphics]\nfilename: a.bmp\n")
    #expect(
      remarks(script) == [
        "14: 'lost' is no text, and is left out",
        "15: 'when?' has no times such as 0:00:01.50, and is left out",
        "16: 'Dialogue: 0,0:00:01.00' has 2 fields where there are 10, and is left out",
        "17: 'backwards' ends before it is shown, and is left out",
        "18: there is no style 'Nowhere', and 'Default' is used",
        "20: '{\\fs9999999}huge' is larger than 4 pictures, and is left out",
        "21: '{\\p1}m 0 0 l 90000000 0 0 9' is larger than 4 pictures, and is left out",
        "22: 'Picture: 0,0:00:01.00,0:00:02.00,Default…' is no text, and is left out",
        "24: 'filename: a.bmp' is a picture, which no player shows, and is left out",
      ])
    #expect(script.events.count == 2)
    #expect(try remarks(SubtitleScript([])) == ["1: there are no texts"])
  }

  @Test func nothingIsDrawnLargerThanFourPictures() throws {
    let head = Self.head.replacing("640", with: "1920").replacing("360", with: "1080")
    let own = head.replacing("Fontsize, Bold, Italic", with: "Fontsize, Outline")
    func isKept(_ size: Int, _ outline: Int, _ text: String = "a") throws -> Bool {
      let style = "Style: Default,DejaVu Sans,\(size),\(outline)"
      let head = own.replacing("Style: Default,DejaVu Sans,20,0,0", with: style)
      let script = try read(event(1, 2, text), head: head)
      #expect(script.events.count + script.remarks.count == 1)
      return script.events.count == 1
    }
    #expect(try isKept(4000, 100) && !isKept(4400, 0) && !isKept(20, 2200))
    #expect(try !isKept(20, 0, "{\\fscx22000}a") && !isKept(20, 0, "a{\\bord2200}b"))
    // A square of one unit that is scaled to the picture is as large as that.
    #expect(try isKept(20, 0, "{\\p1\\fscx192000\\fscy108000}m 0 0 l 1 0 1 1 0 1"))
  }

  @Test func bytesOfZeroHideNoTexts() throws {
    let script = try read(event(1, 2, "a\0b") + event(2, 3, "c"))
    #expect(script.events.map(\.runs.first?.text) == ["a\u{FFFD}b", "c"])
  }

  @Test func stylesBehindTheTextsAreKnownToThem() throws {
    let parts = Self.head.split(separator: "[V4+ Styles]")
    let styles = parts[1].split(separator: "[Events]")
    let text = "\(parts[0])[Events]\(styles[1])\(event(1, 2, "x", "Loud"))[V4+ Styles]\(styles[0])"
    let script = try SubtitleScript(Array(text.utf8))
    #expect(remarks(script) == [])
    #expect(script.events[0].runs.map(\.font.family) == ["DejaVu Serif"])
  }

  @Test func stylesOfOtherFieldsAreLeftOutAndSaid() throws {
    let script = try read(
      event(1, 2, "x") + "[V4+ Styles]\nFormat: Fontname, Name\nStyle: DejaVu Sans,Swapped\n"
        + "Format: Name, Fontname, Fontsize, Bold, Italic\nStyle: Third,DejaVu Sans,9,0,0\n"
        + "[V4 Styles]\nStyle: Old,DejaVu Sans,9,0,0\n")
    #expect(script.styles.map(\.name) == ["Default", "Loud", "Third"])
    #expect(script.styleHead[0] == "[V4+ Styles]" && script.styleHead.count == 2)
    let why = "has other fields than the styles before its section, and is left out"
    #expect(
      remarks(script) == [
        "17: 'Style: DejaVu Sans,Swapped' \(why)", "21: 'Style: Old,DejaVu Sans,9,0,0' \(why)",
      ])
  }

  @Test func whatIsSaidTwiceIsKeptOnce() throws {
    let head = Self.head
      .replacing("Title: left out", with: "Timer: 90.0\nTimer: 100.0")
      .replacing("[Events]", with: "Style: Loud,DejaVu Sans,9,0,0\n[Events]")
    let script = try read(event(1, 2, "x", "Loud"), head: head)
    #expect(script.info.filter { $0.hasPrefix("Timer") } == ["Timer: 100.0"])
    #expect(script.styles.map(\.name) == ["Default", "Loud"])
    #expect(script.styles[1].line == "Style: Loud,DejaVu Sans,9,0,0")
    #expect(script.events[0].runs[0].font.family == "DejaVu Sans")
  }

  @Test func onlyWhatLibassPlacesHasItsPlace() throws {
    let texts = [
      "{\\pos(1)}", "{\\pos(1,2)}", "{\\pos(1,2,3)}", "{\\pos(,1,2)}", "{\\move(1,2,3)}",
      "{\\move(1,2,3,4)}", "{\\move(1,2,3,4,5)}", "{\\move(1,2,3,4,5,6)}",
    ]
    let script = try read(texts.map { event(1, 2, $0 + "x") }.joined())
    #expect(
      script.events.map(\.isPlaced) == [false, true, false, true, false, true, false, true])
    let effects = ["Banner;1", "banner;1", "Scroll up;1;2", "Scroll ;1", "Scroll down;1;2"]
    let moved = try read(
      effects.map { event(1, 2, "x").replacing("0,0,0,,", with: "0,0,0,\($0),") }.joined())
    #expect(moved.events.map(\.isPlaced) == [true, false, true, false, true])
    #expect(
      try read(event(1, 2, "{\\fnDejaVu Serif(x)}a")).events[0].runs[0].font.family
        == "DejaVu Serif")
  }

  @Test func fontsAndRemarksAreBounded() throws {
    let fonts = (0..<250).map { event(1, 2, "{\\fnFont \($0)}x") }.joined()
    let script = try read(fonts + event(1, 2, "plain"))
    #expect(Set(script.events.flatMap(\.runs).map(\.font)).count == 200)
    #expect(script.remarks.count == 50 || script.remarks.count == 51)
    let letters = String(repeating: "!!!!\n", count: 1000)
    let lost = try read(event(1, 2, "a") + "[Fonts]\n" + letters)
    #expect(lost.remarks.count == 200 && lost.moreRemarks == 800)
  }

  @Test func openBracketsTakeNoLongerThanLetters() throws {
    let text = String(repeating: "{", count: 90_000)
    let script = try read((0..<50).map { _ in event(1, 2, text) }.joined())
    #expect(script.events.count == 50 && CueList(script).cues.count == 50)
  }

  @Test func filesOfSSAAreThose() throws {
    let script = try SubtitleScript(
      Array(
        "[Script Info]\n[V4 Styles]\nFormat: Name, Fontname\nStyle: *Default,Arial\n[Events]\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*default,,0,0,0,,Hello\n"
          .utf8))
    #expect(remarks(script) == [] && script.styleHead[0] == "[V4 Styles]")
    #expect(script.eventFormat.hasPrefix("Format: Marked, Start"))
    #expect(script.events[0].line == "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello")
    #expect(script.events[0].runs[0].font.family == "Arial")
  }

  @Test func whoSaysATextDecidesNothing() throws {
    let line = "Dialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,1,2,3,,Hello\n"
    let script = try read(line)
    #expect(script.events[0].line == "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,1,2,3,,Hello")
    #expect(try read(line.replacing("Ann", with: "Bert")).events == script.events)
  }

  @Test func theMatrixAndFieldsThatScaleLinesAreKept() throws {
    let head = Self.head.replacing("Title: left out", with: "YCbCr Matrix: TV.709")
    #expect(try read("", head: head).matrix == .bt709)
    #expect(
      try read("", head: head.replacing("TV.709", with: "none")).matrix
        == SubtitleScript.Matrix.none)
    // libass has lines grow with the picture where a file has fields of its own.
    let own = Self.head.replacing("Style, Name,", with: "Style, Actor,")
    #expect(try read(event(1, 2, "a"), head: own).info.last == "ScaledBorderAndShadow: yes")
    #expect(
      try read(
        event(1, 2, "a"), head: own.replacing("Title: left out", with: "ScaledBorderAndShadow: no")
      )
      .info.filter { $0.hasPrefix("Scaled") } == ["ScaledBorderAndShadow: no"])
  }

  @Test func fontsAreReadLetterForLetter() throws {
    func written(_ bytes: [UInt8]) -> String {
      var text = ""
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let part = bytes[start..<min(start + 3, bytes.count)]
        let value = (0..<3).reduce(UInt32(0)) { sum, place in
          sum << 8 | (place < part.count ? UInt32(part[start + place]) : 0)
        }
        for place in 0...part.count {
          text.unicodeScalars.append(Unicode.Scalar(UInt8(33 + (value >> (18 - 6 * place) & 63))))
        }
      }
      return text
    }
    for count in [1, 2, 3, 100, 1001] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
      let letters = written(bytes)
      let lines = stride(from: 0, to: letters.utf8.count, by: 80).map {
        String(letters.dropFirst($0).prefix(80))
      }
      let script = try read(
        event(1, 2, "a") + "[Fonts]\nfontname: a_0.ttf\n" + lines.joined(separator: "\n")
          + "\n[Events]\n" + event(2, 3, "b"))
      #expect(script.fonts.map(\.name) == ["a_0.ttf"] && script.fonts.first?.bytes == bytes)
      #expect(script.events.count == 2 && script.remarks.isEmpty)
    }
    let damaged = try read(event(1, 2, "a") + "[Fonts]\nfontname: a.ttf\n!!!!!\n")
    #expect(remarks(damaged) == ["16: the font 'a.ttf' is damaged and left out"])
  }

  @Test func asPlainTextsTheyKeepWhatOthersHave() throws {
    let script = try read(
      event(1, 2, "{\\an8\\b1}One{\\b0}\\Ntwo {\\i1}three") + event(2, 3, "{\\p1}m 0 0 l 1 1{\\p0}")
    )
    let list = CueList(script)
    #expect(list.cues.map(\.text) == ["One\ntwo three"])
    #expect(list.cues[0].runs.map(\.style.isBold) == [true, false, false])
    #expect(list.cues[0].runs.map(\.style.isItalic) == [false, false, true])
    #expect(list.text(as: .srt).contains("{\\an8}<b>One</b>\ntwo <i>three</i>"))
  }

  @Test func asPlainTextsTheyKeepWhatTheirStyleHas() throws {
    func list(_ head: String, _ style: String, _ text: String) throws -> Cue {
      let script = try SubtitleScript(
        Array(
          """
          [Script Info]
          [\(head)]
          Format: Name, Fontname, Fontsize, Bold, Italic, Alignment
          Style: Default,DejaVu Sans,20,0,0,2
          Style: Top,DejaVu Sans,20,\(style)
          [Events]
          Format: Start, End, Style, Text
          Dialogue: 0:00:01.00,0:00:02.00,Top,\(text)

          """.utf8))
      return try #require(CueList(script).cues.first)
    }
    let cue = try list("V4+ Styles", "-1,0,8", "One {\\b0}two {\\r\\c&H0000FF&}three")
    #expect(cue.runs.map(\.style.isBold) == [true, false, true])
    #expect(cue.runs.map(\.style.color) == [nil, nil, Color(255, 0, 0)])
    #expect(cue.settings.line == .share(0))
    #expect(cue.text(as: .srt).hasPrefix("{\\an8}<b>One </b>two "))
    #expect(try list("V4+ Styles", "0,-1,2", "One").settings == CueSettings())
    #expect(try list("V4+ Styles", "0,0,8", "{\\an2}One").settings.line == nil)
    // In SSA 6 is the top in the middle, and 9 the middle on the left.
    #expect(try list("V4 Styles", "0,0,6", "One").settings.line == .share(0))
    let left = try list("V4 Styles", "0,0,9", "One").settings
    #expect(left.line == .share(0.5) && left.alignment == .left)
  }

  @Test func aTextOfAStreamIsACueWithItsColoursAndItsPlace() throws {
    func cue(_ text: String, _ settings: String = "") throws -> Cue {
      try #require(Cue(from: Time(0), to: Time(1), script: text, settings: settings))
    }
    let red = try cue("{\\an8\\c&H0000FF&}One{\\c}\\Ntwo {\\i1\\1c&HFF&}three{\\r} four")
    #expect(red.runs.map(\.text) == ["One", "\ntwo ", "three", " four"])
    #expect(red.runs.map(\.style.color) == [Color(255, 0, 0), nil, Color(255, 0, 0), nil])
    #expect(red.runs.map(\.style.isItalic) == [false, false, true, false])
    #expect(red.settings.line == .share(0) && red.settings.alignment == .center)
    // Braces and backslashes that are no tags.
    #expect(try cue("a \\{b\\} \\\u{2060}N {open").text == "a {b} \\N {open")
    #expect(try cue("{\\clip(1,2,3,4)\\c&Hxyz&\\cx}One").runs.map(\.style.color) == [nil])
    // Settings of WebVTT; a region is not there, and what is no setting is left out.
    let top = try cue("One", "line:10% align:left region:a b:c")
    #expect(top.settings.line == .share(0.1) && top.settings.alignment == .left)
    #expect(top.settings.region == nil)
    #expect(Cue(from: Time(0), to: Time(1), script: "{\\p1}m 0 0{\\p0} \\N") == nil)
    let many = String(repeating: "{", count: 100_000)
    #expect(try cue(many + "}" + many).text.utf8.count == 100_000)
  }

  @Test func whatIsAFileOfASSIsKnownByItsFirstLine() {
    #expect(SubtitleScript.isScript(Array("\u{FEFF}[script info]\r\n".utf8)))
    #expect(
      SubtitleScript.isScript(
        [0xFF, 0xFE] + Array("[Script Info]").flatMap { [$0.asciiValue!, 0] }))
    #expect(!SubtitleScript.isScript(Array("1\n00:00:01,000 --> 00:00:02,000\n[Events]\n".utf8)))
  }
}
