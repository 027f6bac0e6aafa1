// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import Muxing
import RenderProtocol
import Testing

@testable import Audio

/// Films that are heard on one channel, and on more than two.
@Suite struct SurroundTests {
  private static let rate: Int64 = 48_000
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Layouts of sources, and where their channels are heard in surround, as ffmpeg's `pan` writes it.
  private static let sources: [(layout: String, surround: String, wide: String)] = [
    ("mono", "FC=FC", "FC=FC"),
    ("stereo", "FL=FL|FR=FR", "FL=FL|FR=FR"),
    ("2.1", "FL=FL|FR=FR|LFE=LFE", "FL=FL|FR=FR|LFE=LFE"),
    ("3.0", "FL=FL|FR=FR|FC=FC", "FL=FL|FR=FR|FC=FC"),
    (
      "4.0", "FL=FL|FR=FR|FC=FC|BL=0.70711*BC|BR=0.70711*BC",
      "FL=FL|FR=FR|FC=FC|BL=0.70711*BC|BR=0.70711*BC"
    ),
    ("quad", "FL=FL|FR=FR|BL=BL|BR=BR", "FL=FL|FR=FR|BL=BL|BR=BR"),
    ("quad(side)", "FL=FL|FR=FR|BL=SL|BR=SR", "FL=FL|FR=FR|SL=SL|SR=SR"),
    ("5.0", "FL=FL|FR=FR|FC=FC|BL=BL|BR=BR", "FL=FL|FR=FR|FC=FC|BL=BL|BR=BR"),
    (
      "5.1", "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=BL|BR=BR", "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=BL|BR=BR"
    ),
    (
      "5.1(side)", "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=SL|BR=SR",
      "FL=FL|FR=FR|FC=FC|LFE=LFE|SL=SL|SR=SR"
    ),
    (
      "6.1", "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=SL+0.70711*BC|BR=SR+0.70711*BC",
      "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=0.70711*BC|BR=0.70711*BC|SL=SL|SR=SR"
    ),
    (
      "7.1", "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=0.70711*BL+0.70711*SL|BR=0.70711*BR+0.70711*SR",
      "FL=FL|FR=FR|FC=FC|LFE=LFE|BL=BL|BR=BR|SL=SL|SR=SR"
    ),
    (
      "7.1(wide)",
      "FL=FL+0.70711*FLC|FR=FR+0.70711*FRC|FC=FC+0.70711*FLC+0.70711*FRC|LFE=LFE|BL=BL|BR=BR",
      "FL=FL+0.70711*FLC|FR=FR+0.70711*FRC|FC=FC+0.70711*FLC+0.70711*FRC|LFE=LFE|BL=BL|BR=BR"
    ),
  ]

