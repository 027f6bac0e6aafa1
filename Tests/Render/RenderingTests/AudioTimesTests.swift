// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO

/// The times of sound in files whose containers round, delay, stretch or cut what they say of it; the oracle is noise.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct AudioTimesTests {
  private let shop: Workshop
  /// Three seconds of noise on one channel.
  private let source = noise(3 * 48_000, seed: 9).map { $0 / 4 }

  init() throws { shop = try Workshop() }

  private func make(_ name: String, _ arguments: [String], _ input: [String]? = nil) throws
    -> String
  {
    let wav = try shop.wav("source.wav", rate: 48_000, channels: 1, source)
    _ = try shop.run(
      "ffmpeg", ["-y", "-v", "error"] + (input ?? ["-i", wav]) + arguments + [shop.path(name)])
    return shop.path(name)
  }

  /// The sound heard of a file from source time 0 on, at 48 kHz.
  private func heard(
    _ path: String, _ facts: MediaFacts, from start: Int64 = 0, count: Int64
  ) throws -> Mix {
    let audio = try #require(facts.audio)
    var sound = try clip(path, stream: audio.stream, zero: facts.start, count: count)
    sound.drift = audio.drift
    (sound.file.uneven, sound.sourceStart) = (facts.uneven, Time(start, over: 48_000))
    return try shop.mix(AudioProgram(sampleRate: 48_000, sampleCount: count, clips: [sound]))
  }

  /// The delay in samples with which a window of the source at `place` is heard, and the likeness
  /// of the two there.
  private func lag(of heard: [Float], at place: Int, reach: Int = 3000) -> (
    lag: Int, likeness: Double
  ) {
    let length = 1024
    func likeness(_ lag: Int) -> Double {
      source.withUnsafeBufferPointer { source in
        heard.withUnsafeBufferPointer { heard in
          var (sum, a, b) = (0.0, 0.0, 0.0)
          for n in Swift.stride(from: 0, to: length, by: 2) {
            let index = place + lag + n
            guard heard.indices.contains(index) else { continue }
            let (x, y) = (Double(source[place + n]), Double(heard[index]))
            sum += x * y
            a += x * x
            b += y * y
          }
          return sum / max((a * b).squareRoot(), 1e-12)
        }
      }
    }
    let best = (-reach...reach).max { likeness($0) < likeness($1) } ?? 0
    return (best, likeness(best))
  }

  /// A container and what goes into it; how many samples of silence its encoder puts before all, of which it says nothing.
  struct Form: CustomTestStringConvertible, Sendable {
    var file: String
    var codec: [String]
    var lead = 0
    /// Samples that are heard behind the source's.
    var rest = 0
    /// The least likeness of noise after coding.
    var likeness = 0.5
    var testDescription: String { file + " " + codec.joined(separator: " ") }
  }

  static let forms: [Form] = [
    Form(file: "a.webm", codec: ["libopus"]), Form(file: "a.mkv", codec: ["libopus"]),
    Form(file: "a.opus", codec: ["libopus"]), Form(file: "a.mp4", codec: ["libopus"]),
    Form(file: "a.webm", codec: ["libopus", "-frame_duration", "2.5"], likeness: 0.3),
    Form(file: "a.mkv", codec: ["pcm_s16le"], likeness: 0.99),
    Form(file: "a.mov", codec: ["pcm_s24le"], likeness: 0.99),
    Form(file: "a.avi", codec: ["pcm_s16le"], likeness: 0.99),
    Form(file: "a.mkv", codec: ["flac"], likeness: 0.99),
    Form(file: "a.ogg", codec: ["flac"], likeness: 0.99),
    Form(file: "a.nut", codec: ["flac"], likeness: 0.99),
    Form(file: "a.mkv", codec: ["wavpack"], likeness: 0.99),
    Form(file: "a.nut", codec: ["wavpack"], likeness: 0.99),
    Form(file: "a.wv", codec: ["wavpack"], likeness: 0.99),
    Form(file: "a.mkv", codec: ["tta"], likeness: 0.99),
    Form(file: "a.tta", codec: ["tta"], likeness: 0.99),
    Form(file: "a.ogg", codec: ["libvorbis"]), Form(file: "a.mkv", codec: ["libvorbis"]),
    Form(file: "a.mp4", codec: ["aac"]), Form(file: "a.m4a", codec: ["alac"], likeness: 0.99),
    Form(file: "a.mkv", codec: ["aac"], lead: 1024, rest: 384),
    Form(file: "a.flv", codec: ["aac"], lead: 1024, rest: 384),
    Form(file: "a.ts", codec: ["aac"], lead: 1024, rest: 384),
    Form(file: "a.mp3", codec: ["libmp3lame"]), Form(file: "a.mp4", codec: ["libmp3lame"]),
    Form(file: "a.mkv", codec: ["libmp3lame"], lead: 1105),
    Form(file: "a.ts", codec: ["libmp3lame"], lead: 1105, rest: 47),
    Form(file: "a.mkv", codec: ["ac3"], lead: 256, rest: 128),
    Form(file: "a.mpg", codec: ["mp2"], lead: 481, rest: -481),
  ]

  @Test(arguments: forms)
  func `sound begins with its first sample, and ends with its last`(form: Form) throws {
    let path = try make(form.file, ["-c:a"] + form.codec)
    let facts = try probeMedia(ProbeRequest(path: path))
    let audio = try #require(facts.audio)
    #expect(facts.warnings.isEmpty)
    #expect(audio.firstSample == .zero)
    #expect(audio.drift == nil)
    let count = (audio.end * Time(48_000)).rounded
    let isTold = try shop.tellsPadding(path)
    let lead = isTold ? 0 : form.lead
    // FFmpeg 9 writes the padding at the end, too.
    let isNear = [isTold && codecVersion > 61 ? 0 : form.rest, form.rest].contains {
      abs(count - Int64(source.count + lead + $0)) <= 48
    }
    #expect(isNear, "\(count)")
    let mix = try heard(path, facts, count: count)
    for place in [4_000, 70_000, 138_000] {
      let found = lag(of: mix.left, at: place)
      #expect(found.lag == lead && found.likeness > form.likeness, "\(found)")
    }
  }

  @Test(arguments: ["tone.webm", "tone.mkv", "tone.opus"])
  func `turns of Opus meet`(name: String) throws {
    let path = try make(
      name, ["-c:a", "libopus", "-b:a", "128k"],
      ["-f", "lavfi", "-i", "sine=1000:r=48000:d=1"])
    let facts = try probeMedia(ProbeRequest(path: path))
    #expect(facts.audio?.end == Time(1))
    let mix = try heard(path, facts, count: 48_000)
    // A tone of 1 kHz begins and ends at 0, going up.
    let quiet = mix.left.indices.filter {
      abs(mix.left[$0]) < 1e-5 && abs(mix.left[max(0, $0 - 1)]) < 1e-5
    }
    #expect(quiet.count < 4, "\(quiet.prefix(9))")
  }

  @Test(arguments: [
    ("a.mkv", "pcm_s16le", 1004), ("a.mkv", "pcm_s16le", 996), ("a.m4a", "alac", 1004),
    ("a.mkv", "flac", 1004), ("a.flv", "pcm_s16le", 990),
  ])
  func `a clock that is slow or fast all the time bends the sound, without clicks`(
    name: String, codec: String, thousandths: Int
  ) throws {
    let rate = name.hasSuffix("flv") ? ["-ar", "44100"] : []
    let plain = try make("plain-" + name, rate + ["-c:a", codec])
    let path = shop.path(name)
    let scale = "\(Double(thousandths) / 1000)"
    _ = try shop.run(
      "ffmpeg",
      ["-y", "-v", "error", "-i", plain, "-c", "copy", "-bsf:a", "setts=ts=PTS*\(scale)", path])
    let facts = try probeMedia(ProbeRequest(path: path))
    let audio = try #require(facts.audio)
    let drift = try #require(audio.drift)
    #expect((drift - Time(Int64(thousandths), over: 1000)).magnitude < Time(1, over: 3000))
    #expect(audio.coding == nil)
    #expect((audio.end - Time(3) * drift).magnitude < Time(1, over: 500))
    let count = (audio.end * Time(48_000)).floor
    let mix = try heard(path, facts, count: count)
    let speed = Time(1) / drift
    let converter = RateConverter(speed: speed)
    var wanted = [Float](repeating: 0, count: 96_000)
    let first: Int64 = 20_000
    let place = Int(converter.firstSource(of: first))
    source.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      wanted.withUnsafeMutableBufferPointer { wanted in
        guard let made = wanted.baseAddress else { return }
        converter.convert(base + place, from: first, count: wanted.count, into: made)
      }
    }
    let got = Array(mix.left[Int(first)..<(Int(first) + wanted.count)])
    // Where the rate is the mix's, nothing else is done to the samples.
    if name.hasSuffix("mkv") { #expect(ratio(wanted, got) > 60, "\(ratio(wanted, got))") }
    // Whatever the container, there is no silence within the noise.
    let longest = got.reduce(into: (run: 0, longest: 0)) { state, sample in
      state.run = sample == 0 ? state.run + 1 : 0
      state.longest = max(state.longest, state.run)
    }.longest
    #expect(longest < 8)
  }

  @Test func `MP3 files that were put one behind the other are heard both, tags and all`() throws {
    let path = try make("part.mp3", ["-c:a", "libmp3lame", "-metadata", "title=One"])
    let part = try Data(contentsOf: URL(filePath: path))
    try (part + part).write(to: URL(filePath: path))
    let facts = try probeMedia(ProbeRequest(path: path))
    let audio = try #require(facts.audio)
    // The second one has a frame of its encoder's settings, its delay and its padding.
    let count = (audio.end * Time(48_000)).rounded
    #expect((288_000..<293_000).contains(count), "\(count)")
    let mix = try heard(path, facts, count: count)
    #expect(lag(of: mix.left, at: 138_000).lag == 0)
    let second = Array(mix.left.dropFirst(144_000))
    let found = lag(of: second, at: 70_000, reach: 4000)
    #expect(found.lag > 0 && found.likeness > 0.5, "\(found)")
  }

  @Test func `packets that are missing are silence, also beside a clock that is slow`() throws {
    let plain = try make("plain.mkv", ["-af", "asetnsamples=1024:p=0", "-c:a", "pcm_s16le"])
    let path = shop.path("hole.mkv")
    _ = try shop.run(
      "ffmpeg",
      [
        "-y", "-v", "error", "-i", plain, "-c", "copy", "-bsf:a",
        "noise=drop='between(n,60,75)',setts=ts=PTS*1.004", path,
      ])
    let facts = try probeMedia(ProbeRequest(path: path))
    let audio = try #require(facts.audio)
    let drift = try #require(audio.drift)
    #expect((drift - Time(1004, over: 1000)).magnitude < Time(1, over: 10_000))
    let mix = try heard(path, facts, count: 140_000)
    let gap = (62_000..<76_000).map { $0 * 1004 / 1000 }
    #expect(gap.allSatisfy { abs(mix.left[$0]) < 1e-6 })
    for place in [50_000, 90_000, 120_000] {
      // Behind the hole a sample lies where its packet's time says.
      let range = (place * 1004 / 1000)..<(place * 1004 / 1000 + 60)
      let power = range.reduce(Float(0)) { $0 + mix.left[$1] * mix.left[$1] }
      #expect(power > 0.1)
    }
  }

  @Test func `a few packets that come late are no slow clock`() throws {
    let plain = try make("plain.mkv", ["-c:a", "pcm_s16le"])
    for (number, times) in ["PTS+9*gt(N,70)", "PTS+mod(N*7,9)-4", "PTS+400*gt(N,70)"].enumerated() {
      let path = shop.path("late\(number).mkv")
      _ = try shop.run(
        "ffmpeg",
        ["-y", "-v", "error", "-i", plain, "-c", "copy", "-bsf:a", "setts=ts='\(times)'", path])
      #expect(try probeMedia(ProbeRequest(path: path)).audio?.drift == nil, "\(times)")
    }
  }

  /// Times in milliseconds, and whether samples are counted for them.
  @Test(arguments: [
    ("PTS+18*between(mod(N,40),10,14)", true), ("PTS+45*between(N,20,24)", true),
    ("if(lt(N,30),PTS,PTS+(N-30)*3/2)", false), ("PTS+60*gt(N,25)", false),
    ("PTS-40*gt(N,25)", false), ("PTS+18*between(mod(N,40),10,14)+60*gt(N,25)", false),
    ("PTS+300*between(N,20,24)", false), ("PTS+mod(N*7,9)-4", false),
  ])
  func `samples are counted where times run ahead and come back`(
    times: String, isUneven: Bool
  ) throws {
    let plain = try make("plain.mka", ["-c:a", "flac", "-frame_size", "2304"])
    let path = shop.path("uneven.mka")
    _ = try shop.run(
      "ffmpeg",
      ["-y", "-v", "error", "-i", plain, "-c", "copy", "-bsf:a", "setts=ts='\(times)'", path])
    let facts = try probeMedia(ProbeRequest(path: path))
    #expect((facts.uneven != nil) == isUneven)
    guard isUneven else { return }
    #expect(facts.uneven?.first?.start == facts.start)
    // Wherever reading begins, all is as it was.
    for start in [Int64(0), 48_000, 96_000] {
      let mix = try heard(path, facts, from: start, count: Int64(source.count) - start)
      #expect(ratio(Array(source[Int(start)...]), mix.left) > 60, "\(start)")
    }
  }

  @Test(arguments: [("a.vob", "ac3"), ("a.mpg", "mp2")])
  func `times that begin anew go on behind what was there`(name: String, codec: String) throws {
    let wav = try shop.wav("source.wav", rate: 48_000, channels: 1, source)
    let part = try make(
      "part-" + name, ["-c:v", "mpeg2video", "-g", "12", "-bf", "2", "-c:a", codec],
      ["-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=3", "-i", wav])
    let data = try Data(contentsOf: URL(fileURLWithPath: part))
    let path = shop.path(name)
    try (data + data).write(to: URL(fileURLWithPath: path))
    let facts = try probeMedia(ProbeRequest(path: path))
    let restart = try #require(facts.restarts?.first)
    #expect(facts.restarts?.count == 1)
    // Of both the same, a whole number of frames.
    #expect((restart.offset * Time(25)).denominator == 1)
    #expect((restart.offset - Time(3)).magnitude <= Time(2, over: 25))
    #expect(facts.video?.frameCount == 150)
    let end = try #require(facts.audio).end
    #expect((end - Time(6)).magnitude < Time(1, over: 10))
    var sound = try clip(
      path, stream: try #require(facts.audio?.stream), zero: facts.start, count: 276_000)
    sound.file.restarts = facts.restarts
    let mix = try shop.mix(
      AudioProgram(sampleRate: 48_000, sampleCount: 276_000, clips: [sound]))
    let later = Int((restart.offset * Time(48_000)).rounded)
    for (part, first) in [mix.left, Array(mix.left[later...])].enumerated() {
      let found = lag(of: first, at: 60_000)
      #expect(found.likeness > 0.5, "\(part): \(found)")
      // The second part begins a whole number of frames later, and its sound up to half a packet off.
      #expect(abs(found.lag) <= 480, "\(part): \(found)")
    }
  }

  /// Headers of sound that was written into a pipe.
  @Test(arguments: [
    ("wav", "pcm_s16le"), ("wav", "pcm_s24le"), ("wav", "pcm_f32le"), ("au", "pcm_s16be"),
    ("caf", "pcm_s16le"), ("flac", "flac"), ("wv", "wavpack"), ("tta", "tta"),
  ])
  func `of a file that does not know its length all samples are heard`(
    format: String, codec: String
  ) throws {
    let wav = try shop.wav("source.wav", rate: 48_000, channels: 1, source)
    let data = try shop.run(
      "ffmpeg", ["-v", "error", "-i", wav, "-c:a", codec, "-f", format, "-"])
    guard !data.isEmpty else { return }
    try expectWhole(data, "piped." + format)
  }

  @Test(
    arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_F000] as [UInt32])
  func `whatever a pipe has for a size of WAV, all samples are heard`(size: UInt32) throws {
    let wav = try shop.wav("source.wav", rate: 48_000, channels: 1, source)
    for codec in ["pcm_s16le", "pcm_f32le"] {
      var data = try shop.run(
        "ffmpeg", ["-v", "error", "-i", wav, "-c:a", codec, "-f", "wav", "-"])
      let place = try #require(data.range(of: Data("data".utf8))).upperBound
      withUnsafeBytes(of: size.littleEndian) { data.replaceSubrange(place..<(place + 4), with: $0) }
      // A recorder that was stopped leaves a part of a sample behind.
      data.append(contentsOf: [1])
      try expectWhole(data, "piped.wav")
    }
  }

  private func expectWhole(_ data: Data, _ name: String) throws {
    let path = shop.path(name)
    try data.write(to: URL(fileURLWithPath: path))
    let facts = try probeMedia(ProbeRequest(path: path))
    #expect(facts.warnings.isEmpty, "\(facts.warnings)")
    #expect(facts.audio?.end == Time(3))
    let mix = try heard(path, facts, count: Int64(source.count))
    #expect(mix.notes.isEmpty)
    #expect(ratio(source, mix.left) > 60)
  }

  @Test func `a WAV that is cut off is still damaged`() throws {
    let path = try make("whole.wav", ["-c:a", "pcm_s16le"])
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let cut = shop.path("cut.wav")
    try data.prefix(data.count / 2 + 1).write(to: URL(fileURLWithPath: cut))
    let facts = try probeMedia(ProbeRequest(path: cut))
    #expect(!facts.warnings.isEmpty)
    #expect(throws: RenderFailure.self) { _ = try heard(cut, facts, count: 140_000) }
  }

  @Test func `numbers that are none are silence, and it is said where`() throws {
    var samples = source
    for n in 70_000..<70_100 { samples[n] = n % 2 == 0 ? .nan : .infinity }
    let path = try shop.wav("odd.wav", rate: 48_000, channels: 1, samples)
    let facts = try probeMedia(ProbeRequest(path: path))
    let mix = try heard(path, facts, count: Int64(samples.count))
    let areNumbers = mix.left.allSatisfy(\.isFinite)
    #expect(areNumbers)
    #expect(mix.notes.map(\.origin) == [Origin(7)])
    #expect(mix.notes.first?.sourceTime == Time(70_000, over: 48_000))
    #expect(ratio(Array(source[70_100...]), Array(mix.left[70_100...])) > 100)
  }

  @Test func `the last packet of an MP3 that is lost is said, and a tag there is none`() throws {
    let path = try make("whole.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"])
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let tagged = shop.path("tagged.mp3")
    try (data + Data("TAG".utf8) + Data(count: 125)).write(to: URL(fileURLWithPath: tagged))
    let whole = try probeMedia(ProbeRequest(path: tagged))
    #expect(try heard(tagged, whole, count: 143_000).notes.isEmpty)
    // Frames of 128 kbit/s have 384 bytes.
    let lost = shop.path("lost.mp3")
    for index in (data.count - 384)..<data.count { data[index] = 0xA5 }
    try data.write(to: URL(fileURLWithPath: lost))
    let facts = try probeMedia(ProbeRequest(path: lost))
    let audio = try #require(facts.audio)
    let mix = try heard(lost, facts, count: (audio.end * Time(48_000)).ceiling)
    #expect(mix.notes.count == 1, "\(mix.notes)")
  }

  @Test(arguments: [
    ["-b:a", "128k"], ["-q:a", "4"], ["-b:a", "64k", "-ar", "22050"],
    ["-b:a", "32k", "-ar", "8000"],
  ])
  func `an MP3 that ends early is said`(options: [String]) throws {
    let path = try make("whole.mp3", ["-c:a", "libmp3lame"] + options)
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let last = try #require(lastHeader(of: data))
    func warnings(_ data: Data) throws -> [String] {
      let cut = shop.path("cut.mp3")
      try data.write(to: URL(fileURLWithPath: cut))
      return try probeMedia(ProbeRequest(path: cut)).warnings
    }
    #expect(try warnings(data).isEmpty)
    #expect(try warnings(data + Data("TAG".utf8) + Data(count: 125)).isEmpty)
    let gone = try warnings(data.prefix(last))
    #expect(gone.count == 1 && gone[0].contains("packets of sound, but there are only"), "\(gone)")
    #expect(
      try warnings(data.prefix(last + 20)) == ["the last packet of its sound is cut off"])
    let few = try warnings(data.prefix(data.count * 9 / 10))
    #expect(few.contains { $0.contains("packets of sound, but there are only") }, "\(few)")
    // A header that counts its own packet, as some programs write it.
    var counted = data
    let tag = try #require(
      data.range(of: Data("Xing".utf8)) ?? data.range(of: Data("Info".utf8))
    ).lowerBound
    counted[tag + 11] += 1
    #expect(try warnings(counted).isEmpty)
  }

  @Test(arguments: [384, 768, 3840])
  func `what lies behind an MP3 without a header is no packet that is missing`(size: Int) throws {
    let path = try make(
      "plain.mp3", ["-c:a", "libmp3lame", "-b:a", "128k", "-ar", "48000", "-write_xing", "0"])
    let tag = Data("APETAGEX".utf8) + Data(count: size - 8)
    try (try Data(contentsOf: URL(fileURLWithPath: path)) + tag).write(
      to: URL(fileURLWithPath: path))
    #expect(try probeMedia(ProbeRequest(path: path)).warnings.isEmpty)
  }

  /// The place of the last header of an MP3: the bytes that all of them begin with.
  private func lastHeader(of data: Data) -> Int? {
    // Behind the tag of ID3 and the packet with the tag of the encoder.
    guard let first = data.range(of: Data([0xFF]), in: 10..<data.count)?.lowerBound else {
      return nil
    }
    return data.range(of: data[first..<first + 2], options: .backwards)?.lowerBound
  }

  @Test(arguments: [2_400, 4_800, 16_800, 19_199])
  func `a sound that is shorter than a block of loudness has that of what is there`(count: Int)
    throws
  {
    let long = try shop.wav("long.wav", rate: 48_000, channels: 1, source)
    let short = try shop.wav("short.wav", rate: 48_000, channels: 1, Array(source[..<count]))
    func loudness(_ path: String, _ count: Int) throws -> Double {
      let program = AudioProgram(
        sampleRate: 48_000, sampleCount: Int64(count), clips: [try clip(path, count: Int64(count))])
      let levels = try AudioRenderer().measure(program)
      return try #require(levels.loudness(in: TimeRange(.zero, Time(Int64(count), over: 48_000))))
    }
    let (own, whole) = (try loudness(short, count), try loudness(long, source.count))
    #expect(abs(own - whole) < 0.6)
  }
}
