// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Text streams of clips that are burnt in: they follow their clips.
@Suite struct TextStreamTests {
  private struct Shown: Equatable {
    var first: Int
    var caption: Caption
  }

  private func world(_ clips: String, _ overlay: String) -> TestWorld {
    var world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        assets: {talk: long.mp4}
        tracks: {main: [\(clips)]}
        overlays: {words: {\(overlay)}}

        """)
    world.data = ["film.srt": ""]
    return world
  }

  private func segments(_ world: TestWorld) async throws -> [PlannedSegment] {
    let result = await world.compilation().plan()
    let problems = result.diagnostics.filter {
      $0.code.name != "unused-asset" && $0.code.name != "unused-captions"
    }
    #expect(problems.isEmpty, "\(problems.map(\.message))")
    return try #require(result.product?.outputs.first?.film).segments
  }

  /// The caption of each frame that has one.
  private func shown(_ world: TestWorld) async throws -> [Shown] {
    var shown: [Shown] = []
    for segment in try await segments(world) {
      var first = segment.firstFrame
      for part in segment.program.parts {
        for picture in part.layers.pictures {
          guard case .caption(let caption, _) = picture.source else { continue }
          shown += (first..<first + part.frameCount).map { Shown(first: $0, caption: caption) }
        }
        first += part.frameCount
      }
    }
    return shown
  }

  private func srt(_ cues: [(start: Int, end: Int, text: String)]) -> String {
    func clock(_ time: Int) -> String {
      let digits = String(time % 1000 + 1000).dropFirst()
      return "00:00:0\(time / 1000),\(digits)"
    }
    return cues.map { "1\n\(clock($0.start)) --> \(clock($0.end))\n\($0.text)\n\n" }.joined()
  }

  private let clips = """
    {clip: talk, range: 2s..4s}, {clip: talk, range: 10s..12.5s, speed: 1.25}, \
    {clip: talk, id: last, range: 30s..32s}
    """

  @Test func `texts of an asset are those of its clips, where they are`() async throws {
    var file = world(clips, "subtitles: film.srt")
    file.data["film.srt"] = srt([
      (100, 700, "Second 2"), (1100, 1700, "Second 3"), (2080, 2560, "Second 10"),
      (2880, 3360, "Second 11"), (3680, 4000, "Second 12"), (4100, 4700, "Second 30"),
      (5100, 5700, "Second 31"),
    ])
    let wanted = try await shown(file)
    #expect(wanted.count > 80)
    #expect(try await shown(world(clips, "subtitles: {clip: talk}")) == wanted)
    // Whenever the overlay begins, they are where the clips are.
    let late = try await shown(world(clips, "subtitles: {clip: talk}, during: 2s.."))
    #expect(late == wanted.filter { $0.first >= 50 } && late.count < wanted.count)
  }

  @Test func `what is left of a text at the end of its clip is not shown in the next one`()
    async throws
  {
    // Frames 0 to 49 are of the clip; the nearest frame to 1.99 s is that of 2 s.
    var world = world(
      "{clip: long.mp4, id: shot, range: 0s..2s}, {fill: red, duration: 1s}",
      "subtitles: {clip: shot}")
    world.streams["long.mp4"]?[0].texts = [
      .init(500, 510, "short"), .init(1990, 2500, "late"), .init(1995, 1998, "later"),
    ]
    let captions = try await shown(world)
    #expect(captions.map(\.caption.block.text) == ["short"])
    #expect(captions.map(\.first) == [12] || captions.map(\.first) == [13])
    // The frames before the first clip's start are not its own either.
    world = self.world(
      "{fill: red, duration: 1s}, {clip: long.mp4, id: shot, range: 1s..2s}",
      "subtitles: {clip: shot}")
    world.streams["long.mp4"]?[0].texts = [.init(500, 1010, "cut off"), .init(1500, 1600, "here")]
    #expect(try await shown(world).allSatisfy { $0.caption.block.text == "here" })
  }

  @Test func `a name is that of a clip, a number that of a stream`() async throws {
    var file = world(clips, "subtitles: film.srt")
    file.data["film.srt"] = srt([(4100, 4700, "Second 30"), (5100, 5700, "Second 31")])
    #expect(try await shown(world(clips, "subtitles: {clip: last}")) == shown(file))
    file.data["film.srt"] = srt([(4300, 4900, "Second 30"), (5300, 5900, "Second 31")])
    let later = "subtitles: {clip: last, offset: 200ms}"
    #expect(try await shown(world(clips, later)) == shown(file))
    let start = "{clip: long.mp4, range: 1s..3s, speed: 2}"
    file = world(start, "subtitles: film.srt")
    file.data["film.srt"] = srt([(0, 250, "<i>Other</i>")])
    #expect(
      try await shown(world(start, "subtitles: {clip: long, stream: 1}")) == shown(file))
  }

  @Test func `captions of clips are burnt in along the cuts`() async throws {
    let said = (0..<40).map { (100 + 1000 * $0, 700 + 1000 * $0, "Said \($0)") }
    var file = world(clips, "subtitles: film.srt")
    file.data["film.srt"] = srt([
      (100, 700, "Said 2"), (1100, 1700, "Said 3"), (2080, 2560, "Said 10"),
      (2880, 3360, "Said 11"), (3680, 4000, "Said 12"), (4100, 4700, "Said 30"),
      (5100, 5700, "Said 31"),
    ])
    let wanted = try await shown(file)
    var talk = world(clips, "subtitles: {clip: talk}")
    talk.data["talk.srt"] = srt(said.map { (start: $0.0, end: $0.1, text: $0.2) })
    talk.project.replace("{talk: long.mp4}", with: "{talk: {file: long.mp4, captions: talk.srt}}")
    #expect(try await shown(talk) == wanted && wanted.count > 80)
    // So are those of a file that has no text streams, and of one clip alone.
    let written = talk
    talk.project.replace("file: long.mp4", with: "file: small.mp4")
    talk.media["small.mp4"] = talk.media["long.mp4"]
    #expect(try await shown(talk) == wanted)
    talk = written
    talk.project.replace("{clip: talk}", with: "{clip: last}")
    #expect(try await shown(talk) == wanted.filter { $0.first >= 100 })
    // The offset of an overlay adds to that of captions.
    talk = written
    talk.project.replace("{clip: talk}", with: "{clip: talk, offset: 200ms}")
    talk.project.replace("captions: talk.srt", with: "captions: {file: talk.srt, offset: -200ms}")
    #expect(try await shown(talk) == wanted)
    // A number is that of a stream.
    talk = written
    talk.project.replace("{clip: talk}", with: "{clip: talk, stream: 0}")
    talk.project.replace("captions: talk.srt", with: "rotate: 0")
    let streamed = try await shown(talk)
    #expect(streamed.count == wanted.count && streamed != wanted)
    #expect(try await shown(world(clips, "subtitles: {clip: talk}")) == streamed)
    // Captions that are a stream are those of each clip that has them.
    talk = written
    talk.project.replace("captions: talk.srt", with: "captions: {stream: 0}")
    #expect(try await shown(talk) == shown(world(clips, "subtitles: {clip: talk}")))
  }

  @Test func `a clip may have captions where others of its asset have a text stream`() async throws
  {
    let clips = "{clip: talk, range: 2s..3s}, {clip: talk, range: 10s..11s, captions: talk.srt}"
    var both = world(clips, "subtitles: {clip: talk}")
    both.data["talk.srt"] = "1\n00:00:10,200 --> 00:00:10,800\nSaid 10\n"
    var file = world(clips, "subtitles: film.srt")
    file.project.replace(", captions: talk.srt", with: "")
    file.data["film.srt"] = srt([(100, 700, "Second 2"), (1200, 1800, "Said 10")])
    #expect(try await shown(both) == shown(file))
    // Without a stream the others have no texts.
    both.streams = [:]
    file.data["film.srt"] = srt([(1200, 1800, "Said 10")])
    #expect(try await shown(both) == shown(file))
  }

  @Test func `captions of clips in a film within the film are burnt in`() async throws {
    let inner = "{clip: inner.reel.yaml, id: inner, range: 500ms.., speed: 2}"
    var film = world(inner, "subtitles: {clip: inner}")
    film.data["talk.srt"] = "1\n00:00:03,100 --> 00:00:03,700\nSaid 3\n"
    film.projects["inner.reel.yaml"] = """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      tracks: {main: [{clip: long.mp4, captions: talk.srt, range: 2s..4s}]}

      """
    var file = world(inner, "subtitles: film.srt")
    file.projects = film.projects
    file.data = film.data
    file.data["film.srt"] = srt([(300, 600, "Said 3")])
    let wanted = try await shown(file)
    #expect(try await shown(film) == wanted && wanted.count == 7)
  }

  @Test func `colours and places of texts count`() async throws {
    var world = world(clips, "subtitles: {clip: talk}")
    world.streams["long.mp4"]?[0].texts = [
      .init(2000, 3000, "{\\an8}{\\c&H0000FF&}Red"),
      .init(3000, 3500, "Top", settings: "line:0 align:left"),
    ]
    let captions = try await shown(world).map(\.caption)
    #expect(captions.first?.block.color == Color(255, 0, 0) && captions.first?.place.y == 0)
    #expect(captions.last?.block.alignment == .left && captions.last?.place.y == 18)
    #expect(captions.allSatisfy { $0.anchor.y == 0 && $0.margin == PixelSize(32, 18) })
  }

  @Test func `a text that changes changes the segments that show it`() async throws {
    let long = "{clip: talk, range: 0s..60s}"
    var world = world(long, "subtitles: {clip: talk}")
    let before = try await segments(world)
    world.streams["long.mp4"]?[0].texts[30].text = "Another"
    let after = try await segments(world)
    #expect(before.count > 5 && before.count == after.count)
    let changed = zip(before, after).filter { $0.key != $1.key }.map(\.0)
    #expect(changed.count == 1)
    #expect(changed[0].firstFrame <= 753 && changed[0].firstFrame + changed[0].frameCount >= 768)
  }

  @Test func `what is wrong with texts and names is reported`() async {
    func problems(_ world: TestWorld) async -> [String] {
      await world.compilation().check().diagnostics.map { "\($0.code.name): \($0.message)" }
    }
    var world = world(clips, "subtitles: {clip: talk}")
    world.streams["long.mp4"]?[0].texts = [.init(2000, 3000, ""), .init(2500, 3000, "a ☃")]
    #expect(
      await problems(world) == [
        "bad-cue: 1 text of text stream 0 of 'long.mp4' cannot be read, and is left out",
        "missing-glyph: no font has '☃' (U+2603), in text 2 of 'talk'",
      ])
    var said = self.world("{clip: talk, captions: talk.srt}", "subtitles: {clip: talk}")
    said.data["talk.srt"] = "1\n00:00:01,000 --> 00:00:02,000\na ☃\n"
    #expect(
      await problems(said) == [
        "missing-glyph: no font has '☃' (U+2603), in the captions of 'talk'"
      ])
    said.data["talk.srt"] = "1\n00:01:01,000 --> 00:01:02,000\nlate\n"
    #expect(
      await problems(said) == ["no-subtitles: nothing of 'talk' is said while it is shown"])
    world.streams["long.mp4"]?[0].texts = [.init(50_000, 51_000, "late")]
    #expect(
      await problems(world) == ["no-subtitles: nothing of 'talk' is said while it is shown"])
    let loop = "{clip: talk, id: turning, range: 4s..5s, until: 10s, loop: true}"
    #expect(
      await problems(self.world(loop, "subtitles: {clip: turning}"))
        .contains("subtitles-of-loop: clip 'turning' loops, and its texts are shown"))
    world.project = """
      reel: 1
      tracks: {main: [{clip: long.mp4, id: talk, range: 0s..4s}]}
      instructions: [{layers: {main: {speed: 2}}}]
      overlays: {a: {subtitles: {clip: talk}}}

      """
    #expect(
      await problems(world).contains(
        "part-of-fast-track: 'talk' is a part of track 'main', which is played at another speed as a whole"
      ))
  }
}

extension String {
  /// Puts `other` in the place of `part`, which is there once.
  fileprivate mutating func replace(_ part: String, with other: String) {
    let parts = split(separator: part, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "'\(part)' is not there once")
    self = parts.joined(separator: other)
  }
}
