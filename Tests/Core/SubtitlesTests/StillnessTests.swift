// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// When texts of ASS stay as they are, beside what libass draws.
struct StillnessTests {
  private static let size = PixelSize(320, 180)

  /// A text that is shown from `start` to `end`, in milliseconds.
  private func event(
    _ start: Int64, _ end: Int64, _ text: String, effect: String = ""
  ) -> ScriptEvent {
    func moment(_ time: Int64) -> String {
      let hundredths = time / 10
      let digits = [hundredths / 1000, hundredths / 100 % 10].map(String.init).joined()
      return "0:00:\(digits).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
    return ScriptEvent(
      from: start, to: end, layer: 0, chain: start,
      line: "Dialogue: 0,\(moment(start)),\(moment(end)),Default,,0,0,0,\(effect),\(text)",
      styles: ["Default"], fonts: [])
  }

  private let fields =
    "Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BorderStyle, Outline"

  private func script(_ events: [ScriptEvent]) -> Script {
    var script = Script(
      on: Self.size, storage: Self.size, info: ["PlayResX: 320", "PlayResY: 180"],
      styleHead: ["[V4+ Styles]", "Format: \(fields)"],
      styles: [
        ScriptStyle(
          "Default", line: "Style: Default,DejaVu Sans,20,&H00FFFFFF,&H000000FF,&H0000FF00,1,2")
      ],
      eventFormat:
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
      matrix: nil, fonts: nil)
    script.events = events
    return script
  }

  @Test func `texts are still until one comes or goes`() {
    let script = script([event(1000, 3000, "one"), event(2000, 2500, "{\\i1}two{\\pos(9,9)}")])
    let wanted: [Range<Int64>] = [
      .min..<1000, 1000..<2000, 2000..<2500, 2500..<3000, 3000..<(.max),
    ]
    for range in wanted {
      for time in [max(range.lowerBound, 0), min(range.upperBound, 9000) - 1] {
        #expect(script.stillness(at: time) == range)
      }
    }
  }

  @Test(arguments: [
    ("{\\move(20,20,300,160)}moves", ""), ("{\\ move(20,20,300,160)}moves", ""),
    ("{\\fad(900,900)}fades", ""), ("{\\fade(0,255,0,0,900,1000,1900)}fades", ""),
    ("{\\t(\\frz90)}turns", ""), ("{\\b1\\\tt(\\frz90)}turns", ""),
    ("{\\k50}lights {\\k50}up", ""), ("{\\K90}lights up", ""), ("{\\kf90}lights up", ""),
    ("{\\ko50}lights {\\ko50}up", ""), ("runs", "Banner;5"), ("rolls", "Scroll up;0;180;5"),
  ])
  func `texts that change by themselves are not still`(text: String, effect: String) throws {
    let script = script([event(0, 2000, text, effect: effect), event(2000, 4000, "still")])
    #expect(script.stillness(at: 0) == nil && script.stillness(at: 1999) == nil)
    #expect(script.stillness(at: 2000) == 2000..<4000)
    #expect(try changes(of: script, at: stride(from: 100, to: 2000, by: 100)) > 0)
  }

  @Test(arguments: [
    "plain", "{\\pos(99,99)\\frz30\\fscx150}placed", "{\\an7\\bord3\\blur2\\c&HFF00FF&}loud",
    "{\\clip(0,0,200,200)\\fnDejaVu Sans\\fs30\\r}{\\q2}two\\Nlines \\h here",
    "{\\p1}m 0 0 l 99 0 99 99",
  ])
  func `libass draws still texts alike`(text: String) throws {
    let script = script([event(0, 2000, text), event(0, 2000, "another")])
    #expect(script.stillness(at: 1000) == 0..<2000)
    #expect(try changes(of: script, at: stride(from: 100, to: 2000, by: 100)) == 0)
  }

  /// The number of frames at `times` that differ from the one before, of which the first is at 0.
  private func changes(of script: Script, at times: some Sequence<Int>) throws -> Int {
    let library = try #require(ScriptLibrary())
    let track = try #require(ScriptTrack(script.text, with: library))
    var isSeen = false
    track.draw(at: 0, on: Self.size, storage: Self.size) { _, _ in }
    let count = times.count { time in
      track.draw(at: Int64(time), on: Self.size, storage: Self.size) { images, isChanged in
        isSeen = isSeen || !images.isEmpty
        return isChanged
      }
    }
    #expect(isSeen)
    return count
  }
}
