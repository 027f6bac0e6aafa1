// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Foundation
import RenderProtocol
import Testing

@testable import Planning

/// The copied parts of a film's sound, and the reasons against copying the others.
@Suite struct AudioCopyTests {
  /// Footage of 15 s with a group of pictures every second and 48 kHz AAC, unless specified otherwise.
  static func take(
    codec: String = "aac", packetSamples: Int = 1024, first: Time = Time(-1024, over: 48000),
    channels: Int = 2, isUsual: Bool = true
  ) -> MediaFacts {
    var facts = CopyingTests.take(Array(0..<15), seconds: 15)
    facts.audio = AudioFacts(
      stream: 1, codec: codec, sampleRate: 48000, channels: channels,
      firstSample: max(.zero, first), end: Time(15),
      coding: AudioCoding(
        packetSamples: packetSamples, leadPackets: packetSamples == 1 ? 0 : 2, firstPacket: first,
        configuration: [0x11, 0x90], canBeJoined: isUsual))
    return facts
  }

  private func sound(
    _ main: String, _ takes: [String: MediaFacts] = ["take.mp4": take()], file: String = "film.mp4",
    preset: String = "passthrough"
  ) async throws -> PlannedAudio {
    let world = TestWorld(
      project:
        "reel: 1\ntracks: {main: [\(main)]}\noutputs: {film: {file: \(file), preset: \(preset)}}\n",
      media: TestWorld.shelf.merging(takes) { $1 })
    let result = await world.compilation().plan()
    let plan = try #require(result.product, "\(result.diagnostics.map(\.message))")
    guard case .film(let film)? = plan.outputs.first?.product else {
      throw CocoaError(.featureUnsupported)
    }
    return try #require(film.sound)
  }

  /// Packets of `copy`, such as `12 of 5120, 8 encoded`: the numbers of packets copied from which sample on.
  private func words(_ copy: AudioCopy) -> String {
    copy.intervals.map {
      switch $0 {
      case .copied(let source, let packets): "\(packets) of \(source.sample)"
      case .encoded(let packets): "\(packets) encoded"
      }
    }.joined(separator: ", ")
  }

  @Test func `one clip is copied with the packets that a decoder needs before it`() async throws {
    let copy = try #require(try await sound("{clip: take.mp4, range: 30f..96f}").copy)
    // Sample 48000 is 896 samples after the start of its packet.
    #expect(copy.start == -896 - 2048)
    #expect(words(copy) == "106 of \(48000 - 896 - 2048)")
    #expect(copy.sampleCount == 66 * 1600)
    #expect(copy.mix == nil)
    let whole = try #require(try await sound("take.mp4").copy)
    #expect(whole.start == -1024)
  }

  @Test func `streams that begin a little late or end a little early are copied as they are`()
    async throws
  {
    let late = AudioCopyTests.take(first: Time(1, over: 20), channels: 1, isUsual: false)
    var short = late
    short.audio?.end = Time(143, over: 10)
    let copy = try #require(try await sound("take.mp4", ["take.mp4": short]).copy)
    #expect(copy.start == 2400)
    #expect(copy.sampleCount == 143 * 4800)
    // An audible second of another clip is not an omission.
    for more in [
      "{clip: take.mp4, range: 12s..12.8s, volume: 50%}", "{clip: song.mp4, range: 0s..800ms}",
    ] {
      let song = AudioCopyTests.take(codec: "mp3", packetSamples: 1152)
      let joined = try await sound(
        "{clip: take.mp4, range: 0s..10s}, \(more)",
        ["take.mp4": AudioCopyTests.take(), "song.mp4": song])
      let copy = try #require(joined.copy)
      #expect(copy.sampleCount == 108 * 4800)
      #expect(copy.intervals.last?.isCopied == false)
      let single = try await sound(
        "{clip: take.mp4, range: 0s..10s}, \(more)", ["take.mp4": late, "song.mp4": song])
      #expect(single.copy == nil)
    }
    // The content before a cut that is later in the film is unknown.
    let gapped = try await sound(
      "{gap: 200ms}, {clip: take.mp4, range: 1s..5s}", ["take.mp4": late])
    #expect(gapped.copy == nil)
  }

