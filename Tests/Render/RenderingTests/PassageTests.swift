// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import Audio
@testable import MediaIO
@testable import Muxing

/// Passages of a sound, encoded by themselves and joined, are the sound encoded as a whole.
@Suite struct PassageTests {
  private static let rate = 48_000
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// An encoder with the samples of its packets, those dropped first and those that its output is late by.
  struct Codec: Sendable {
    var encoding: AudioEncoding
    var samples: Int64
    var lead: Int64
    /// Packets that are kept beyond borders.
    var reach: Int64

    init(_ encoder: String, _ rate: String, _ samples: Int64, lead: Int64, reach: Int64 = 16) {
      encoding = AudioEncoding(encoder: encoder, options: [EncoderOption("b", rate)])
      encoding.level = AudioLevel()
      (self.samples, self.lead, self.reach) = (samples, lead, reach)
    }
  }

  /// AAC as films have it that ask for no bit rate.
  static func aac(_ layout: ChannelLayout, quality: Int = 300) -> Codec {
    let bits = layout == .mono ? "69000" : layout == .stereo ? "128000" : "341000"
    var codec = Codec("aac", bits, 1024, lead: 150, reach: 48)
    codec.encoding.layout = layout
    codec.encoding.options += [
      EncoderOption("flags", "+qscale"), EncoderOption("global_quality", "\(quality)"),
      EncoderOption("aac_coder", "fast"), EncoderOption("aac_pns", "0"),
      EncoderOption("aac_is", "0"), EncoderOption("aac_tns", "0"),
    ]
    return codec
  }

  static let aac = aac(.stereo)
  static let ratedAAC = Codec("aac", "192000", 1024, lead: 400)
  static let opus = {
    var codec = Codec("libopus", "128000", 960, lead: 100)
    codec.encoding.options.append(EncoderOption("vbr", "off"))
    return codec
  }()

  /// The packets of `samples` encoded as a whole, and of passages with the borders `borders`, in packets.
  private func encoded(
    _ samples: [Float], _ codec: Codec, borders: [Int64]
  ) throws -> (whole: [[UInt8]], joined: [[UInt8]], facts: SegmentFacts) {
    let layout = codec.encoding.layout
    let count = Int64(samples.count / layout.count)
    let file = try shop.wav("sound.wav", rate: Self.rate, channels: layout.count, samples)
    let mixed = shop.path("mixed")
    _ = try AudioRenderer().mix(
      MixRequest(
        program: AudioProgram(
          sampleRate: Self.rate, sampleCount: count, clips: [try clip(file, count: count)],
          layout: layout),
        output: mixed))
    func request(_ name: String, _ intervals: [EncodeRequest.Interval]? = nil) -> EncodeRequest {
      EncodeRequest(
        sampleRate: Self.rate, intervals: intervals ?? [.mixed(mixed, count)],
        encoding: codec.encoding, output: shop.path(name))
    }
    _ = try AudioRenderer().encode(request("whole"))
    var parts: [EncodeRequest.Interval] = []
    for (index, border) in ([0] + borders).enumerated() {
      let next = index < borders.count ? borders[index] : nil
      let first = max(0, border - codec.reach - codec.lead)
      let passage = AudioPassage(
        skipped: first * codec.samples,
        packets: max(0, border - codec.reach) - first..<(next ?? count / codec.samples + 8)
          + codec.reach - first,
        samples: (border - first) * codec.samples..<(next.map { $0 * codec.samples } ?? count)
          - first * codec.samples)
      var request = request("passage-\(index)")
      request.passage = passage
      let facts = try AudioRenderer().encode(request)
      #expect(facts.frames == Int64(passage.samples.count))
      parts.append(
        .passage(request.output, passage, first: first, facts.notes.first))
    }
    let facts = try AudioRenderer().encode(request("joined", parts))
    #expect(facts.frames == count)
    return (try packets("whole"), try packets("joined"), facts)
  }

  private func packets(_ name: String) throws -> [[UInt8]] {
    var reader = try SegmentReader(path: shop.path(name))
    let packet = try Packet()
    var packets: [[UInt8]] = []
    var end: Int64?
    while try reader.next(into: packet) {
      #expect(packet.presentation == end ?? packet.presentation, "packets follow each other")
      end = (packet.presentation ?? 0) + packet.duration
      packets.append(Array(packet.bytes))
    }
    return packets
  }

