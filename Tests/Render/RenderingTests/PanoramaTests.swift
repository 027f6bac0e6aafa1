// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio

/// The heard channels, and their sides.
@Suite struct PanoramaTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The levels that 100 samples of 0.5 on the left and 0.25 on the right become.
  private func heard(_ gains: [Gain]) throws -> (left: Float, right: Float) {
    let file = try shop.wav(
      "sides.wav", rate: 48000, (0..<200).map { $0 % 2 == 0 ? 0.5 : 0.25 })
    let mix = try shop.mix(
      AudioProgram(
        sampleRate: 48000, sampleCount: 100, clips: [try clip(file, count: 100, gains: gains)]))
    #expect(
      mix.left.allSatisfy { $0 == mix.left[0] } && mix.right.allSatisfy { $0 == mix.right[0] })
    return (mix.left[0], mix.right[0])
  }

  private func at(_ value: Double, _ kind: GainKind) -> [Gain] {
    [.keys([GainKey(sample: 0, value: value, shape: .eased(.hold))], as: kind)]
  }

  @Test func `routes are sums of both channels`() throws {
    let routes: [(ChannelChoice.Route, Float, Float)] = [
      (.left, 0.5, 0.5), (.right, 0.25, 0.25), (.mid, 0.375, 0.375), (.side, 0.125, 0.125),
      (.swap, 0.25, 0.5),
    ]
    for (route, left, right) in routes {
      #expect(try heard([.routed(route)]) == (left, right), "\(route)")
    }
    #expect(routes.count == ChannelChoice.Route.allCases.count)
  }

  /// The algorithm for stereo of StereoPannerNode, from its specification.
  @Test(arguments: [-1, -0.75, -0.3, 0, 0.2, 0.5, 1])
  func `a pan is that of Web Audio`(pan: Double) throws {
    let x = pan <= 0 ? pan + 1 : pan
    let (a, b) = (cos(x * .pi / 2), sin(x * .pi / 2))
    let expected =
      pan <= 0 ? (0.5 + 0.25 * a, 0.25 * b) : (0.5 * a, 0.25 + 0.5 * b)
    let made = try heard(at(pan, .pan))
    #expect(abs(Double(made.left) - expected.0) < 1e-7)
    #expect(abs(Double(made.right) - expected.1) < 1e-7)
  }

  @Test func `a sound whose sides are the same keeps its power, and its factor of 1 in the middle`()
    throws
  {
    let file = try shop.wav(
      "mono.wav", rate: 48000, channels: 1, [Float](repeating: 0.5, count: 10))
    for pan in [-1, -0.6, 0, 0.25, 1] {
      let mix = try shop.mix(
        AudioProgram(
          sampleRate: 48000, sampleCount: 10,
          clips: [try clip(file, count: 10, gains: at(pan, .monoPan))]))
      #expect(abs(mix.left[0] * mix.left[0] + mix.right[0] * mix.right[0] - 0.5) < 1e-6)
      if pan == 0 { #expect(mix.left[0] == 0.5 && mix.right[0] == 0.5) }
      if pan == -1 { #expect(mix.right[0] == 0) }
      if pan == 1 { #expect(abs(mix.left[0]) < 1e-7) }
    }
  }

  @Test func `balance weakens the side that it leaves`() throws {
    #expect(try heard(at(-1, .balance)) == (0.5, 0))
    #expect(try heard(at(-0.5, .balance)) == (0.5, 0.125))
    #expect(try heard(at(0, .balance)) == (0.5, 0.25))
    #expect(try heard(at(1, .balance)) == (0, 0.25))
  }

  @Test func `volumes before and after a route act in their order`() throws {
    let halved: [Gain] = [.constant(0.5), .routed(.left)]
    #expect(try heard(halved) == (0.25, 0.25))
    #expect(try heard([.routed(.side)] + at(-1, .balance) + [.constant(2)]) == (0.25, 0))
  }

  @Test func `a pan that changes holds outside its samples`() throws {
    let file = try shop.wav("ones.wav", rate: 48000, [Float](repeating: 1, count: 2 * 300))
    let keys = [
      GainKey(sample: 100, value: 0, shape: .eased(.linear)),
      GainKey(sample: 200, value: 1, shape: .eased(.linear)),
    ]
    let mix = try shop.mix(
      AudioProgram(
        sampleRate: 48000, sampleCount: 300,
        clips: [
          try clip(file, count: 300, gains: [.keys(keys, as: .balance, during: 50..<250)])
        ]))
    #expect(mix.left[0] == 1 && mix.left[120] == 0.8 && mix.left[249] == 0 && mix.left[250] == 1)
    #expect(mix.right.allSatisfy { $0 == 1 })
  }

  @Test func `channels of a file are picked by number`() throws {
    let samples = (0..<1200).map { Float($0 % 6 + 1) / 8 }
    let file = try shop.wav("six.wav", rate: 48000, channels: 6, samples)
    func heard(_ channels: [Int]) throws -> (Float, Float) {
      var picked = try clip(file, count: 100)
      picked.channels = channels
      let mix = try shop.mix(AudioProgram(sampleRate: 48000, sampleCount: 100, clips: [picked]))
      return (mix.left[50], mix.right[50])
    }
    #expect(try heard([3]) == (0.375, 0.375))
    #expect(try heard([6, 1]) == (0.75, 0.125))
    #expect(try heard([7, 2]) == (0, 0.25))
    #expect(throws: (any Error).self) { try heard([1, 2, 3]) }
    #expect(throws: (any Error).self) { try heard([0]) }
  }

  @Test func `decibels change evenly in a fade of them`() throws {
    let file = try shop.wav("ones.wav", rate: 48000, [Float](repeating: 1, count: 2 * 1200))
    let keys = [
      GainKey(sample: 0, value: 0, shape: .decibels),
      GainKey(sample: 1000, value: 1, shape: .decibels),
    ]
    let mix = try shop.mix(
      AudioProgram(
        sampleRate: 48000, sampleCount: 1200,
        clips: [try clip(file, count: 1200, gains: [.keys(keys)])]))
    #expect(mix.left[0] == 0 && mix.left[1000] == 1)
    // Well above the lower end each tenth of the way is 6 dB.
    for n in [600, 700, 800, 900] {
      let step = 20 * log10(Double(mix.left[n + 100]) / Double(mix.left[n]))
      #expect(abs(step - 6) < 0.15, "\(n): \(step)")
    }
  }
}