  @Test func `takes whose packets meet are copied, and encoded where they meet`() async throws {
    // 16 frames equal 25 packets.
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..96f}, {clip: take.mp4, range: 192f..288f}")
    let copy = try #require(sound.copy)
    #expect(words(copy) == "150 of -1024, 1 encoded, 150 of 307200")
    #expect(copy.sampleCount == 192 * 1600)
  }

  @Test func `where a cut lies within a packet it is encoded`() async throws {
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..97f}, {clip: take.mp4, range: 193f..288f}")
    let copy = try #require(sound.copy)
    // 97 frames equal 151.6 packets, with as many before the first.
    #expect(words(copy) == "151 of -1024, 2 encoded, 148 of \(302 * 1024)")
    #expect(copy.encoding?.encoder == "aac")
    #expect(copy.mix?.clips.count == 2)
  }

  @Test func `sound off the grid by more than a millisecond is mixed`() async throws {
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..96f}, {clip: take.mp4, range: 193f..290f}")
    #expect(sound.copy == nil)
    #expect(
      sound.copyObstacle
        == "its packets do not meet those of the next clip: they would be heard 448 samples too early or too late"
    )
  }

  @Test func `sound off the grid by less is moved, and mixed only where it meets other sound`()
    async throws
  {
    let late = AudioCopyTests.take(first: Time(-1024 + 40, over: 48000))
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..97f}, {clip: late.mp4, range: 193f..450f}",
      ["take.mp4": AudioCopyTests.take(), "late.mp4": late])
    let copy = try #require(sound.copy)
    #expect(copy.intervals.count == 3)
    // Both are shifted, each by half of their distance.
    let clips = try #require(copy.mix).clips
    #expect(clips[0].sourceStart == Time(-20, over: 48000))
    #expect(clips[1].sourceStart == Time(193 * 1600 + 20, over: 48000))
  }

  @Test func `packets under other sound are mixed`() async throws {
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..96f, volume: -6dB}, {clip: take.mp4, range: 96f..400f}")
    let copy = try #require(sound.copy)
    #expect(copy.intervals.map(\.isCopied) == [false, true])
    // An encoder's first packet is not audible.
    #expect(copy.start == -1024)
    #expect(copy.encodedSamples == 151 * 1024)
  }

  @Test(arguments: [
    (
      "film.mp4", take(isUsual: false),
      "its AAC is coded with sine windows, beside which nothing can be encoded"
    ),
    ("film.mp4", take(channels: 1), "what is encoded beside it is stereo, and it is not"),
    (
      "film.mp4", take(codec: "opus", packetSamples: 960),
      "opus is copied only where nothing is encoded beside it"
    ),
    ("film.mkv", take(), "codec aac cannot be copied into mkv"),
    ("film.mov", take(codec: "opus", packetSamples: 960), "codec opus, output aac"),
  ])
  func `what cannot be joined is mixed`(file: String, facts: MediaFacts, reason: String)
    async throws
  {
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..96f}, {clip: take.mp4, range: 192f..288f}",
      ["take.mp4": facts], file: file)
    #expect(sound.copy == nil)
    #expect(sound.copyObstacle == reason)
  }

  @Test func `samples are copied wherever they are cut`() async throws {
    let sound = try await sound(
      "{clip: take.mp4, range: 0f..97f}, {clip: take.mp4, range: 191f..300f}",
      ["take.mp4": AudioCopyTests.take(codec: "pcm_s16le", packetSamples: 1, first: .zero)],
      file: "film.mov")
    let copy = try #require(sound.copy)
    #expect(words(copy) == "\(97 * 1600) of 0, \(109 * 1600) of \(191 * 1600)")
    #expect(copy.start == 0)
  }

  @Test(arguments: ["opus", "mp3"])
  func `sound of one clip keeps its codec`(codec: String) async throws {
    let facts = AudioCopyTests.take(codec: codec, packetSamples: 960)
    let sound = try await sound("take.mp4", ["take.mp4": facts])
    #expect(sound.copy?.intervals.count == 1)
    let usual = try await self.sound("take.mp4", ["take.mp4": facts], preset: "medium")
    #expect(usual.copy == nil)
  }
}
