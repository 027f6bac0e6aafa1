// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Driver
@testable import reel

/// The output of `check -v`.
@Suite struct TimelineViewTests {
  private static func entry(
    _ kind: TimelineEntry.Kind, _ lane: String, _ name: String, _ start: Int64, _ end: Int64,
    _ details: [String] = [], heard: Bool = false
  ) -> TimelineEntry {
    TimelineEntry(
      kind: kind, lane: lane, name: name, time: TimeRange(Time(start), Time(end)),
      details: details, isHeard: heard)
  }

  private static let entries = [
    entry(.clip, "main", "phone", 0, 8, ["phone.mov 0..8 s", "sound"], heard: true),
    entry(.transition, "main", "fade", 6, 8, ["overlap"]),
    entry(.clip, "main", "train", 6, 20, ["train.mp4"]),
    entry(.sound, "music", "song", 0, 10, ["song.ogg"], heard: true),
    entry(.overlay, "overlays", "mark", 0, 20, ["logo.svg"]),
    entry(.overlay, "overlays", "headline", 5, 15, ["\"Rome\""]),
    entry(.instruction, "instructions", "main", 18, 20, ["opacity 100% -> 0%"]),
  ]

  @Test func `depth and colour have the names that projects write`() throws {
    func name(_ text: Substring) throws -> String {
      try #require(CanvasColor(parsing: text)).shownName
    }
    #expect(CanvasColor.bt709.shownName == "bt709")
    #expect(try name("smpte170m:unknown/unknown/unknown/tv") == "bt601")
    #expect(try name("bt709:bt709/bt709/bt709/pc") == "bt709 in full range")
    #expect(try name("bt2020nc:bt2020nc/bt2020/bt2020-10/tv/10") == "bt2020")
    #expect(try name("bt2020nc:bt2020nc/bt2020/arib-std-b67/tv/10") == "hlg")
    #expect(try name("bt2020nc:bt2020nc/bt2020/smpte2084/tv/10") == "pq")
  }

  @Test func `the table has a line for everything, under its track`() {
    let lines = TimelineTable(entries: Self.entries, duration: Time(20)).lines()
    let expected = """
      main
         0:00.000 ..  0:08.000  clip         phone     phone.mov 0..8 s, sound
         0:06.000 ..  0:08.000  transition   fade      overlap
         0:06.000 ..  0:20.000  clip         train     train.mp4
      music
         0:00.000 ..  0:10.000  sound        song      song.ogg
      overlays
         0:00.000 ..  0:20.000  overlay      mark      logo.svg
         0:05.000 ..  0:15.000  overlay      headline  "Rome"
      instructions
         0:18.000 ..  0:20.000  instruction  main      opacity 100% -> 0%
      """
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func `bars fill the terminal`() {
    let lines = TimelineBars(entries: Self.entries, duration: Time(20), width: 54).lines()
    let expected = """
                  0:00       0:05      0:10       0:15
      main        ┃phone━━━━━━━╳╳╳╳train━━━━━━━━━━━━━━━━━━━━
      music       ┃song┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
      overlays    ┃mark─────────────────────────────────────
                             ┃headline────────────
      instructi…                                        ┃───
      heard       ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂
      """
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func `details that are too long for the line go on below`() {
    let lines = TimelineTable(
      entries: [Self.entry(.clip, "main", "a", 0, 8, ["a.mov 0..8 s", "sound", "fit cover"])],
      duration: Time(8)
    ).lines(width: 52)
    let expected = """
      main
         0:00.000 ..  0:08.000  clip  a  a.mov 0..8 s,
                                         sound, fit cover
      """
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func `in a narrow terminal details stand below, and long ones are divided`() {
    let name = "the opening of the flower"
    let lines = TimelineTable(
      entries: [
        Self.entry(.clip, "main", name, 0, 8, ["a.mov 0..8 s", "volume 0% -> 50% ease-in"]),
        Self.entry(.transition, "main", "wipe-left", 8, 9),
      ],
      duration: Time(9)
    ).lines(width: 46)
    let expected = """
      main
         0:00.000 ..  0:08.000  clip        the ope…
            a.mov 0..8 s, volume 0% -> 50% ease-in
         0:08.000 ..  0:09.000  transition  wipe-le…
      """
    #expect(lines.joined(separator: "\n") == expected)
    let long = TimelineTable(
      entries: [Self.entry(.clip, "main", "a", 0, 8, ["volume 0% -> 50% ease-in-and-out"])],
      duration: Time(8)
    ).lines(width: 52)
    #expect(
      long == [
        "main", "   0:00.000 ..  0:08.000  clip  a  volume 0% -> 50%",
        "                                   ease-in-and-out",
      ])
  }

  @Test(arguments: [20, 40, 80, 200])
  func `no line is wider than the terminal`(width: Int) {
    let wide =
      Self.entries + [
        Self.entry(.overlay, "overlays", "標題標題標題標題", 0, 20, ["\"羅馬的兩天\""])
      ]
    let bars = TimelineBars(entries: wide, duration: Time(20), width: width).lines()
    let table = TimelineTable(entries: wide, duration: Time(20)).lines(width: width)
    for line in bars + table { #expect(TimelineTable.columns(of: line) <= width, "\(line)") }
  }

  @Test func `a thousand clips and a hundred overlays at once stay readable`() {
    let clips = (0..<1000).map { Self.entry(.clip, "main", "c\($0)", $0, $0 + 1) }
    let overlays = (0..<100).map { Self.entry(.overlay, "overlays", "o\($0)", 0, 1000) }
    let lines = TimelineBars(entries: clips + overlays, duration: Time(1000), width: 80).lines()
    #expect(lines.count == 11)
    #expect(lines[1].hasPrefix("main      ▒▒▒▒"))
    #expect(lines[10].hasSuffix("and 92 more rows"))
  }

  @Test func `names cannot send control codes`() {
    let hostile = [Self.entry(.clip, "a\u{1B}[31m", "b\u{1B}]0;x\u{7}", 0, 1, ["\u{9B}2J"])]
    let lines =
      TimelineTable(entries: hostile, duration: Time(1)).lines(width: 80)
      + TimelineBars(entries: hostile, duration: Time(1), width: 80).lines()
    for scalar in lines.joined().unicodeScalars {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
    }
  }

  @Test func `films of hours have hours in their times`() {
    let entries = [Self.entry(.clip, "main", "talk", 3599, 7322)]
    let table = TimelineTable(entries: entries, duration: Time(7322)).lines()
    #expect(table.last?.hasPrefix("  0:59:59.000 .. 2:02:02.000  clip  talk") == true)
    let scale = TimelineBars(entries: entries, duration: Time(7322), width: 80).lines().first
    #expect(scale?.contains("0:00:00") == true && scale?.contains("1:00:00") == true)
  }
}
