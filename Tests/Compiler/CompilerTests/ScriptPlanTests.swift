// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Files of ASS that are burnt in: what a segment knows of them.
@Suite struct ScriptPlanTests {
  private static let head = """
    [Script Info]
    PlayResX: 640
    PlayResY: 360
    [V4+ Styles]
    Format: Name, Fontname, Fontsize
    Style: Default,DejaVu Sans,20
    Style: Other,DejaVu Serif,20
    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  private func clock(_ hundredths: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = hundredths / 100
    return
      "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(two(hundredths % 100))"
  }

  private func event(_ start: Int, _ end: Int, _ text: String, _ style: String = "Default")
    -> String
  {
    "Dialogue: 0,\(clock(start)),\(clock(end)),\(style),,0,0,0,,\(text)\n"
  }

  private func world(_ keys: String, _ events: String, seconds: Int = 4) -> TestWorld {
    var world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{fill: navy, duration: \(seconds)s}]}
        overlays: {words: {\(keys)}}

        """)
    world.data = ["rome.ass": Self.head + events]
    return world
  }

  /// The parts of scripts that are drawn, by the frames of the output.
  private func shown(_ world: TestWorld) async throws -> [(frames: Range<Int>, read: ScriptRead)] {
    var shown: [(frames: Range<Int>, read: ScriptRead)] = []
    for segment in try await world.segments() {
      var first = segment.firstFrame
      for part in segment.program.parts {
        for case .script(let read) in part.layers.pictures.map(\.source) {
          shown.append((first..<first + part.frameCount, read))
        }
        first += part.frameCount
      }
    }
    return shown
  }

  private func texts(_ read: ScriptRead) -> [String] {
    read.script.events.map { $0.line.split(separator: ",").last.map(String.init) ?? "" }
  }

  @Test func `frames without a text draw nothing, and each stretch knows its own texts`()
    async throws
  {
    let shown = try await shown(
      world(
        "subtitles: rome.ass",
        event(50, 103, "One") + event(80, 120, "Two", "Other") + event(300, 310, "Three")))
    #expect(shown.map(\.frames) == [13..<30, 75..<78])
    #expect(shown.map { texts($0.read) } == [["One", "Two"], ["Three"]])
    #expect(
      shown.map { $0.read.script.styles.map(\.name) } == [["Default", "Other"], ["Default"]])
    #expect(shown.map { $0.read.time(0, rate: FrameRate(25)) } == [520, 3000])
    #expect(shown[0].read.script.canvas == PixelSize(640, 360))
    #expect(shown[0].read.script.matrix == "TV.601")
  }

  @Test func `an offset, a range and a start move what is shown`() async throws {
    let events = event(50, 150, "One") + event(200, 300, "Two")
    func frames(_ keys: String) async throws -> [[Int]] {
      try await shown(world(keys, events)).map {
        [$0.frames.lowerBound, $0.frames.count, Int($0.read.time(0, rate: FrameRate(25)))]
      }
    }
    #expect(
      try await frames("subtitles: {file: rome.ass, offset: 1s}") == [
        [38, 25, 520], [75, 25, 2000],
      ])
    #expect(
      try await frames("subtitles: {file: rome.ass, range: 1s..2.5s}")
        == [[0, 13, 1000], [25, 13, 2000]])
    #expect(try await frames("subtitles: rome.ass, during: 1s..3s") == [[38, 25, 520]])
  }

  @Test func `a changed text of a thousand changes the keys of its segments alone`() async throws {
    var events = (0..<1000).map { event(200 * $0, 200 * $0 + 150, "Line \($0)") }
    let before = try await world("subtitles: rome.ass", events.joined(), seconds: 2000).segments()
    events[500] = event(100_000, 100_150, "Another")
    let after = try await world("subtitles: rome.ass", events.joined(), seconds: 2000).segments()
    #expect(before.count > 100)
    // A border may move by what is shown beside it.
    let known = Set(before.map(\.key))
    #expect((1...3).contains(after.count { !known.contains($0.key) }))
  }

  @Test func `a text knows those that it makes way for, and no others`() async throws {
    let shown = try await shown(
      world(
        "subtitles: rome.ass",
        event(0, 200, "One") + event(100, 3000, "Two") + event(2900, 3400, "{\\pos(9,9)}Placed")
          + event(1000, 1100, "{\\pos(1,1)}Sign"), seconds: 40))
    // A long text is divided, and in all of its parts it is where it was at first.
    let last = try #require(shown.last { texts($0.read).contains("Two") })
    #expect(last.frames.lowerBound > 500)
    #expect(texts(last.read).first == "One" && !texts(last.read).contains { $0.hasSuffix("Sign") })
  }

  @Test func `a chain that is cut has what is shown when it starts, and nothing before`()
    async throws
  {
    let events = (0..<450).map { event(20 * $0, 20 * $0 + 50, "Line \($0)") }
    let shown = try await shown(
      world("subtitles: rome.ass", events.joined(), seconds: 100))
    var frames = 0
    for part in shown {
      for index in 0..<part.frames.count {
        let script = part.read.slice(index..<index + 1, rate: FrameRate(25)).script
        let time = part.read.time(index, rate: FrameRate(25))
        let numbers = script.events.map { Int($0.line.split(separator: " ").last ?? "") ?? -1 }
        let first = time >= 80_000 ? 398 : time >= 40_000 ? 198 : 0
        let last = min(449, Int(time / 200))
        #expect(numbers == Array(first...last), "at \(time) ms")
        frames += 1
      }
    }
    #expect(frames > 2000)
  }

  @Test func `a text over all others makes no part depend on all texts before it`() async throws {
    var events = [event(0, 100_000, "{\\an8}Fansub")]
    events += (0..<900).map { event(100 * $0, 100 * $0 + 90, "Line \($0)") }
    let film = world("subtitles: rome.ass", events.joined(), seconds: 1000)
    let shown = try await shown(film)
    // The long text's chain of 200 texts, and the chains of the texts that are shown.
    let counts = shown.map { $0.read.script.events.count }
    #expect(try #require(counts.max()) <= 400)
    let before = try await film.segments()
    events[450] = event(44_900, 44_990, "Another")
    let after = try await world("subtitles: rome.ass", events.joined(), seconds: 1000).segments()
    let known = Set(before.map(\.key))
    let changed = after.count { !known.contains($0.key) }
    #expect(changed > 0 && changed * 2 < after.count)
  }

  @Test func `fonts decide the keys of segments that show texts`() async throws {
    var world = world("subtitles: rome.ass", event(0, 100, "One"), seconds: 30)
    world.fonts = [MediaFile(path: "/fonts/a.ttf", digest: Fingerprint(of: "a"))]
    let before = try await world.segments()
    world.fonts = [MediaFile(path: "/fonts/a.ttf", digest: Fingerprint(of: "b"))]
    let after = try await world.segments()
    #expect(zip(before, after).map { $0.key != $1.key }.first == true)
    #expect(zip(before, after).filter { $0.key != $1.key }.count < before.count)
  }

  @Test func `ten thousand texts that overlap are planned`() async throws {
    let events = (0..<10_000).map { event($0, $0 + 500, "{\\pos(\($0 % 600),20)}Line \($0)") }
    let shown = try await shown(world("subtitles: rome.ass", events.joined(), seconds: 10))
    #expect(!shown.isEmpty && shown.allSatisfy { $0.read.script.events.count <= 1500 })
  }

  @Test func `what cannot be is said`() async throws {
    func problems(_ keys: String, _ events: String) async -> [String] {
      await world(keys, events).compilation().check().diagnostics.map {
        "\($0.code.name): \($0.message)"
      }
    }
    let one = event(0, 100, "One")
    for key in ["font: {size: 20px}", "color: red", "position: top", "background: black"] {
      let name = key.split(separator: ":")[0]
      #expect(
        await problems("subtitles: rome.ass, \(key)", one)
          == ["styles-of-file: '\(name)' cannot be combined with a file of ASS or SSA"])
    }
    #expect(
      await problems("subtitles: rome.ass", one + "Dialogue: broken\n") == [
        "bad-cue: line 11 of 'rome.ass': 'Dialogue: broken' has 1 fields where there are 10, and is left out"
      ])
    #expect(
      await problems("subtitles: rome.ass", event(900, 950, "late"))
        == ["no-subtitles: nothing of 'rome.ass' is said while it is shown"])
    #expect(
      await problems("subtitles: rome.ass", one + event(0, 100, "a ☃")) == [
        "lacking-glyph: no font has '☃' (U+2603), in line 11 of 'rome.ass'"
      ])
  }
}
