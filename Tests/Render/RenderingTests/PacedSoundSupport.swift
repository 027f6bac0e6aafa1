// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

/// Tests of sound at other speeds.
protocol PacedAudioSuite {}

extension PacedAudioSuite {
  static var rate: Int { 48000 }

  /// A clip of the file at `path` from `start` on, `count` samples long.
  func paced(
    _ path: String, _ speed: String, follow: Bool = false, from start: Time = .zero, count: Int64
  ) throws -> AudioClip {
    var made = try clip(path, from: .zero, count: count)
    let speed = try #require(Time(decimal: speed))
    made.remap = AudioRemap(start: start, speed: speed, followsPitch: follow)
    return made
  }

  func mix(_ clip: AudioClip, in shop: Workshop) throws -> [Float] {
    try shop.mix(
      AudioProgram(sampleRate: Self.rate, sampleCount: clip.count, clips: [clip])
    ).left
  }

  func sine(_ frequency: Double, seconds: Int) -> [Float] {
    (0..<Self.rate * seconds).flatMap { n -> [Float] in
      let value = Float(0.5 * sin(2 * Double.pi * frequency * Double(n) / Double(Self.rate)))
      return [value, value]
    }
  }

  /// Turns a second, by the places where it goes up through zero.
  func frequency(_ samples: ArraySlice<Float>) -> Double {
    var places: [Double] = []
    for n in samples.indices.dropLast() where samples[n] < 0 && samples[n + 1] >= 0 {
      places.append(Double(n) + Double(-samples[n] / (samples[n + 1] - samples[n])))
    }
    guard places.count > 1 else { return 0 }
    return Double(places.count - 1) * Double(Self.rate) / (places[places.count - 1] - places[0])
  }

  /// Bursts of noise, tones and buzzing, each 400 ms long.
  func bursts() -> (samples: [Float], starts: [Int]) {
    var samples = [Float](repeating: 0, count: Self.rate * 12)
    var starts: [Int] = []
    let hiss = noise(Self.rate / 2, seed: 9)
    for index in 0..<10 {
      let start = Self.rate * (1 + index) + index * 397
      starts.append(start)
      for n in 0..<Self.rate * 2 / 5 {
        let time = Double(n) / Double(Self.rate)
        samples[start + n] =
          switch index % 3 {
          case 0: hiss[n] / 4
          case 1: Float(0.5 * sin(2 * Double.pi * 440 * time))
          default: (sin(2 * Double.pi * 140 * time) < 0 ? -0.3 : 0.3) * (1 + hiss[n] / 4)
          }
      }
    }
    return (samples, starts)
  }

  /// Where loudness over 5 ms, in slow motion as much longer, comes to half of what it is in the middle of a burst.
  func onset(_ samples: [Float], _ range: Range<Int>, slow: Double = 1) -> Int? {
    let half = Int(120 * max(1, slow))
    func loudness(_ place: Int) -> Double {
      let window = max(0, place - half)..<min(samples.count, place + half)
      return window.reduce(0.0) { $0 + Double(samples[$1] * samples[$1]) } / Double(2 * half)
    }
    let (length, start) = (range.count, range.lowerBound)
    let middle = stride(from: start + length / 4, to: start + length * 9 / 10, by: 120)
      .map(loudness).sorted()
    let threshold = middle[middle.count / 2] / 4
    return (max(0, start - 3840)..<start + 7680).first { loudness($0) > threshold }
  }

  /// The left channel of samples `range` of `whole`, mixed by what `pool` has heard before.
  func left(
    of whole: AudioProgram, _ range: Range<Int>, _ pool: AudioPool
  ) throws -> [Float] {
    let part = whole.slice(Int64(range.lowerBound)..<Int64(range.upperBound))
    var mixer = try AudioMixer(part, keepsGoing: false, pool: pool)
    defer { mixer.close() }
    let block = AudioBlock(channels: 2)
    var samples = AudioBuffer(channels: 2)
    while case let count = try mixer.mix(into: block.memory, atMost: 3001), count > 0 {
      samples.append(block.memory, count: count)
    }
    return samples.channels[0]
  }
}

extension [Float] {
  /// The left of two channels.
  var halved: [Float] { stride(from: 0, to: count, by: 2).map { self[$0] } }
}
