// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// Tracks whose mix goes through filters, as they are planned.
@Suite struct FilteredTrackPlanTests {
  private func compiled(_ text: String) async -> CompilationResult<BuildPlan> {
    await TestWorld(
      project: "reel: 1\ncanvas: {size: 1280x720, rate: 30}\n" + text,
      media: TestWorld.shelf.merging(["take.mp4": AudioCopyTests.take()]) { $1 }
    ).compilation().plan()
  }

  private func sound(_ text: String) async throws -> PlannedAudio {
    let result = await compiled(text)
    let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
    guard case .film(let film) = try #require(plan.outputs.first).product else {
      throw CancellationError()
    }
    return try #require(film.sound)
  }

  /// Clips of 20 s for an hour, of which one is changed, on a track with `keys`.
  private static func hour(_ keys: String, change: String = "", first: String = "") -> String {
    let clips = (0..<180).map {
      let start = $0 * 7 % 40
      let what = $0 == 90 && !change.isEmpty ? ", \(change)" : ""
      return "      - {clip: long.mp4, id: c\($0), range: \(start)s..\(start + 20)s\(what)}"
    }
    return "tracks:\n  main:\n    \(keys)\n    clips:\n" + first + clips.joined(separator: "\n")
      + "\noutputs: {a: {file: a.webm}}\n"
  }

  private func new(_ sound: PlannedAudio, after before: PlannedAudio) -> Int64 {
    let known = Set(before.chunks.map(\.key))
    return sound.chunks.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.program.sampleCount }
      / 48_000
  }

  @Test(arguments: ["compress: true", "reverb: true", "eq: {low: 3dB}"])
  func `an edit of some seconds in an hour mixes and encodes some seconds`(keys: String)
    async throws
  {
    let before = try await sound(FilteredTrackPlanTests.hour(keys))
    #expect(before.chunks.allSatisfy { $0.program.sampleCount <= 32 * 48_000 })
    #expect(before.sampleCount == 3600 * 48_000)
    // No chunk carries the whole track.
    let most = before.chunks.flatMap(\.program.clips).compactMap(\.mix?.program.clips.count).max()
    #expect(try #require(most) < 5)
    let after = try await sound(FilteredTrackPlanTests.hour(keys, change: "volume: -6dB"))
    #expect((20...60).contains(new(after, after: before)))
    let known = Set(before.passages.map(\.key))
    let encoded = after.passages.filter { !known.contains($0.key) }.reduce(0) {
      $0 + $1.sampleCount
    }
    #expect((20...240).contains(encoded / 48_000), "\(encoded / 48_000) s")
  }

  @Test func `what is inserted at the start moves the rest, and mixes none of it anew`()
    async throws
  {
    let before = try await sound(FilteredTrackPlanTests.hour("compress: true"))
    let clip = "      - {clip: tall.mov, range: 0s..1s}\n"
    let after = try await sound(FilteredTrackPlanTests.hour("compress: true", first: clip))
    #expect(after.sampleCount == 3601 * 48_000)
    #expect(new(after, after: before) <= 24)
  }

  @Test func `a volume, a pan and a duck of the track come after its filters`() async throws {
    let sound = try await sound(
      """
      tracks:
        main: [talk.mp4]
        music:
          clips: [{clip: song.ogg, until: main.end, volume: -6dB}]
          compress: true
          volume: -12dB
          pan: 50%
          duck: {under: main, from: clips}
          fade: {out: 1s}
      """)
    let bus = try #require(sound.program.clips.first { $0.mix != nil })
    #expect(bus.chain?.filters.map(\.name) == ["acompressor"])
    #expect(bus.gains.count == 4)
    let inner = try #require(bus.mix?.program.clips)
    #expect(inner.count == 1 && inner[0].gains.count == 1 && inner[0].chain == nil)
    #expect(sound.program.isFiltered)
  }

  @Test func `a track that is filtered is not copied, and what is alone beside it is`() async throws
  {
    for (keys, isCopied) in [("", true), ("denoise: true", false)] {
      let sound = try await sound(
        "tracks: {main: {clips: [take.mp4], \(keys)}}\n"
          + "outputs: {a: {file: a.mp4, preset: passthrough}}")
      #expect((sound.copy != nil) == isCopied, "\(sound.copyObstacle ?? "")")
      if !isCopied { #expect(sound.copyObstacle == "it goes through filters") }
    }
  }

  @Test func `a track at another speed is filtered as it is heard`() async throws {
    let sound = try await sound(
      "tracks: {main: {clips: [long.mp4], reverb: true}}\n"
        + "instructions: [{layers: {main: {speed: 2}}}]")
    let bus = try #require(sound.program.clips.first)
    #expect(sound.program.clips.count == 1 && bus.remap == nil)
    #expect(bus.chain?.filters.map(\.name) == ["reverb"])
    let played = try #require(bus.mix?.program.clips.first)
    #expect(played.remap?.speed == Time(2) && played.chain == nil)
    #expect(played.mix?.program.clips.allSatisfy { $0.chain == nil } == true)
  }

  @Test func `on one channel a track is filtered in stereo, as clips are`() async throws {
    let sound = try await sound(
      "tracks: {main: {clips: [long.mp4], compress: true}}\n"
        + "outputs: {a: {file: a.mp4, canvas: {channels: mono}}}")
    #expect(sound.program.layout == .mono)
    #expect(sound.program.clips.first?.mix?.program.layout == .stereo)
  }

  @Test func `groups on a track go through its filters`() async throws {
    let sound = try await sound(
      "tracks: {main: {clips: [{group: {a: {clip: talk.mp4}}, duration: 4s}], compress: true}}")
    #expect(sound.program.clips.count == 1 && sound.program.clips[0].mix != nil)
  }

  @Test func `filters of tracks that cannot be meant are told`() async throws {
    let result = await compiled(
      """
      tracks:
        main: {clips: [photo-1.jpg], compress: true}
        talk: {clips: [talk.mp4], tail: 1s}
        long: {clips: [{clip: song.ogg, loop: true, until: 11m}], effects: [chorus: {delays: 50, decays: 0.4, speeds: 0.25, depths: 2}]}
        wide: {clips: [talk.mp4], effects: [extrastereo]}
      outputs: {a: {file: a.mp4, canvas: {channels: 5.1}}}
      """)
    let said = result.diagnostics.map(\.message)
    for text in [
      "'compress' changes nothing: there is no sound on track 'main'",
      "'tail' changes nothing: track 'talk' goes through no filter",
      "'chorus' begins with its track, which lasts longer than ten minutes",
      "'extrastereo' makes stereo of a sound of 5.1",
    ] {
      #expect(said.contains(text), "\(said)")
    }
  }
}
