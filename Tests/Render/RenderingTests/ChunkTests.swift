// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import Planning
import RenderProtocol
import TestSupport
import Testing

@testable import Audio
@testable import MediaIO

/// Sound mixed in chunks equals sound mixed at once.
@Suite struct ChunkTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The encoded chunks of `program`, each mixed by `renderer`, or each by a new one.
  private func mixed(_ program: AudioProgram, by renderer: AudioRenderer? = nil) throws -> Mix {
    var intervals: [EncodeRequest.Interval] = []
    for (index, stretch) in program.divided().enumerated() {
      switch stretch {
      case .silence(let count): intervals.append(.silence(count))
      case .chunk(let program):
        let file = shop.path("chunk-\(index)")
        let facts = try (renderer ?? AudioRenderer()).mix(
          MixRequest(program: program, output: file))
        #expect(facts.frames == program.sampleCount)
        intervals.append(.mixed(file, facts.frames))
      }
    }
    return try encoded(intervals, rate: program.sampleRate, count: program.sampleCount)
  }

  /// The encoded sound of `intervals`.
  private func encoded(
    _ intervals: [EncodeRequest.Interval], rate: Int = 48_000, count: Int64
  ) throws -> Mix {
    let file = shop.path("encoded")
    let facts = try AudioRenderer().encode(
      EncodeRequest(
        sampleRate: rate, intervals: intervals, encoding: AudioEncoding(encoder: "pcm_f32le"),
        output: file))
    #expect(facts.frames == count)
    return try shop.samples(of: file)
  }

  // MARK: - Arbitrary mixes

  @Test(arguments: 0..<24)
  func `chunks of any film are its mix, sample by sample`(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let rate = 1000
    let files = try [rate, rate, 1500].enumerated().map { index, own in
      let samples = noise(2 * own * (index == 1 ? 6 : 50), seed: UInt64(seed * 7 + index))
      return try shop.wav("noise-\(index).wav", rate: own, samples)
    }
    var clips: [AudioClip] = []
    let lengths: [ClosedRange<Int64>] = [10...800, 300...2500, 1000...50_000]
    var start: Int64 = 0
    for _ in 0..<random.below(24) {
      let count = random.within(lengths[random.below(3)])
      let file = files[random.below(files.count)]
      clips.append(
        try clip(
          file, from: Time(random.within(-3000...40_000), over: 1001), at: start, count: count,
          gains: (0..<random.below(3)).map { _ in random.gain(count) }))
      // Sometimes clips are contiguous, sometimes they have a gap, sometimes they overlap.
      start += [count, count + random.within(1...5000), random.within(0...count)][random.below(3)]
    }
    let end = clips.map { $0.start + $0.count }.max() ?? 0
    let program = AudioProgram(
      sampleRate: rate, sampleCount: max(1, end + random.within(-500...3000)), clips: clips)
    let whole = try shop.mix(program)
    let chunked = try mixed(program)
    #expect(chunked.left.count == whole.left.count)
    #expect(chunked.left == whole.left && chunked.right == whole.right)
    let shared = try mixed(program, by: AudioRenderer())
    #expect(shared.left == whole.left && shared.right == whole.right)
  }

  @Test func `a chunk is nothing but its file's own samples`() throws {
    let file = try shop.wav("noise.wav", rate: 2000, noise(2 * 90_000))
    let program = AudioProgram(
      sampleRate: 2000, sampleCount: 80_000,
      clips: [try clip(file, from: Time(3), at: 6000, count: 70_000)])
    // 3 s of silence, then the source from 3 s on: its boundaries are 10, 20 and 30 s; 40 s is 2 s after the end.
    #expect(
      program.divided().map(\.sampleCount) == [6000, 14_000, 20_000, 20_000, 16_000, 4000])
  }

  // MARK: - Real media

  /// Files, and whether their decoders give the same samples from any starting point.
  static let files: [(name: String, isExact: Bool)] = [
    ("audio/ambience_rain_60s.mp3", false), ("audio/guitar_mono_23s.mp3", false),
    ("audio/music_hungarian_dance_46s.ogg", false),
    ("audio/music_letsgofishin_stereo_133s.ogg", false),
    ("audio/music_sunflower_slow_drag_194s.ogg", false),
    ("audio/music_vibeace_cover_61s.ogg", false), ("audio/opus_51.mka", false),
    ("audio/speech_16k_aac.m4a", false), ("audio/speech_librispeech_f_16k.ogg", false),
    ("audio/speech_nasa_8k_stereo.mp3", false), ("edit/timecode_speech_720p30_42s.mp4", false),
    ("edit/bbb_720p24_82s.mp4", false), ("edit/tears_of_steel_332p24_70s.webm", false),
    ("edit/sintel_trailer_720p24_52s.mp4", false), ("variety/bbb_vp8_720p24_30s.webm", false),
    ("variety/webm_no_duration_opus.webm", false), ("variety/mpeg2_1080p24_mp2.ts", false),
    ("variety/bbb_720p60_open_start10.ts", false), ("variety/mpeg4asp_mp3_2398.avi", false),
    ("variety/h264_1080p50_pcm_sowt.mov", true),
  ]

  @Test(.enabled(if: mediaFolder != nil, "no real media"), arguments: files)
  func `chunks of real media are their mix, and leave no trace in each other`(
    name: String, isExact: Bool
  ) throws {
    let path = try #require(mediaFolder) + "/" + name
    try compare(path, isExact: isExact, drawsNoise: name.contains("bbb_720p24"))
  }

  @Test(
    .enabled(if: mediaFolder != nil, "no real media"),
    arguments: ["flac", "wav", "caf", "mka", "opus", "m4a", "adts", "ts"])
  func `sound in other containers is read the same way`(container: String) throws {
    let source = try #require(mediaFolder) + "/audio/music_vibeace_cover_61s.ogg"
    let path = shop.path("sound." + (container == "adts" ? "aac" : container))
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-t", "25", "-i", source, "-vn", "-strict", "experimental", path])
    try compare(
      path, isExact: ["flac", "wav", "caf"].contains(container),
      drawsNoise: ["m4a", "adts"].contains(container))
  }

  private func compare(_ path: String, isExact: Bool, drawsNoise: Bool) throws {
    let media = try probeMedia(ProbeRequest(path: path))
    let facts = try #require(media.audio)
    let rate = Int64(facts.sampleRate)
    let length = min((facts.end * Time(rate)).floor, 25 * rate)
    // Boundaries within packets, some of them in short clips.
    let first = min(rate * 13 / 10 + 77, length / 3)
    var clips: [AudioClip] = []
    func add(_ from: Int64, _ count: Int64) throws {
      clips.append(
        try clip(
          path, stream: facts.stream, zero: media.start, from: Time(from, over: rate),
          at: clips.last.map { $0.start + $0.count } ?? 0, count: count))
    }
    try add(first, length - first)
    if length > 12 * rate {
      for part in 0..<3 { try add(length - rate * Int64(3 * part + 1), rate * 17 / 10) }
      try add(rate * 3, rate * 2)
      try add(rate * 5 + 1000, rate)
    }
    let program = AudioProgram(
      sampleRate: facts.sampleRate, sampleCount: clips.reduce(0) { $0 + $1.count }, clips: clips)
    let whole = try shop.mix(program)
    let alone = try mixed(program)
    #expect(Int64(whole.left.count) == program.sampleCount)
    #expect(alone.left.count == whole.left.count)
    let renderer = AudioRenderer()
    for round in 0..<2 {
      let shared = try mixed(program, by: renderer)
      #expect(shared.left == alone.left && shared.right == alone.right, "round \(round)")
    }
    let difference = zip(whole.left + whole.right, alone.left + alone.right).map { abs($0 - $1) }
    // −90 dB below full scale is inaudible. AAC may code noise by its level: a decoder that starts elsewhere
    // generates different noise of the same level, and joins are crossfaded.
    if !drawsNoise { #expect(difference.allSatisfy { $0 <= (isExact ? 0 : 3.16e-5) }) }
  }

  // MARK: - Encoding

  @Test(arguments: ["pcm_s16le", "flac", "aac", "libmp3lame", "libopus", "alac"])
  func `encoding in chunks equals encoding the whole`(encoder: String) throws {
    let samples = noise(2 * 48_000 * 3, seed: 5).map { $0 * 0.4 }
    let file = try shop.wav("noise.wav", rate: 48_000, samples)
    let rate: Int64 = 48_000
    func program(_ from: Int64, _ count: Int64, at start: Int64, of whole: Int64) throws
      -> AudioProgram
    {
      AudioProgram(
        sampleRate: 48_000, sampleCount: whole,
        clips: [try clip(file, from: Time(from, over: rate), at: start, count: count)])
    }
    let renderer = AudioRenderer()
    func mix(_ name: String, _ program: AudioProgram) throws -> EncodeRequest.Interval {
      let path = shop.path(name)
      let facts = try renderer.mix(MixRequest(program: program, output: path))
      return .mixed(path, facts.frames)
    }
    func encode(_ name: String, _ intervals: [EncodeRequest.Interval]) throws -> Data {
      let path = shop.path(name)
      let facts = try renderer.encode(
        EncodeRequest(
          sampleRate: 48_000, intervals: intervals, encoding: AudioEncoding(encoder: encoder),
          output: path))
      #expect(facts.frames == 100_003)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let whole = try encode("whole", [try mix("all", try program(0, 60_000, at: 777, of: 100_003))])
    let chunked = try encode(
      "chunked",
      [
        .silence(777), try mix("a", try program(0, 12_345, at: 0, of: 12_345)),
        try mix("b", try program(12_345, 1, at: 0, of: 1)),
        try mix("c", try program(12_346, 47_654, at: 0, of: 47_654)),
        .silence(100_003 - 60_777),
      ])
    #expect(whole == chunked)
  }

  @Test func `sound that continues differently is cross-faded`() throws {
    // Two decoders of one sound that disagree, and a second sound that starts at the join.
    let high = try shop.wav("high.wav", rate: 48_000, [Float](repeating: 0.5, count: 2 * 20_000))
    let low = try shop.wav("low.wav", rate: 48_000, [Float](repeating: 0.25, count: 2 * 20_000))
    let renderer = AudioRenderer()
    func mix(_ name: String, _ program: AudioProgram) throws -> EncodeRequest.Interval {
      let path = shop.path(name)
      let facts = try renderer.mix(MixRequest(program: program, output: path))
      #expect(facts.frames == 10_000)
      return .mixed(path, 10_000)
    }
    let first = try mix(
      "first",
      AudioProgram(
        sampleRate: 48_000, sampleCount: 10_000, clips: [try clip(high, count: 11_024)]))
    let second = try mix(
      "second",
      AudioProgram(
        sampleRate: 48_000, sampleCount: 10_000,
        clips: [
          try clip(low, count: 10_000), try clip(high, count: 10_000, gains: [.constant(2)]),
        ],
        underWay: 1))
    let heard = try encoded([first, second], count: 20_000)
    for n in 0..<20_000 {
      let share = Float(max(0, min(1024, n - 10_000))) / 1024
      let sound: Float = n < 10_000 ? 0 : 1
      #expect(abs(heard.left[n] - (sound + 0.5 - 0.25 * share)) < 1e-6, "sample \(n)")
    }
    // After silence no clip is already playing.
    let apart = try encoded([first, .silence(1), second], count: 20_001)
    #expect(Array(apart.left[9_999..<10_002]) == [0.5, 0, 1.25])
  }

  @Test func `a file of samples that is damaged, cut off or of another rate is refused`() throws {
    let file = try shop.wav("noise.wav", rate: 48_000, noise(2 * 20_000))
    let renderer = AudioRenderer()
    let path = shop.path("chunk")
    _ = try renderer.mix(
      MixRequest(
        program: AudioProgram(
          sampleRate: 48_000, sampleCount: 20_000, clips: [try clip(file, count: 20_000)]),
        output: path))
    func encode(_ path: String, rate: Int = 48_000, count: Int64 = 20_000) throws {
      _ = try renderer.encode(
        EncodeRequest(
          sampleRate: rate, intervals: [.mixed(path, count)],
          encoding: AudioEncoding(encoder: "flac"), output: shop.path("encoded")))
    }
    try encode(path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    for bytes in [damaged, whole.dropLast(1), whole.prefix(200), Data()] {
      let other = shop.path("other")
      try bytes.write(to: URL(fileURLWithPath: other))
      let failure = #expect(throws: RenderFailure.self) { try encode(other) }
      #expect(failure?.kind == .disk)
    }
    #expect(throws: RenderFailure.self) { try encode(path, rate: 44_100) }
    #expect(throws: RenderFailure.self) { try encode(path, count: 20_001) }
  }

  @Test func `a source that was replaced meanwhile is opened anew`() throws {
    func program(_ file: String) throws -> AudioProgram {
      AudioProgram(
        sampleRate: 48_000, sampleCount: 100, clips: [try clip(file, from: Time(3), count: 100)])
    }
    let pool = AudioPool()
    func mix(_ program: AudioProgram) throws -> [Float] {
      var mixer = try AudioMixer(program, keepsGoing: false, pool: pool)
      let block = AudioBlock(channels: 2)
      let count = try mixer.mix(into: block.memory)
      return block.samples(count).channels[0]
    }
    let file = try shop.wav("noise.wav", rate: 48_000, noise(2 * 200_000, seed: 1))
    let first = try mix(try program(file))
    try FileManager.default.removeItem(atPath: file)
    _ = try shop.wav("noise.wav", rate: 48_000, noise(2 * 200_000, seed: 2))
    let second = try mix(try program(file))
    for (heard, seed) in [(first, UInt64(1)), (second, 2)] {
      let samples = noise(2 * 200_000, seed: seed)
      #expect(heard == (0..<100).map { samples[2 * (144_000 + $0)] })
    }
  }
}

extension SeededNumbers {
  fileprivate mutating func below(_ limit: Int) -> Int { .random(in: 0..<limit, using: &self) }

  fileprivate mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
    .random(in: range, using: &self)
  }

  /// A gain of a clip of `count` samples, with keys inside and around it.
  fileprivate mutating func gain(_ count: Int64) -> Gain {
    if below(3) == 0 { return .constant([0.5, 1, 1.75][below(3)]) }
    if below(6) == 0 { return .routed(ChannelChoice.Route.allCases[below(5)]) }
    let kind = GainKind.allCases[below(4)]
    let shapes: [GainShape] = [
      .eased(.linear), .eased(.hold), .equalPower, .decibels, .eased(.easeInOut), .eased(.settling),
    ]
    var keys: [GainKey] = []
    var sample = within(-3000...count / 2)
    for _ in 0...below(5) {
      keys.append(
        GainKey(sample: sample, value: [0, 0.25, 1, 1, 2][below(5)], shape: shapes[below(6)]))
      sample += within(0...max(1, count / 3))
    }
    if below(2) == 0 { return .keys(keys, as: kind) }
    let start = within(-1000...count)
    return .keys(keys, as: kind, during: start..<(start + within(1...count)))
  }
}
