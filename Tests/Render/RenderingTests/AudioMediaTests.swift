// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import MediaIO

@Suite(.enabled(if: mediaFolder != nil, "no real media"))
struct AudioMediaTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func media(_ name: String) throws -> String { try #require(mediaFolder) + "/" + name }

  private struct Source {
    var stream: Int
    var zero: Time
    var rate: Int
    var channels: Int
    var firstFrame: Time
  }

  /// The source's samples at its own rate, from source time `start`.
  private func read(
    _ path: String, _ source: Source, from start: Int64, count: Int64
  ) throws -> Mix {
    try shop.mix(
      AudioProgram(
        sampleRate: source.rate, sampleCount: count,
        clips: [
          try clip(
            path, stream: source.stream, zero: source.zero,
            from: Time(start, over: Int64(source.rate)), count: count)
        ]))
  }

  /// Stream index, container start and sample rate, as reported by ffprobe.
  private func facts(_ path: String) throws -> Source {
    func ask(_ entries: String, _ more: [String] = []) throws -> String {
      let data = try shop.run(
        "ffprobe", ["-v", "error"] + more + ["-show_entries", entries, "-of", "csv=p=0", path])
      let text = String(decoding: data, as: UTF8.self)
      return text.split(separator: "\n").first.map(String.init) ?? ""
    }
    let select = ["-select_streams", "a:0"]
    let stream = try ask("stream=index,sample_rate,channels", select).split(separator: ",")
    let frame = try ask("frame=best_effort_timestamp_time", select + ["-read_intervals", "%+#4"])
    return Source(
      stream: try #require(Int(stream[0])),
      zero: Time(decimal: try ask("format=start_time")) ?? .zero,
      rate: try #require(Int(stream[1])), channels: try #require(Int(stream[2])),
      firstFrame: try #require(Time(decimal: frame.filter { $0 != "," })))
  }

  static let files = [
    "audio/ambience_rain_60s.mp3", "audio/bear_opus.opus", "audio/guitar_mono_23s.mp3",
    "audio/music_hungarian_dance_46s.ogg", "audio/opus_51.mka", "audio/pcm_f32_51_extensible.wav",
    "audio/pcm_s16_96k_mono.wav", "audio/speech_16k_aac.m4a", "audio/speech_librispeech_f_16k.ogg",
    "audio/speech_nasa_8k_stereo.mp3", "edit/bbb_720p24_82s.mp4", "edit/bbb_720p25_5s_aac51.mp4",
    "edit/flower_540p2997_5s.mp4", "edit/greenscreen_man_720p30_24s.mp4",
    "edit/timecode_speech_720p30_42s.mp4",
  ]

  /// Files with timestamps that are not whole samples, and files in other containers.
  static let rounded = [
    "edit/tears_of_steel_332p24_70s.webm", "variety/bbb_vp8_720p24_30s.webm",
    "variety/webm_no_duration_opus.webm", "variety/mpeg2_1080p24_mp2.ts",
    "variety/bbb_720p60_open_start10.ts", "variety/mpeg4asp_mp3_2398.avi",
    "variety/h264_1080p50_pcm_sowt.mov",
    "variety/nasa_multitrack_2v2a2s.mp4",
  ]

  @Test(arguments: rounded)
  func `pieces of a sound join as if it had never been cut`(name: String) throws {
    let path = try media(name)
    let media = try probeMedia(ProbeRequest(path: path))
    let facts = try #require(media.audio)
    let rate = Int64(facts.sampleRate)
    let count = min((facts.end * Time(rate)).floor, rate * 28)
    let source = Source(
      stream: facts.stream, zero: media.start, rate: facts.sampleRate, channels: facts.channels,
      firstFrame: .zero)
    let whole = try read(path, source, from: 0, count: count)
    for start in stride(from: rate * 13 / 10, to: count - rate / 3, by: Int(rate * 37 / 10)) {
      let piece = try read(path, source, from: start, count: rate / 3)
      let expected = Array(whole.left[Int(start)..<Int(start + rate / 3)])
      #expect(ratio(expected, piece.left) > 100, "at sample \(start) of \(count)")
    }
  }

  @Test(arguments: files)
  func `sound read from a place in the middle is the sound read from the start`(
    name: String
  ) throws {
    let path = try media(name)
    let source = try facts(path)
    let rate = Int64(source.rate)
    let whole = try read(path, source, from: 0, count: rate * 9 / 2)
    for start in [rate * 3 / 2, rate * 39 / 10 + 77] {
      let count = rate / 3
      let piece = try read(path, source, from: start, count: count)
      let expected = Array(whole.left[Int(start)..<Int(start + count)])
      #expect(ratio(expected, piece.left) > 100, "at sample \(start)")
    }
  }

  @Test(arguments: files)
  func `sound read is what the ffmpeg tool decodes, at the time of its first sample`(
    name: String
  ) throws {
    let path = try media(name)
    let source = try facts(path)
    let rate = source.rate
    var options = ["-t", "2"]
    if source.channels > 2 {
      options += ["-af", "aresample=ochl=stereo:rematrix_maxval=1,aformat=channel_layouts=stereo"]
    }
    let tool = try shop.decode(path, options)
    let channels = min(source.channels, 2)
    let ours = try read(path, source, from: Int64(-rate / 10), count: Int64(rate * 2))
    let first = rate / 10 + Int(((source.firstFrame - source.zero) * Time(Int64(rate))).rounded)
    // Timestamps in milliseconds are ambiguous by some samples.
    let slack = path.hasSuffix(".mka") ? rate / 1000 : 0
    let length = min(rate, tool.count / channels - slack)
    let best = (-slack...slack).map { lag in
      ratio(
        (0..<length).map { tool[$0 * channels] },
        Array(ours.left[(first + lag)..<(first + lag + length)]))
    }.max()
    #expect(try #require(best) > 90)
    #expect(ours.left[..<(first - slack)].allSatisfy { $0 == 0 })
  }

  @Test func `sound that breaks in the middle fails at its place, or goes on in silence`() throws {
    let source = try media("audio/guitar_mono_23s.mp3")
    let wav = shop.path("whole.wav")
    _ = try shop.run(
      "ffmpeg", ["-v", "error", "-t", "6", "-i", source, "-c:a", "flac", wav + ".flac"])
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: wav + ".flac")))
    let middle = bytes.count / 2
    for at in middle..<(middle + 20_000) { bytes[at] = UInt8(truncatingIfNeeded: at &* 31) }
    let broken = shop.path("broken.flac")
    try Data(bytes).write(to: URL(fileURLWithPath: broken))
    let program = AudioProgram(
      sampleRate: 44_100, sampleCount: 6 * 44_100,
      clips: [try clip(broken, count: 6 * 44_100)])
    let failure = #expect(throws: RenderFailure.self) { try shop.mix(program) }
    #expect(failure?.kind == .media && failure?.origin == Origin(7))
    let time = try #require(failure?.sourceTime)
    #expect(time > Time(1) && time < Time(5))
    let mix = try shop.mix(program, keepsGoing: true)
    #expect(mix.left.count == 6 * 44_100)
    #expect(mix.notes.count == 1 && mix.notes.first?.origin == Origin(7))
    #expect(
      mix.left.suffix(44_100)
        == (try shop.mix(
          AudioProgram(
            sampleRate: 44_100, sampleCount: 6 * 44_100,
            clips: [try clip(wav + ".flac", count: 6 * 44_100)]))).left.suffix(44_100))
  }
}
