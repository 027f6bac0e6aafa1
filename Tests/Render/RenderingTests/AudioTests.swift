// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

@Suite struct AudioTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test func `a click lands on its sample`() throws {
    var samples = [Float](repeating: 0, count: 2 * 96_000)
    samples[2 * 50_000] = 1
    samples[2 * 50_001 + 1] = 0.5
    let file = try shop.wav("click.wav", rate: 48000, samples)
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 30_000,
      clips: [try clip(file, from: Time(1), at: 12_345, count: 5_000)])
    let mix = try shop.mix(program)
    #expect(mix.left.count == 30_000 && mix.right.count == 30_000)
    #expect(mix.left.indices.filter { mix.left[$0] != 0 } == [12_345 + 2_000])
    #expect(mix.right.indices.filter { mix.right[$0] != 0 } == [12_345 + 2_001])
    #expect(mix.left[14_345] == 1 && mix.right[14_346] == 0.5)
  }

  @Test func `there is silence before the source, after it, and where no clip is`() throws {
    let file = try shop.wav("ones.wav", rate: 48000, [Float](repeating: 1, count: 2 * 1000))
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 5_000,
      clips: [try clip(file, from: Time(-100, over: 48000), at: 500, count: 3_000)])
    let mix = try shop.mix(program)
    #expect(mix.left == (0..<5_000).map { (600..<1_600).contains($0) ? 1 : 0 })
  }

  @Test func `mono goes to both channels at unity`() throws {
    let samples = noise(4_000)
    let file = try shop.wav("mono.wav", rate: 48000, channels: 1, samples)
    let mix = try shop.mix(
      AudioProgram(sampleRate: 48000, sampleCount: 4_000, clips: [try clip(file, count: 4_000)]))
    #expect(mix.left == samples && mix.right == samples)
  }

  @Test func `channels that are picked stay so where a clip is read from elsewhere`() throws {
    let rate = 48_000
    let samples = (0..<(rate * 12)).flatMap { _ in [Float](arrayLiteral: 0.25, -0.25, 0.5, 0) }
    let file = try shop.wav("four.wav", rate: rate, channels: 4, samples)
    var clips = [
      try clip(file, from: Time(9), at: 0, count: 4_000),
      try clip(file, from: Time(3), at: 4_000, count: 4_000),
      try clip(file, from: Time(7), at: 8_000, count: 4_000),
    ]
    for index in clips.indices { clips[index].channels = [3, 2] }
    let mix = try shop.mix(AudioProgram(sampleRate: rate, sampleCount: 12_000, clips: clips))
    #expect(mix.left == [Float](repeating: 0.5, count: 12_000))
    #expect(mix.right == [Float](repeating: -0.25, count: 12_000))
  }

  @Test func `clips are summed without a limit`() throws {
    let file = try shop.wav("loud.wav", rate: 48000, [Float](repeating: 0.75, count: 2 * 1000))
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 100,
      clips: [try clip(file, count: 100), try clip(file, count: 100), try clip(file, count: 100)])
    #expect(try shop.mix(program).left == [Float](repeating: 2.25, count: 100))
  }

  @Test(arguments: [48_000, 44_100, 96_000, 8_000, 22_050, 44_056])
  func `a source cut into a hundred pieces and joined is the uncut source`(rate: Int) throws {
    let file = try shop.wav("noise.wav", rate: rate, noise(2 * rate * 2))
    let total: Int64 = 80_000
    let whole = try shop.mix(
      AudioProgram(sampleRate: 48000, sampleCount: total, clips: [try clip(file, count: total)]))
    var clips: [AudioClip] = []
    for index in 0..<100 {
      let (start, end) = (Int64(index) * total / 100, Int64(index + 1) * total / 100)
      clips.append(
        try clip(file, from: Time(start, over: 48000), at: start, count: end - start))
    }
    let joined = try shop.mix(AudioProgram(sampleRate: 48000, sampleCount: total, clips: clips))
    #expect(joined.left == whole.left && joined.right == whole.right)
    #expect(whole.left.contains { abs($0) > 0.5 })
  }

  @Test func `pieces cut on a frame grid that is no sample grid join without a seam`() throws {
    let file = try shop.wav("noise.wav", rate: 44_100, noise(2 * 44_100))
    let frames = FrameRate(30000, over: 1001)
    var clips: [AudioClip] = []
    for frame in stride(from: 0, to: 27, by: 3) {
      let start = (frames.time(of: frame) * Time(48000)).rounded
      let end = (frames.time(of: frame + 3) * Time(48000)).rounded
      clips.append(try clip(file, from: frames.time(of: frame), at: start, count: end - start))
    }
    let total = (frames.time(of: 27) * Time(48000)).rounded
    let joined = try shop.mix(AudioProgram(sampleRate: 48000, sampleCount: total, clips: clips))
    let whole = try shop.mix(
      AudioProgram(sampleRate: 48000, sampleCount: total, clips: [try clip(file, count: total)]))
    #expect(joined.left == whole.left)
  }

  @Test(arguments: [8_000, 16_000, 22_050, 32_000, 44_100, 88_200, 96_000, 192_000, 44_101])
  func `a tone keeps its place and its level at every rate`(rate: Int) throws {
    func tone(_ rate: Int, _ count: Int) -> [Float] {
      (0..<count).map { Float(0.5 * sin(2 * Double.pi * 1000 * Double($0) / Double(rate))) }
    }
    let mono = tone(rate, rate)
    let file = try shop.wav("tone.wav", rate: rate, channels: 1, mono)
    let mix = try shop.mix(
      AudioProgram(sampleRate: 48000, sampleCount: 48_000, clips: [try clip(file, count: 48_000)]))
    let exact = tone(48000, 48_000)
    #expect(ratio(Array(exact[4_000..<44_000]), Array(mix.left[4_000..<44_000])) > 85)
  }

  @Test func `frequencies above half the mix's rate are removed`() throws {
    let high = (0..<96_000).map { Float(sin(2 * Double.pi * 30_000 * Double($0) / 96_000)) }
    let file = try shop.wav("high.wav", rate: 96_000, channels: 1, high)
    let mix = try shop.mix(
      AudioProgram(sampleRate: 48000, sampleCount: 48_000, clips: [try clip(file, count: 48_000)]))
    #expect(mix.left[2_000..<46_000].allSatisfy { abs($0) < 1e-4 })
  }

  // MARK: - Gains

  @Test func `gains hold exactly at their samples`() throws {
    let file = try shop.wav("ones.wav", rate: 48000, [Float](repeating: 1, count: 2 * 20_000))
    let keys: [GainKey] = [
      GainKey(sample: 1_000, value: 0, shape: .eased(.linear)),
      GainKey(sample: 1_500, value: 1, shape: .eased(.hold)),
      GainKey(sample: 6_000, value: 0.25, shape: .eased(.linear)),
      GainKey(sample: 10_000, value: 0.25, shape: .eased(.linear)),
      GainKey(sample: 10_000, value: 2, shape: .eased(.linear)),
    ]
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 12_000,
      clips: [try clip(file, count: 12_000, gains: [.constant(0.5), .keys(keys)])])
    let mix = try shop.mix(program)
    for (sample, value) in [
      (0, 0), (1_000, 0), (1_001, 0.5 / 500), (1_250, 0.25), (1_499, 0.5 * 499 / 500), (1_500, 0.5),
      (5_999, 0.5), (6_000, 0.125), (9_999, 0.125), (10_000, 1), (11_999, 1),
    ] as [(Int, Double)] {
      #expect(mix.left[sample] == Float(value), "sample \(sample)")
    }
  }

  @Test func `keys may lie outside the clip`() throws {
    let file = try shop.wav("ones.wav", rate: 48000, [Float](repeating: 1, count: 2 * 1_000))
    let keys = [
      GainKey(sample: -500, value: 0, shape: .eased(.linear)),
      GainKey(sample: 1_500, value: 1, shape: .eased(.linear)),
    ]
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 600,
      clips: [try clip(file, at: 100, count: 500, gains: [.keys(keys)])])
    let mix = try shop.mix(program)
    #expect(mix.left[99] == 0 && mix.left[100] == 0.25 && mix.left[350] == 0.375)
  }

  @Test func `a gain leaves the samples outside of its range as they are`() throws {
    let file = try shop.wav("ones.wav", rate: 48000, [Float](repeating: 1, count: 2 * 1_000))
    let keys = [
      GainKey(sample: -500, value: 0, shape: .eased(.linear)),
      GainKey(sample: 1_500, value: 1, shape: .eased(.linear)),
    ]
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 600,
      clips: [try clip(file, at: 100, count: 500, gains: [.keys(keys, during: 100..<300)])])
    let mix = try shop.mix(program)
    #expect(mix.left[199] == 1 && mix.left[200] == 0.3 && mix.left[350] == 0.375)
    #expect(mix.left[399] == Float(799.0 / 2_000) && mix.left[400] == 1)
  }

  @Test func `an equal-power crossfade keeps the power of two different sounds`() throws {
    let one = try shop.wav("a.wav", rate: 48000, [Float](repeating: 1, count: 2 * 2_000))
    func side(_ from: Double, _ to: Double) -> [Gain] {
      [
        .keys([
          GainKey(sample: 0, value: from, shape: .equalPower),
          GainKey(sample: 1_000, value: to, shape: .equalPower),
        ])
      ]
    }
    func mix(_ gains: [Gain]) throws -> [Float] {
      try shop.mix(
        AudioProgram(
          sampleRate: 48000, sampleCount: 1_000, clips: [try clip(one, count: 1_000, gains: gains)])
      ).left
    }
    let (rising, falling) = (try mix(side(0, 1)), try mix(side(1, 0)))
    #expect(rising[0] == 0 && falling[0] == 1)
    for n in 0..<1_000 { #expect(abs(rising[n] * rising[n] + falling[n] * falling[n] - 1) < 1e-6) }
  }

  @Test func `a silent clip is not even opened`() throws {
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 10,
      clips: [try clip("/nonexistent.wav", count: 10, gains: [.constant(0)])])
    #expect(try shop.mix(program).left == [Float](repeating: 0, count: 10))
  }

  // MARK: - Failures

  @Test func `a missing source names its clip`() throws {
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 10, clips: [try clip("/nonexistent.wav", count: 10)])
    let failure = #expect(throws: RenderFailure.self) { try shop.mix(program) }
    #expect(failure?.origin == Origin(7))
  }

  @Test func `a program out of order is refused`() throws {
    let program = AudioProgram(
      sampleRate: 48000, sampleCount: 10,
      clips: [try clip("/b", at: 5, count: 1), try clip("/a", at: 4, count: 1)])
    let failure = #expect(throws: RenderFailure.self) { try shop.mix(program) }
    #expect(failure?.kind == .program)
  }

  @Test func `a thousand clips of one source keep few files open`() throws {
    let file = try shop.wav("noise.wav", rate: 48000, noise(2 * 8_000))
    let clips = try (0..<1_000).map { index in
      try clip(
        file, from: Time(Int64((index * 37) % 7_000), over: 48000), at: Int64(index * 4), count: 4)
    }
    let before = try openFiles()
    var mixer = try AudioMixer(
      AudioProgram(sampleRate: 48000, sampleCount: 4_000, clips: clips), keepsGoing: false)
    let block = AudioBlock(channels: 2)
    #expect(try mixer.mix(into: block.memory) == 4_000)
    let left = block.samples(4_000).channels[0]
    #expect(try openFiles() <= before + 16)
    let samples = noise(2 * 8_000)
    #expect((0..<1_000).allSatisfy { left[$0 * 4] == samples[2 * (($0 * 37) % 7_000)] })
  }

  private func openFiles() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
}
