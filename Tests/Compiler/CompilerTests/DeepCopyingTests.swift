// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Foundation
import RenderProtocol
import Testing

@testable import Planning

/// Films that copy parts of 10-bit sources.
@Suite struct DeepCopyingTests {
  private let plans = CopyingTests()

  private static let tags: [String: ColorTags] = [
    "SDR": ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv"),
    "HLG": ColorTags(
      matrix: "bt2020nc", primaries: "bt2020", transfer: "arib-std-b67", range: "tv"),
    "PQ": ColorTags(matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv"),
  ]

  /// 10-bit H.264 with a group of pictures every second.
  private static func take(_ color: String, starts: [Int64] = [0, 4, 7], seconds: Int64 = 11)
    -> MediaFacts
  {
    CopyingTests.take(starts, seconds: seconds, color: tags[color], pixels: "yuv420p10le")
  }

  @Test(arguments: ["SDR", "HLG", "PQ"])
  func `a film that copies has the depth and the colour of its first clip`(
    _ color: String
  ) async throws {
    let film = try await plans.film(
      "tracks: {main: [{clip: take.mp4, range: 1s..11s}]}",
      takes: ["take.mp4": DeepCopyingTests.take(color)])
    #expect(film.segments.map(\.isCopied) == [false, true])
    for segment in film.segments {
      #expect(segment.program.canvas.color.depth == 10)
      #expect(segment.program.canvas.color.tags == DeepCopyingTests.tags[color])
    }
    #expect(film.segments[0].encoding.encoder == "libx264")
    #expect(film.segments[0].encoding.pixelFormat == "yuv420p10le")
    #expect(film.segments[1].otherwise?.pixelFormat == "yuv420p10le")
  }

  @Test func `x265 is told that there are ten bits`() async throws {
    var take = CopyingTests.hevc([0, 4, 7], seconds: 11)
    take.video?.pixels = .test("yuv420p10le")
    take.video?.color = try #require(DeepCopyingTests.tags["HLG"])
    let film = try await plans.film(
      "tracks: {main: [{clip: take.mp4, range: 1s..11s}]}", takes: ["take.mp4": take])
    let encoding = film.segments[0].encoding
    #expect(encoding.encoder == "libx265" && encoding.pixelFormat == "yuv420p10le")
    #expect(encoding.options.contains { $0.value.hasPrefix("profile=main10:") })
  }

  @Test(arguments: ["SDR", "HLG"])
  func `a film that could copy keeps its depth and colour when a cut leaves nothing to copy`(
    _ color: String
  ) async throws {
    let takes = ["take.mp4": DeepCopyingTests.take(color)]
    let cut = try await plans.film(
      "tracks: {main: [{clip: take.mp4, range: 4.5s..6.5s}]}", takes: takes)
    for segment in cut.segments {
      #expect(segment.program.canvas.color.tags == DeepCopyingTests.tags[color])
      #expect(segment.encoding.pixelFormat == "yuv420p10le")
    }
    #expect(
      cut.segments[0].copyObstacles.map(\.text) == [
        "only a part of the group of pictures from 4.000 s to 7.000 s of its source is shown as it is"
      ])
  }

  @Test func `a project of which no output copies is composed in eight bits`() async throws {
    let encoded = try await plans.film(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": DeepCopyingTests.take("HLG")],
      preset: "highest")
    for segment in encoded.segments {
      #expect(segment.program.canvas.color == .bt709)
      #expect(segment.encoding.pixelFormat == "yuv420p")
    }
  }

  @Test(arguments: [
    ("HLG", "yuv420p10le", "hlg"), ("PQ", "p010le", "pq"), ("SDR", "yuv422p10le", "bt709"),
    ("SDR", "rgb565le", nil), ("HLG", "yuv420p", "hlg"),
  ])
  func `depth and colour of the first clip are kept where nothing of it can be copied`(
    _ color: String, _ pixels: String, _ kept: String?
  ) async throws {
    var take = CopyingTests.hevc([0, 4, 7], seconds: 11)
    take.video?.pixels = .test(pixels)
    take.video?.color = try #require(DeepCopyingTests.tags[color])
    // As of phones: the rate varies, and the picture is turned.
    take.video?.coding?.obstacle = "its frame rate varies"
    take.video?.rate = nil
    take.video?.orientation = .rotate90
    let film = try await plans.film(
      "tracks: {main: [take.mp4]}", takes: ["take.mp4": take], preset: "passthrough")
    for segment in film.segments {
      let canvas = segment.program.canvas.color
      #expect(canvas.tags == (kept == nil ? CanvasColor.bt709.tags : DeepCopyingTests.tags[color]))
      #expect(segment.encoding.pixelFormat == (kept == nil ? "yuv420p" : "yuv420p10le"))
      guard pixels == "yuv420p10le" else { continue }
      let texts = segment.copyObstacles.map(\.text)
      #expect(texts.contains("its frame rate varies"))
      #expect(!texts.contains { $0.contains("pixel format") || $0.contains("colour") }, "\(texts)")
    }
  }