  /// The samples of the left channel that ffmpeg decodes of the film that `name` is linked into.
  private func decoded(_ name: String) throws -> [Float] {
    let output = shop.path(name + ".mka")
    _ = try Linker().link(
      LinkRequest(
        segments: [], sound: shop.path(name),
        canvas: CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25)), container: "matroska",
        fastStart: false, output: output))
    let bytes = try shop.run(
      "ffmpeg", ["-v", "error", "-i", output, "-map", "0:a", "-f", "f32le", "-ac", "1", "-"])
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The mean power in decibels of what `a` and `b` differ by, within `range`.
  private func difference(_ a: [Float], _ b: [Float], _ range: Range<Int>, lag: Int = 0) -> Double {
    let range = range.clamped(to: max(0, lag)..<min(a.count, b.count + lag))
    let power = range.reduce(0.0) {
      let distance = Double(a[$1] - b[$1 - lag])
      return $0 + distance * distance
    }
    return 10 * log10(power / Double(max(range.count, 1)) + 1e-20)
  }

  /// Samples of what is decoded around the joint at packet `border`.
  private func surroundings(_ border: Int64, _ codec: Codec) -> Range<Int> {
    Int((border - 24) * codec.samples)..<Int((border + 24) * codec.samples)
  }

  static let borders: [Int64] = [700, 1300, 2100]

  @Test(arguments: [aac, aac(.stereo, quality: 140), ratedAAC, opus])
  func `no step is heard in a sine where passages meet`(codec: Codec) throws {
    let sine = (0..<Self.rate * 50).flatMap { n -> [Float] in
      let value = Float(0.5 * sin(2 * Double.pi * 1000 * Double(n) / Double(Self.rate)))
      return [value, value]
    }
    let (whole, joined, facts) = try encoded(sine, codec, borders: Self.borders)
    #expect(joined.count == whole.count && facts.notes.isEmpty)
    let (one, other) = (try decoded("whole"), try decoded("joined"))
    #expect(one.count == other.count)
    // What is left of a sine behind a filter that takes it away is noise of coding, and clicks.
    let turn = 2 * cos(2 * Double.pi * 1000 / Double(Self.rate))
    func rest(_ samples: [Float], _ place: Int) -> Double {
      abs(Double(samples[place]) - turn * Double(samples[place - 1]) + Double(samples[place - 2]))
    }
    let usual = (Self.rate * 5..<Self.rate * 45).map { rest(one, $0) }.max() ?? 0
    for border in Self.borders {
      let place = surroundings(border, codec)
      let most = place.map { rest(other, $0) }.max() ?? 1
      #expect(
        most <= usual * (codecVersion > 59 ? 1.01 : 1), "at packet \(border): \(most) of \(usual)")
      guard codec.samples == 1024 else { continue }
      let step = place.map { abs(one[$0] - other[$0]) }.max() ?? 1
      #expect(20 * log10(Double(step) + 1e-10) < -80, "at packet \(border)")
    }
  }

  static let music = [
    "music_letsgofishin_stereo_133s.ogg", "music_sunflower_slow_drag_194s.ogg",
    "music_vibeace_cover_61s.ogg", "ambience_rain_60s.mp3",
  ]

  /// A minute of a file.
  private func samples(_ name: String, channels: Int = 2) throws -> [Float] {
    let path = try #require(mediaFolder) + "/audio/" + name
    let bytes = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-t", "60", "-i", path, "-f", "f32le", "-ac", "\(channels)", "-ar", "48000",
        "-",
      ])
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test(.enabled(if: mediaFolder != nil, "no real media"), arguments: music)
  func `joined passages of Opus are one encoding`(name: String) throws {
    let (whole, joined, _) = try encoded(
      try samples(name), PassageTests.opus, borders: Self.borders)
    // Rain has some packets, far from any border, of which an encoder that began earlier thinks otherwise.
    #expect(zip(whole, joined).count { $0 != $1 } <= (name.contains("rain") ? 20 : 0))
    let (one, other) = (try decoded("whole"), try decoded("joined"))
    for border in Self.borders {
      #expect(difference(one, other, surroundings(border, PassageTests.opus)) < -60, "\(border)")
    }
  }

  /// The encoded files, each with its channels and quality.
  static let layouts: [(String, ChannelLayout, Int)] =
    music.map { ($0, .stereo, 300) } + music.map { ($0, .stereo, 140) } + [
      ("music_letsgofishin_stereo_133s.ogg", .mono, 240), ("ambience_rain_60s.mp3", .mono, 112),
      ("speech_librispeech_f_16k.ogg", .mono, 240),
      ("music_sunflower_slow_drag_194s.ogg", .surround, 240),
    ]

  @Test(.enabled(if: mediaFolder != nil, "no real media"), arguments: layouts)
  func `many joined passages of AAC are one encoding`(
    name: String, layout: ChannelLayout, quality: Int
  ) throws {
    let codec = PassageTests.aac(layout, quality: quality)
    var samples = try samples(name, channels: layout == .mono ? 1 : 2)
    if layout == .surround {
      // The other channels sound like those in front did some seconds ago.
      samples = (0..<samples.count / 2).flatMap { n in
        [0, 1, 0, 1, 0, 1].enumerated().map { channel, side in
          let past = 2 * (n - channel / 2 * 3 * Self.rate) + side
          return past < 0 ? 0 : samples[past] * (channel == 3 ? 0.1 : 0.7)
        }
      }
    }
    let count = Int64(samples.count / layout.count) / codec.samples
    let borders = Array(stride(from: Int64(200), to: count - 100, by: 97))
    let (whole, joined, _) = try encoded(samples, codec, borders: borders)
    #expect(joined.count == whole.count)
    // The first attack in a passage may be coded otherwise, wherever that is.
    let others = zip(whole, joined).count { $0 != $1 }
    #expect(others <= borders.count * layout.count / 4 + 1, "\(others) of \(whole.count)")
    let (one, other) = (try decoded("whole"), try decoded("joined"))
    #expect(one.count == other.count)
    for border in borders {
      let found = difference(one, other, surroundings(border, codec))
      // What the encoder of FFmpeg 9 has before a passage says more about it.
      #expect(found < -56, "at packet \(border): \(found)")
    }
  }

  @Test(.enabled(if: mediaFolder != nil, "no real media"), arguments: music)
  func `joined passages of AAC at a bit rate have no more noise than one encoding`(
    name: String
  ) throws {
    let samples = try samples(name)
    let original = stride(from: 0, to: samples.count, by: 2).map {
      (samples[$0] + samples[$0 + 1]) / 2
    }
    let (whole, joined, _) = try encoded(samples, PassageTests.ratedAAC, borders: Self.borders)
    #expect(joined.count == whole.count)
    let (one, other) = (try decoded("whole"), try decoded("joined"))
    let middle = 400_000..<500_000
    let lag =
      [0, 1024].min {
        difference(one, original, middle, lag: $0) < difference(one, original, middle, lag: $1)
      } ?? 0
    let bytes = (whole.joined().count, joined.joined().count)
    #expect(abs(Double(bytes.1) / Double(bytes.0) - 1) < 0.01, "\(bytes)")
    for border in Self.borders {
      let place = surroundings(border, PassageTests.ratedAAC)
      let noise = (
        difference(one, original, place, lag: lag), difference(other, original, place, lag: lag)
      )
      #expect(noise.1 < noise.0 + 1.5, "at packet \(border): \(noise)")
    }
  }

  @Test(arguments: [ratedAAC, opus])
  func `passages of surround are joined as those of stereo are`(codec: Codec) throws {
    var codec = codec
    codec.encoding.options[0].value = "384000"
    codec.encoding.layout = .surround
    // A chord on each channel, under noise that comes and goes.
    let count = Self.rate * 32
    let hiss = noise(count, seed: 9)
    var samples: [Float] = []
    samples.reserveCapacity(count * 6)
    for n in 0..<count {
      for channel in 0..<6 {
        let time = Double(n) / Double(Self.rate)
        let tone = sin(2 * Double.pi * time * Double(channel == 3 ? 55 : 220 + 110 * channel))
        let swell = 0.5 + 0.5 * sin(2 * Double.pi * time / Double(channel + 2))
        samples.append(Float(0.3 * tone) + hiss[n] * 0.02 * Float(swell))
      }
    }
    let (whole, joined, facts) = try encoded(samples, codec, borders: [500, 1000])
    #expect(joined.count == whole.count && facts.notes.isEmpty)
    let (one, other) = (try decoded("whole"), try decoded("joined"))
    #expect(one.count == other.count)
    let bytes = try shop.run(
      "ffmpeg", ["-v", "error", "-i", shop.path("sound.wav"), "-f", "f32le", "-ac", "1", "-"])
    let original = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let middle = 300_000..<400_000
    let lag =
      [0, 1024].min {
        difference(one, original, middle, lag: $0) < difference(one, original, middle, lag: $1)
      } ?? 0
    for border in [Int64(500), 1000] {
      let place = surroundings(border, codec)
      let noise = (
        difference(one, original, place, lag: lag), difference(other, original, place, lag: lag)
      )
      #expect(noise.1 < noise.0 + 1.5, "at packet \(border): \(noise)")
    }
    if codec.samples == 960 { #expect(zip(joined, whole).allSatisfy(==)) }
  }

  @Test func `a sound of which nothing is heard is said, one that is heard at its end is not`()
    throws
  {
    var samples = [Float](repeating: 0, count: 2 * Self.rate * 20)
    #expect(
      try encoded(samples, PassageTests.aac, borders: [500]).facts.notes.map(\.isOfSilence) == [
        true
      ])
    samples[2 * Self.rate * 18] = 1e-4
    #expect(try encoded(samples, PassageTests.aac, borders: [500]).facts.notes.isEmpty)
  }

  @Test func `peaks are counted once, in the passage that they lie in`() throws {
    var samples = noise(2 * Self.rate * 40, seed: 3).map { $0 * 0.2 }
    // One in the run-in of the second passage, one in it, and one in the last.
    for (second, peak) in [(14, Float(1.5)), (20, 2), (38, 1.25)] {
      samples[2 * second * Self.rate] = peak
    }
    let (_, _, facts) = try encoded(samples, PassageTests.aac, borders: [700, 1500])
    #expect(
      facts.notes.map(\.message) == [
        "the sound goes over full scale 3 times, by 6.0 dB at most; it is lowered there"
      ])
    #expect(facts.notes.first?.frame == 20 * Self.rate)
  }
}
