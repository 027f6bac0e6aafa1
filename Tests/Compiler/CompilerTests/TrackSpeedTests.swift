// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Foundation
import RenderProtocol
import Testing

@testable import Planning

/// Whole tracks that an instruction plays at another speed.
@Suite struct TrackSpeedTests {
  private static let canvas = "canvas: {size: 640x360, rate: 30}\n"
  private static let clips = """
    main:
      - {clip: wide.mp4, id: a, range: 0s..2s}
      - {clip: small.mp4, id: b, range: 1s..4s}
      - {gap: 1s}
    """

  private func check(_ project: String) async -> CompilationResult<ProjectSummary> {
    await TestWorld(project: "reel: 1\n" + Self.canvas + project + "\n").compilation().check()
  }

  /// A film of two clips of 2 s and 3 s and a gap of 1 s, with overlays at `ranges`.
  private func entries(_ playback: String, _ ranges: [String]) async throws -> [TimeRange] {
    let overlays = ranges.enumerated().map { "  o\($0): {text: x, during: \($1)}\n" }.joined()
    let result = await check(
      "tracks:\n  " + Self.clips.replacingOccurrences(of: "\n", with: "\n  ")
        + "\noverlays:\n\(overlays)instructions: [{layers: {main: {\(playback)}}}]")
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    return summary.entries.filter { $0.kind == .overlay }.map(\.time)
  }

  @Test func `loops of such tracks are bounded with all others`() async {
    let loop = "[{clip: wide.mp4, range: 0s..100ms, loop: true, until: 9000s, audio: off}]"
    let result = await check(
      "tracks: {main: \(loop), other: \(loop)}\n"
        + "instructions: [{layers: {main: {speed: 2}, other: {speed: 2}}}]")
    #expect(result.product == nil)
    #expect(
      result.diagnostics.map(\.message) == [
        "the loops of a project turn 150000 times at most, this one 90000 times after 90000 others"
      ])
  }

  private static let names = ["a.start .. a.end", "b.start .. b.end", "main.start .. main.end"]

  @Test(arguments: [
    ("speed: 2", [0, 30, 30, 75, 0, 75]), ("speed: 0.5", [0, 120, 120, 300, 0, 300]),
    ("reverse: true", [120, 180, 30, 120, 30, 180]), ("speed: -2", [60, 90, 15, 60, 15, 90]),
    // Frame 3k of the track is the first of the second clip or one after it from k = 20 on.
    ("speed: 3", [0, 20, 20, 50, 0, 50]),
    // Frame k shows frame 7k, or 180 - 7(k + 1).
    ("speed: 7", [0, 9, 9, 22, 0, 22]), ("speed: -7", [17, 26, 4, 17, 4, 26]),
    ("stretch: 12s", [0, 120, 120, 300, 0, 300]),
  ])
  func `anchors are where the frames of a clip are seen`(
    _ playback: String, _ frames: [Int64]
  ) async throws {
    let found = try await entries(playback, Self.names)
    let times = found.flatMap { [$0.start, $0.end] }.map { ($0 * Time(30)).rounded }
    #expect(times == frames, "\(playback)")
  }

  @Test func `the film is as long as its tracks are then`() async throws {
    for (playback, length) in [("speed: 2", 3), ("speed: -1", 6), ("speed: 0.5", 12)] {
      let result = await check(
        "tracks:\n  " + Self.clips.replacingOccurrences(of: "\n", with: "\n  ")
          + "\ninstructions: [{layers: {main: {\(playback)}}}]")
      #expect(result.product?.duration == Time(Int64(length)), "\(playback)")
    }
  }

  @Test func `members of groups are found in film time, too`() async throws {
    let result = await check(
      """
      tracks:
        main:
          - {gap: 2s}
          - {group: {card: {text: One, during: 3s..4s}}, id: g, duration: 4s}
      overlays: {o: {text: x, during: card.start .. card.end}}
      instructions: [{layers: {main: {speed: 2}}}]
      """)
    let summary = try #require(result.product, "\(result.diagnostics.map(\.message))")
    let time = summary.entries.first { $0.name == "o" }?.time
    #expect(time == TimeRange(Time(3, over: 2), Time(2)))
  }

  @Test func `sound of a track is sound of a film`() async throws {
    let world = TestWorld(
      project: """
        reel: 1
        tracks:
          main: [wide.mp4]
          music: [{clip: jingle.wav, id: one}, {clip: jingle.wav, volume: 50%}]
        instructions: [{layers: {music: {speed: 0.5, pitch: follow}}}]

        """)
    let result = await world.compilation().plan()
    let sound = try #require(result.product?.outputs.first?.film?.sound)
    let mixes = sound.program.clips.compactMap { clip in clip.mix.map { (clip, $0.program) } }
    #expect(mixes.count == 1)
    let (clip, program) = try #require(mixes.first)
    #expect(program.clips.count == 2)
    #expect(program.sampleCount == 6 * 48_000)
    #expect(clip.count == 12 * 48_000)
    #expect(clip.remap == AudioRemap(start: .zero, speed: Time(1, over: 2), followsPitch: true))
  }

  @Test(arguments: [
    ("main: [{clip: wide.mp4, until: other.end}]", "", "anchor-outside-track"),
    (
      "main: [{clip: wide.mp4, id: a, opacity: {a.start: 0, o.end: 1}}]", "", "anchor-outside-track"
    ),
    ("main: [{clip: wide.mp4, until: o.inner.end}]", "", "anchor-outside-track"),
    ("main: {size: 50%, clips: [wide.mp4]}", "", "speed-of-sized-track"),
    ("main: [{gap: 2s}]", "", "speed-of-nothing"),
    (
      "main: [{clip: wide.mp4, id: a}]", "{during: 0s..1s, layers: {a: {opacity: 0.5}}}",
      "part-of-fast-track"
    ),
    (
      "main: [{group: {card: {text: One}}, id: a}]",
      "{during: 0s..1s, layers: {card: {opacity: 0.5}}}", "part-of-fast-track"
    ),
    ("main: [{clip: photo-1.jpg, duration: 200s}]", "{layers: {other: {stretch: 1s}}}", ""),
    ("main: [{clip: wide.mp4}]", "{layers: {other: {stretch: 1ms}}}", "speed-out-of-range"),
    ("main: [{clip: nothing.mp4, id: a}]", "{during: 0s..a.end, background: red}", "missing-media"),
  ])
  func `mistakes are told once`(_ track: String, _ instruction: String, _ code: String) async {
    let result = await check(
      """
      tracks:
        \(track)
        other: [{clip: wide.mp4, id: o}]
      instructions: [{layers: {main: {speed: 2}}}\(instruction.isEmpty ? "" : ", " + instruction)]
      """)
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code.name) == (code.isEmpty ? [] : [code]), "\(errors.map(\.message))")
    #expect(errors.allSatisfy { $0.span != nil })
  }
}
