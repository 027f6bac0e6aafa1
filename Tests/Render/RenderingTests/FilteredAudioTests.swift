// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Planning
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO

/// Clips whose sound goes through filters.
@Suite struct FilteredAudioTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The filters that projects use, and one that lets all pass.
  static let chains: [[AudioFilter]] = [
    [AudioFilter("highpass", [("f", "80")])],
    [AudioFilter("bass", [("g", "3"), ("f", "200")]), AudioFilter("treble", [("g", "-3")])],
    [AudioFilter("equalizer", [("f", "1000"), ("t", "2"), ("w", "2"), ("g", "6")])],
    [AudioFilter("acompressor", [("threshold", "0.1"), ("ratio", "3")])],
    [AudioFilter("agate", [("threshold", "0.01"), ("range", "0")])],
    [AudioFilter("deesser", [("i", "0.5"), ("m", "0.5"), ("f", "0.5")])],
    [AudioFilter("afftdn", [("nr", "12"), ("nf", "-40")])],
    [AudioFilter(Reverberation()), AudioFilter("highpass", [("f", "80")])],
  ]

  /// The filters that projects may write, as the rules have them.
  static let effects: [AudioFilter] = {
    let known = FilterCatalogue.loaded()
    return AudioEffectRule.names.compactMap { name in
      guard known.soundFilter(name) != nil else { return nil }
      let settings: [(name: String, value: String)] =
        switch name {
        case "chorus":
          [("delays", "50|60"), ("decays", "0.4|0.3"), ("speeds", "0.25|0.4"), ("depths", "2|2.3")]
        case "biquad": [("b0", "0.5"), ("b1", "0.2")]
        case "aecho": [("delays", "300|700"), ("decays", "0.5|0.3")]
        default: []
        }
      guard case .effect(let effect) = EffectCatalogue(known).find(name) else { return nil }
      return AudioFilter(name, settings, memory: effect.sound?.memory(of: settings))
    }
  }()

  @Test func `the rules know filters of this library`() {
    #expect(FilteredAudioTests.effects.count > 40)
    for filter in FilterCatalogue.loaded().soundFilters where filter.isPlainSound {
      if case .refused(let refusal) = EffectCatalogue(.loaded()).find(filter.name) {
        #expect(!refusal.reason.isEmpty)
      }
    }
  }

  @Test(arguments: effects)
  func `an effect moves nothing in time, and a part of it is what it is in the whole`(
    filter: AudioFilter
  ) throws {
    let count: Int64 = 48_000 * 5
    let file = try shop.wav("speech.wav", rate: 48_000, speech(Int(count)))
    let plain = try shop.mix(try program(file, nil, count: count))
    let whole = try program(file, AudioChain([filter]), count: count)
    let made = try shop.mix(whole)
    #expect(made.left.count == Int(count))
    func likeness(_ lag: Int) -> Double {
      plain.left.withUnsafeBufferPointer { plain in
        made.left.withUnsafeBufferPointer { made in
          stride(from: 12_000, to: 60_000, by: 5).reduce(0) {
            $0 + Double(plain[$1] * made[$1 + lag])
          }
        }
      }
    }
    // What swings, or is turned by a part of a wave, is the most like it a little elsewhere.
    let lags = stride(from: -4800, through: 4800, by: 48)
    let best = try #require(lags.max { abs(likeness($0)) < abs(likeness($1)) })
    // Vibrato moves a tone by more than a half of its wave.
    #expect(
      filter.name == "vibrato" || abs(best) <= 240
        || abs(likeness(best)) < 1.3 * abs(likeness(0)), "\(best)")
    let window: Range<Int64> = 48_000 * 4..<48_000 * 9 / 2
    let again = try shop.mix(whole.slice(window))
    var (sum, noise) = (0.0, 0.0)
    for n in 0..<24_000 {
      let (a, b) = (Double(made.left[Int(window.lowerBound) + n]), Double(again.left[n]))
      sum += a * a
      noise += (a - b) * (a - b)
    }
    #expect(noise < 1e-9 || 10 * log10(noise / sum) < -40, "\(10 * log10(noise / sum))")
  }

  @Test func `a late part of a long clip begins with the clip, where that decides`() throws {
    let rate: Int64 = 8000
    let file = try shop.wav("long.wav", rate: Int(rate), noise(Int(2 * rate * 160), seed: 4))
    let tremolo = AudioFilter("tremolo", [("f", "3")], memory: AudioFilter.wholeMemory)
    var sound = try clip(file, count: 160 * rate)
    sound.chain = AudioChain([tremolo])
    let program = AudioProgram(sampleRate: Int(rate), sampleCount: 160 * rate, clips: [sound])
    let whole = try shop.mix(program).left
    let part = try shop.mix(program.slice(150 * rate..<155 * rate)).left
    #expect(part == Array(whole[Int(150 * rate)..<Int(155 * rate)]))
  }

  @Test func `of a film within the film nothing is kept for the end of a long tail`() throws {
    let rate: Int64 = 8000
    let file = try shop.wav("short.wav", rate: Int(rate), noise(Int(2 * rate * 8), seed: 4))
    let inner = AudioProgram(
      sampleRate: Int(rate), sampleCount: 8 * rate, clips: [try clip(file, count: 8 * rate)])
    var sound = try clip(file, count: 48 * rate)
    sound.mix = PlayedMix(inner)
    let echo = AudioFilter("aecho", [("delays", "1000"), ("decays", "0.5")], memory: 2)
    sound.chain = AudioChain([echo], after: -40 * rate)
    let program = AudioProgram(sampleRate: Int(rate), sampleCount: 48 * rate, clips: [sound])
    let stretches = program.divided()
    #expect(stretches.count > 2)
    #expect(stretches.reduce(0) { $0 + $1.sampleCount } == 48 * rate)
  }

  @Test func `an echo of an echo is heard in a part, too`() throws {
    let rate: Int64 = 8000
    var samples = [Float](repeating: 0, count: Int(2 * rate * 24))
    (samples[2 * 8000], samples[2 * 8000 + 1]) = (0.5, 0.5)
    let file = try shop.wav("click.wav", rate: Int(rate), samples)
    let echo = AudioFilter(
      "aecho", [("in_gain", "1"), ("out_gain", "1"), ("delays", "9000"), ("decays", "0.9")],
      memory: 10)
    var sound = try clip(file, count: 24 * rate)
    sound.chain = AudioChain([echo, echo])
    let program = AudioProgram(sampleRate: Int(rate), sampleCount: 24 * rate, clips: [sound])
    let part = try shop.mix(program.slice(18 * rate..<22 * rate)).left
    #expect(abs(part[8000] - 0.405) < 0.001)
  }

  @Test(arguments: [0.2, 0.5, 1])
  func `vibrato swings around the place of a sound`(depth: Double) throws {
    let places = Array(stride(from: 24_000, to: 150_000, by: 2_411))
    var samples = [Float](repeating: 0, count: 2 * 192_000)
    for place in places { (samples[2 * place], samples[2 * place + 1]) = (1, 1) }
    let file = try shop.wav("clicks.wav", rate: 48_000, samples)
    let filter = AudioFilter("vibrato", [("d", "\(depth)")])
    let made = try shop.mix(try program(file, AudioChain([filter]), count: 192_000)).left
    let ways = try places.map { place in
      let near = (place - 300)..<(place + 300)
      return try #require(near.max { abs(made[$0]) < abs(made[$1]) }) - place
    }
    #expect(abs(ways.reduce(0, +)) <= 8 * ways.count)
    #expect(ways.allSatisfy { Double(abs($0)) <= 120 * depth + 4 }, "\(ways)")
  }

  @Test func `a tail is what filters make of silence after the sound`() throws {
    let count = 48_000
    let file = try shop.wav(
      "click.wav", rate: 48_000, (0..<(2 * 48_000 * 4)).map { $0 / 2 % 48_000 == 24_000 ? 0.5 : 0 })
    let echo = AudioFilter(
      "aecho", [("in_gain", "1"), ("out_gain", "1"), ("delays", "1000"), ("decays", "0.5")],
      memory: 2)
    var sound = try clip(file, count: Int64(3 * count))
    // One second is heard, with the click in its middle, and its echo in the next.
    sound.chain = AudioChain([echo], after: Int64(-2 * count))
    let program = AudioProgram(sampleRate: 48_000, sampleCount: Int64(3 * count), clips: [sound])
    let mix = try shop.mix(program)
    let clicks = mix.left.indices.filter { abs(mix.left[$0]) > 0.01 }
    #expect(clicks == [24_000, 72_000])
    #expect(mix.left[24_000] == 0.5 && mix.left[72_000] == 0.25)
    let part = program.slice(Int64(count)..<Int64(2 * count))
    #expect(part.clips[0].chain?.after == Int64(-count))
    let tail = try shop.mix(part).left
    #expect(tail.indices.filter { abs(tail[$0]) > 0.01 } == [24_000])
  }

  @Test func `a room rings on, ever softer, and as long as it is large`() throws {
    func levels(_ size: Double) throws -> [Double] {
      var room = Reverberation()
      room.size = size
      let file = try shop.wav("burst.wav", rate: 48_000, noise(2 * 4_800).map { $0 / 2 })
      let count: Int64 = 48_000 * 4
      let mix = try shop.mix(try program(file, AudioChain([AudioFilter(room)]), count: count))
      return (0..<8).map { half in
        let range = (half * 24_000 + 12_000)..<((half + 1) * 24_000)
        let power = range.reduce(0.0) { $0 + Double(mix.left[$1] * mix.left[$1]) } / 12_000
        return 10 * log10(power + 1e-14)
      }
    }
    let (small, large) = (try levels(0.2), try levels(0.9))
    for levels in [small, large] {
      for (level, next) in zip(levels, levels.dropFirst()) { #expect(next < level || level < -100) }
    }
    #expect(small[0] > -60 && small[0] < -15 && large[0] < -10)
    #expect(large[3] - small[3] > 15, "\(small) \(large)")
  }

  private func program(
    _ file: String, _ chain: AudioChain?, from start: Int64 = 0, count: Int64
  ) throws -> AudioProgram {
    var sound = try clip(file, from: Time(start, over: 48_000), count: count)
    sound.chain = chain
    return AudioProgram(sampleRate: 48_000, sampleCount: count, clips: [sound])
  }

  /// Tones and pauses with a little noise.
  private func speech(_ count: Int) -> [Float] {
    let hiss = noise(2 * count, seed: 5)
    return (0..<(2 * count)).map { n in
      let time = Double(n / 2) / 48_000
      let isOn = Int(time * 4) % 3 != 0
      return Float(isOn ? 0.3 * sin(2 * .pi * 300 * time) : 0) + hiss[n] * 0.002
    }
  }

  /// Filters move nothing in time: what comes out is the most like what went in where it lies.
  @Test(arguments: chains.dropLast()) func `sound stays where it is`(filters: [AudioFilter]) throws
  {
    let count = 48_000 * 3
    let file = try shop.wav("speech.wav", rate: 48_000, speech(count))
    let plain = try shop.mix(try program(file, nil, count: Int64(count)))
    let made = try shop.mix(try program(file, AudioChain(filters), count: Int64(count)))
    #expect(made.left.count == count)
    func likeness(_ lag: Int) -> Double {
      (24_000..<120_000).reduce(0) { $0 + Double(plain.left[$1] * made.left[$1 + lag]) }
    }
    let lags = stride(from: -2400, through: 2400, by: 4)
    let best = try #require(lags.max { likeness($0) < likeness($1) })
    #expect(abs(best) <= 12, "\(best)")
  }

  @Test(arguments: chains)
  func `a part of a clip is what it is in the whole`(filters: [AudioFilter]) throws {
    let count: Int64 = 48_000 * 6
    let file = try shop.wav("speech.wav", rate: 48_000, speech(Int(count)))
    let whole = try program(file, AudioChain(filters), count: count)
    let made = try shop.mix(whole)
    let window: Range<Int64> = 48_000 * 4..<48_000 * 5
    let part = whole.slice(window)
    let memory = AudioChain(filters).memory * 48_000
    #expect(
      part.clips[0].chain?.before == min(memory, 192_000) && part.clips[0].chain?.after == 16_384)
    #expect(part.isFiltered)
    let slow = AudioChain([AudioFilter("acompressor", [("release", "1500")])])
    #expect(slow.memory == 6)
    let again = try shop.mix(part)
    var (sum, noise) = (0.0, 0.0)
    for n in 0..<48_000 {
      let (a, b) = (Double(made.left[Int(window.lowerBound) + n]), Double(again.left[n]))
      sum += a * a
      noise += (a - b) * (a - b)
    }
    #expect(10 * log10(noise / sum) < -50, "\(10 * log10(noise / sum))")
  }

  @Test func `noise is lowered by what is asked for, and a tone is not`() throws {
    let count = 48_000 * 4
    let hiss = noise(2 * count, seed: 7)
    let samples = (0..<(2 * count)).map { n in
      let tone = n < count ? 0.3 * sin(2 * .pi * 300 * Double(n / 2) / 48_000) : 0
      return Float(tone) + hiss[n] * 0.01
    }
    let file = try shop.wav("noisy.wav", rate: 48_000, samples)
    let filter = AudioFilter("afftdn", [("nr", "12"), ("nf", "-40")])
    func level(_ chain: AudioChain?, _ range: Range<Int>) throws -> Double {
      let made = try shop.mix(try program(file, chain, count: Int64(count)))
      return 10
        * log10(
          range.reduce(0) { $0 + Double(made.left[$1] * made.left[$1]) } / Double(range.count))
    }
    let (tone, pause) = (24_000..<72_000, 120_000..<180_000)
    #expect(abs(try level(AudioChain([filter]), tone) - level(nil, tone)) < 0.2)
    let lowered = try level(nil, pause) - level(AudioChain([filter]), pause)
    #expect((8...13).contains(lowered), "\(lowered)")
  }

  @Test(arguments: [
    (-50, -40, 11.5...12.5), (-40, -40, 8...12), (-30, -40, 0...3), (-30, -30, 8...12),
    (-30, -20, 11.5...12.5),
  ])
  func `hiss is lowered by what is asked for up to its floor`(
    level: Int, floor: Int, lowered: ClosedRange<Double>
  ) throws {
    let count = 48_000 * 3
    let factor = Float(pow(10, Double(level) / 20) * 3.0.squareRoot())
    let file = try shop.wav(
      "hiss.wav", rate: 48_000, noise(2 * count, seed: 11).map { $0 * factor })
    let filter = AudioFilter("afftdn", [("nr", "12"), ("nf", "\(floor)")])
    let made = try shop.mix(try program(file, AudioChain([filter]), count: Int64(count)))
    let power = made.left[96_000...].reduce(0.0) { $0 + Double($1 * $1) } / 48_000
    #expect(lowered.contains(Double(level) - 10 * log10(power)), "\(10 * log10(power))")
  }

  @Test func `a cut at 1 kHz takes what is lower, and a gate what is soft`() throws {
    func tone(_ frequency: Double, _ level: Double) -> [Float] {
      (0..<96_000).flatMap { n -> [Float] in
        let value = Float(level * sin(2 * .pi * frequency * Double(n) / 48_000))
        return [value, value]
      }
    }
    func loudness(_ samples: [Float], _ filter: AudioFilter) throws -> Double {
      let file = try shop.wav("tone.wav", rate: 48_000, samples)
      let made = try shop.mix(try program(file, AudioChain([filter]), count: 96_000))
      let power = made.left[48_000...].reduce(0.0) { $0 + Double($1 * $1) } / 48_000
      return 10 * log10(power + 1e-12)
    }
    let cut = AudioFilter("highpass", [("f", "1000")])
    #expect(try loudness(tone(100, 0.5), cut) < -45)
    #expect(abs(try loudness(tone(8000, 0.5), cut) - 20 * log10(0.5) + 3.01) < 0.2)
    // Two octaves wide: half of its decibels an octave from the middle.
    let middle = AudioFilter("equalizer", [("f", "1000"), ("t", "2"), ("w", "2"), ("g", "6")])
    for (frequency, gain) in [(100.0, 0.0), (500, 3), (1000, 6), (2000, 3), (10_000, 0)] {
      let made = try loudness(tone(frequency, 0.25), middle) - 20 * log10(0.25) + 3.01
      #expect(abs(made - gain) < 0.5, "\(frequency): \(made)")
    }
    let gate = AudioFilter(
      "agate", [("threshold", "0.01"), ("ratio", "9000"), ("range", "0"), ("release", "150")])
    #expect(try loudness(tone(1000, 0.001), gate) < -90)
    #expect(abs(try loudness(tone(1000, 0.5), gate) - 20 * log10(0.5) + 3.01) < 0.2)
  }
}
