// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning
@testable import Timeline

/// Frames and timecodes in ranges of sources, which are those of the source.
@Suite struct SourceClockTests {
  /// Footage of 20 s whose first frame has the timecode `start`.
  private static func take(
    _ rate: FrameRate, _ start: String? = nil, first: Time = .zero
  ) -> MediaFacts {
    var facts = TestWorld.footage(PixelSize(1280, 720), rate, seconds: 20)
    facts.container = ContainerFacts(timecode: start.flatMap { Timecode(parsing: $0) })
    facts.video?.firstFrame = first
    return facts
  }

  private static let media: [String: MediaFacts] = [
    "a25.mov": take(FrameRate(25), "10:00:00:00"),
    "drop.mov": take(FrameRate(30000, over: 1001), "00:59:55;00"),
    "ntsc.mov": take(FrameRate(30000, over: 1001), "01:00:00:00"),
    "night.mov": take(FrameRate(25), "23:59:55:00"),
    "late.mov": take(FrameRate(25), "10:00:00:00", first: Time(21, over: 1000)),
    "bare.mov": take(FrameRate(50)),
    "song.ogg": TestWorld.sound(seconds: 20),
  ]

  /// The table of a film of `clip` on a canvas of 30 frames a second.
  private func check(
    _ clip: String, track: String = "main", _ projects: [String: String] = [:]
  ) async -> CompilationResult<ProjectSummary> {
    var world = TestWorld(
      project: "reel: 1\ncanvas: {size: 1280x720, rate: 30}\ntracks:\n  \(track):\n    - \(clip)\n",
      media: Self.media)
    world.projects = projects
    return await world.compilation().check()
  }

  @Test(arguments: [
    ("{clip: a25.mov, range: 50f..100f}", "a25.mov 2..4 s (50f..100f, 10:00:02:00..10:00:04:00)"),
    ("{clip: a25.mov, range: 50f..+25f}", "a25.mov 2..3 s (50f..75f, 10:00:02:00..10:00:03:00)"),
    ("{clip: a25.mov, range: 2s..+25f}", "a25.mov 2..3 s (50f..75f, 10:00:02:00..10:00:03:00)"),
    (
      "{clip: a25.mov, range: 00:00:05:20..00:00:06:20}",
      "a25.mov 5.8..6.8 s (145f..170f, 10:00:05:20..10:00:06:20)"
    ),
    (
      "{clip: a25.mov, range: tc(10:00:05:20)..tc(10:00:06:20)}",
      "a25.mov 5.8..6.8 s (145f..170f, 10:00:05:20..10:00:06:20)"
    ),
    (
      "{clip: a25.mov, range: tc(10:00:05:00) + 10f..+2s}",
      "a25.mov 5.4..7.4 s (135f..185f, 10:00:05:10..10:00:07:10)"
    ),
    (
      "{clip: a25.mov, range: 50f..100f, speed: -2}",
      "a25.mov 4..2 s (100f..50f, 10:00:04:00..10:00:02:00) at -2x"
    ),
    // A minute begins with label 02, and colons will do.
    (
      "{clip: drop.mov, range: tc(01:00:00;00)..+30f}",
      "drop.mov 5.005..6.006 s (150f..180f, 01:00:00;00..01:00:01;00)"
    ),
    (
      "{clip: drop.mov, range: tc(00:59:56:00)..+30f}",
      "drop.mov 1.001..2.002 s (30f..60f, 00:59:56;00..00:59:57;00)"
    ),
    (
      "{clip: night.mov, range: tc(00:00:00:05)..+20f}",
      "night.mov 5.2..6 s (130f..150f, 00:00:00:05..00:00:01:00)"
    ),
    // Its sound begins before its first frame.
    (
      "{clip: late.mov, range: 50f..100f}",
      "late.mov 2.021..4.021 s (50f..100f, 10:00:02:00..10:00:04:00)"
    ),
    ("{clip: late.mov, range: 2s..4s}", "late.mov 2..4 s (49f..100f, 10:00:01:24..10:00:04:00)"),
    ("{clip: bare.mov, range: 50f..100f}", "bare.mov 1..2 s (50f..100f)"),
    // How long a clip lasts is a time of the film.
    ("{clip: bare.mov, duration: 60f}", "bare.mov 0..2 s (0f..100f)"),
    ("{clip: bare.mov, range: 50f..100f, stretch: 60f}", "bare.mov 1..2 s (50f..100f) at 0.5x"),
  ])
  func `frames of a range are those of its source`(clip: String, words: String) async throws {
    let result = await check(clip)
    let entry = try #require(result.product?.entries.first, "\(result.diagnostics.map(\.message))")
    #expect(entry.details.first == words)
  }

