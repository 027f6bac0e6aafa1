// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO
@testable import Muxing

@Suite struct LinkTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// A segment of `count` generated frames, with reordering if there are enough of them.
  private func segment(
    _ name: String, frames count: Int, seed: Int, rate: FrameRate = FrameRate(30),
    encoder: String = "libx264", options: [(String, String)]? = nil
  ) throws -> String {
    let size = PixelSize(64, 48)
    let format = try #require(PixelFormat(named: "yuv420p"))
    var encoder = try Encoder(
      pictures: encoder, size: size, format: format, rate: rate,
      options: options ?? [("preset", "veryfast"), ("bf", "3"), ("threads", "1")])
    var writer = try SegmentWriter(
      path: shop.path(name),
      stream: SegmentStream(try encoder.parameters(), timeBase: rate.frameDuration))
    let packet = try Packet()
    func drain() throws {
      while try encoder.receive(into: packet) == .filled {
        packet.duration = 1
        try writer.write(packet)
      }
    }
    for index in 0..<count {
      let frame = try Frame(size: size, format: format)
      for plane in 0..<3 {
        let rows = plane == 0 ? 48 : 24
        frame.withPlane(plane) { bytes, stride in
          for at in 0..<(rows * stride) {
            bytes[at] = UInt8(truncatingIfNeeded: at * (seed + 3) / 7 + index * 11 + plane * 40)
          }
        }
      }
      frame.timestamp = Int64(index)
      try encoder.send(frame)
      try drain()
    }
    try encoder.sendEnd()
    try drain()
    _ = try writer.finish(frames: Int64(count))
    return shop.path(name)
  }

  /// An audio segment of `count` samples of noise.
  private func sound(
    _ encoder: String, count: Int64, rate: Int = 48000, options: [EncoderOption] = [],
    format: String? = nil
  ) throws -> (file: String, mix: Mix) {
    let samples = noise(2 * Int(count), seed: 9).map { $0 * 0.5 }
    let wav = try shop.wav("source.wav", rate: rate, samples)
    let program = AudioProgram(
      sampleRate: rate, sampleCount: count, clips: [try clip(wav, count: count)])
    let output = shop.path("sound-\(encoder)")
    let renderer = AudioRenderer()
    let mixed = shop.path("mixed")
    #expect(try renderer.mix(MixRequest(program: program, output: mixed)).frames == count)
    let facts = try renderer.encode(
      EncodeRequest(
        sampleRate: rate, intervals: [.mixed(mixed, count)],
        encoding: AudioEncoding(encoder: encoder, options: options, sampleFormat: format),
        output: output))
    #expect(facts.frames == count)
    return (output, try shop.mix(program))
  }

  private func link(
    _ segments: [String], _ sound: String?, _ container: String, _ name: String,
    rate: FrameRate = FrameRate(30), sampleRate: Int = 48000, fastStart: Bool = true
  ) throws -> String {
    let request = LinkRequest(
      segments: segments.map { LinkedSegment(path: $0) }, sound: sound,
      canvas: CanvasFormat(size: PixelSize(64, 48), rate: rate, sampleRate: sampleRate),
      container: container, fastStart: fastStart, output: shop.path(name))
    let bytes = try Linker().link(request)
    let size = try FileManager.default.attributesOfItem(atPath: shop.path(name))[.size] as? Int
    #expect(Int(bytes) == size)
    return shop.path(name)
  }

  private func probe(_ entries: String, _ file: String, _ more: [String] = []) throws -> [String] {
    let data = try shop.run(
      "ffprobe", ["-v", "error"] + more + ["-show_entries", entries, "-of", "csv=p=0", file])
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func frameHashes(_ file: String) throws -> [String] {
    let data = try shop.run(
      "ffmpeg", ["-v", "error", "-i", file, "-map", "0:v", "-f", "framemd5", "-"])
    return String(decoding: data, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }.map { $0.split(separator: ",").last.map(String.init) ?? "" }
  }

  @Test(arguments: [("flac", "s32", "matroska"), ("flac", "s32", "flac"), ("alac", "s32p", "mp4")])
  func `lossless sound keeps 24 bits`(encoder: String, format: String, container: String) throws {
    let (file, mix) = try sound(encoder, count: 10_000, format: format)
    let film = try link([], file, container, "film.\(container)")
    #expect(try probe("stream=bits_per_raw_sample", film) == ["24"])
    let heard = try shop.decode(film)
    #expect(heard.count == 20_000)
    let error = zip(stride(from: 0, to: heard.count, by: 2), mix.left).map {
      abs(heard[$0] - $1)
    }.max()
    #expect(try #require(error) <= 0x1p-24)
  }

  @Test func `a sample format that the encoder does not take is an error`() {
    #expect(throws: RenderFailure.self) { try sound("flac", count: 10, format: "fltp") }
  }

  // MARK: - Pictures

  @Test(arguments: ["mp4", "mov", "matroska"], [FrameRate(30), FrameRate(30000, over: 1001)])
  func `segments of one and two frames join with constant timestamps`(
    container: String, rate: FrameRate
  ) throws {
    var files: [String] = []
    var alone: [String] = []
    for (index, count) in [9, 1, 2, 1, 1, 3, 12].enumerated() {
      let file = try segment("s\(index)", frames: count, seed: index, rate: rate)
      files.append(file)
      alone += try frameHashes(try link([file], nil, container, "alone-\(index).mkv", rate: rate))
    }
    let film = try link(files, nil, container, "film", rate: rate)
    #expect(alone.count == 29)
    #expect(try frameHashes(film) == alone)
    let stamps = try probe(
      "frame=best_effort_timestamp", film, ["-select_streams", "v"]
    ).compactMap { Int64($0.filter(\.isNumber)) }
    if container == "matroska" {
      #expect(stamps == (0..<29).map { (rate.time(of: $0) * Time(1000)).rounded })
    } else {
      let base = try #require(
        try probe("stream=time_base", film).first.flatMap { Time(parsing: $0) })
      #expect(stamps == (0..<29).map { (rate.time(of: $0) / base).floor })
      #expect((0..<29).allSatisfy { Time(ticks: stamps[$0], base: base) == rate.time(of: $0) })
      #expect(try probe("stream=nb_frames", film) == ["29"])
    }
    #expect(
      try probe("stream=r_frame_rate", film) == [
        "\(rate.perSecond.numerator)/\(rate.perSecond.denominator)"
      ])
  }

  @Test func `segments that were encoded differently are not joined`() throws {
    let one = try segment("a", frames: 3, seed: 0)
    let other = try segment(
      "b", frames: 3, seed: 0, options: [("preset", "veryfast"), ("bf", "0")])
    do throws(RenderFailure) {
      _ = try Linker().link(
        LinkRequest(
          segments: [one, other].map { LinkedSegment(path: $0) }, sound: nil,
          canvas: CanvasFormat(size: PixelSize(64, 48), rate: FrameRate(30)), container: "mp4",
          fastStart: true, output: shop.path("film.mp4")))
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == .encoder)
    }
  }

  @Test(arguments: ["mp4", "mov", "matroska"])
  func `two runs give the same bytes`(container: String) throws {
    let pictures = [try segment("a", frames: 30, seed: 1), try segment("b", frames: 31, seed: 2)]
    let sound = try sound("aac", count: 97_600).file
    let first = try Data(
      contentsOf: URL(fileURLWithPath: try link(pictures, sound, container, "one")))
    Thread.sleep(forTimeInterval: 1.1)
    let again = try self.sound("aac", count: 97_600).file
    let second = try Data(
      contentsOf: URL(fileURLWithPath: try link(pictures, again, container, "two")))
    #expect(first == second)
  }

  @Test func `with fast start the index comes before the data`() throws {
    let pictures = [try segment("a", frames: 60, seed: 1)]
    let sound = try sound("aac", count: 96_000).file
    for (fastStart, order) in [
      (true, ["ftyp", "moov", "free", "free", "mdat"]), (false, ["ftyp", "free", "mdat", "moov"]),
    ] {
      let film = try link(pictures, sound, "mp4", "film.mp4", fastStart: fastStart)
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: film)))
      var atoms: [String] = []
      var at = 0
      while at + 8 <= bytes.count {
        let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        atoms.append(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
        if size < 8 { break }
        at += size
      }
      #expect(atoms == order)
      #expect(at == bytes.count)
    }
  }

  // MARK: - Sound

  static let lossless = [
    ("pcm_s16le", "wav"), ("pcm_f32le", "wav"), ("flac", "flac"), ("flac", "matroska"),
    ("alac", "ipod"), ("pcm_s16le", "mov"), ("pcm_f32le", "matroska"), ("flac", "mp4"),
  ]

  @Test(arguments: [
    ("libmp3lame", 64_000), ("libmp3lame", 128_000), ("libmp3lame", 176_000),
    ("libmp3lame", 192_000), ("libmp3lame", 208_000), ("libmp3lame", 230_000),
    ("libmp3lame", 256_000), ("libmp3lame", 320_000), ("aac", 128_000), ("libopus", 128_000),
  ])
  func `a lossy film is as loud as the mix`(encoder: String, bits: Int) throws {
    let wave = (0..<48_000).map { Float(0.4 * sin(2 * .pi * 500 * Double($0) / 48_000)) }
    let file = try shop.wav("tone.wav", rate: 48_000, wave.flatMap { [$0, $0] })
    let program = AudioProgram(
      sampleRate: 48_000, sampleCount: 48_000, clips: [try clip(file, count: 48_000)])
    let mixed = shop.path("mixed")
    _ = try AudioRenderer().mix(MixRequest(program: program, output: mixed))
    let path = shop.path("tone.segment")
    _ = try AudioRenderer().encode(
      EncodeRequest(
        sampleRate: 48_000, intervals: [.mixed(mixed, 48_000)],
        encoding: AudioEncoding(encoder: encoder, options: [EncoderOption("b", "\(bits)")]),
        output: path))
    let film = try shop.decode(try link([], path, "matroska", "film"))
    func power(_ samples: some Sequence<Float>) -> Double {
      samples.reduce(0) { $0 + Double($1) * Double($1) }
    }
    let middle = film[40_000..<60_000]
    let change = 10 * log10(power(middle) / power(wave[20_000..<30_000]) / 2)
    #expect(abs(change) < 0.05, "\(change) dB")
  }

  @Test(arguments: lossless)
  func `a lossless film of sound has every sample`(encoder: String, container: String) throws {
    for count in [1, 4_097, 50_001] as [Int64] {
      let (file, mix) = try sound(encoder, count: count)
      let decoded = try shop.decode(try link([], file, container, "film"))
      #expect(decoded.count == 2 * Int(count))
      let left = stride(from: 0, to: decoded.count, by: 2).map { decoded[$0] }
      #expect(zip(left, mix.left).allSatisfy { abs($0 - $1) <= 0.5 / 32768 })
    }
  }

  /// Encoder, container, encoder delay, samples per packet.
  static let lossy = [
    ("aac", "mp4", 1024, 1024), ("aac", "ipod", 1024, 1024), ("aac", "mov", 1024, 1024),
    ("aac", "matroska", 1024, 1024), ("libopus", "matroska", 312, 960),
    ("libopus", "webm", 312, 960), ("libopus", "mp4", 312, 960), ("libmp3lame", "mp3", 1105, 1152),
    ("libmp3lame", "mp4", 1105, 1152),
  ]

  @Test(arguments: lossy)
  func `a lossy film of sound is as long as the mix`(
    encoder: String, container: String, padding: Int, frameSize: Int
  ) throws {
    for count in [48_000, 50_001, 51_200] as [Int] {
      let options = [EncoderOption("b", "128000")]
      let (file, _) = try sound(encoder, count: Int64(count), options: options)
      let film = try link([], file, container, "film")
      let decoded = try shop.decode(film).count / 2
      switch (container, encoder) {
      case ("mp4", _), ("ipod", _), ("mov", _):
        // The edit list is exact; libavformat skips the encoder delay, but reads to the end of the last packet before version 62.
        #expect(try probe("stream=duration_ts,start_pts", film) == ["0,\(count)"])
        let packets = (count + padding + frameSize - 1) / frameSize
        #expect(decoded == packets * frameSize - padding || codecVersion > 61 && decoded == count)
      case (_, "aac"):
        // libavformat subtracts CodecDelay from timestamps: the encoder delay is before time 0, or skipped since version 62.
        let start = try probe("stream=start_pts", film)
        #expect(
          start == ["-21"] && decoded == count + padding
            || codecVersion > 61 && start == ["0"] && decoded == count)
      default:
        #expect(decoded == count)
      }
    }
  }

  @Test(arguments: ["mp4", "matroska"])
  func `pictures and sound start and end together`(container: String) throws {
    let pictures = try (0..<4).map { try segment("s\($0)", frames: 30, seed: $0) }
    let (file, mix) = try sound("pcm_s16le", count: 192_000)
    let mov = container == "mp4" ? "mov" : container
    let film = try link(pictures, file, mov, "film")
    #expect(try frameHashes(film).count == 120)
    let decoded = try shop.decode(film)
    #expect(decoded.count == 2 * 192_000)
    #expect((0..<192_000).allSatisfy { abs(decoded[2 * $0] - mix.left[$0]) <= 0.5 / 32768 })
    #expect(try probe("format=start_time,duration", film) == ["0.000000,4.000000"])
  }
}