  /// A file of noise, another one on each channel of `layout`.
  private func source(_ layout: String) throws -> String {
    let path = shop.path("source.wav")
    let channels = layout == "mono" ? 1 : 0
    let count = channels == 1 ? 1 : 8
    let noises = (0..<count).map { "(random(\($0))-0.5)*0.6" }.joined(separator: "|")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "aevalsrc=\(noises):c=\(count == 1 ? "mono" : "7.1"):s=48000:d=1", "-af",
        count == 1 ? "anull" : try renaming(layout), "-c:a", "pcm_f32le", path,
      ])
    return path
  }

  /// The first of eight channels as those of `layout`.
  private func renaming(_ layout: String) throws -> String {
    let counts = [
      "stereo": 2, "2.1": 3, "3.0": 3, "4.0": 4, "quad": 4, "quad(side)": 4, "5.0": 5, "5.1": 6,
      "5.1(side)": 6, "6.1": 7, "7.1": 8, "7.1(wide)": 8,
    ]
    let count = try #require(counts[layout])
    return "channelmap=map=" + (0..<count).map(String.init).joined(separator: "|")
      + ":channel_layout=\(layout)"
  }

  private func mixed(
    _ path: String, on layout: ChannelLayout, count: Int64 = rate, gains: [Gain] = [],
    channels: [Int]? = nil
  ) throws -> [[Float]] {
    var clip = try clip(path, count: count, gains: gains)
    clip.channels = channels
    return try shop.channels(
      of: AudioProgram(
        sampleRate: Int(Self.rate), sampleCount: count, clips: [clip], layout: layout)
    ).samples.channels
  }

  /// The output of ffmpeg for `path` with a filter, channel by channel.
  private func expected(_ path: String, _ filter: String, channels: Int) throws -> [[Float]] {
    let samples = try shop.decode(path, ["-af", filter], channels: channels)
    return (0..<channels).map { channel in
      stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
    }
  }

  private func expectSame(
    _ made: [[Float]], _ wanted: [[Float]], _ words: String,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(made.count == wanted.count, sourceLocation: location)
    for (channel, pair) in zip(made, wanted).enumerated() {
      // A tenth of a decibel is 39 dB below the signal.
      let error = ratio(pair.1, pair.0)
      #expect(error > 70, "channel \(channel) of \(words): \(error)", sourceLocation: location)
    }
  }

  @Test(arguments: sources.map(\.layout))
  func `sounds of all layouts are mapped as ffmpeg maps them by the standard`(name: String) throws {
    let layouts = try #require(Self.sources.first { $0.layout == name })
    let path = try source(name)
    for (layout, places) in [
      (ChannelLayout.surround, layouts.surround), (.wideSurround, layouts.wide),
    ] {
      let made = try mixed(path, on: layout)
      expectSame(
        made,
        try expected(path, "pan=\(layout.rawValue)|\(places)", channels: layout.count),
        "\(name) in \(layout.rawValue)")
    }
    // libswresample's own matrix, lowered until it cannot clip.
    let stereo =
      name == "mono"
      ? "pan=stereo|c0=c0|c1=c0"
      : "aresample=out_chlayout=stereo:rematrix_maxval=1:internal_sample_fmt=fltp,"
        + "aformat=channel_layouts=stereo"
    expectSame(
      try mixed(path, on: .stereo), try expected(path, stereo, channels: 2), "\(name) in stereo")
    expectSame(
      try mixed(path, on: .mono),
      try expected(path, stereo + ",pan=mono|c0=0.5*c0+0.5*c1", channels: 1), "\(name) in mono")
  }

  @Test(
    .enabled(if: mediaFolder != nil),
    arguments: [
      "ambience_rain_60s.mp3", "bear_opus.opus", "guitar_mono_23s.mp3",
      "music_hungarian_dance_46s.ogg", "music_vibeace_cover_61s.ogg", "opus_51.mka",
      "pcm_f32_51_extensible.wav", "pcm_s16_96k_mono.wav", "sfx_robin_2s.ogg",
      "speech_16k_aac.m4a", "speech_librispeech_f_16k.ogg", "speech_nasa_8k_stereo.mp3",
    ])
  func `real sounds are heard on the channels that they have`(name: String) throws {
    let path = try #require(mediaFolder) + "/audio/" + name
    let made = try mixed(path, on: .surround, count: Self.rate * 2)
    let wide = try mixed(path, on: .wideSurround, count: Self.rate * 2)
    let stereo = try mixed(path, on: .stereo, count: Self.rate * 2)
    #expect(Array(wide[..<6]) == made && wide[6...].allSatisfy { $0.allSatisfy { $0 == 0 } })
    func isSilent(_ channels: [Int]) -> Bool {
      channels.allSatisfy { made[$0].allSatisfy { $0 == 0 } }
    }
    if name.contains("51") {
      let samples = try shop.decode(path, channels: 6)
      let count = min(samples.count / 6, Int(Self.rate))
      // The times of a container are no more exact than a millisecond.
      let best = (-96...96).map { lag in
        (0..<6).map { channel -> Double in
          let own = (200..<(count - 400)).map { samples[($0 + 0) * 6 + channel] }
          let other = (200..<(count - 400)).map { made[channel][$0 + lag] }
          return own.allSatisfy { $0 == 0 } ? 400 : ratio(own, other)
        }.min() ?? 0
      }.max()
      #expect(try #require(best) > 60, "\(name): \(best ?? 0)")
    } else if name.contains("mono") || name.contains("16k") {
      #expect(made[2] == stereo[0] && isSilent([0, 1, 3, 4, 5]))
      #expect(made[2].contains { abs($0) > 0.001 })
    } else {
      #expect(Array(made[..<2]) == stereo && isSilent([2, 3, 4, 5]))
      #expect(made[0].contains { abs($0) > 0.001 })
    }
  }

  // MARK: What is done to samples

  /// Constants on each channel of 5.1.
  private func constants(_ values: [Float] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) throws -> String {
    let path = shop.path("constants.wav")
    let raw = try shop.wav(
      "raw.wav", rate: Int(Self.rate), channels: 6,
      (0..<Int(Self.rate)).flatMap { _ in values })
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", raw, "-af", "aformat=channel_layouts=5.1", "-c:a", "pcm_f32le",
        path,
      ])
    return path
  }

  /// The constants 0.1 to 0.6 after `gains`.
  private func changed(_ gains: [Gain]) throws -> [Float] {
    try mixed(try constants(), on: .surround, gains: gains).map { $0[1_000] }
  }

  private func at(_ value: Double, _ kind: GainKind) -> Gain {
    .keys([GainKey(sample: 0, value: value, shape: .eased(.hold))], as: kind)
  }

  private func expectNear(_ made: [Float], _ wanted: [Float]) {
    for (made, wanted) in zip(made, wanted) { #expect(abs(made - wanted) < 1e-6) }
    #expect(made.count == wanted.count)
  }

  @Test func `panorama and balance move pairs and the centre, and leave low frequencies`() throws {
    let half = Float(0.5).squareRoot()
    expectNear(try changed([.constant(0.5)]), [0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
    expectNear(try changed([at(0, .pan)]), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    // All on the left: the right is added to it, in front and behind, and the centre is in front.
    expectNear(try changed([at(-1, .pan)]), [0.1 + 0.2 + 0.3, 0, 0, 0.4, 0.5 + 0.6, 0])
    expectNear(
      try changed([at(0.5, .pan)]),
      [
        0.1 * half, 0.2 + 0.1 * half + 0.3 * half, 0.3 * half, 0.4, 0.5 * half, 0.6 + 0.5 * half,
      ])
    expectNear(try changed([at(-0.5, .balance)]), [0.1, 0.1, 0.3, 0.4, 0.5, 0.3])
    expectNear(try changed([.routed(.swap)]), [0.2, 0.1, 0.3, 0.4, 0.6, 0.5])
    expectNear(try changed([.routed(.left)]), [0, 0, 0.1, 0, 0, 0])
    expectNear(try changed([.routed(.mid)]), [0, 0, 0.15, 0, 0, 0])
    expectNear(try changed([.routed(.side)]), [0, 0, -0.05, 0, 0, 0])
  }

  @Test func `a sound of one channel is panned from the centre with equal power`() throws {
    let file = try shop.wav(
      "one.wav", rate: 48_000, channels: 1, [Float](repeating: 0.5, count: 48_000))
    for value in [-1, -0.3, 0, 0.6, 1] {
      let made = try mixed(file, on: .surround, gains: [at(value, .monoPan)]).map { $0[100] }
      #expect(abs(made.reduce(0) { $0 + $1 * $1 } - 0.25) < 1e-6)
      #expect(made[value < 0 ? 1 : 0] == 0 && made[3...].allSatisfy { $0 == 0 })
    }
  }

  @Test func `channels are picked for the centre, for both sides or for all`() throws {
    let file = try constants()
    func picked(_ channels: [Int], _ layout: ChannelLayout = .surround) throws -> [Float] {
      try mixed(file, on: layout, channels: channels).map { $0[100] }
    }
    expectNear(try picked([4]), [0, 0, 0.4, 0, 0, 0])
    expectNear(try picked([5, 6]), [0.5, 0.6, 0, 0, 0, 0])
    expectNear(try picked([1, 3, 2, 6, 4, 5]), [0.1, 0.3, 0.2, 0.6, 0.4, 0.5])
    expectNear(try picked([3], .mono), [0.3])
    #expect(throws: RenderFailure.self) { try picked([1, 2, 3]) }
    #expect(throws: RenderFailure.self) { try picked([1, 2, 3, 4, 5, 6], .stereo) }
  }

  @Test func `a film on other channels within a film is mapped to those of the film around it`()
    throws
  {
    let file = try constants()
    func nested(_ inner: ChannelLayout, in outer: ChannelLayout) throws -> [Float] {
      let program = AudioProgram(
        sampleRate: 48_000, sampleCount: 24_000, clips: [try clip(file, count: 24_000)],
        layout: inner)
      var whole = try clip("card", count: 24_000)
      whole.mix = PlayedMix(program)
      let found = try shop.channels(
        of: AudioProgram(
          sampleRate: 48_000, sampleCount: 24_000, clips: [whole], layout: outer))
      return found.samples.channels.map { $0[12_000] }
    }
    let half = Float(0.5).squareRoot()
    let whole = 1 + 2 * half
    let stereo = [0.1 + half * (0.3 + 0.5), 0.2 + half * (0.3 + 0.6)].map { $0 / whole }
    expectNear(try nested(.surround, in: .stereo), stereo)
    expectNear(try nested(.stereo, in: .surround), stereo + [0, 0, 0, 0])
    expectNear(try nested(.mono, in: .surround), [0, 0, (stereo[0] + stereo[1]) / 2, 0, 0, 0])
    expectNear(try nested(.mono, in: .stereo), [1, 1].map { $0 * (stereo[0] + stereo[1]) / 2 })
    expectNear(
      try nested(.wideSurround, in: .surround), [0.1, 0.2, 0.3, 0.4, 0.5 * half, 0.6 * half])
  }

  @Test(arguments: [Time(1, over: 2), Time(3, over: 2), Time(-1)], [false, true])
  func `tones stay on their channels at other speeds`(speed: Time, followsPitch: Bool) throws {
    let tones = [300.0, 500, 700, 90, 1100, 1300]
    let raw = try shop.wav(
      "raw.wav", rate: 48_000, channels: 6,
      (0..<48_000 * 4).flatMap { n in
        tones.map { Float(0.3 * sin(2 * Double.pi * $0 * Double(n) / 48_000)) }
      })
    var played = try clip(raw, count: 48_000)
    played.remap = AudioRemap(
      start: speed < .zero ? Time(3) : Time(1, over: 2), speed: speed,
      followsPitch: followsPitch)
    let made = try shop.channels(
      of: AudioProgram(
        sampleRate: 48_000, sampleCount: 48_000, clips: [played], layout: .surround)
    ).samples.channels
    let factor = followsPitch ? speed.magnitude.approximate : 1
    for (channel, tone) in tones.enumerated() {
      #expect(abs(level(made[channel], tone * factor) - 20 * log10(0.3)) < 1, "\(channel)")
      for other in tones where other != tone {
        #expect(level(made[channel], other * factor) < -40, "\(other) on \(channel)")
      }
    }
  }

  /// The level of a tone in dB of full scale.
  private func level(_ samples: [Float], _ tone: Double, rate: Double = 48_000) -> Double {
    var (re, im, sum) = (0.0, 0.0, 0.0)
    for n in samples.indices {
      let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(n) / Double(samples.count))
      let angle = 2 * Double.pi * tone * Double(n) / rate
      re += window * Double(samples[n]) * cos(angle)
      im += window * Double(samples[n]) * sin(angle)
      sum += window
    }
    return 20 * log10(2 * (re * re + im * im).squareRoot() / sum + 1e-9)
  }

  // MARK: Filters and levels

  @Test(arguments: FilteredAudioTests.effects)
  func `a filter leaves channels where they are, unless it is known to make stereo`(
    filter: AudioFilter
  ) throws {
    let file = try shop.wav(
      "back.wav", rate: 48_000, channels: 6,
      noise(48_000).flatMap { [0, 0, 0, 0, $0 * 0.5, 0] })
    var filtered = try clip(file, count: 48_000)
    filtered.chain = AudioChain([filter])
    let made = try shop.channels(
      of: AudioProgram(
        sampleRate: 48_000, sampleCount: 48_000, clips: [filtered], layout: .surround)
    ).samples.channels
    func power(_ channel: Int) -> Float { made[channel].reduce(0) { $0 + $1 * $1 } }
    #expect((power(4) > 1) != AudioEffectRule.isStereo(filter.name), "\(made.indices.map(power))")
    if !AudioEffectRule.isStereo(filter.name) {
      #expect(power(0) < power(4) / 100, "\(made.indices.map(power))")
    }
  }

  @Test func `a room is heard on all channels but that of low frequencies`() throws {
    let file = try shop.wav(
      "room.wav", rate: 48_000, channels: 6, noise(48_000).flatMap { [0, 0, $0 * 0.3, 0.25, 0, 0] })
    var filtered = try clip(file, count: 48_000)
    filtered.chain = AudioChain([AudioFilter(Reverberation())])
    let made = try shop.channels(
      of: AudioProgram(
        sampleRate: 48_000, sampleCount: 48_000, clips: [filtered], layout: .surround)
    ).samples.channels
    #expect(made[3].allSatisfy { $0 == 0.25 })
    for channel in [0, 1, 4, 5] {
      #expect(made[channel][24_000...].contains { abs($0) > 0.001 })
      #expect(made[channel] != made[(channel + 1) % 6])
    }
  }

  @Test func `a peak on any channel lowers all of them alike`() throws {
    let values: [Float] = [0.1, 0.2, 0.3, 2, 0.5, 0.6]
    let facts = try encoded(
      try constants(values), AudioEncoding(encoder: "pcm_f32le", layout: .surround), .surround,
      level: AudioLevel())
    #expect(facts.notes.first?.overs?.count == 1)
    let made = try shop.decode(shop.path("film.mka"), channels: 6)
    for channel in 0..<6 { #expect(abs(made[6 * 24_000 + channel] - values[channel] / 2) < 1e-5) }
  }

  @Test func `loudness and true peak are those of ffmpeg's ebur128`() throws {
    for (index, layout) in [ChannelLayout.mono, .stereo, .surround, .wideSurround].enumerated() {
      let count = layout.count
      // Low frequencies are by far the loudest, and surrounds louder than the front.
      let factors = (0..<count).map { $0 == 3 ? 0.9 : $0 > 3 ? 0.4 : 0.2 }
      let samples = (0..<48_000 * 6).flatMap { n in
        factors.indices.map { channel in
          let tone = Double(channel == 3 ? 60 : 400 + 150 * (channel + index))
          return Float(factors[channel] * sin(2 * Double.pi * tone * Double(n) / 48_000))
        }
      }
      let file = try shop.wav("loud.wav", rate: 48_000, channels: count, samples)
      let named = shop.path("named.wav")
      _ = try shop.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-i", file, "-af", "aformat=channel_layouts=\(layout.rawValue)",
          "-c:a", "pcm_f32le", named,
        ])
      let levels = try AudioRenderer().measure(
        AudioProgram(
          sampleRate: 48_000, sampleCount: 48_000 * 6,
          clips: [try clip(named, count: 48_000 * 6)], layout: layout))
      let whole = TimeRange(.zero, Time(6))
      let text = String(
        decoding: try shop.run(
          "ffmpeg",
          [
            "-v", "error", "-i", named, "-af",
            "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-", "-f", "null", "-",
          ]), as: UTF8.self)
      func last(_ key: String) -> Double {
        let line = text.split(separator: "\n").last { $0.hasPrefix("lavfi.r128." + key + "=") }
        return line.flatMap { Double($0.split(separator: "=")[1]) } ?? .nan
      }
      let peak = (0..<count).map { last("true_peaks_ch\($0)") }.max() ?? .nan
      #expect(abs((levels.loudness(in: whole) ?? 99) - last("I")) < 0.3, "\(layout)")
      #expect(abs((levels.peak(in: whole) ?? 99) - 20 * log10(peak)) < 0.4, "\(layout)")
    }
  }

  // MARK: Encoders

  /// A sound of `path` encoded, and linked into `film.mka`.
  private func encoded(
    _ path: String, _ encoding: AudioEncoding, _ layout: ChannelLayout, level: AudioLevel? = nil,
    count: Int64 = rate
  ) throws -> SegmentFacts {
    var encoding = encoding
    encoding.layout = layout
    encoding.level = level
    let program = AudioProgram(
      sampleRate: Int(Self.rate), sampleCount: count, clips: [try clip(path, count: count)],
      layout: layout)
    _ = try AudioRenderer().mix(MixRequest(program: program, output: shop.path("mixed")))
    let facts = try AudioRenderer().encode(
      EncodeRequest(
        sampleRate: Int(Self.rate), intervals: [.mixed(shop.path("mixed"), count)],
        encoding: encoding, output: shop.path("encoded")))
    try shop.link("encoded", to: "film.mka")
    return facts
  }

  @Test(
    arguments: ["aac", "libopus", "flac", "pcm_s24le", "alac"],
    [ChannelLayout.mono, .surround, .wideSurround])
  func `a tone is on its channel after it is encoded, as loud as it was`(
    encoder: String, layout: ChannelLayout
  ) throws {
    if encoder == "alac", layout == .wideSurround { return }
    let tones = Array([300.0, 500, 700, 60, 1100, 1300, 1700, 1900][..<layout.count])
    let raw = try shop.wav(
      "raw.wav", rate: 48_000, channels: layout.count,
      (0..<48_000 * 2).flatMap { n in
        tones.map { Float(0.3 * sin(2 * Double.pi * $0 * Double(n) / 48_000)) }
      })
    let named = shop.path("named.wav")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", raw, "-af", "aformat=channel_layouts=\(layout.rawValue)", "-c:a",
        "pcm_f32le", named,
      ])
    let options =
      ["aac", "libopus"].contains(encoder) ? [EncoderOption("b", "\(96_000 * layout.count)")] : []
    let wide = ["flac": "s32", "alac": "s32p"][encoder]
    _ = try encoded(
      named, AudioEncoding(encoder: encoder, options: options, sampleFormat: wide), layout,
      count: 96_000)
    let film = shop.path("film.mka")
    // Matroska says nothing of the channels of PCM.
    if !encoder.hasPrefix("pcm") {
      let probe = try shop.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=channels,channel_layout", "-of", "csv=p=0", film])
      let text = String(decoding: probe, as: UTF8.self)
      #expect(text.hasPrefix("\(layout.count),\(layout.rawValue)"), "\(text)")
    }
    let samples = try shop.decode(film, channels: layout.count)
    for (channel, tone) in tones.enumerated() {
      let own = stride(from: channel, to: samples.count, by: layout.count).map { samples[$0] }
      let part = Array(own[24_000..<72_000])
      #expect(abs(level(part, tone) - 20 * log10(0.3)) < 0.1, "\(tone) on \(channel)")
      for other in tones where other != tone {
        #expect(level(part, other) < -50, "\(other) on \(channel): \(level(part, other))")
      }
    }
  }
}

extension Workshop {
  /// Links an encoded sound into a Matroska file.
  func link(_ sound: String, to name: String) throws {
    _ = try Linker().link(
      LinkRequest(
        segments: [], sound: path(sound),
        canvas: CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25)), container: "matroska",
        fastStart: false, output: path(name)))
  }
}