  @Test func `a sound has no frames, so that those of the canvas count`() async throws {
    let result = await check("{clip: song.ogg, range: 30f..60f}", track: "music")
    let entry = try #require(result.product?.entries.first, "\(result.diagnostics.map(\.message))")
    #expect(entry.details == ["song.ogg 1..2 s"])
  }

  @Test func `a film within the film counts its own frames`() async throws {
    let inner = """
      reel: 1
      canvas: {size: 640x360, rate: 24}
      tracks: {main: [{fill: red, duration: 10s}]}

      """
    let result = await check("{clip: inner.reel.yaml, range: 24f..72f}", ["inner.reel.yaml": inner])
    let entry = try #require(result.product?.entries.first, "\(result.diagnostics.map(\.message))")
    #expect(entry.details.first == "inner.reel.yaml 1..3 s (24f..72f)")
    let other = await check(
      "{clip: inner.reel.yaml, range: tc(10:00:00:00)..}", ["inner.reel.yaml": inner])
    #expect(other.diagnostics.map(\.code.name) == ["no-timecode"])
  }

  @Test func `members of a list count frames each by itself`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 1280x720, rate: 30}
        assets: {takes: [a25.mov, bare.mov]}
        tracks: {main: [{clip: takes, range: 50f..100f}]}

        """, media: Self.media)
    let entries = try #require(await world.compilation().check().product?.entries)
    #expect(
      entries.compactMap(\.details.first) == [
        "a25.mov 2..4 s (50f..100f, 10:00:02:00..10:00:04:00)", "bare.mov 1..2 s (50f..100f)",
      ])
  }

  @Test func `an overlay plays frames of its source`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 1280x720, rate: 30}
        tracks: {main: [{clip: bare.mov}]}
        overlays: {inset: {clip: a25.mov, range: 25f..50f, during: 30f.., size: 25%}}

        """, media: Self.media)
    let entries = try #require(await world.compilation().check().product?.entries)
    #expect(entries.last?.details.first == "a25.mov 1..2 s (25f..50f, 10:00:01:00..10:00:02:00)")
    #expect(entries.last?.time == TimeRange(Time(1), Time(2)))
  }

  @Test(arguments: [
    ("a25.mov, range: 10:00:02:00..", "10:00:02:00"),
    ("a25.mov, range: 1s..10:00:02:00", "10:00:02:00"),
    ("late.mov, range: 10:00:02:00..", "10:00:02:00"),
    ("a25.mov, range: 1s..10:00:20:00", "10:00:20:00"),
    ("ntsc.mov, range: 01:00:05:00..", "01:00:05:00"),
    ("drop.mov, range: 01:00:05:00..", "01:00:05;00"),
  ])
  func `a time that is meant as the timecode of a source has a hint`(
    clip: String, code: String
  ) async throws {
    let result = await check("{clip: \(clip)}")
    let found = try #require(result.diagnostics.first)
    #expect(found.code.name == "range-beyond-media")
    #expect(found.hint == "write tc(\(code)) for the timecode of the source")
  }

  @Test(arguments: [
    ("bare.mov, range: tc(10:00:00:00)..", "no-timecode", "'bare.mov' has no timecode"),
    (
      "a25.mov, range: tc(10:00:00;10)..", "bad-timecode",
      "the timecode of 'a25.mov' drops no labels: it begins at 10:00:00:00"
    ),
    (
      "a25.mov, range: tc(10:00:00:25)..", "bad-timecode",
      "'a25.mov' has no timecode 10:00:00:25, at 25 frames a second"
    ),
    (
      "drop.mov, range: tc(01:01:00:00)..", "bad-timecode",
      "'drop.mov' has no timecode 01:01:00;00, at 30000/1001 frames a second"
    ),
    (
      "a25.mov, range: tc(09:59:59:00)..", "range-beyond-media",
      "'a25.mov' begins at timecode 10:00:00:00, after 09:59:59:00"
    ),
    (
      "a25.mov, range: tc(10:00:30:00)..", "range-beyond-media",
      "the range begins at 30 s, 'a25.mov' ends at 20 s"
    ),
    (
      "a25.mov, range: 00:00:01:25..", "bad-timecode",
      "there is no such timecode at 25 frames a second"
    ),
  ])
  func `timecodes that a source has not are refused`(
    clip: String, code: String, message: String
  ) async throws {
    let result = await check("{clip: \(clip)}")
    #expect(result.diagnostics.map(\.code.name) == [code])
    #expect(result.diagnostics.map(\.message) == [message])
  }

  @Test func `timecodes of sounds are refused`() async throws {
    let result = await check("{clip: song.ogg, range: tc(10:00:00:00)..}", track: "music")
    #expect(result.diagnostics.map(\.message) == ["what has no frames has no timecode"])
  }
}
