// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Foundation
import RenderProtocol
import Testing

@testable import Planning

/// Messages about outputs that are supposed to copy packets but cannot.
@Suite struct CopyReasonTests {
  private let take = CopyingTests.take([0, 4, 7, 11], seconds: 15)

  private func world(_ rest: String, _ takes: [String: MediaFacts], _ output: String) -> TestWorld {
    TestWorld(
      project: "reel: 1\n\(rest)\noutputs: {film: {\(output)}}\n",
      media: TestWorld.shelf.merging(takes) { $1 })
  }

  private func film(_ rest: String, _ takes: [String: MediaFacts]) async throws -> FilmPlan {
    let world = world(rest, takes, "file: film.mp4, preset: passthrough")
    let result = await world.compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics)")
    guard case .film(let film)? = plan.outputs.first?.product else {
      throw CocoaError(.featureUnsupported)
    }
    return film
  }

  /// Obstacles of each segment, as one text.
  private func reasons(_ rest: String, _ takes: [String: MediaFacts]) async throws -> [String] {
    try await film(rest, takes).segments
      .map { $0.copyObstacles.map(\.text).joined(separator: "; ") }
  }

  @Test func `all independent reasons are reported`() async throws {
    let found = try await reasons(
      """
      canvas: {size: 640x360, rate: 25}
      tracks: {main: [take.mp4]}
      overlays: {sign: {image: logo.svg}}
      """, ["take.mp4": take])
    #expect(
      Set(found) == [
        "overlay 'sign' lies over it; size 1280x720, canvas 640x360; frame rate 30, canvas 25"
      ])
  }

  @Test func `a transition is named, and where it stands`() async throws {
    let world = world(
      "tracks: {main: [take.mp4, {transition: wipe-left, duration: 1s}, {clip: take.mp4, id: next}]}",
      ["take.mp4": take], "file: film.mp4, preset: passthrough")
    let result = await world.compilation().plan()
    let film = try #require(result.product?.outputs[0].film)
    let obstacle = try #require(
      film.segments.flatMap(\.copyObstacles).first { $0.text.hasPrefix("transition") })
    #expect(obstacle.text == "transition 'wipe-left' into clip 'next'")
    let place = try #require(result.sources.place(of: obstacle.span))
    #expect((place.start.line, place.start.column) == (2, 27))
  }

  @Test func `frames before the first key frame are reported as such`() async throws {
    var late = take
    late.video?.coding?.groups.removeFirst()
    let found = try await reasons("tracks: {main: [take.mp4]}", ["take.mp4": late])
    #expect(
      found.first
        == "no key frame to start decoding with comes before 0.000 s; the first is at 4.000 s")
  }

  /// Groups of 100 frames at 29.97 frames per second, whose times are rounded to ticks of `base`.
  private func rounded(to base: Time) -> MediaFacts {
    var facts = take
    let rate = FrameRate(30000, over: 1001)
    let groups = (0..<4).map { index in
      PictureGroup(
        start: Time(ticks: (rate.time(of: 100 * index) / base).rounded, base: base), frames: 100)
    }
    facts.video?.rate = rate
    facts.video?.end = rate.time(of: 400)
    facts.video?.coding?.timeBase = base
    facts.video?.coding?.groups = groups
    return facts
  }

  @Test(arguments: [Time(1, over: 1000), Time(1, over: 90_000), Time(1, over: 15_360)])
  func `the times of groups can be cut at`(base: Time) async throws {
    let facts = rounded(to: base)
    let words = try await reasons(
      "tracks: {main: [{clip: take.mp4, range: 0.11s..6.9s}]}", ["take.mp4": facts])
    let told = try #require(words.last).split(separator: " ")
    let place = try #require(told.firstIndex(of: "pictures"))
    let (start, end) = (told[place + 2], told[place + 5])
    #expect(start.hasPrefix("6.67"))
    let found = try await reasons(
      "tracks: {main: [{clip: take.mp4, range: \(start)s..\(end)s}]}", ["take.mp4": facts])
    #expect(found == [""], "\(start) \(end)")
  }

  @Test func `an uncertain frame gets a hint that removes the doubt`() async throws {
    let base = Time(1, over: 90_000)
    var facts = rounded(to: base)
    facts.video?.coding?.groups[1].start = Time(300_301, over: 90_000)
    let found = try await reasons(
      "tracks: {main: [{clip: take.mp4, range: 0s..6.6s}]}", ["take.mp4": facts])
    let words = try #require(found.first { $0.hasPrefix("times of frames are rounded to") })
    #expect(words.hasSuffix(" s later"))
    let tick = try #require(words.split(separator: " ").dropLast(2).last)
    let later = try await reasons(
      "tracks: {main: [{clip: take.mp4, range: \(tick)s..6.6s}]}", ["take.mp4": facts])
    #expect(!later.joined().contains("rounded"), "\(later)")
  }

  @Test func `frames of clips that begin on source frames are certain`() async throws {
    let facts = rounded(to: Time(1, over: 1000))
    let rate = try #require(facts.video?.rate)
    for start in 1300...1367 {
      let found = try await film(
        "tracks: {main: [{clip: take.mp4, range: \(start)ms..6900ms}]}", ["take.mp4": facts])
      #expect(found.segments.contains { $0.isCopied }, "\(start)")
      let read = try #require(found.segments[0].program.read)
      // A tick after a frame's time, and at most a frame from the requested time.
      let frame = read.map.start - Time(1, over: 1000)
      #expect((frame * rate.perSecond).floor == (frame * rate.perSecond).ceiling, "\(start)")
      let asked = Time(Int64(start) + 1, over: 1000)
      #expect(frame <= asked && asked < frame + rate.frameDuration, "\(start)")
    }
  }

  // MARK: The warning

  private func warning(
    _ rest: String, _ takes: [String: MediaFacts], _ output: String
  ) async throws -> Diagnostic? {
    let world = world(rest, takes, output)
    let planned = await world.compilation().plan().diagnostics
    let checked = await world.compilation().check().diagnostics
    #expect(planned == checked)
    #expect(planned.allSatisfy { $0.code.name == "nothing-copied" }, "\(planned)")
    return planned.first
  }

  @Test func `an output that copies nothing warns, and says what to write`() async throws {
    let found = try await warning(
      "canvas: {size: 640x360, rate: 25}\ntracks: {main: [take.mp4]}", ["take.mp4": take],
      "file: film.mp4, preset: passthrough")
    let warning = try #require(found)
    #expect(warning.severity == .warning && warning.span != nil)
    #expect(
      warning.message
        == "output 'film' copies no pictures, all are encoded: size 1280x720, canvas 640x360; "
        + "frame rate 30, canvas 25")
    #expect(warning.hint == "write `canvas: {size: 1280x720, rate: 30}`")
  }

  @Test(arguments: [
    (
      "file: film.mp4, copy: when-possible", "hevc",
      "`preset: passthrough` takes the codec of the clips"
    ),
    (
      "file: film.webm, preset: passthrough", "h264",
      "packets of h264 are copied into mp4, mov, mkv"
    ),
    (
      "file: film.mp4, preset: passthrough", "mpeg4",
      "only packets of H.264, HEVC, VP9 and AV1 are copied: `preset: highest` encodes the film"
    ),
    ("file: film.mp4, preset: passthrough, size: 640x360", "h264", "leave out the output's `size`"),
  ])
  func `the hint is about the output`(output: String, codec: String, hint: String) async throws {
    var facts = take
    facts.video?.codec = codec
    if codec == "mpeg4" { facts.video?.coding = nil }
    let found = try await warning("tracks: {main: [take.mp4]}", ["take.mp4": facts], output)
    #expect(found?.hint == hint, "\(String(describing: found))")
  }

  @Test func `a colour that the canvas lacks because of its size is not reported as well`()
    async throws
  {
    var dated = take
    dated.video?.color = ColorTags(
      matrix: "smpte170m", primaries: "smpte170m", transfer: "smpte170m", range: "tv")
    let found = try await warning(
      "canvas: {size: 640x360}\ntracks: {main: [take.mp4]}", ["take.mp4": dated],
      "file: film.mp4, preset: passthrough")
    #expect(found?.message.hasSuffix("encoded: size 1280x720, canvas 640x360") == true)
    #expect(found?.hint == "write `canvas: {size: 1280x720}`")
    #expect(
      try await warning(
        "canvas: {size: 1280x720}\ntracks: {main: [take.mp4]}", ["take.mp4": dated],
        "file: film.mp4, preset: passthrough") == nil)
  }

  @Test func `a rate that few frames keep to is no hint`() async throws {
    var uneven = take
    for index in 1..<4 { uneven.video?.coding?.groups[index].obstacle = "its frame rate varies" }
    let found = try await warning(
      "canvas: {rate: 25}\ntracks: {main: [take.mp4]}", ["take.mp4": uneven],
      "file: film.mp4, preset: passthrough")
    #expect(found?.message.hasSuffix("encoded: frame rate 30, canvas 25") == true)
    #expect(found?.hint?.contains("`preset: highest`") == true)
  }

  @Test func `no hint is given if no change of the project helps`() async throws {
    var uneven = take
    uneven.video?.rate = FrameRate(750_000, over: 71_393)
    for index in 0..<4 { uneven.video?.coding?.groups[index].obstacle = "its frame rate varies" }
    let found = try await warning(
      "canvas: {rate: 30}\ntracks: {main: [take.mp4]}", ["take.mp4": uneven],
      "file: film.mp4, preset: passthrough")
    #expect(
      found?.message.hasSuffix(
        "encoded: its frame rate varies; frame rate 750000/71393, canvas 30") == true)
    #expect(found?.hint?.contains("`preset: highest`") == true)
  }

  @Test func `a range without a whole group gets a hint with one`() async throws {
    let found = try await warning(
      "tracks: {main: [{clip: take.mp4, range: 4.5s..6s}]}", ["take.mp4": take],
      "file: film.mp4, preset: passthrough")
    #expect(found?.hint == "show whole groups of pictures, such as `range: 4.000s..7.000s`")
  }

  @Test(arguments: [
    ("{main: [take.mp4]}", "file: film.mp4, preset: passthrough"),
    ("{main: [{clip: take.mp4, range: 1s..12s}]}", "file: film.mp4, preset: passthrough"),
    ("{main: [{clip: take.mp4, range: 4.5s..6s}]}", "file: film.mp4, preset: highest"),
    ("{main: [{clip: take.mp4, range: 4.5s..6s}]}", "file: film.png"),
    ("{main: [{clip: song.ogg}]}", "file: film.mp4, preset: passthrough"),
  ])
  func `no other output warns`(tracks: String, output: String) async throws {
    #expect(try await warning("tracks: \(tracks)", ["take.mp4": take], output) == nil)
  }
}
