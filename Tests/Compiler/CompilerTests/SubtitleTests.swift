// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Subtitles that are burnt in: what is shown when and where, and what a text more or less changes.
@Suite struct SubtitleTests {
  private struct Shown: Equatable {
    var frames: Range<Int>
    var text: String
  }

  /// The clock of SubRip.
  private func clock(_ milliseconds: Int) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - "\(value)".count) + "\(value)"
    }
    let seconds = milliseconds / 1000
    return
      "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)),"
      + digits(milliseconds % 1000, 3)
  }

  private func srt(_ cues: [(start: Int, end: Int, text: String)]) -> String {
    cues.map { "1\n\(clock($0.start)) --> \(clock($0.end))\n\($0.text)\n\n" }.joined()
  }

  private func world(_ keys: String, _ file: String, seconds: Int = 4) -> TestWorld {
    var world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{fill: navy, duration: \(seconds)s}]}
        overlays: {words: {\(keys)}}

        """)
    world.data = ["rome.srt": file, "rome.vtt": file]
    return world
  }

  private func captions(_ layers: [Layer]) -> [Caption] {
    layers.pictures.compactMap { picture in
      guard case .caption(let caption, _) = picture.source else { return nil }
      return caption
    }
  }

  /// The captions shown, in order.
  private func shown(_ world: TestWorld) async throws -> [(frames: Range<Int>, caption: Caption)] {
    var shown: [(frames: Range<Int>, caption: Caption)] = []
    for segment in try await world.segments() {
      var first = segment.firstFrame
      for part in segment.program.parts {
        for caption in captions(part.layers) {
          let last = shown.lastIndex { $0.caption == caption && $0.frames.upperBound == first }
          if let last {
            shown[last].frames = shown[last].frames.lowerBound..<first + part.frameCount
          } else {
            shown.append((first..<first + part.frameCount, caption))
          }
        }
        first += part.frameCount
      }
    }
    return shown
  }

  private func texts(_ world: TestWorld) async throws -> [Shown] {
    try await shown(world).map { Shown(frames: $0.frames, text: $0.caption.block.text) }
  }

  private func problems(_ world: TestWorld) async -> [String] {
    await world.compilation().check().diagnostics.map { "\($0.code.name): \($0.message)" }
  }

  private let two = [(start: 500, end: 1500, text: "One"), (start: 2000, end: 3000, text: "Two")]

  @Test func `texts are shown in their frames`() async throws {
    #expect(
      try await texts(world("subtitles: rome.srt", srt(two))) == [
        Shown(frames: 13..<38, text: "One"), Shown(frames: 50..<75, text: "Two"),
      ])
  }

  @Test func `an offset, a range and a start move what is shown`() async throws {
    let file = srt(two)
    #expect(
      try await texts(world("subtitles: {file: rome.srt, offset: 1s}", file)) == [
        Shown(frames: 38..<63, text: "One"), Shown(frames: 75..<100, text: "Two"),
      ])
    #expect(
      try await texts(world("subtitles: {file: rome.srt, offset: 0s - 1s}", file)) == [
        Shown(frames: 0..<13, text: "One"), Shown(frames: 25..<50, text: "Two"),
      ])
    #expect(
      try await texts(world("subtitles: {file: rome.srt, range: 1s..2.5s}", file)) == [
        Shown(frames: 0..<13, text: "One"), Shown(frames: 25..<38, text: "Two"),
      ])
    #expect(
      try await texts(world("subtitles: rome.srt, during: 1s..3s", file)) == [
        Shown(frames: 38..<63, text: "One")
      ])
  }

  @Test func `texts at the same time share their place, the later one above`() async throws {
    let file = srt([(0, 2000, "One"), (1000, 3000, "Two")])
    #expect(
      try await texts(world("subtitles: rome.srt", file)) == [
        Shown(frames: 0..<25, text: "One"), Shown(frames: 25..<50, text: "Two\nOne"),
        Shown(frames: 50..<75, text: "Two"),
      ])
    // At the top it is below, and elsewhere there is no need.
    let top = srt([(0, 2000, "{\\an8}One"), (1000, 2000, "{\\an8}Two"), (1000, 2000, "Three")])
    let found = try await shown(world("subtitles: rome.srt", top))
    #expect(found.map(\.caption.block.text) == ["One", "One\nTwo", "Three"])
    #expect(found.map(\.caption.anchor.y) == [0, 0, 1])
  }

  @Test func `texts at different places of one edge make way for those that were there before`()
    async throws
  {
    let file = srt([(0, 2000, "{\\an1}One"), (1000, 3000, "Two"), (1000, 2000, "{\\an8}Top")])
    let found = try await shown(world("subtitles: rome.srt", file))
    #expect(found.map(\.caption.block.text) == ["One", "Two", "Top", "Two"])
    #expect(found.map(\.frames) == [0..<50, 25..<50, 25..<50, 50..<75])
    #expect(found.map { $0.caption.others?.map(\.block.text) } == [nil, ["One"], nil, nil])
    // A region, too, and a line by its number.
    let vtt = """
      WEBVTT

      REGION
      id:a
      width:50%

      00:00.000 --> 00:01.000 region:a
      One

      00:00.000 --> 00:01.000 line:-1
      Two

      """
    let web = try await shown(world("subtitles: rome.vtt", vtt))
    #expect(web.map { $0.caption.others?.map(\.block.text) } == [nil, ["One"]])
  }

  @Test func `classes have the colours of WebVTT, also behind letters`() async throws {
    let vtt = "WEBVTT\n\n00:00.000 --> 00:01.000\nOne <c.black.bg_lime>two</c>\n"
    let block = try #require(try await shown(world("subtitles: rome.vtt", vtt)).first).caption.block
    #expect(block.spans.map(\.color) == [.black])
    #expect(block.spans.map(\.background) == [Color(0, 255, 0)])
    #expect(block.spans.map(\.outlines) == [[]] && block.outlines.count == 1)
    let upright = "WEBVTT\n\n00:00.000 --> 00:01.000 vertical:lr\nOne\n"
    #expect(
      await problems(world("subtitles: rome.vtt", upright)) == [
        "bad-cue: line 3 of 'rome.vtt': the text is drawn in lines from side to side: 'vertical:lr' is not"
      ])
  }

  @Test func `what is wrong is said once, and where its cause is`() async {
    func said(_ keys: String, _ file: String) async -> [String] {
      await world(keys, file).compilation().check().diagnostics.map {
        "\($0.code.name): \($0.message)" + ($0.hint.map { " (\($0))" } ?? "")
      }
    }
    #expect(
      await said("subtitles: {file: rome.srt, encoding: ebcdic}", srt(two)) == [
        "unknown-value: 'ebcdic' is not an encoding (one of utf-8, utf-16, latin-1)"
      ])
    #expect(
      await said("subtitles: {file: rome.srt, offset: 1h}", srt(two)) == [
        "no-subtitles: nothing of 'rome.srt' is said while it is shown "
          + "(with its offset its first text comes at 3600.5 s of the film)"
      ])
    #expect(
      await said("subtitles: {file: rome.srt, range: 100s..}", srt(two)) == [
        "empty-range: the range begins at 100 s, and the last text of 'rome.srt' ends at 3 s"
      ])
  }

  @Test func `footage is named as a clip, and words by their own key`() async {
    func said(_ film: String) async -> [String] {
      var world = TestWorld(project: "reel: 1\n\(film)\n")
      world.data = ["m/long.mp4": "\0\0\0 ftyp", "words.json": "[{\"word\": \"a\"}]"]
      return await world.compilation().check().diagnostics.map {
        "\($0.code.name): \($0.message) (\($0.hint ?? "-"))"
      }
    }
    let main = "tracks: {main: [wide.mp4]}\n"
    #expect(
      await said(main + "overlays: {a: {subtitles: m/long.mp4}}") == [
        "bad-subtitles: 'm/long.mp4' is footage, and no file of texts "
          + "(write subtitles: {clip: long} for the captions or the text stream of a clip)"
      ])
    #expect(
      await said("tracks: {main: [{clip: wide.mp4, captions: m/long.mp4}]}").first
        == "bad-subtitles: 'm/long.mp4' is footage, and no file of texts "
        + "(write captions: {stream: 0} on the clip for a text stream of its file)")
    #expect(
      await said(main + "outputs: {a: {file: a.mp4, captions: words.json}}").first
        == "bad-subtitles: line 1 of 'words.json': this is JSON, and subtitles are SubRip, WebVTT, "
        + "ASS or SSA (an overlay shows words with their times: words: talk.json)")
  }

  @Test func `what is shorter than a frame is seen in one`() async throws {
    #expect(
      try await texts(world("subtitles: rome.srt", srt([(1001, 1002, "One")]))) == [
        Shown(frames: 25..<26, text: "One")
      ])
  }

  @Test func `a text more or less changes only the segments that show it`() async throws {
    let cues = (0..<1000).map { (start: $0 * 2000, end: $0 * 2000 + 1500, text: "Line \($0)") }
    var other = cues
    other[500].text = "Another"
    let before = try await world("subtitles: rome.srt", srt(cues), seconds: 2000).segments()
    let after = try await world("subtitles: rome.srt", srt(other), seconds: 2000).segments()
    #expect(before.count > 100 && before.count == after.count)
    let changed = zip(before, after).filter { $0.key != $1.key }
    #expect(changed.count == 1)
    #expect(
      changed.allSatisfy {
        (25_000...25_037).contains($0.0.firstFrame + $0.0.frameCount / 2)
          || $0.0.firstFrame <= 25_000 && $0.0.firstFrame + $0.0.frameCount >= 25_037
      })
    // A segment knows what it shows and no more.
    for segment in after {
      let end = segment.firstFrame + segment.frameCount
      let texts = segment.program.parts.flatMap { captions($0.layers) }.map(\.block.text)
      #expect(texts.count <= segment.frameCount / 50 + 2)
      for text in texts where text.hasPrefix("Line ") {
        let number = Int(text.dropFirst(5)) ?? 0
        #expect(number * 50 < end && number * 50 + 38 > segment.firstFrame)
      }
    }
  }

  @Test func `places and looks of the file count`() async throws {
    let file = """
      WEBVTT

      00:00.000 --> 00:01.000 line:0 position:10% align:left size:40%
      <i>One</i>

      00:01.000 --> 00:02.000
      <c.yellow>Two</c>

      00:02.000 --> 00:03.000 line:50%,center
      Three
      """
    let shown = try await shown(world("subtitles: rome.vtt, font: {size: 20px}", file))
    let captions = shown.map(\.caption)
    try #require(captions.count == 3)
    #expect(
      captions.map(\.place) == [PixelPoint(64, 18), PixelPoint(320, 342), PixelPoint(320, 180)])
    #expect(
      captions.map(\.anchor) == [PixelPoint(0, 0), PixelPoint(0.5, 1), PixelPoint(0.5, 0.5)])
    #expect(captions[0].block.alignment == .left && captions[0].block.wrapWidth == 256)
    #expect(captions.map(\.block.font.isItalic) == [true, false, false])
    #expect(captions[1].block.color == Color(255, 255, 0))
    #expect(captions.map(\.margin) == [PixelSize(32, 18), nil, PixelSize(32, 18)])
    #expect(captions[1].block.wrapWidth == 576)
    #expect(captions[1].block.outlines == [TextOutline(width: 1.2, color: .black)])
  }

  @Test func `parts of a text look as the file says`() async throws {
    let file = srt([
      (0, 1000, "One <b>two</b> <u>three</u>"), (2000, 3000, "<i>Four</i>"),
      (2500, 3000, "<font color=red>Five</font>"),
    ])
    let blocks = try await shown(world("subtitles: rome.srt", file)).map(\.caption.block)
    try #require(blocks.count == 3)
    #expect(blocks[0].text == "One two three")
    #expect(blocks[0].spans.map(\.bytes) == [4..<7, 8..<13])
    #expect(blocks[0].spans.map(\.font.weight) == [700, 400])
    #expect(blocks[0].spans.map(\.isUnderlined) == [false, true])
    #expect(blocks[1].spans.isEmpty && blocks[1].font.isItalic)
    // The later one stands above.
    #expect(blocks[2].text == "Five\nFour" && !blocks[2].font.isItalic)
    #expect(blocks[2].spans.map(\.bytes) == [0..<4, 5..<9])
    #expect(blocks[2].spans[0].color == Color(255, 0, 0) && blocks[2].spans[1].font.isItalic)
  }

  @Test func `what the project says of texts holds for subtitles`() async throws {
    let keys =
      "subtitles: rome.srt, font: {family: Serif, size: 10%, weight: bold}, color: gold,"
      + " outline: 2px, background: black@50%, position: top, wrap: 50%, align: right"
    let caption = try #require(try await shown(world(keys, srt(two))).first?.caption)
    let block = caption.block
    #expect(block.font.family == "Serif" && block.font.weight == 700 && block.size == 36)
    #expect(block.color == Color(255, 215, 0) && block.outlines.count == 1)
    #expect(block.background != nil && block.wrapWidth == 320 && block.alignment == .right)
    #expect(caption.place == PixelPoint(320, 0) && caption.anchor == PixelPoint(0.5, 0))
  }

  @Test func `lines of the file that are wrong are warnings with their number`() async throws {
    let file =
      "1\n00:00:00,000 --> 00:00:01,000\nOne\n\n2\n00:00:03,000 --> 00:00:02,000\nTwo\n"
    #expect(
      await problems(world("subtitles: rome.srt", "lost\n\n" + file)) == [
        "bad-cue: line 1 of 'rome.srt': 'lost' belongs to no cue and is left out",
        "bad-cue: line 8 of 'rome.srt': the cue ends before it starts, and 'Two' is left out",
      ])
    #expect(
      await problems(world("subtitles: rome.srt", srt([(0, 1000, "One"), (1000, 2000, "a ☃")])))
        == ["missing-glyph: no font has '☃' (U+2603), in the cue at line 6 of 'rome.srt'"])
    #expect(
      await problems(world("subtitles: nowhere.srt", "")) == [
        "missing-media: there is no file or asset 'nowhere.srt'"
      ])
    #expect(
      await problems(world("subtitles: rome.srt", srt([(9000, 9500, "late")]))) == [
        "no-subtitles: nothing of 'rome.srt' is said while it is shown"
      ])
  }

  @Test func `fonts decide the keys of segments that show texts`() async throws {
    var world = world("subtitles: rome.srt", srt([(0, 1000, "One")]), seconds: 30)
    world.fonts = [MediaFile(path: "/fonts/a.ttf", digest: Fingerprint(of: "a"))]
    let before = try await world.segments()
    world.fonts = [MediaFile(path: "/fonts/a.ttf", digest: Fingerprint(of: "b"))]
    let after = try await world.segments()
    #expect(zip(before, after).map { $0.key != $1.key }.first == true)
    #expect(zip(before, after).filter { $0.key != $1.key }.count < before.count)
  }

  @Test func `a text has the fonts of its own characters alone`() async throws {
    var world = world(
      "subtitles: rome.srt", srt([(0, 1000, "One"), (20_000, 21_000, "Ünö")]), seconds: 30)
    // The second one writes Ü and nothing else of that page.
    world.fonts = ["a", "Ü"].map {
      MediaFile(path: "/fonts/\($0).ttf", digest: Fingerprint(of: $0))
    }
    let found = try await world.segments().flatMap(\.program.parts)
      .flatMap { captions($0.layers) }
    #expect(found.first { $0.block.text == "One" }?.fonts == [Fingerprint(of: "a")])
    #expect(
      found.first { $0.block.text == "Ünö" }.map { Set($0.fonts) }
        == [Fingerprint(of: "a"), Fingerprint(of: "Ü")])
  }

  @Test func `texts that too many others leave no room for are reported`() async throws {
    func problems(_ file: String) async -> [String] {
      await world("subtitles: rome.srt", file).compilation().check().diagnostics.map(\.message)
    }
    let many = srt((0..<22).map { (start: 100 * $0, end: 4000, text: "Line \($0)") })
    let why = "it is not shown all the time, as 20 other texts are at its place"
    #expect(
      await problems(many) == ["line 82 of 'rome.srt': \(why)", "line 86 of 'rome.srt': \(why)"])
    let long = String(repeating: "word ", count: 1200)
    #expect(
      await problems(srt([(0, 2000, long), (1000, 3000, long)])).contains(
        "line 6 of 'rome.srt': it is not shown all the time, as the texts at its place have more than 10000 bytes"
      ))
  }

  @Test func `ten thousand texts that overlap are planned`() async throws {
    let cues = (0..<10_000).map { (start: $0 * 10, end: $0 * 10 + 5000, text: "Line \($0)") }
    let planned = try await world("subtitles: rome.srt", srt(cues), seconds: 10).segments()
    let found = planned.flatMap(\.program.parts).flatMap { captions($0.layers) }
    #expect(!found.isEmpty && found.allSatisfy { $0.block.text.utf8.count < 500 })
  }
}
