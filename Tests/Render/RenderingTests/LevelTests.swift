// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

/// The loudness of sounds over their time.
@Suite struct LevelTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func program(_ samples: [Float], rate: Int = 48_000) throws -> AudioProgram {
    let count = Int64(samples.count / 2)
    let file = try shop.wav("sound.wav", rate: rate, samples)
    return AudioProgram(
      sampleRate: rate, sampleCount: count, clips: [try clip(file, count: count)])
  }

  private func tone(_ level: Double, _ count: Int) -> [Float] {
    (0..<count).flatMap { n -> [Float] in
      let value = Float(level * sin(2 * .pi * 997 * Double(n) / 48_000))
      return [value, value]
    }
  }

  @Test func `a tone of full scale is -3 dB loud in each twentieth of a second`() throws {
    let levels = try AudioRenderer().measure(
      try program(tone(1, 48_000) + [Float](repeating: 0, count: 48_000)))
    #expect(levels.powers.count == 30 && levels.peaks.count == 15)
    #expect(levels.powers[..<20].allSatisfy { abs($0 + 301) <= 3 })
    #expect(levels.powers[20...].allSatisfy { $0 == AudioLevels.silence })
    #expect(levels.peaks[1..<10].allSatisfy { abs($0) <= 5 })
    #expect(levels.peaks[11...].allSatisfy { $0 == AudioLevels.silence })
    // 997 Hz of full scale on both sides is 0 LUFS by BS.1770.
    #expect(abs((levels.loudness(in: TimeRange(.zero, Time(1))) ?? 99) - 0) < 0.1)
    #expect(levels.stretches(over: -20) == [TimeRange(.zero, Time(1))])
    #expect(
      levels.silences(below: -60, of: Time(1, over: 2)) == [TimeRange(Time(1), Time(3, over: 2))])
  }

  @Test func `a limited mix is as loud as its film, also where quiet places count then`() throws {
    let samples = tone(2, 48_000) + tone(0.15, 9 * 48_000)
    let planned = try program(samples)
    var limited: [Float] = []
    var leveler = Leveler(AudioLevel(), rate: 48_000, channels: 2)
    func take(_ part: AudioBuffer) {
      for n in 0..<part.count { limited += [part.channels[0][n], part.channels[1][n]] }
    }
    let channel = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    leveler.push(AudioBuffer(channels: [channel, channel]), to: take)
    leveler.finish(to: take)
    let count = Int64(limited.count / 2)
    let film = AudioProgram(
      sampleRate: 48_000, sampleCount: count,
      clips: [try clip(try shop.wav("film.wav", rate: 48_000, limited), count: count)])
    func compared(_ level: AudioLevel?) throws -> AudioComparison {
      try AudioRenderer().compare(
        AudioComparisonRequest(film: film, planned: planned, level: level))
    }
    let whole = TimeRange(.zero, Time(20))
    let found = try compared(AudioLevel())
    let (own, mix) = (found.film.loudness(in: whole), found.planned?.loudness(in: whole))
    // Peaks are 6 dB over full scale.
    #expect((mix ?? -99) - (own ?? 99) > 12)
    #expect(abs((found.limited ?? 0) - (own ?? 99)) < 0.1)
    #expect(try compared(nil).limited == nil)
    #expect(try compared(AudioLevel(isLimited: false)).limited == nil)
  }

  @Test func `a peak between samples is seen, in whatever blocks it comes`() {
    // A quarter of the rate, sampled between its peaks.
    let wave = (0..<9_600).map { Float(0.9 * sin(Double.pi / 2 * Double($0) + Double.pi / 4)) }
    func peaks(_ block: Int) -> [Int16] {
      var meter = LevelMeter(rate: 48_000, channels: 2)
      for start in stride(from: 0, to: wave.count, by: block) {
        let part = Array(wave[start..<min(wave.count, start + block)])
        meter.add(AudioBuffer(channels: [part, part]))
      }
      return meter.finish().peaks
    }
    let expected = Int16(2000 * log10(0.9))
    #expect(peaks(4096).allSatisfy { abs($0 - expected) < 12 }, "\(peaks(4096))")
    #expect(peaks(1) == peaks(4096) && peaks(4801) == peaks(4096))
  }

  @Test func `a word is no click, and a pause is none that is shorter than asked for`() {
    var powers = [Int16](repeating: -7000, count: 100)
    for n in 20..<22 { powers[n] = -1000 }
    for n in 40..<43 { powers[n] = -1000 }
    for n in 60..<100 { powers[n] = -2000 }
    let levels = AudioLevels(momentary: [], powers: powers, peaks: [])
    func seconds(_ range: TimeRange) -> [Double] {
      [range.start.approximate, range.end.approximate]
    }
    #expect(levels.stretches(over: -30).map(seconds) == [[2, 2.15], [3, 5]])
    #expect(levels.stretches(over: -15).map(seconds) == [[2, 2.15]])
    #expect(levels.usualPower == -10)
    #expect(levels.silences(below: -60, of: Time(1)).map(seconds) == [[0, 1]])
  }

  @Test(arguments: [-1.0, 0.5, 3])
  func `overs are where peaks are`(first: Double) {
    let peaks: [Int16] = [-100, AudioLevels.hundredths(first), 200, -50, 10]
    let overs = AudioLevels(momentary: [], powers: [], peaks: peaks).overs
    let start = first > 0 ? Time(1, over: 10) : Time(2, over: 10)
    #expect(overs.map(\.range.start) == [start, Time(4, over: 10)])
    #expect(overs.map(\.excess) == [max(2, first), 0.1])
  }

  /// Music, speech and noise in several codecs.
  private static let files = [
    "audio/music_letsgofishin_stereo_133s.ogg", "audio/music_vibeace_cover_61s.ogg",
    "audio/music_hungarian_dance_46s.ogg", "audio/speech_librispeech_f_16k.ogg",
    "audio/ambience_rain_60s.mp3", "audio/bear_opus.opus", "audio/guitar_mono_23s.mp3",
    "audio/sfx_robin_2s.ogg", "edit/bbb_720p24_82s.mp4", "edit/timecode_speech_720p30_42s.mp4",
  ]

  @Test(.enabled(if: mediaFolder != nil, "no real media"), arguments: files)
  func `real sound is as loud as ffmpeg measures it, all of it and a part`(name: String) throws {
    let path = try #require(mediaFolder) + "/" + name
    let streams = String(
      decoding: try shop.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "a", "-show_entries", "stream=index", "-of", "csv=p=0",
          path,
        ]),
      as: UTF8.self)
    let stream = try #require(Int(streams.split { !$0.isNumber }.first ?? ""))
    let mix = try shop.mix(
      AudioProgram(
        sampleRate: 48_000, sampleCount: 20 * 48_000,
        clips: [try clip(path, stream: stream, count: 20 * 48_000)]))
    let whole = try program(zip(mix.left, mix.right).flatMap { [$0, $1] })
    let levels = try AudioRenderer().measure(whole)
    for (start, end) in [(0, 20), (1, 2)] {
      let range = TimeRange(Time(Int64(start)), Time(Int64(end)))
      var part = Mix()
      part.left = Array(mix.left[(start * 48_000)..<(end * 48_000)])
      part.right = Array(mix.right[(start * 48_000)..<(end * 48_000)])
      let measured = try shop.loudness(of: part, rate: 48_000)
      guard let loudness = levels.loudness(in: range), measured.loudness > -69 else { continue }
      #expect(abs(loudness - measured.loudness) < 0.3, "\(loudness) \(measured)")
      let peak = try #require(levels.peak(in: range))
      #expect(abs(peak - measured.peak) < 0.4, "\(peak) \(measured)")
    }
  }

  @Test(arguments: AudioPictureRequest.Kind.allCases)
  func `a picture of sound is as large as asked for, and shows it`(
    kind: AudioPictureRequest.Kind
  ) throws {
    let sound = try program(
      [Float](repeating: 0, count: 96_000) + tone(0.9, 48_000)
        + [Float](repeating: 0, count: 96_000))
    let path = shop.path("picture.png")
    try drawSound(
      AudioPictureRequest(program: sound, kind: kind, size: PixelSize(300, 120), output: path),
      by: AudioRenderer())
    let pixels = Array(
      try shop.run(
        "ffmpeg",
        ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"]))
    #expect(pixels.count == 300 * 120)
    func light(_ columns: Range<Int>) -> Int {
      columns.reduce(0) { sum, x in
        sum + (0..<120).reduce(0) { $0 + Int(pixels[$1 * 300 + x]) }
      }
    }
    #expect(light(120..<180) > 2 * light(20..<80) && light(120..<180) > 2 * light(220..<280))
  }
}
