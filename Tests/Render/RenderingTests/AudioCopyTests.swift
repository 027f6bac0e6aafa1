// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Audio
@testable import Bitstreams
@testable import MediaIO
@testable import Muxing

/// Audio packets that are copied from sources, with encoded ones between them.
@Suite(.enabled(if: LinkTools.areThere, "ffmpeg and ffprobe are not installed"))
struct AudioCopyTests {
  let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Six seconds of two tones in stereo, one per channel, with varying level.
  private func tones(_ name: String, rate: Int = 48_000, _ options: [String]) throws -> MediaFile {
    let left = "0.4*sin(440*2*PI*t)*(0.6+0.4*sin(3*t))"
    let right = "0.3*sin(1234*2*PI*t)*(0.6+0.4*cos(2*t))"
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "aevalsrc=\(left)|\(right):s=\(rate):d=6",
      ] + options + [shop.path(name)])
    return MediaFile(
      path: shop.path(name), digest: Fingerprint(bytes: [UInt8](repeating: 5, count: 32)))
  }

  private func coding(
    _ file: MediaFile
  ) throws -> (facts: AudioFacts, coding: AudioCoding, zero: Time) {
    let media = try probeMedia(ProbeRequest(path: file.path))
    let facts = try #require(media.audio)
    return (facts, try #require(facts.coding), media.start)
  }

  private func clip(
    _ file: MediaFile, zero: Time = .zero, from start: Time, at place: Int64, count: Int64
  ) -> AudioClip {
    AudioClip(
      file: file, stream: 0, zero: zero, sourceStart: start, start: place, count: count, gains: [],
      origin: .none)
  }

  private func source(_ file: MediaFile, _ sample: Int64) -> AudioCopy.Source {
    AudioCopy.Source(file: file, stream: 0, sample: sample, origin: .none)
  }

  private static let aac = AudioEncoding(encoder: "aac", options: [EncoderOption("b", "256000")])

  /// Copies `copy` into an audio-only film and decodes it.
  private func film(
    _ copy: AudioCopy, otherwise: AudioProgram, in name: String = "film.mp4"
  ) throws -> (samples: [Float], notes: [RenderNote]) {
    let request = CopyAudioRequest(
      copy: copy, otherwise: otherwise, encoding: AudioCopyTests.aac, output: shop.path("sound"))
    let facts = try AudioRenderer().copy(request)
    #expect(facts.frames == otherwise.sampleCount)
    try #require(facts.notes.isEmpty || name.hasSuffix("mp4"), "\(facts.notes)")
    return (try linked(in: name), facts.notes)
  }

  /// The sound that was made, in an audio-only film, decoded.
  private func linked(in name: String = "film.mp4") throws -> [Float] {
    let containers = ["mp4": "mp4", "mov": "mov", "webm": "webm", "mkv": "matroska"]
    let ending = String(name.split(separator: ".").last ?? "")
    _ = try Linker().link(
      LinkRequest(
        segments: [], sound: shop.path("sound"),
        canvas: CanvasFormat(size: PixelSize(16, 16), rate: FrameRate(25)),
        container: containers[ending] ?? "mp4", fastStart: true, output: shop.path(name)))
    return try shop.decode(shop.path(name))
  }

  /// A copy of `count` samples from `first` on, in one section.
  private func whole(
    _ file: MediaFile, from first: Int64, count: Int64
  ) throws -> (copy: AudioCopy, program: AudioProgram) {
    let (facts, coding, zero) = try coding(file)
    let rate = Time(Int64(facts.sampleRate))
    let samples = Int64(coding.packetSamples)
    let first = first + (zero * rate).rounded
    let packets = ((coding.firstPacket + zero) * rate).rounded
    let lead = (first - packets) / samples - Int64(coding.leadPackets)
    let start = packets + max(0, lead) * samples
    let copy = AudioCopy(
      sampleRate: facts.sampleRate, packetSamples: samples, start: start - first,
      sampleCount: count,
      intervals: [
        .copied(source(file, start), packets: (first + count - start + samples - 1) / samples)
      ])
    let program = AudioProgram(
      sampleRate: facts.sampleRate, sampleCount: count,
      clips: [clip(file, from: Time(first) / rate, at: 0, count: count)])
    return (copy, program)
  }

  @Test(
    arguments: [
      ("tones.m4a", ["-c:a", "aac"], 44_100, "film.mp4"),
      ("tones.webm", ["-c:a", "libopus"], 48_000, "film.webm"),
      ("tones.opus.mp4", ["-c:a", "libopus"], 48_000, "film.mp4"),
      ("tones.mp3", ["-c:a", "libmp3lame", "-b:a", "160k"], 44_100, "film.mp4"),
      ("tones.mov", ["-c:a", "pcm_s24le"], 48_000, "film.mov"),
      ("tones.wav", ["-c:a", "pcm_s16le"], 48_000, "film.mkv"),
    ], [Int64(0), 1024, 30_011])
  func `copied sound begins and ends to the sample`(
    footage: (name: String, options: [String], rate: Int, film: String), first: Int64
  ) throws {
    let file = try tones(footage.name, rate: footage.rate, footage.options)
    let (copy, program) = try whole(file, from: first, count: 90_000)
    let made = try film(copy, otherwise: program, in: footage.film)
    #expect(made.notes.isEmpty)
    let other = try shop.decode(file.path)
    let told = try shop.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
        shop.path(footage.film),
      ])
    let milliseconds = 90_000_000 / footage.rate
    let duration = String(decoding: told, as: UTF8.self).filter(\.isNumber).prefix(4)
    #expect(Int(duration).map { abs($0 - milliseconds) <= 26 } == true, "\(duration)")
    #expect(made.samples.count >= 2 * 90_000)
    #expect(made.samples.count < 2 * (90_000 + 1152))
    // WebM has times in milliseconds.
    let doubt = footage.name.hasSuffix("webm") ? 0...72 : 0...0
    var best = -Double.infinity
    for shift in doubt {
      let place = max(0, Int(first) + shift)
      let own = place - shift - Int(first)
      let meant = Array(other[2 * place..<2 * (place + 80_000)])
      best = max(best, ratio(meant, Array(made.samples[2 * own..<2 * (own + 80_000)])))
    }
    // An Opus decoder that begins in the middle only approximates the original output.
    let isOpus = footage.options.contains("libopus")
    #expect(best > (isOpus && first > 0 ? 28 : 60))
  }

  /// Two seconds from a packet's start, then two seconds from `later` on, with copied and encoded packets.
  private func joined(
    _ file: MediaFile, later: Int64, encoded: ClosedRange<Int64>
  ) -> (copy: AudioCopy, program: AudioProgram) {
    let cut: Int64 = 94 * 1024 + 300
    let end = 2 * cut
    let program = AudioProgram(
      sampleRate: 48_000, sampleCount: end,
      clips: [
        clip(file, from: .zero, at: 0, count: cut),
        clip(file, from: Time(later + 300, over: 48_000), at: cut, count: end - cut),
      ])
    let first = encoded.lowerBound
    let copy = AudioCopy(
      sampleRate: 48_000, packetSamples: 1024, start: -1024, sampleCount: end,
      intervals: [
        .copied(source(file, -1024), packets: first + 1),
        .encoded(packets: Int64(encoded.count)),
        .copied(
          source(file, later + (encoded.upperBound + 1 - 94) * 1024),
          packets: (end + 1023) / 1024 - encoded.upperBound - 1),
      ], mix: program, encoding: AudioCopyTests.aac)
    return (copy, program)
  }

  /// Expects each packet's worth of `samples` to match the mix of `program` by at least `decibels`; returns the mix.
  @discardableResult
  private func expect(
    _ samples: [Float], toBeLike program: AudioProgram, by decibels: Double
  ) throws -> [Float] {
    let mix = try shop.mix(program)
    let meant = zip(mix.left, mix.right).flatMap { [$0, $1] }
    for place in stride(from: 0, to: meant.count - 2048, by: 2048) {
      let block = place..<place + 2048
      #expect(
        ratio(Array(meant[block]), Array(samples[block])) > decibels, "at \(place / 2)")
    }
    return meant
  }

  @Test func `encoded sound passes into copied sound without a step`() throws {
    let file = try tones("tones.m4a", ["-c:a", "aac", "-b:a", "256k"])
    #expect(try coding(file).coding.canBeJoined)
    let (copy, program) = joined(file, later: 150 * 1024, encoded: 93...95)
    let made = try film(copy, otherwise: program)
    #expect(made.notes.isEmpty)
    let meant = try expect(made.samples, toBeLike: program, by: 22)
    #expect(made.samples.count >= meant.count && made.samples.count < meant.count + 2048)
    // Copied packets are unchanged; encoded ones are almost as good.
    #expect(ratio(Array(meant[..<100_000]), Array(made.samples[..<100_000])) > 60)
    let packets = try shop.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "packet=duration", "-of", "csv=p=0", shop.path("film.mp4")])
    let durations = Set(
      String(decoding: packets, as: UTF8.self).split { !$0.isNumber }.dropLast().map(String.init))
    #expect(durations == ["1024"])
  }

  @Test func `what is encoded between packets is limited, which is said`() throws {
    let file = try tones("tones.m4a", ["-c:a", "aac", "-b:a", "256k"])
    var (copy, program) = joined(file, later: 150 * 1024, encoded: 60...130)
    let loud = GainKey(sample: 0, value: 6, shape: .eased(.hold))
    program.clips[1].gains = [.keys([loud], as: .volume, during: 200..<30_000)]
    copy.mix = program
    copy.encoding?.level = AudioLevel()
    for isCopied in [true, false] {
      // Packets that do not fit have all of it encoded.
      if !isCopied { copy.intervals[2] = .copied(source(file, 150 * 1024 + 500), packets: 20) }
      let request = CopyAudioRequest(
        copy: copy, otherwise: program, encoding: copy.encoding ?? AudioCopyTests.aac,
        output: shop.path("sound"))
      let facts = try AudioRenderer().copy(request)
      let note = try #require(facts.notes.last)
      #expect(facts.notes.count == (isCopied ? 1 : 2))
      #expect(note.message.hasPrefix("the sound goes over full scale once, by "))
      let overs = try #require(note.overs)
      #expect(overs.peak > 1.5)
      #expect((94 * 1024 + 500..<94 * 1024 + 30_300).contains(try #require(note.frame)))
      let samples = try linked()
      #expect((samples.map(\.magnitude).max() ?? 2) < 1.05)
      // Elsewhere nothing is lowered.
      let mix = try shop.mix(program)
      let meant = zip(mix.left, mix.right).flatMap { [$0, $1] }
      let before = 60 * 2048..<92 * 2048
      #expect(ratio(Array(meant[before]), Array(samples[before])) > 22)
    }
  }

  @Test func `sound that does not fit is mixed and encoded, with a note`() throws {
    let file = try tones("tones.m4a", ["-c:a", "aac", "-b:a", "256k"])
    let (copy, program) = joined(file, later: 150 * 1024, encoded: 93...95)
    var broken = copy
    broken.intervals[2] = .copied(source(file, 150 * 1024 + 500), packets: 20)
    let made = try film(broken, otherwise: program)
    #expect(made.notes.count == 1)
    #expect(made.notes.first?.message.hasPrefix("cannot copy the sound") == true)
    let mix = try shop.mix(program)
    let meant = zip(mix.left, mix.right).flatMap { [$0, $1] }
    #expect(ratio(meant, Array(made.samples.prefix(meant.count))) > 25)
  }

  /// Inverts the window shape bit in packets `numbers` of `file`.
  private func turnWindows(of file: MediaFile, _ numbers: Range<Int>) throws {
    let listing = try shop.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", file.path])
    let places = String(decoding: listing, as: UTF8.self).split { !$0.isNumber }
      .compactMap { Int($0) }
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
    for place in places[numbers.clamped(to: places.indices)] { bytes[place + 1] ^= 0x10 }
    try Data(bytes).write(to: URL(fileURLWithPath: file.path))
  }

  @Test func `if no windows fit, everything is encoded`() throws {
    let file = try tones("tones.m4a", ["-c:a", "aac", "-b:a", "256k"])
    try turnWindows(of: file, 2..<1000)
    #expect(try !coding(file).coding.canBeJoined)
    let (copy, program) = joined(file, later: 150 * 1024, encoded: 93...95)
    let made = try film(copy, otherwise: program)
    #expect(
      made.notes.map(\.message) == [
        "cannot copy the sound: its packets cannot stand before encoded ones"
      ])
  }

  @Test func `if the nearest windows do not fit, others are taken`() throws {
    let file = try tones("tones.m4a", ["-c:a", "aac", "-b:a", "256k"])
    // Some before the first joint and some after the second.
    try turnWindows(of: file, 86..<95)
    try turnWindows(of: file, 150..<158)
    #expect(try coding(file).coding.canBeJoined)
    let (copy, program) = joined(file, later: 150 * 1024, encoded: 93...95)
    let made = try film(copy, otherwise: program)
    #expect(made.notes.isEmpty)
    try expect(made.samples, toBeLike: program, by: 20)
  }

  @Test func `streams with holes are not copied`() throws {
    let file = try tones("tones.m4a", ["-c:a", "aac"])
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", file.path, "-c", "copy", "-bsf:a",
        "noise=drop='between(n,100,102)'", shop.path("holes.mp4"),
      ])
    let facts = try probeMedia(ProbeRequest(path: shop.path("holes.mp4")))
    #expect(try #require(facts.audio).coding == nil)
  }

  @Test func `impossible frame rates are refused, long durations are not`() {
    let source = AudioCopy.Source(
      file: MediaFile(
        path: "/take.mov", digest: Fingerprint(bytes: [UInt8](repeating: 5, count: 32))),
      stream: 0, sample: 0, origin: .none)
    func copy(_ packets: Int64, of samples: Int64, sample: Int64 = 0) -> AudioCopy {
      var source = source
      source.sample = sample
      return AudioCopy(
        sampleRate: 48_000, packetSamples: samples, start: 0, sampleCount: packets,
        intervals: [.copied(source, packets: packets)])
    }
    #expect(copy(48_000 * 3600 * 10, of: 1).isPlausible)
    #expect(copy(1 << 30, of: 1024).isPlausible)
    #expect(!copy(1 << 40, of: 1024).isPlausible)
    #expect(!copy(0, of: 1024).isPlausible)
    #expect(!copy(1, of: 1024, sample: .min).isPlausible)
  }

  @Test func `the duration of Matroska is found behind what comes before it`() {
    let head: [UInt8] =
      [0x1a, 0x45, 0xdf, 0xa3, 0x81, 0, 0x18, 0x53, 0x80, 0x67, 1, 0xff, 0xff, 0xff, 0xff, 0xff]
      + [0xff, 0xff, 0xec, 0x82, 0, 0, 0x15, 0x49, 0xa9, 0x66, 0x8e, 0x2a, 0xd7, 0xb1, 0x81, 1]
      + [0x44, 0x89, 0x88, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(MatroskaDuration.place(in: head[...]) == 35)
    for length in 0..<35 { #expect(MatroskaDuration.place(in: head[..<length]) ?? 35 == 35) }
    var odd = head
    odd[34] = 0x84
    #expect(MatroskaDuration.place(in: odd[...]) == nil)
    #expect(MatroskaDuration.place(in: [0, 0, 0]) == nil)
  }

  @Test func `windows are recognised by the first bits of a packet`() {
    func window(_ bytes: [UInt8]) -> AACWindow? { bytes.withUnsafeBytes { AACWindow($0) } }
    // A channel pair (001), tag 0000, common window (1); reserved (0), sequence, shape.
    let long = window([0b0010_0001, 0b0001_0000])
    #expect(long?.sequence == .long && long?.isKaiser == true && long?.isUsual == true)
    let start = window([0b0010_0001, 0b0010_0000])
    #expect(start?.sequence == .longStart && start?.isKaiser == false)
    // A single channel (000) starts with its gain.
    let short = window([0b0000_0000, 0b1111_1110, 0b1000_0000])
    #expect(short?.sequence == .short)
    // Two windows, another element first, and insufficient data.
    #expect(window([0b0010_0000, 0b0001_0000]) == nil)
    #expect(window([0b1100_0000, 0b0001_0000]) == nil)
    #expect(window([0b0010_0001]) == nil)
    if let long, let start, let short {
      #expect(long.canBeFollowed(by: start, madeToFollow: long))
      #expect(!start.canBeFollowed(by: long, madeToFollow: long))
      #expect(!short.canBeFollowed(by: long, madeToFollow: long))
      #expect(!long.canBeFollowed(by: short, madeToFollow: long))
      let sine = window([0b0010_0001, 0b0000_0000])
      #expect(sine.map { long.canBeFollowed(by: long, madeToFollow: $0) } == false)
    }
  }
}
