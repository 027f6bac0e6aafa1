// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Audio
@testable import MediaIO

/// Every filter of sound that may be used, at the least and the greatest value of each of its options.
@Suite struct AudioFilterExtremesTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The filters that there are, by name.
  static let names = EffectCatalogue(.loaded()).soundNames

  @Test(arguments: names)
  func `what a filter gives at its extremes is the same each time, and sound, or an error`(
    name: String
  ) throws {
    let count: Int64 = 14_400
    let file = try shop.wav(
      "noise.wav", rate: 48_000, noise(Int(2 * count), seed: 3).map { $0 / 2 })
    for settings in FilterExtremes.settings(of: name) {
      var sound = try clip(file, count: count)
      sound.chain = AudioChain([AudioFilter(name, settings)])
      let program = AudioProgram(sampleRate: 48_000, sampleCount: count, clips: [sound])
      func made(after byte: UInt8) throws -> Mix? {
        FilterExtremes.leaveBehind(byte)
        do { return try shop.mix(program) } catch let failure as RenderFailure {
          #expect(failure.origin == sound.origin, "\(settings)")
          return nil
        }
      }
      let (one, other) = (try made(after: 0x41), try made(after: 0xC2))
      #expect(one?.left == other?.left && one?.right == other?.right, "\(settings)")
      if let one { #expect(one.left.allSatisfy { abs($0) <= 1e6 }, "\(settings)") }
    }
  }

  @Test func `output that is no sound is an error at its clip`() throws {
    let file = try shop.wav("noise.wav", rate: 48_000, noise(9600))
    for settings in [[("a0", "0")], [("b0", "2147483647")]] {
      var sound = try clip(file, count: 4800)
      sound.chain = AudioChain([AudioFilter("biquad", settings)])
      let program = AudioProgram(sampleRate: 48_000, sampleCount: 4800, clips: [sound])
      let failure = #expect(throws: RenderFailure.self) { _ = try shop.mix(program) }
      #expect(failure?.origin == sound.origin)
      #expect(failure?.message.contains("'biquad'") == true, "\(failure?.message ?? "")")
    }
  }
}
