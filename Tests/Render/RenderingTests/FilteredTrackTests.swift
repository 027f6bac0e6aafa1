// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Planning
import RenderGraph
import RenderProtocol
import Testing

@testable import Audio

/// Tracks whose mix goes through filters.
@Suite struct FilteredTrackTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let rate: Int64 = 16_000

  /// The usual filters of tracks in projects.
  static let chains: [[AudioFilter]] = [
    [AudioFilter("highpass", [("f", "80")]), AudioFilter("treble", [("g", "6"), ("f", "4000")])],
    [AudioFilter("acompressor", [("threshold", "0.1"), ("ratio", "3"), ("release", "250")])],
    [AudioFilter("agate", [("threshold", "0.01"), ("range", "0"), ("release", "150")])],
    [AudioFilter("deesser", [("i", "0.5"), ("m", "0.5"), ("f", "0.5")])],
    [AudioFilter(Reverberation())],
    [AudioFilter("aecho", [("delays", "300|700"), ("decays", "0.5|0.3")], memory: 8)],
  ]

  /// Tones and pauses with a little noise.
  private func speech(_ count: Int) throws -> String {
    let hiss = noise(2 * count, seed: 5)
    let samples = (0..<(2 * count)).map { n in
      let time = Double(n / 2) / Double(FilteredTrackTests.rate)
      let isOn = Int(time * 4) % 3 != 0
      return Float(isOn ? 0.3 * sin(2 * .pi * 300 * time) : 0) + hiss[n] * 0.002
    }
    return try shop.wav("speech.wav", rate: Int(FilteredTrackTests.rate), samples)
  }

  /// A film of `seconds` with clips of (start, length) seconds on a track that goes through `filters`, at a volume.
  private func program(
    _ clips: [(start: Int64, count: Int64)], of file: String, _ seconds: Int64,
    through filters: ClipFilters, volume: Double = 1
  ) throws -> AudioProgram {
    let rate = FilteredTrackTests.rate
    var graph = RenderGraph(canvas: CanvasFormat(size: PixelSize(64, 36), rate: FrameRate(25)))
    graph.canvas.sampleRate = Int(rate)
    let digest = try clip(file, count: 1).file.digest
    let source = graph.add(
      .audio(
        AudioSource(file: MediaFile(path: file, digest: digest), stream: 0, zero: .zero)), [],
      origin: nil)
    let items = clips.enumerated().map { index, clip in
      graph.add(
        .listen(AudioRemap(start: Time(Int64(3 * index))), samples: clip.count * rate), [source],
        origin: nil)
    }
    let mix = graph.add(
      .mix(
        starts: clips.map { $0.start * rate }, samples: seconds * rate, filters: filters), items,
      origin: nil)
    let gain = graph.add(.gain(.constant(volume), during: nil), [mix], origin: nil)
    return generateSound(gain, of: graph, samples: 0..<seconds * rate) { _, _ in .none }
  }

  /// The chunks of `program`, one after the other.
  private func joined(_ program: AudioProgram) throws -> Mix {
    var mix = Mix()
    for stretch in program.divided() {
      switch stretch {
      case .silence(let count):
        mix.left += [Float](repeating: 0, count: Int(count))
        mix.right += [Float](repeating: 0, count: Int(count))
      case .chunk(let program):
        let made = try shop.mix(program)
        mix.left += made.left
        mix.right += made.right
      }
    }
    return mix
  }

  @Test(arguments: chains)
  func `parts of a filtered track are what they are in the whole`(filters: [AudioFilter]) throws {
    let file = try speech(Int(FilteredTrackTests.rate) * 40)
    let program = try program(
      [(0, 30), (30, 4), (33, 9), (43, 20)], of: file, 64, through: ClipFilters(filters))
    #expect(program.clips.count == 1)
    #expect(program.divided().count > 2)
    let (whole, parts) = (try shop.mix(program), try joined(program))
    #expect(whole.left.count == parts.left.count)
    #expect(ratio(whole.left, parts.left) >= 60, "\(ratio(whole.left, parts.left))")
    #expect(ratio(whole.right, parts.right) >= 60)
  }

  @Test func `filters of a track hear the sum of its clips, before its volume`() throws {
    let rate = FilteredTrackTests.rate
    let tone = (0..<(2 * 4 * Int(rate))).map { n in
      Float(0.2 * sin(2 * .pi * 1000 * Double(n / 2) / Double(rate)))
    }
    let file = try shop.wav("tone.wav", rate: Int(rate), tone)
    // Alone a clip is below the threshold of the gate; two together are over it.
    let gate = ClipFilters([
      AudioFilter("agate", [("threshold", "0.25"), ("ratio", "9000"), ("range", "0")])
    ])
    func level(_ clips: [(start: Int64, count: Int64)], _ volume: Double) throws -> Double {
      let made = try shop.mix(
        try program(clips, of: file, 4, through: gate, volume: volume))
      let power = made.left[8_000..<16_000].reduce(0.0) { $0 + Double($1 * $1) } / 8_000
      return 10 * log10(power + 1e-12)
    }
    #expect(try level([(0, 1)], 1) < -60)
    // The second clip begins three seconds later in its source, at the same phase.
    let both = try level([(0, 1), (0, 1)], 1)
    #expect(abs(both - 20 * log10(0.4) + 3.01) < 0.5, "\(both)")
    #expect(abs(try level([(0, 1), (0, 1)], 0.1) - both + 20) < 0.01)
  }

  @Test func `it rings on in pauses and for its tail, and then there is silence`() throws {
    let rate = FilteredTrackTests.rate
    var samples = [Float](repeating: 0, count: 2 * 8 * Int(rate))
    for second in 0..<8 { samples[2 * (second * Int(rate) + 8_000)] = 0.5 }
    let file = try shop.wav("clicks.wav", rate: Int(rate), samples)
    let echo = AudioFilter(
      "aecho", [("in_gain", "1"), ("out_gain", "1"), ("delays", "2000"), ("decays", "0.5")],
      memory: 4)
    func clicks(tail: Int64, _ clips: [(start: Int64, count: Int64)]) throws -> [Double] {
      let program = try program(
        clips, of: file, 40, through: ClipFilters([echo], tail: tail * rate))
      let made = try joined(program)
      #expect(made.left.count == 40 * Int(rate))
      return made.left.indices.filter { abs(made.left[$0]) > 0.1 }
        .map { Double($0) / Double(rate) }
    }
    #expect(try clicks(tail: 0, [(1, 1), (5, 1)]) == [1.5, 3.5, 5.5])
    #expect(try clicks(tail: 3, [(1, 1), (5, 1)]) == [1.5, 3.5, 5.5, 7.5])
    #expect(try clicks(tail: 1, [(1, 1), (30, 1)]) == [1.5, 3.5, 30.5])
    let film = try program([(1, 1), (30, 1)], of: file, 40, through: ClipFilters([echo]))
    #expect(film.clips.count == 2)
  }

  @Test func `in a nested film and at another rate it is the same track`() throws {
    let file = try speech(Int(FilteredTrackTests.rate) * 20)
    let program = try program(
      [(0, 8), (8, 8)], of: file, 16, through: ClipFilters(FilteredTrackTests.chains[1]))
    let bus = try #require(program.clips.first)
    // As a film within the film slices it.
    let rate = FilteredTrackTests.rate
    let part = try #require(bus.slice(5 * rate..<9 * rate, sampleRate: Int(rate)))
    let inner = AudioProgram(sampleRate: Int(rate), sampleCount: 4 * rate, clips: [part])
    let (whole, made) = (try shop.mix(program), try joined(inner))
    #expect(ratio(Array(whole.left[Int(5 * rate)..<Int(9 * rate)]), made.left) >= 60)
  }
}
