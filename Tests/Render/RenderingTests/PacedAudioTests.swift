// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

/// Sound at another speed: its pitch, its times, and that it does not matter who asks for which part.
struct PacedAudioTests: PacedAudioSuite {
  @Test(arguments: ["0.25", "0.4", "0.5", "0.8", "1.25", "1.5", "1.999", "2", "2.001", "3", "4"])
  func `a tone keeps its pitch and its loudness`(_ speed: String) throws {
    let shop = try Workshop()
    let path = try shop.wav("tone.wav", rate: Self.rate, sine(1000, seconds: 8))
    let sound = try mix(paced(path, speed, from: Time(1), count: 72_000), in: shop)
    let middle = sound[24_000..<66_000]
    #expect(abs(frequency(middle) - 1000) < 1, "\(frequency(middle)) Hz at \(speed)")
    let power = middle.reduce(0.0) { $0 + Double($1 * $1) } / Double(middle.count)
    #expect(abs(10 * log10(power / 0.125)) < 1, "\(10 * log10(power / 0.125)) dB at \(speed)")
    // From the first sample on.
    let opening = sound[..<2400].reduce(0.0) { $0 + Double($1 * $1) } / 2400
    #expect(abs(10 * log10(opening / 0.125)) < 2, "\(10 * log10(opening / 0.125)) dB at \(speed)")
  }

