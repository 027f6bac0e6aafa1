// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// The chunks of the sound that an edit preserves.
@Suite struct AudioPlanTests {
  private func sound(
    _ main: String, _ more: String = "", outputs: String = "", rate: String = "30",
    options: CompilationOptions = CompilationOptions()
  ) async throws -> PlannedAudio {
    let text = """
      reel: 1
      canvas: {size: 1280x720, rate: \(rate)}
      tracks:
        main:
      \(main)
      \(more)
      \(outputs)
      """
    let result = await TestWorld(project: text).compilation(options).plan()
    let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
    guard case .film(let film) = try #require(plan.outputs.first).product else {
      throw CancellationError()
    }
    return try #require(film.sound)
  }

  /// Number of samples in the chunks of `sound` that `before` does not have.
  private func new(_ sound: PlannedAudio, after before: PlannedAudio) -> Int64 {
    let known = Set(before.chunks.map(\.key))
    return sound.chunks.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.program.sampleCount }
  }

  private static let edit = """
        - {clip: long.mp4, id: a, range: 3s..45s}
        - {clip: wide.mp4, id: b, range: 1s..5s}
        - {transition: dissolve, duration: 1s}
        - {clip: small.mp4, id: c, range: 0s..8s}
        - {clip: long.mp4, id: d, range: 20s..59s, volume: -6dB}
    """

  @Test(arguments: ["30", "25", "24000/1001"])
  func `time inserted at the start moves the sound and changes none of it`(
    rate: String
  ) async throws {
    let before = try await sound(AudioPlanTests.edit, rate: rate)
    // Whole numbers of samples: other offsets move some ends of clips by a sample.
    let gap = rate == "24000/1001" ? "24f" : "1s"
    let gapped = try await sound("    - gap: \(gap)\n" + AudioPlanTests.edit, rate: rate)
    #expect(new(gapped, after: before) == 0)
    let inserted = try await sound(
      "    - {clip: tall.mov, duration: \(rate == "25" ? 25 : rate == "30" ? 30 : 24)f}\n"
        + AudioPlanTests.edit, rate: rate)
    let second = inserted.sampleCount - before.sampleCount
    #expect(new(inserted, after: before) == second)
  }

  @Test func `a frame inserted in an NTSC film changes no more than the ends of clips`()
    async throws
  {
    let before = try await sound(AudioPlanTests.edit, rate: "29.97")
    let gapped = try await sound("    - gap: 1f\n" + AudioPlanTests.edit, rate: "29.97")
    let inner = { (sound: PlannedAudio) in sound.chunks.filter { $0.program.sampleCount == 480_000 }
    }
    #expect(inner(before).count == 6)
    #expect(inner(before).map(\.key) == inner(gapped).map(\.key))
  }

  @Test func `an offset of the sound of a transition changes the sound around it alone`()
    async throws
  {
    func film(_ offset: String) -> String {
      """
          - {clip: long.mp4, id: a, range: 3s..45s}
          - {transition: cut, audio: {offset: \(offset)}}
          - {clip: long.mp4, id: b, range: 15s..59s}
      """
    }
    let before = try await sound(film("-500ms"))
    let after = try await sound(film("-700ms"))
    #expect(after.sampleCount == 86 * 48000)
    let changed = new(after, after: before)
    #expect(changed > 0 && changed <= 12 * 48000)
  }

  @Test func `a trimmed clip is mixed anew where it was trimmed`() async throws {
    let before = try await sound(AudioPlanTests.edit)
    let start = try await sound(
      AudioPlanTests.edit.replacing("id: a, range: 3s", with: "id: a, range: 4s"))
    // From 4 s to the first boundary of the source.
    #expect(new(start, after: before) == 6 * 48000)
    let end = try await sound(AudioPlanTests.edit.replacing("..45s", with: "..46s"))
    #expect(new(end, after: before) == 6 * 48000)
    let other = try await sound(AudioPlanTests.edit.replacing("1s..5s", with: "1.5s..5.5s"))
    // Four seconds of it, of which the last is in the dissolve, which belongs to the following chunk.
    #expect(new(other, after: before) == 11 * 48000)
  }

  @Test func `a fade changes what it is heard in`() async throws {
    let before = try await sound(AudioPlanTests.edit)
    let faded = try await sound(
      AudioPlanTests.edit.replacing("3s..45s}", with: "3s..45s, fade: {in: 1s, out: 1s}}"))
    #expect(new(faded, after: before) == (7 + 5) * 48000)
    let longer = try await sound(
      AudioPlanTests.edit.replacing("3s..45s}", with: "3s..45s, fade: {in: 2s, out: 1s}}"))
    #expect(new(longer, after: faded) == 7 * 48000)
  }

  @Test(arguments: [("2", ""), ("0.5", ""), ("-2", ""), ("2", ", pitch: follow")])
  func `an edit of a fast track changes the chunks that hear it`(
    _ speed: String, _ pitch: String
  ) async throws {
    // A clip of 3 s in every 3 s.
    func track(_ edited: Int?) -> String {
      let clips = (0..<60).map {
        "    - {clip: jingle.wav, volume: \($0 == edited ? 50 : 80)%}"
      }
      return "  music:\n" + clips.joined(separator: "\n")
        + "\ninstructions: [{layers: {music: {speed: \(speed)\(pitch)}}}]\n"
    }
    let main = "    - {clip: photo-1.jpg, duration: 10s}"
    let before = try await sound(main, track(nil))
    let after = try await sound(main, track(30))
    #expect(after.chunks.count == before.chunks.count && before.chunks.count >= 9)
    let changed = zip(before.chunks, after.chunks).filter { $0.key != $1.key }.count
    // Those that hear it, and those that read it for what is near: backwards the source is read by 11 s.
    #expect((1...4).contains(changed), "\(changed) of \(before.chunks.count)")
    // None carries the whole track.
    let most = before.chunks.flatMap(\.program.clips).compactMap(\.mix?.program.clips.count).max()
    #expect(try #require(most) < 20)
  }

  @Test func `an instruction changes the chunks it is heard in`() async throws {
    let before = try await sound(AudioPlanTests.edit)
    let ducked = try await sound(
      AudioPlanTests.edit,
      "instructions: [{during: 30s..33s, layers: {main: {volume: 1 -> 0.2}}}]")
    // Source times 33 to 36 s of the first clip.
    #expect(new(ducked, after: before) == 10 * 48000)
    let silenced = try await sound(
      AudioPlanTests.edit,
      "instructions: [{during: 7s..37s, layers: {main: {volume: 0}}}]")
    // The previous chunk contains the start of the silence for the crossfade. The last of the three silent
    // chunks exists because it contains the start of what follows.
    #expect(new(silenced, after: before) == (7 + 10) * 48000)
    #expect(silenced.chunks.count == before.chunks.count - 2)
    #expect(silenced.sampleCount == before.sampleCount)
  }

  @Test func `equivalent projects have the same chunks`() async throws {
    let before = try await sound(AudioPlanTests.edit)
    let cut = try await sound(
      AudioPlanTests.edit.replacing(
        "    - {clip: long.mp4, id: a, range: 3s..45s}",
        with: "    - {clip: long.mp4, id: a, range: 3s..18s}\n"
          + "    - {clip: long.mp4, id: e, range: 18000ms..45s}"))
    #expect(cut.key == before.key)
    var plain = CompilationOptions()
    plain.optimizes = false
    #expect(try await sound(AudioPlanTests.edit, options: plain).key == before.key)
  }

  @Test func `music under everything keeps its chunks until something moves against it`()
    async throws
  {
    let music = "  music: [{clip: song.ogg, loop: true, until: main.end, volume: -12dB}]"
    let before = try await sound(AudioPlanTests.edit, music)
    let same = try await sound(AudioPlanTests.edit.replacing("id: d", with: "id: e"), music)
    #expect(same.key == before.key)
    let trimmed = try await sound(AudioPlanTests.edit.replacing("..59s", with: "..58s"), music)
    #expect(new(trimmed, after: before) <= 12 * 48000)
    let moved = try await sound("    - gap: 20s\n" + AudioPlanTests.edit, music)
    // A repetition of the song lasts 20 s, so everything coincides with the same bars again, and the new start
    // is music only.
    #expect(new(moved, after: before) == 20 * 48000)
  }

  @Test func `outputs share chunks whatever they are encoded to`() async throws {
    let film = try await sound(AudioPlanTests.edit, outputs: "outputs: {a: {file: a.mp4}}")
    let mov = try await sound(AudioPlanTests.edit, outputs: "outputs: {a: {file: a.mov}}")
    #expect(mov.key == film.key)
    let web = try await sound(AudioPlanTests.edit, outputs: "outputs: {a: {file: a.webm}}")
    #expect(web.key != film.key)
    #expect(new(web, after: film) == 0)
    let part = try await sound(
      AudioPlanTests.edit, outputs: "outputs: {a: {file: a.mp4, range: 17s..47s}}")
    // Source times 30 to 45 s of the first clip are also chunks of the whole film.
    #expect(part.sampleCount == 30 * 48000)
    #expect(new(part, after: film) <= 15 * 48000)
  }

  @Test func `a row of short clips has its segment borders at clip borders`() async throws {
    func clips(_ order: [Int]) -> String {
      order.map { index in
        let start = index * 37 % 50
        return "    - {clip: long.mp4, id: c\(index), range: \(start)s..\(start).\(3 + index % 4)s}"
      }.joined(separator: "\n")
    }
    let before = try await sound(clips(Array(0..<120)))
    #expect((10...60).contains(before.chunks.count))
    #expect(before.chunks.allSatisfy { $0.program.sampleCount < 10 * 48000 })
    for position in [0, 1, 30, 31, 77, 119] {
      var order = Array(0..<120)
      order.remove(at: position)
      let after = try await sound(clips(order))
      #expect(new(after, after: before) < 20 * 48000)
    }
  }

  // MARK: - Passages

  /// Clips of 20 s for an hour, of which one is changed.
  private static func hour(_ change: String = "") -> String {
    (0..<180).map {
      let start = $0 * 7 % 40
      let what = $0 == 90 && !change.isEmpty ? ", \(change)" : ""
      return "    - {clip: long.mp4, id: c\($0), range: \(start)s..\(start + 20)s\(what)}"
    }.joined(separator: "\n")
  }

  /// Seconds in the passages of `sound` that `before` does not have.
  private func encoded(_ sound: PlannedAudio, after before: PlannedAudio) -> Int64 {
    let known = Set(before.passages.map(\.key))
    return sound.passages.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.sampleCount }
      / 48_000
  }

  @Test(arguments: ["a.mp4", "a.webm"])
  func `an edit of some seconds in an hour encodes the passages around it`(file: String)
    async throws
  {
    let outputs = "outputs: {a: {file: \(file)}}"
    let before = try await sound(AudioPlanTests.hour(), outputs: outputs)
    #expect((30...120).contains(before.passages.count))
    #expect(before.passages.reduce(0) { $0 + $1.sampleCount } == before.sampleCount)
    #expect(before.passages.allSatisfy { (29...121).contains($0.sampleCount / 48_000) })
    let after = try await sound(AudioPlanTests.hour("volume: -6dB"), outputs: outputs)
    let seconds = encoded(after, after: before)
    #expect((20...240).contains(seconds), "\(seconds) s")
  }

  @Test func `a clip inserted by whole packets keeps the passages after it`() async throws {
    let outputs = "outputs: {a: {file: a.webm}}"
    let before = try await sound(AudioPlanTests.hour(), outputs: outputs)
    let clip = "    - {clip: tall.mov, range: 0s..1s}\n"
    let after = try await sound(clip + AudioPlanTests.hour(), outputs: outputs)
    #expect(encoded(after, after: before) < 240)
  }

  @Test func `what repeats is divided, too`() async throws {
    let clips = (0..<90).map { "    - {clip: long.mp4, id: c\($0), range: 10s..20s}" }
    let sound = try await sound(clips.joined(separator: "\n"))
    let seconds = sound.passages.map { $0.sampleCount / 48_000 }
    #expect(seconds.allSatisfy { (29...121).contains($0) }, "\(seconds)")
    #expect(seconds.count >= 8)
  }

  @Test func `a short sound, a level and a codec without passages are encoded at once`()
    async throws
  {
    #expect(try await sound(AudioPlanTests.edit).passages.count <= 3)
    let short = "    - {clip: long.mp4, range: 0s..50s}"
    #expect(try await sound(short).passages.isEmpty)
    for output in ["{file: a.mp4, loudness: -16 LUFS}", "{file: a.mkv, preset: lossless}"] {
      let sound = try await sound(AudioPlanTests.hour(), outputs: "outputs: {a: \(output)}")
      #expect(sound.passages.isEmpty, "\(output)")
    }
  }
}
