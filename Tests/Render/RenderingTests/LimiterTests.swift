// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

/// Sound that is over full scale, and sound that is brought to a loudness.
@Suite struct LimiterTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The output of a limiter for `left` and `right`, given in blocks of `block` samples.
  private func limited(
    _ left: [Float], _ right: [Float], to limit: Double = 1, isTruePeak: Bool = false,
    block: Int = 4096
  ) -> (left: [Float], right: [Float], overs: Limiter.Overs) {
    var limiter = Limiter(to: limit, isTruePeak: isTruePeak, rate: 48_000, channels: 2)
    var made: (left: [Float], right: [Float]) = ([], [])
    func take(_ samples: AudioBuffer) {
      made.left += samples.channels[0]
      made.right += samples.channels[1]
    }
    for start in stride(from: 0, to: left.count, by: block) {
      let end = min(left.count, start + block)
      limiter.push(
        AudioBuffer(channels: [Array(left[start..<end]), Array(right[start..<end])]), to: take)
    }
    limiter.finish(to: take)
    return (made.left, made.right, limiter.overs)
  }

  /// Noise with bursts over full scale.
  private func bursts(_ count: Int, seed: UInt64) -> [Float] {
    var samples = noise(count, seed: seed).map { $0 * 0.3 }
    for start in stride(from: 5_000, to: count - 200, by: 9_000) {
      for n in start..<(start + 150) { samples[n] *= 7 }
    }
    return samples
  }

  @Test func `nothing is over the limit, and nothing else changes`() {
    let (left, right) = (bursts(60_000, seed: 1), bursts(60_000, seed: 2))
    let made = limited(left, right)
    #expect(made.left.count == 60_000 && made.right.count == 60_000)
    #expect(made.left.allSatisfy { abs($0) <= 1 } && made.right.allSatisfy { abs($0) <= 1 })
    #expect(made.left.contains { abs($0) > 0.9 })
    // Further than 30 ms from a burst all samples are as they were.
    for n in left.indices where (n + 4_000) % 9_000 > 1_600 && (n + 4_000) % 9_000 < 7_500 {
      if n > 7_000 { #expect(made.left[n] == left[n] && made.right[n] == right[n]) }
    }
    // What is nearer than half a second is one time.
    #expect(made.overs.count == 1)
    let peak = max(left.map(abs).max() ?? 0, right.map(abs).max() ?? 0)
    #expect(made.overs.peak == peak && made.overs.highest == peak)
  }

  @Test(arguments: [1, 63, 1000, 60_000])
  func `blocks make no difference`(block: Int) {
    let (left, right) = (bursts(20_000, seed: 3), bursts(20_000, seed: 4))
    let (whole, parts) = (limited(left, right), limited(left, right, block: block))
    #expect(whole.left == parts.left && whole.right == parts.right && whole.overs == parts.overs)
  }

  @Test func `a peak between samples counts where true peaks do`() {
    // A quarter of the rate, sampled between its peaks: 3 dB higher than any sample.
    let wave = (0..<20_000).map { Float(0.9 * sin(Double.pi / 2 * Double($0) + Double.pi / 4)) }
    let plain = limited(wave, wave)
    #expect(plain.left == wave && plain.overs.count == 0)
    let loud = wave.map { $0 * 1.5 }
    let made = limited(loud, loud, to: 1, isTruePeak: true)
    let expected = 1 / (0.9 * 1.5)
    for n in 5_000..<15_000 { #expect(abs(Double(made.left[n] / loud[n]) - expected) < 0.01) }
  }

  @Test func `a steady tone over the limit is a softer tone`() {
    let tone = (0..<48_000).map { Float(2 * sin(2 * Double.pi * 100 * Double($0) / 48_000)) }
    let made = limited(tone, tone)
    for n in 4_800..<43_200 { #expect(abs(made.left[n] - tone[n] / 2) < 0.002) }
  }

  /// The segment of `samples`, encoded as floating-point PCM at `level`.
  private func leveled(
    _ samples: [Float], _ level: AudioLevel
  ) throws -> (facts: SegmentFacts, left: [Float]) {
    let file = try shop.wav("loud.wav", rate: 48_000, samples)
    let count = Int64(samples.count / 2)
    let program = AudioProgram(
      sampleRate: 48_000, sampleCount: count, clips: [try clip(file, count: count)])
    let chunk = shop.path("chunk")
    _ = try AudioRenderer().mix(MixRequest(program: program, output: chunk))
    var encoding = AudioEncoding(encoder: "pcm_f32le")
    encoding.level = level
    let output = shop.path("sound")
    let facts = try AudioRenderer().encode(
      EncodeRequest(
        sampleRate: 48_000, intervals: [.silence(1_000), .mixed(chunk, count)], encoding: encoding,
        output: output))
    return (facts, try shop.samples(of: output).left)
  }

  @Test func `a film says where and by how much it goes over full scale`() throws {
    var samples = [Float](repeating: 0.25, count: 2 * 48_000)
    for n in 30_000..<30_040 { samples[2 * n] = 2 }
    let (facts, left) = try leveled(samples, AudioLevel())
    #expect(
      facts.notes.map(\.message) == [
        "the sound goes over full scale once, by 6.0 dB at most; it is lowered there"
      ])
    #expect(facts.notes.first?.frame == 31_000)
    #expect(left.count == 49_000 && left.allSatisfy { $0 <= 1 })
    let open = try leveled(samples, AudioLevel(isLimited: false))
    #expect(open.left[31_010] == 2)
    #expect(
      open.facts.notes.first?.message.hasSuffix("it clips there, as its limit is off") == true)
  }

  @Test func `a film says which loudness it has where its peak does not allow more`() throws {
    var samples = noise(2 * 48_000 * 6, seed: 9).map { $0 * 0.1 }
    for n in stride(from: 10_000, to: samples.count, by: 1000) { samples[n] = 0.9 }
    let (facts, _) = try leveled(samples, AudioLevel(loudness: -2, peak: -12))
    let measured = try shop.loudness(of: try shop.samples(of: shop.path("sound")), rate: 48_000)
    let message = try #require(facts.notes.first?.message)
    #expect(message.hasSuffix("LUFS, not -2: its peaks are limited to -12 dBTP"), "\(message)")
    let said = message.split(separator: " ").compactMap { Double($0) }.first ?? 0
    #expect(abs(said - measured.loudness) <= 1, "\(message) \(measured)")
  }

  @Test(arguments: [-30.0, -16, -9])
  func `a film has the loudness that is asked for, within its peak`(target: Double) throws {
    // Noise whose level changes, with clicks: beyond -12 LUFS or so its peaks are limited.
    var samples = noise(2 * 48_000 * 6, seed: 9)
    for n in samples.indices { samples[n] *= n / 96_000 % 2 == 0 ? 0.1 : 0.2 }
    for n in stride(from: 10_000, to: samples.count, by: 50_000) { samples[n] = 0.9 }
    let (facts, _) = try leveled(samples, AudioLevel(loudness: target, peak: -1))
    let measured = try shop.loudness(of: try shop.samples(of: shop.path("sound")), rate: 48_000)
    #expect(abs(measured.loudness - target) < 0.3, "\(measured)")
    #expect(measured.peak <= -0.9, "\(measured)")
    #expect(facts.frames == 48_000 * 6 + 1_000)
  }

  @Test func `silence has no loudness`() throws {
    let (facts, left) = try leveled(
      [Float](repeating: 0, count: 96_000), AudioLevel(loudness: -16))
    #expect(facts.notes.first?.message.contains("silent throughout") == true)
    #expect(left.allSatisfy { $0 == 0 })
  }
}