  @Test func `light that no canvas has in its matrix is that of the nearest`() async throws {
    var take = DeepCopyingTests.take("HLG")
    take.video?.color.matrix = "bt2020c"
    let film = try await plans.film("tracks: {main: [take.mp4]}", takes: ["take.mp4": take])
    #expect(film.segments[0].program.canvas.color.tags == DeepCopyingTests.tags["HLG"])
  }

  @Test(arguments: [
    (
      "[{clip: take.mp4, range: 0s..9s}, {transition: wipe-left, duration: 1s}, take.mp4]", ""
    ),
    (
      "[take.mp4]",
      "instructions: [{during: 5s..6s, layers: {main: {scale: 1 -> 1.5}}}]"
    ),
  ])
  func `transitions and movements are drawn in ten bits beside what is copied`(
    _ track: String, _ rest: String
  ) async throws {
    let film = try await plans.film(
      "tracks: {main: \(track)}\n\(rest)",
      takes: ["take.mp4": DeepCopyingTests.take("HLG")])
    #expect(film.segments.allSatisfy { $0.program.canvas.color.isDeep })
    #expect(Set(film.segments.map(\.isCopied)) == [false, true])
  }

  @Test func `a crossfade and what is laid over are drawn in ten bits`() async throws {
    let found = try await plans.stretches(
      """
      tracks: {main: [{clip: take.mp4, range: 0s..9s}, {transition: fade, duration: 1s}, take.mp4]}
      overlays: {sign: {image: logo.svg, during: 5s..6s, fade: 500ms}}
      """, takes: ["take.mp4": DeepCopyingTests.take("PQ")])
    #expect(found.first == "copied 0..<120")
    #expect(found.last?.hasPrefix("copied") == true, "\(found)")
  }

  @Test func `eight bits beside ten are encoded`() async throws {
    let found = try await plans.stretches(
      "tracks: {main: [take.mp4, old.mp4]}",
      takes: [
        "take.mp4": DeepCopyingTests.take("HLG"),
        "old.mp4": CopyingTests.take([0, 4], seconds: 6),
      ])
    #expect(
      found == ["copied 0..<330", "330..<510 pixel format yuv420p, canvas yuv420p10le"])
  }

  @Test func `a film in HDR says how its first copied clip was graded`() async throws {
    let light = LightFacts(luminance: [50, 10_000_000], content: [1000, 400])
    var plain = DeepCopyingTests.take("PQ")
    var graded = plain
    graded.container = ContainerFacts(light: light)
    let track = "tracks: {main: [take.mp4]}"
    let film = try await plans.film(track, takes: ["take.mp4": graded])
    #expect(film.facts?.light == light)
    let other = try await plans.film(track, takes: ["take.mp4": plain])
    #expect(other.facts == nil)
    #expect(film.key != other.key)
    plain = CopyingTests.take([0, 4], seconds: 8)
    plain.container = ContainerFacts(light: light)
    #expect(try await plans.film(track, takes: ["take.mp4": plain]).facts?.light == nil)
  }

  @Test func `a short clip is copied where nothing is encoded beside it`() async throws {
    let short = DeepCopyingTests.take("HLG", starts: [0], seconds: 11)
    var facts = short
    facts.video?.coding?.groups = [PictureGroup(start: .zero, frames: 9)]
    facts.video?.frameCount = 9
    facts.video?.end = Time(9, over: 30)
    facts.audio?.end = Time(9, over: 30)
    let takes = ["short.mp4": facts, "take.mp4": DeepCopyingTests.take("HLG")]
    let alone = try await plans.stretches("tracks: {main: [short.mp4]}", takes: takes)
    #expect(alone == ["copied 0..<9"])
    let joined = try await plans.stretches("tracks: {main: [take.mp4, short.mp4]}", takes: takes)
    #expect(joined == ["copied 0..<330", "copied 330..<339"])
    let cut = try await plans.stretches(
      "tracks: {main: [{clip: take.mp4, range: 1s..11s}, short.mp4]}", takes: takes)
    #expect(cut.last?.hasPrefix("300..<309 the group of pictures") == true, "\(cut)")
  }

  @Test func `only what is tone-mapped is said to be`() async throws {
    func warnings(_ preset: String) async -> [String] {
      let world = TestWorld(
        project: """
          reel: 1
          tracks: {main: [take.mp4, take.mp4]}
          outputs: {film: {file: film.mp4, preset: \(preset)}}

          """, media: ["take.mp4": DeepCopyingTests.take("HLG")])
      return await world.compilation().plan().diagnostics.map(\.message)
    }
    #expect(await warnings("passthrough") == [])
    #expect(
      await warnings("medium") == ["'take.mp4': its HDR colours are tone-mapped to BT.709"])
  }
}
