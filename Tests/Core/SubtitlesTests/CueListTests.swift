// SPDX-License-Identifier: Apache-2.0

import Base
import Subtitles
import Testing

/// Reading files of subtitles, and the remarks on mistakes in them.
@Suite struct CueListTests {
  private func read(
    _ text: String, _ format: CueFormat? = nil, encoding: TextEncoding? = nil
  ) throws -> CueList {
    try CueList(Array(text.utf8), format: format, encoding: encoding)
  }

  private func remarks(_ list: CueList) -> [String] {
    list.remarks.map { "\($0.line): \($0.message)" }
  }

  private func ms(_ value: Int64) -> Time { Time(value, over: 1000) }

  @Test func subRipIsReadToTheMillisecond() throws {
    let list = try read(
      "\u{FEFF}1\r\n00:00:00,000 --> 00:00:01,234\r\nFirst.\r\n\r\n"
        + "2\r\n02:00:04,567 --> 102:00:08,901 X1:1 X2:2\r\nTwo\r\nlines\r\n")
    #expect(list.format == .srt && list.remarks.isEmpty)
    #expect(list.cues.map(\.text) == ["First.", "Two\nlines"])
    #expect(list.cues.map(\.start) == [.zero, ms(7_204_567)])
    #expect(list.cues.map(\.end) == [ms(1234), ms(367_208_901)])
    #expect(list.cues.map(\.line) == [2, 6])
  }

  @Test func webVTTIsReadWithItsSettings() throws {
    let list = try read(
      """
      WEBVTT - a film

      NOTE one
      of two lines

      REGION
      id:fred width:40% lines:2 scroll:up
      regionanchor:0%,100% viewportanchor:10%,90%

      intro
      00:01.000 --> 00:02.500 line:-2 position:10%,line-left size:35% align:start vertical:rl
      Hello

      00:03.000 --> 01:00:04.000 region:fred line:45%,end align:middle
      World
      """)
    #expect(list.format == .vtt && list.remarks.isEmpty)
    #expect(list.cues.map(\.name) == ["intro", ""])
    let first = list.cues[0].settings
    #expect(first.line == .number(-2) && first.position == 0.1 && first.size == 0.35)
    #expect(first.positionAlignment == .start && first.alignment == .start)
    #expect(first.vertical == .rl)
    let second = list.cues[1].settings
    #expect(second.line == .share(0.45) && second.lineAlignment == .end)
    #expect(second.alignment == .center && second.region == "fred")
    #expect(list.cues[1].end == ms(3_604_000))
    let region = try #require(list.regions.first)
    #expect(region.name == "fred" && region.width == 0.4 && region.lines == 2 && region.scrolls)
    #expect(region.viewportAnchor == CueRegion.Point(x: 0.1, y: 0.9))
  }

  @Test func momentsOfWordsFollowTheTimesOfTheirClip() throws {
    let list = try read(
      "WEBVTT\n\n00:00.000 --> 00:08.000\n<00:01.000>one <00:04.000>four <00:07.000>seven\n")
    func moments(_ cue: Cue?) -> [[Time?]] { (cue?.runs ?? []).map { [$0.since, $0.until] } }
    // Faster and faster: the square root of the time, in whole seconds.
    let roots = [0, 1, 1, 1, 2, 2, 2, 2, 3]
    let fast = list.cues[0].placed { Time(Int64(roots[Int($0.floor)])) }
    #expect(fast?.start == .zero && fast?.end == Time(3))
    #expect(moments(fast) == [[Time(1), nil], [Time(2), nil], [Time(2), nil]])
    let back = list.cues[0].placed { Time(10) - $0 }
    #expect(back?.start == Time(2) && back?.end == Time(10))
    #expect(
      moments(back) == [[Time(6), Time(9)], [Time(3), Time(6)], [Time(2), Time(3)]])
    var written = CueList(format: .vtt)
    written.cues = [try #require(back)]
    #expect(!written.text(as: .vtt).contains("<"))
    written.cues = list.cues
    #expect(written.text(as: .vtt).contains("<00:00:04.000>four "))
  }

