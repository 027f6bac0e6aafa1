// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

/// Sound at a speed that changes, and sound that is made in several stretches.
struct RampedAudioTests: PacedAudioSuite {
  /// A clip of the file at `path`, played from `start` on at the speeds of `keys`, which change evenly.
  private func ramped(
    _ path: String, _ keys: [(Int64, Time)], from start: Time, follow: Bool = false,
    any: Bool = false, count: Int64
  ) throws -> AudioClip {
    var made = try clip(path, from: .zero, count: count)
    var builder = SpeedCurveBuilder()
    let planned = builder.curve(
      keys.map { SpeedCurve.Key(Time($0.0, over: 10), speed: $0.1) }, from: start)
    let curve = try #require(planned)
    made.remap = AudioRemap(curve, isHeardAtAnySpeed: any, followsPitch: follow)
    return made
  }

  private func speed(_ text: String) throws -> Time { try #require(Time(decimal: text)) }

  /// From twice as fast to a quarter and back, with steady parts.
  private func slowing() throws -> [(Int64, Time)] {
    [
      (0, try speed("2")), (10, try speed("2")), (20, try speed("0.25")),
      (40, try speed("0.25")), (55, try speed("3")), (70, try speed("3")),
    ]
  }

  @Test(arguments: [false, true])
  func `where the pitch goes along every sample is at its place`(_ isBackwards: Bool) throws {
    let shop = try Workshop()
    let tone = 200.0
    let path = try shop.wav("tone.wav", rate: Self.rate, sine(tone, seconds: 20))
    var keys = try slowing()
    if isBackwards { keys = keys.map { ($0.0, Time(0) - $0.1) } }
    let count: Int64 = 240_000
    let clip = try ramped(
      path, keys, from: isBackwards ? Time(39, over: 2) : Time(1, over: 3), follow: true,
      count: count)
    let curve = try #require(clip.remap?.curve)
    let sound = try mix(clip, in: shop)
    let expected = (0..<count).map { n -> Float in
      let time = curve.source(at: Time(n, over: Int64(Self.rate))).approximate
      return Float(0.5 * sin(2 * Double.pi * tone * time))
    }
    #expect(ratio(expected, sound) > 60, "\(ratio(expected, sound)) dB")
  }

  @Test func `a tone keeps its pitch and its loudness where the speed changes`() throws {
    let shop = try Workshop()
    let path = try shop.wav("tone.wav", rate: Self.rate, sine(1000, seconds: 20))
    let sound = try mix(ramped(path, slowing(), from: Time(1), count: 336_000), in: shop)
    // Parts of half a second, where it is steady and where it changes.
    for start in stride(from: 12_000, to: 300_000, by: 24_000) {
      let part = sound[start..<start + 24_000]
      let power = part.reduce(0.0) { $0 + Double($1 * $1) } / Double(part.count)
      #expect(abs(frequency(part) - 1000) < 1, "\(frequency(part)) Hz from \(start)")
      #expect(abs(10 * log10(power / 0.125)) < 1, "\(10 * log10(power / 0.125)) dB from \(start)")
    }
  }

  @Test func `what begins begins in time where the speed changes`() throws {
    let shop = try Workshop()
    let (samples, starts) = bursts()
    let path = try shop.wav("bursts.wav", rate: Self.rate, channels: 1, samples)
    let count: Int64 = 300_000
    let clip = try ramped(path, slowing(), from: .zero, count: count)
    let sound = try mix(clip, in: shop)
    for start in starts {
      let length = Self.rate * 2 / 5
      let own = try #require(onset(samples, start..<start + length))
      func played(_ place: Int) -> Int {
        Int(clip.sample(at: Time(Int64(place), over: Int64(Self.rate)), Self.rate))
      }
      let (first, last) = (played(own), played(own + length))
      guard last < count else { continue }
      let factor = Double(length) / Double(last - first)
      let found = try #require(onset(sound, first..<last, slow: 1 / factor))
      let most = factor < 0.5 ? 10 / factor : 10
      #expect(abs(Double(found - first) / 48) < most, "\(Double(found - first) / 48) ms")
    }
  }

  @Test(arguments: [
    (false, false), (true, false), (false, true), (true, true),
  ])
  func `parts are those of the whole, in whatever order they are asked for`(
    _ follow: Bool, _ isBackwards: Bool
  ) throws {
    let shop = try Workshop()
    let path = try shop.wav("noise.wav", rate: 44100, channels: 1, noise(44100 * 20))
    var keys = try slowing() + [(90, .zero), (95, try speed("1"))]
    if isBackwards { keys = keys.map { ($0.0, Time(0) - $0.1) } }
    let clip = try ramped(
      path, keys, from: isBackwards ? Time(19) : Time(1), follow: follow, count: 480_000)
    let whole = AudioProgram(sampleRate: Self.rate, sampleCount: 480_000, clips: [clip])
    let sound = try shop.mix(whole)
    let pool = AudioPool()
    for range in [
      430_000..<470_000, 0..<70_001, 70_001..<150_000, 120_000..<130_000, 320_000..<325_000,
    ] {
      #expect(try left(of: whole, range, pool) == Array(sound.left[range]), "\(range)")
    }
  }

  @Test(arguments: [false, true])
  func `where it stands still there is silence, and none where it does not`(_ follow: Bool) throws {
    let shop = try Workshop()
    let path = try shop.wav("tone.wav", rate: Self.rate, sine(1000, seconds: 20))
    let one = Time(1)
    var clip = try clip(path, from: .zero, count: 288_000)
    var builder = SpeedCurveBuilder()
    let planned = builder.curve(
      [
        SpeedCurve.Key(.zero, speed: one, easing: .hold),
        SpeedCurve.Key(Time(2), speed: .zero, easing: .hold),
        SpeedCurve.Key(Time(4), speed: one, easing: .hold),
      ], from: Time(1))
    let curve = try #require(planned)
    clip.remap = AudioRemap(curve, isHeardAtAnySpeed: true, followsPitch: follow)
    let sound = try mix(clip, in: shop)
    func loudest(_ range: Range<Int>) -> Float { range.reduce(0) { max($0, abs(sound[$1])) } }
    #expect(loudest(96_000..<192_000) == 0)
    for start in [0, 48_000, 95_700, 192_250, 240_000] {
      #expect(loudest(start..<start + 200) > 0.1, "\(start)")
    }
    // It comes and goes without a click.
    #expect(zip(sound, sound.dropFirst()).allSatisfy { abs($0 - $1) < 0.1 })
  }

  @Test(arguments: ["0.7", "2"])
  func `stretches follow each other unheard`(_ speed: String) throws {
    let shop = try Workshop()
    let factor = try #require(Double(speed))
    let path = try shop.wav(
      "tone.wav", rate: Self.rate, sine(1000, seconds: Int(11 * factor) + 4))
    let sound = try mix(paced(path, speed, from: Time(1), count: 500_000), in: shop)
    for start in stride(from: 432_000, to: 490_000, by: 4800) {
      let part = sound[start..<start + 4800]
      let power = part.reduce(0.0) { $0 + Double($1 * $1) } / 4800
      let level = 10 * log10(power / 0.125)
      #expect(abs(level) < 1, "\(level) dB at \(start), speed \(speed)")
      #expect(abs(frequency(part) - 1000) < 1, "\(frequency(part)) Hz at \(start), speed \(speed)")
    }
    // Where they are joined every 5 ms.
    for start in stride(from: 477_600, to: 482_400, by: 240) {
      let power = sound[start..<start + 240].reduce(0.0) { $0 + Double($1 * $1) } / 240
      let level = 10 * log10(power / 0.125)
      #expect(abs(level) < 1, "\(level) dB at \(start), speed \(speed)")
    }
  }

  @Test(arguments: ["1.6", "-0.8"])
  func `parts of several stretches are those of the whole`(_ speed: String) throws {
    let shop = try Workshop()
    let path = try shop.wav("noise.wav", rate: 44100, channels: 1, noise(44100 * 24))
    let clip = try paced(
      path, speed, from: speed.hasPrefix("-") ? Time(21) : Time(1, over: 3), count: 600_000)
    let whole = AudioProgram(sampleRate: Self.rate, sampleCount: 600_000, clips: [clip])
    let sound = try shop.mix(whole)
    let pool = AudioPool()
    for range in [
      480_000..<500_000, 0..<5000, 470_000..<490_000, 450_000..<481_024,
    ] {
      #expect(try left(of: whole, range, pool) == Array(sound.left[range]), "\(range)")
      #expect(try left(of: whole, range, AudioPool()) == Array(sound.left[range]), "\(range) alone")
    }
  }

  @Test func `a speed that turns round is refused`() throws {
    let shop = try Workshop()
    let path = try shop.wav("noise.wav", rate: Self.rate, channels: 1, noise(4800))
    let clip = try ramped(path, [(0, Time(1)), (10, Time(-1))], from: .zero, count: 480)
    #expect(throws: RenderFailure.self) { try mix(clip, in: shop) }
  }
}