  @Test(arguments: [
    "0.25", "0.3", "0.45", "0.5", "0.6", "0.75", "0.9", "1.1", "1.5", "1.9", "2", "2.5", "3", "4",
  ])
  func `what begins begins in time`(_ speed: String) throws {
    let shop = try Workshop()
    let (samples, starts) = bursts()
    let path = try shop.wav("bursts.wav", rate: Self.rate, channels: 1, samples)
    let factor = try #require(Double(speed))
    let count = Int64(Double(samples.count) / factor)
    let sound = try mix(paced(path, speed, count: count), in: shop)
    for start in starts {
      let length = Self.rate * 2 / 5
      let own = try #require(onset(samples, start..<start + length))
      let place = Int(Double(start) / factor)
      let found = onset(sound, place..<place + Int(Double(length) / factor), slow: 1 / factor)
      let error = (Double(try #require(found)) - Double(own) / factor) / 48
      // In slow motion 10 ms of the source.
      let most = factor < 0.5 ? 10 / factor : 10
      #expect(abs(error) < most, "\(error) ms at \(speed), second \(start / Self.rate)")
    }
  }

  @Test(arguments: ["0.01", "0.3", "1.5", "1.0009765", "7", "100"])
  func `where the pitch goes along every sample is at its place`(_ speed: String) throws {
    let shop = try Workshop()
    let factor = try #require(Double(speed))
    // So low that it is heard at any speed.
    let tone = 100 / max(factor, 1)
    let path = try shop.wav("tone.wav", rate: Self.rate, channels: 1, sine(tone, seconds: 8).halved)
    let start = Time(3, over: 4)
    let count = Int64(min(60_000, 6 * Double(Self.rate) / factor))
    let sound = try mix(paced(path, speed, follow: true, from: start, count: count), in: shop)
    let expected = (0..<Int(count)).map { n -> Float in
      let time = 0.75 + Double(n) * factor / Double(Self.rate)
      return Float(0.5 * sin(2 * Double.pi * tone * time))
    }
    #expect(ratio(expected, sound) > 60, "\(ratio(expected, sound)) dB at \(speed)")
  }

  @Test func `backwards a sound is itself from its last sample on`() throws {
    let shop = try Workshop()
    let samples = noise(Self.rate * 15)
    let path = try shop.wav("noise.wav", rate: Self.rate, channels: 1, samples)
    let sound = try mix(paced(path, "-1", from: Time(29, over: 2), count: 690_000), in: shop)
    #expect(sound == (0..<690_000).map { samples[Self.rate * 29 / 2 - 1 - $0] })
  }

  @Test(arguments: ["-0.5", "-2"])
  func `backwards a tone keeps its pitch`(_ speed: String) throws {
    let shop = try Workshop()
    let path = try shop.wav("tone.wav", rate: Self.rate, sine(1000, seconds: 8))
    let sound = try mix(paced(path, speed, from: Time(7), count: 72_000), in: shop)
    #expect(abs(frequency(sound[24_000..<66_000]) - 1000) < 1)
  }

  @Test(arguments: [("0.7", false), ("1.6", false), ("1.6", true), ("-1", false), ("-1.3", true)])
  func `parts are those of the whole, in whatever order they are asked for`(
    _ speed: String, _ follows: Bool
  ) throws {
    let shop = try Workshop()
    let path = try shop.wav("noise.wav", rate: 44100, channels: 1, noise(44100 * 9))
    let whole = AudioProgram(
      sampleRate: Self.rate, sampleCount: 200_000,
      clips: [
        try paced(
          path, speed, follow: follows, from: speed.hasPrefix("-") ? Time(7) : Time(1, over: 3),
          count: 200_000)
      ])
    let sound = try shop.mix(whole)
    let pool = AudioPool()
    for range in [150_000..<200_000, 0..<70_001, 70_001..<150_000, 120_000..<130_000] {
      let samples = try left(of: whole, range, pool)
      #expect(samples == Array(sound.left[range]), "\(range)")
    }
  }

  /// A mix of two clips that overlap, from a quarter of a second on, as a source.
  private func mixed(_ path: String, _ speed: String, follow: Bool, count: Int64) throws
    -> AudioClip
  {
    let mix = AudioProgram(
      sampleRate: Self.rate, sampleCount: 8 * Int64(Self.rate),
      clips: [
        try clip(path, from: Time(1), at: 12_000, count: 250_000, gains: [.constant(0.5)]),
        try clip(path, from: Time(1, over: 3), at: 200_000, count: 150_000),
      ])
    var whole = try paced(path, speed, follow: follow, from: Time(6), count: count)
    whole.mix = PlayedMix(mix)
    return whole
  }

  @Test(arguments: [
    ("0.7", false), ("1.6", false), ("-2", false), ("1.6", true), ("-1", false), ("-1.3", true),
  ])
  func `a mix is played as the file that it could be`(_ speed: String, _ follows: Bool) throws {
    let shop = try Workshop()
    let path = try shop.wav("noise.wav", rate: 44100, channels: 1, noise(44100 * 9))
    let count: Int64 = speed.hasPrefix("-") ? 130_000 : 60_000
    let nested = try mixed(path, speed, follow: follows, count: count)
    let program = try #require(nested.mix?.program)
    let made = try shop.mix(program)
    let file = try shop.wav(
      "mix.wav", rate: Self.rate, zip(made.left, made.right).flatMap { [$0, $1] })
    var direct = nested
    (direct.mix, direct.file.path) = (nil, file)
    let sound = try mix(nested, in: shop)
    #expect(sound.contains { abs($0) > 0.1 })
    #expect(sound == (try mix(direct, in: shop)))
    // In parts, by a worker that has heard others.
    let pool = AudioPool()
    var whole = AudioProgram(sampleRate: Self.rate, sampleCount: count, clips: [nested])
    // With no more of the mix than they depend on.
    let needed = try #require(nested.remap).source(of: 0..<count, rate: Self.rate)
      .clamped(to: 0..<program.sampleCount)
    whole.clips[0].mix = PlayedMix(program.slice(needed), from: needed.lowerBound)
    #expect(needed.count < program.sampleCount || speed.hasPrefix("-") || !follows)
    let part = Int(count) / 4
    for range in [3 * part..<Int(count), 0..<part, part..<2 * part, part / 2..<part] {
      let samples = try left(of: whole, range, pool)
      #expect(samples == Array(sound[range]), "\(range)")
    }
  }

  @Test func `what cannot be read in a mix is reported of the clip in it`() throws {
    let shop = try Workshop()
    var nested = try mixed(shop.path("missing.wav"), "2", follow: false, count: 4800)
    nested.mix?.program.clips[1].origin = Origin(3)
    let failure = #expect(throws: RenderFailure.self) { try mix(nested, in: shop) }
    #expect(failure?.origin == Origin(3))
    #expect(failure?.message.contains("open") == true, "\(failure?.message ?? "")")
  }

  @Test func `a program with a mix keeps it on the wire and its digest in keys`() throws {
    let clip = try mixed("/a.wav", "2", follow: false, count: 4800)
    let read = try JSONDecoder().decode(AudioClip.self, from: JSONEncoder().encode(clip))
    #expect(read == clip)
    var other = clip
    other.mix?.program.clips[0].origin = Origin(12)
    #expect(Fingerprint(ofCanonical: clip) == Fingerprint(ofCanonical: other))
    other.file.digest = Fingerprint(ofCanonical: clip)
    #expect(Fingerprint(ofCanonical: clip) != Fingerprint(ofCanonical: other))
  }

  @Test func `a speed that cannot be played is refused`() throws {
    let shop = try Workshop()
    let path = try shop.wav("noise.wav", rate: Self.rate, channels: 1, noise(4800))
    for speed in ["0", "0.001", "101"] {
      let clip = try paced(path, speed, count: 480)
      #expect(throws: RenderFailure.self) { try mix(clip, in: shop) }
    }
  }

}
