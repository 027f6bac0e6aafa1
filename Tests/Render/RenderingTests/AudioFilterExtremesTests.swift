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

  /// Settings of the filter called `name`: one option at an extreme each, and what it needs beside.
  static func extremes(of name: String) -> [[(name: String, value: String)]] {
    guard case .effect(let effect) = EffectCatalogue(.loaded()).find(name) else { return [] }
    let options = effect.filter.options.filter { effect.refusal(of: $0) == nil }
    func values(_ option: FilterOption) -> [String] {
      let named = effect.constants(of: option).map(\.name)
      let range = effect.numbers(of: option) ?? effect.range(of: option)
      switch option.kind {
      case .integer: return named + ["\(Int(range.lowerBound))", "\(Int(range.upperBound))"]
      case .flag: return ["0", "1"]
      case .number, .text: return named + ["\(range.lowerBound)", "\(range.upperBound)"]
      default: return named
      }
    }
    let needed = options.filter { effect.needs($0) }
    return options.flatMap { option in
      values(option).map { value in
        let rest = needed.filter { $0.name != option.name }.map {
          (name: $0.name, value: effect.numbers(of: $0).map { "\($0.upperBound)" } ?? "1")
        }
        return rest + [(name: option.name, value: value)]
      }
    }
  }

  /// Leaves memory behind that holds `byte` everywhere, as that of others does who had it before.
  private func leaveBehind(_ byte: UInt8) {
    let blocks = (0..<96).map { n -> UnsafeMutableRawPointer in
      let size = 512 << (n % 8)
      let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
      memset(block, Int32(byte), size)
      return block
    }
    for block in blocks { block.deallocate() }
  }

  @Test(arguments: names)
  func `what a filter gives at its extremes is the same each time, and sound, or an error`(
    name: String
  ) throws {
    let count: Int64 = 14_400
    let file = try shop.wav(
      "noise.wav", rate: 48_000, noise(Int(2 * count), seed: 3).map { $0 / 2 })
    for settings in AudioFilterExtremesTests.extremes(of: name) {
      var sound = try clip(file, count: count)
      sound.chain = AudioChain([AudioFilter(name, settings)])
      let program = AudioProgram(sampleRate: 48_000, sampleCount: count, clips: [sound])
      func made(after byte: UInt8) throws -> Mix? {
        leaveBehind(byte)
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