  @Test func charactersOfWebVTTHaveNames() throws {
    let list = try read(
      "WEBVTT\n\n00:00.000 --> 00:08.000\n"
        + "&copy;&eacute;&ETH;&yuml;&hellip;&mdash;&rsquo;&euro;&#233;&#x000000E9;&#0000000233;&#x1F600;&#x110000;&apos;\n"
        + "&nosuch; &#12345678901; &#; & &amp;amp;\n")
    #expect(
      list.cues[0].text
        == "©éÐÿ…—’€ééé😀\u{FFFD}'\n&nosuch; &#12345678901; &#; & &amp;")
    let other = try read("1\n00:00:01,000 --> 00:00:02,000\n&eacute;&#233;&amp;\n")
    #expect(other.cues[0].text == "&eacute;&#233;&")
  }

  @Test func textsThatCannotBeDrawnAreCut() throws {
    let long = try read("1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "a\n", count: 101))
    #expect(long.cues[0].text.split(separator: "\n").count == 100)
    #expect(
      remarks(long) == ["2: a cue has at most 100 lines, and the rest of this one is left out"])
    let many = try read(
      "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "<b>a</b>b", count: 126) + "\n")
    #expect(many.cues[0].runs.count == 1 && many.cues[0].text.count == 252)
    #expect(
      remarks(many) == [
        "2: a cue has at most 250 parts that look or are said differently, and this one is plain"
      ])
  }

  @Test func tagsBecomeRuns() throws {
    let list = try read(
      """
      1
      00:00:01,000 --> 00:00:02,000
      <i>slanted <b>both</i> bold</b> <font color="#ff8000">warm</font> <3 &amp; {\\an8}x < y
      """)
    var (italic, both, bold, warm) = (Cue.Style(), Cue.Style(), Cue.Style(), Cue.Style())
    italic.isItalic = true
    (both.isItalic, both.isBold) = (true, true)
    bold.isBold = true
    warm.color = Color(255, 128, 0)
    #expect(
      list.cues[0].runs == [
        Cue.StyledText("slanted ", italic), Cue.StyledText("both", both),
        Cue.StyledText(" bold", bold), Cue.StyledText(" "),
        Cue.StyledText("warm", warm), Cue.StyledText(" <3 & x < y"),
      ])
    #expect(list.cues[0].settings.line == .share(0) && list.remarks.isEmpty)
    #expect(list.cues[0].commonStyle == Cue.Style())
  }

  @Test(arguments: [
    ("Tom & Ann; go, x <y and <3", "Tom & Ann; go, x <y and <3"),
    ("<b>, </FONT> and <i x", "&lt;b>, &lt;/FONT> and &lt;i x"),
    ("R&amp;D &LT; a", "R&amp;amp;D &amp;LT; a"),
    ("1:00 --> 2:00", "1:00 --&gt; 2:00"),
  ])
  func subRipIsEscapedWhereItHasToBe(_ text: String, _ written: String) throws {
    let cue = Cue(from: ms(1000), to: ms(2000), text)
    #expect(cue.text(as: .srt) == written)
    var list = CueList(format: .srt)
    list.cues = [cue]
    #expect(try read(list.text(as: .srt)).cues.map(\.text) == [text])
    #expect(try read(list.text(as: .vtt)).cues.map(\.text) == [text])
  }

  @Test func tagsOfWebVTTHaveClassesVoicesAndMoments() throws {
    let list = try read(
      """
      WEBVTT

      00:01.000 --> 00:04.000
      <v Mary Ann><c.loud.big>One</c> <00:02.000>two <ruby>漢<rt>kan</rt></ruby></v>
      &lt;three&gt; <i>four</i> <unknown>five</unknown>
      """)
    let cue = list.cues[0]
    #expect(cue.text == "One two 漢(kan)\n<three> four five")
    #expect(cue.runs[0].style.classes == ["loud", "big"])
    #expect(cue.runs[0].style.voice == "Mary Ann" && cue.runs[0].since == nil)
    #expect(cue.runs.first { $0.text.contains("two") }?.since == ms(2000))
    #expect(
      remarks(list) == [
        "5: '<unknown>' is no tag of WebVTT and is left out",
        "5: '</unknown>' is no tag of WebVTT and is left out",
      ])
  }

  @Test(arguments: [
    (
      "1\n00:00:02,000 --> 00:00:01,000\nlate\n",
      "2: the cue ends before it starts, and 'late' is left out"
    ),
    (
      "1\n00:00:02,000 --> 00:00:02,000\nnow\n",
      "2: the cue ends when it starts, and 'now' is left out"
    ),
    (
      "1\n00:00:02,000 --> 00:0x:03,000\nodd\n",
      "2: '00:0x:03,000' is no time such as 00:01:02,500, and 'odd' is left out"
    ),
    (
      "1\n00:75:02,000 --> 00:76:03,000\nodd\n",
      "2: '00:75:02,000' has 75 minutes, and 'odd' is left out"
    ),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nfine\n\n7\nmore\n",
      "5: '7' belongs to no cue and is left out"
    ),
    (
      "1\n00:00:01,5 --> 00:00:02,000\nfine\n",
      "2: '00:00:01,5' is read as 5 ms after the second: write three digits"
    ),
    ("1\n00:00:01,000 --> 00:00:02,000\nfi\u{7}ne\n", "3: a control character is left out"),
    ("1\n00:00:01,000 --> 00:00:02,000\n{\\pos(1,2)}fine\n", "3: '{\\pos(1,2)}' is left out"),
    ("1\n00:00:01,000 --> 00:00:02,000\n \u{A0}<b></b>\n", "2: the cue has no text"),
    (
      "WEBVTT\n\n00:01.000 --> 00:02.000 line:x\nfine\n",
      "3: 'line:x' needs a number of lines or a percentage"
    ),
    (
      "WEBVTT\n\n00:01.000 --> 00:02.000 position:10\nfine\n", "3: 'position:10' needs a percentage"
    ),
    ("WEBVTT\n\n00:01.000 --> 00:02.000 region:a\nfine\n", "3: there is no region 'a'"),
    (
      "WEBVTT\n\n00:01,000 --> 00:02.000\nfine\n",
      "3: '00:01,000' has a comma where WebVTT has a point"
    ),
    (
      "WEBVTT\n\nSTYLE\n::cue {}\n",
      "3: styles of the file are left out: the project says how texts look"
    ),
    (
      "WEBVTT\n\n00:01.000 --> 00:09.000\n<00:10.000>late\n",
      "4: <00:10.000> is not within the cue, or not after the one before"
    ),
  ])
  func whatIsWrongIsSaidWithItsLine(text: String, remark: String) throws {
    // What is shown, or nothing is.
    #expect(remarks(try read(text)).filter { !$0.hasPrefix("1: there are no cues") } == [remark])
  }

  @Test func cuesWithoutAnEmptyLineBetweenThemAreTwo() throws {
    let srt = try read(
      "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n7\n")
    #expect(srt.cues.map(\.text) == ["one", "two\n7"])
    let vtt = try read(
      "WEBVTT\n\n1\n00:01.000 --> 00:02.000\none\n2\n00:03.000 --> 00:04.000\ntwo\n")
    #expect(vtt.cues.map(\.text) == ["one", "two"])
    #expect(srt.remarks.isEmpty && vtt.remarks.isEmpty)
  }

  @Test func emptyLinesInTextsOfSubRipArePartOfThem() throws {
    let blank = "1\n00:00:01,000 --> 00:00:02,000\n\none\n \ntwo\n\n\n"
    for text in [
      blank + "2\n\n00:00:03,000 --> 00:00:04,000\nthree\n",
      blank + "00:00:03,000 --> 00:00:04,000\n\nthree",
    ] {
      let list = try read(text)
      #expect(list.cues.map(\.text) == ["one\n \ntwo", "three"] && list.remarks.isEmpty)
    }
  }

  @Test(arguments: ["\r\r\n", "\n\n", "\r\n\r\n", "\r\r\n\r\r\n"])
  func endsOfLinesThatWereDoubledAreSingleOnes(end: String) throws {
    let plain =
      "1\n00:00:01,000 --> 00:00:02,000\none\nmore\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n"
    let list = try read(plain.replacing("\n", with: end))
    #expect(list.cues.map(\.text) == ["one\nmore", "two"] && list.remarks.isEmpty)
  }

  @Test func aFileOfWhichNothingIsReadSaysSo() throws {
    #expect(remarks(try read("")) == ["1: there are no cues in it, and nothing is shown"])
    #expect(
      remarks(try read("hello\n")) == [
        "1: there are no cues in it, and nothing is shown",
        "1: 'hello' belongs to no cue and is left out",
      ])
  }

  @Test func arrowsInTextsOfSubRipAreText() throws {
    let list = try read("1\n00:00:01,000 --> 00:00:02,000\nfrom A --> to B\n")
    #expect(list.cues.map(\.text) == ["from A --> to B"] && list.remarks.isEmpty)
  }

  @Test func encodingsAreThoseThatAreSaidOrMarked() throws {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nCafé – 𝄞\n"
    func utf16(isBig: Bool, hasMark: Bool) -> [UInt8] {
      ((hasMark ? "\u{FEFF}" : "") + text).utf16.flatMap {
        let bytes = [UInt8($0 >> 8), UInt8($0 & 255)]
        return isBig ? bytes : bytes.reversed()
      }
    }
    let read = { (bytes: [UInt8], encoding: TextEncoding?) throws -> String? in
      try CueList(bytes, encoding: encoding).cues.first?.text
    }
    #expect(try read(utf16(isBig: true, hasMark: true), nil) == "Café – 𝄞")
    #expect(try read(utf16(isBig: false, hasMark: true), nil) == "Café – 𝄞")
    #expect(try read(utf16(isBig: false, hasMark: false), .utf16) == "Café – 𝄞")
    #expect(try read(utf16(isBig: true, hasMark: false), .utf16) == "Café – 𝄞")
    for isBig in [true, false] {
      let wide = #expect(throws: CueProblem.self) {
        try read(utf16(isBig: isBig, hasMark: false), nil)
      }
      #expect(wide?.hint?.contains("encoding: utf-16") ?? false)
    }
    let latin = Array("1\n00:00:01,000 --> 00:00:02,000\nCaf".utf8) + [0xE9, 0x20, 0x96, 10]
    #expect(try read(latin, .latin1) == "Café –")
    let problem = #expect(throws: CueProblem.self) { try read(latin, nil) }
    #expect(problem?.line == 3 && problem?.message == "this line is not in UTF-8")
    #expect(problem?.hint?.contains("encoding: latin-1") ?? false)
  }

  @Test func bytesOfOtherScriptsAreNoLatin() throws {
    func hint(_ text: [UInt8]) throws -> String {
      let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + text + [10]
      return try #require(#expect(throws: CueProblem.self) { try CueList(bytes) }?.hint)
    }
    // "määrä, Noël: «à»" in Latin-1; two letters in a row are usual.
    let latin: [UInt8] = [
      0x6D, 0xE4, 0xE4, 0x72, 0xE4, 0x2C, 0x20, 0x4E, 0x6F, 0xEB, 0x6C, 0x3A, 0x20, 0x61, 0x20,
      0xE0, 0xBB,
    ]
    #expect(try hint(latin).contains("encoding: latin-1"))
    // "超人" in GB 2312, "Привет" in Windows-1251, "テスト" in Shift JIS.
    let others: [[UInt8]] = [
      [0xB3, 0xAC, 0xC8, 0xCB], [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2],
      [0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x81, 0x40],
    ]
    for other in others {
      #expect(try hint(other).hasPrefix("save the file in UTF-8: iconv -f GB18030"))
    }
  }

  @Test func wordsInJSONAreNoSubtitles() throws {
    let json = Array("[{\"word\": \"Rome\", \"start\": 1.2, \"end\": 1.5}]\n".utf8)
    let problem = #expect(throws: CueProblem.self) { try CueList(json) }
    #expect(problem?.message == "this is JSON, and subtitles are SubRip, WebVTT, ASS or SSA")
    #expect(problem?.hint == "an overlay shows words with their times: words: talk.json")
    // MicroDVD and broken files are not JSON.
    for text in ["{10}{25}Rome\n", "[Music]\n", "{\n"] {
      #expect(try CueList(Array(text.utf8)).cues.isEmpty)
    }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let srt = try read(
      "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>a <b>b</b></i> &lt;c\n\n2\n00:00:03,000 --> 00:00:04,000\nd\ne\n"
    )
    let again = try read(srt.text(as: .srt))
    #expect(again.cues == srt.cues && again.remarks.isEmpty)
    let vtt = try read(
      """
      WEBVTT

      REGION
      id:r width:33.333%

      one
      00:00:01.000 --> 00:00:04.000 line:0 position:12.5%,center size:35% align:end
      <v Ann><c.x>a</c> <00:00:02.000>b & <i>c</i></v>

      00:00:04.000 --> 00:00:05.000 region:r
      d
      """)
    let vttAgain = try read(vtt.text(as: .vtt))
    #expect(vttAgain.cues.map(\.runs) == vtt.cues.map(\.runs))
    #expect(vttAgain.cues.map(\.settings) == vtt.cues.map(\.settings))
    #expect(vttAgain.cues.map(\.start) == vtt.cues.map(\.start))
    #expect(vttAgain.remarks.isEmpty)
  }

  @Test func anArrowThatLacksALineIsOne() throws {
    let list = try read("1\n00:00:01,000 -> 00:00:02,000\nOne -> two\n")
    #expect(list.cues.map(\.text) == ["One -> two"])
    #expect(list.remarks.map { "\($0.line): \($0.message)" } == ["2: '->' is read as '-->'"])
    #expect(try read("1\n00:00:01,000 --> 00:00:02,000\n9:30 -> 10:15\n\n").cues.count == 1)
    let vtt = try read("WEBVTT\n\n4\n00:06.000 -> 00:07.000 line:0\n9:30 -> 10:15\n")
    #expect(vtt.cues.map(\.text) == ["9:30 -> 10:15"])
    #expect(vtt.remarks.map { "\($0.line): \($0.message)" } == ["4: '->' is read as '-->'"])
  }

  @Test func eachFormatHasTheColoursAndPlacesOfTheOther() throws {
    let vtt = try read(
      "WEBVTT\n\n00:01.000 --> 00:02.000 line:0 align:left\n<c.yellow.bg_blue>One</c> <c.x>two</c>\n"
    )
    #expect(vtt.text(as: .srt).contains("{\\an7}<font color=\"#ffff00\">One</font> two"))
    #expect(vtt.cues[0].runs.map(\.style.shownBackground) == [Color(0, 0, 255), nil, nil])
    let srt = try read(
      "1\n00:00:01,000 --> 00:00:02,000\n<font color=\"#ff0000\">One</font> <font color=\"#123456\">two</font>\n"
    )
    #expect(srt.text(as: .vtt).contains("\n<c.red>One</c> two\n"))
  }

  @Test func whatIsNotDrawnIsSaid() throws {
    let list = try read(
      """
      WEBVTT

      REGION
      id:a
      scroll:up

      00:01.000 --> 00:02.000 region:a
      One

      00:03.000 --> 00:04.000 vertical:rl line:0
      Two
      """)
    #expect(list.remarks.isEmpty)
    #expect(
      list.undrawn.map { "\($0.line): \($0.message)" } == [
        "5: texts of a region stand still: 'scroll:up' is not drawn",
        "10: the text is drawn in lines from side to side: 'vertical:rl' is not",
      ])
  }

  @Test func timesThatAreWrittenAreRoundedToTheMillisecond() throws {
    var list = CueList(format: .srt)
    list.cues = [
      Cue(from: Time(1, over: 3), to: Time(2, over: 3), "a\n\nb"),
      Cue(from: Time(5), to: Time(50001, over: 10_000), "never"),
    ]
    #expect(list.text(as: .srt) == "1\n00:00:00,333 --> 00:00:00,667\na\nb\n")
  }

  @Test func filesAndCuesAreBounded() throws {
    let long = String(repeating: "x", count: 10_001)
    let list = try read("1\n00:00:01,000 --> 00:00:02,000\n\(long)\n")
    #expect(
      remarks(list) == [
        "1: there are no cues in it, and nothing is shown",
        "2: a cue has at most 10000 bytes of text, and this one is left out",
      ])
    var text = ""
    for _ in 0...CueList.cueLimit { text += "0:0:1,000 --> 0:0:2,000\nx\n" }
    let problem = #expect(throws: CueProblem.self) { try read(text) }
    #expect(problem?.line == 2 * CueList.cueLimit + 1)
    let times = "0:0:2,000 --> 0:0:1,000\nx\n\n"
    let many = try read(String(repeating: times, count: 1000))
    #expect(many.remarks.count + many.moreRemarks >= 1000 && many.remarks.count < 500)
  }
}
