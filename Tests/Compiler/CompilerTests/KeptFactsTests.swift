// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Metadata that a film takes over from its sources' containers.
@Suite struct KeptFactsTests {
  /// Footage of 15 s at 30 frames per second, with three chapters.
  private static func take(
    _ language: String? = "eng", timecode: String? = "01:00:00:00", creation: Int64? = 1_620_045_296
  ) -> MediaFacts {
    var facts = CopyingTests.take([0, 4, 7, 11], seconds: 15)
    facts.container = ContainerFacts(
      creation: creation.map { Time($0) }, pictureLanguage: language, soundLanguage: language,
      timecode: timecode.flatMap { Timecode(parsing: $0) },
      chapters: [("A", 0, 4), ("B", 4, 9), ("C", 9, 15)].map { (title, start: Int64, end: Int64) in
        Chapter(title: title, time: TimeRange(Time(start), Time(end)))
      })
    facts.container?.location = "+41.8902+012.4922/"
    return facts
  }

  private func film(
    _ tracks: String, output: String = "preset: passthrough",
    takes: [String: MediaFacts] = ["take.mp4": take()]
  ) async throws -> FilmPlan {
    let world = TestWorld(
      project: "reel: 1\ntracks: {\(tracks)}\noutputs: {film: {file: film.mp4, \(output)}}\n",
      media: TestWorld.shelf.merging(takes) { $1 })
    let result = await world.compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics)")
    guard case .film(let film)? = plan.outputs.first?.product else {
      preconditionFailure("no film")
    }
    return film
  }

  private func chapters(_ film: FilmPlan) -> [String] {
    (film.facts?.chapters ?? []).map { "\($0.title) \($0.time.start)..\($0.time.end)" }
  }

  @Test func `everything reported of a clip is reported of a film of it`() async throws {
    let facts = try await film("main: [take.mp4]").facts
    var wanted = KeptFactsTests.take().container
    // The place is kept where that is asked for alone.
    wanted?.location = nil
    #expect(facts == wanted)
    #expect(
      try await film("main: [take.mp4]", output: "metadata: keep").facts
        == KeptFactsTests.take().container)
  }

  @Test func `what an output strips is left out, and all else is kept`() async throws {
    var wanted = try #require(KeptFactsTests.take().container)
    wanted.location = nil
    let one = try await film("main: [take.mp4]", output: "metadata: keep, strip: location")
    #expect(one.facts == wanted)
    let all = try await film(
      "main: [take.mp4]",
      output: "metadata: keep, strip: [date, location, languages, timecode, chapters]")
    #expect(all.facts == nil)
  }

  @Test(arguments: ["+41.8902+012.4922/", "-33.8+151.2+021.0/", "+54.1843-002.7189/"])
  func `places are those of ISO 6709`(text: String) {
    #expect(ContainerFacts.isLocation(text))
    #expect(!ContainerFacts.isLocation(String(text.dropLast())))
    #expect(!ContainerFacts.isLocation("x" + text))
    #expect(!ContainerFacts.isLocation(text + "/"))
  }

  @Test(arguments: [
    ("{clip: take.mp4, range: 2s..6s}", ["A 0..2", "B 2..4"]),
    (
      "{clip: take.mp4, range: 2s..3s}, {clip: take.mp4, id: b, range: 10s..12s}",
      ["A 0..1", "C 1..3"]
    ),
    (
      "{clip: take.mp4, range: 2s..3s}, {clip: take.mp4, id: b, range: 3.5s..6s}",
      ["A 0..1.5", "B 1.5..3.5"]
    ),
    (
      "{clip: take.mp4, range: 10s..12s}, {clip: take.mp4, id: b, range: 0s..1s}",
      ["C 0..2", "A 2..3"]
    ),
    ("{clip: take.mp4, range: 3.99s..6s}", ["B 0.01..2"]),
    ("{gap: 1s}, {clip: take.mp4, range: 8s..10s}", ["B 1..2", "C 2..3"]),
    (
      "{clip: take.mp4, range: 5s..8s}, {transition: dissolve, duration: 1s}, {clip: take.mp4, id: b, range: 9s..12s}",
      ["B 0..2", "C 2..5"]
    ),
    ("{clip: take.mp4, range: 5s..6s, loop: true, until: 4s}", []),
  ])
  func `chapters move along with what is shown`(clips: String, meant: [String]) async throws {
    #expect(chapters(try await film("main: [\(clips)]")) == meant)
  }

  @Test func `an output of a part has the chapters of that part`() async throws {
    let made = try await film("main: [take.mp4]", output: "copy: when-possible, range: 3s..5s")
    #expect(chapters(made) == ["A 0..1", "B 1..2"])
    #expect(made.facts?.timecode?.description == "01:00:03:00")
  }

  @Test(arguments: [
    ("{clip: take.mp4, range: 2.5s..6s}", "01:00:02:15"), ("take.mp4", "01:00:00:00"),
    ("{gap: 1s}, take.mp4", nil), ("photo-1.jpg, take.mp4", nil),
    ("{clip: take.mp4, range: 5s..6s, loop: true, until: 4s}", nil),
  ])
  func `the first frame has its timecode`(clips: String, timecode: String?) async throws {
    #expect(try await film("main: [\(clips)]").facts?.timecode?.description == timecode)
  }

  @Test func `a date is that of the first clip`() async throws {
    let takes = ["a.mp4": KeptFactsTests.take(creation: 5), "b.mp4": KeptFactsTests.take()]
    #expect(try await film("main: [a.mp4, b.mp4]", takes: takes).facts?.creation == Time(5))
    #expect(
      try await film("main: [b.mp4, a.mp4]", takes: takes).facts?.creation == Time(1_620_045_296))
  }

  @Test func `a film has the languages that all its clips share`() async throws {
    let takes = [
      "a.mp4": KeptFactsTests.take(), "b.mp4": KeptFactsTests.take(),
      "c.mp4": KeptFactsTests.take("fra"), "d.mp4": KeptFactsTests.take(nil),
    ]
    let same = try await film("main: [a.mp4, b.mp4]", takes: takes).facts
    #expect(same?.pictureLanguage == "eng" && same?.soundLanguage == "eng")
    for other in ["c.mp4", "d.mp4"] {
      let facts = try await film("main: [a.mp4, \(other)]", takes: takes).facts
      #expect(facts?.pictureLanguage == nil && facts?.soundLanguage == nil)
    }
    let mute = try await film("main: [a.mp4, {clip: c.mp4, audio: off}]", takes: takes).facts
    #expect(mute?.pictureLanguage == nil && mute?.soundLanguage == "eng")
    // A mask is neither seen as itself nor heard.
    let mask = try await film(
      "main: [a.mp4, {clip: b.mp4, mask: {clip: c.mp4}}]", output: "metadata: keep", takes: takes)
    #expect(mask.facts?.pictureLanguage == "eng" && mask.facts?.soundLanguage == "eng")
    let music = try await film("main: [a.mp4], music: [song.ogg]", takes: takes).facts
    #expect(music?.pictureLanguage == "eng" && music?.soundLanguage == nil)
  }

  @Test func `films that are encoded carry no metadata unless asked to`() async throws {
    #expect(try await film("main: [take.mp4]", output: "preset: medium").facts == nil)
    #expect(try await film("main: [take.mp4]", output: "metadata: keep").facts != nil)
    #expect(
      try await film("main: [take.mp4]", output: "preset: passthrough, metadata: strip").facts
        == nil)
    #expect(try await film("main: [wide.mp4]").facts == nil)
  }

  @Test func `the metadata of a film is in its key and in no other`() async throws {
    let kept = try await film("main: [take.mp4]")
    let stripped = try await film(
      "main: [take.mp4]", output: "preset: passthrough, metadata: strip")
    #expect(kept.key != stripped.key)
    #expect(kept.segments.map(\.key) == stripped.segments.map(\.key))
    #expect(kept.sound?.key == stripped.sound?.key)
  }
}
