// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Music that repeats with a crossfade, beside what noise comes to by hand.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct LoopSeamTests {
  /// Four seconds of noise, the same on every machine.
  private static let noise: [Float] = {
    var state: UInt64 = 11
    return (0..<192_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max) * 0.4
    }
  }()

  /// The sound of a film of sound alone, of one clip of the noise with `keys`.
  private func film(_ keys: String) async throws -> Sound {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try LoopSeamTests.noise.withUnsafeBytes { Data($0) }
      .write(to: URL(filePath: reel.folder / "noise.raw"))
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "f32le", "-ar", "48000", "-ac", "1", "-i",
      reel.folder / "noise.raw", "-c:a", "pcm_f32le", reel.folder / "noise.wav",
    ])
    let outcome = try await reel.build(
      "reel: 1\ntracks: {music: [{clip: noise.wav, \(keys)}]}\n"
        + "outputs: {film: {file: film.wav, preset: lossless}}\n", seconds: 120)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try await tools.sound(of: reel.folder / "film.wav")
  }

  /// The noise from sample `first` on, in turns of `length` samples of which `seam` crossfade, at sample `index` of the film.
  private func wanted(_ index: Int, first: Int, length: Int, seam: Int) -> Double {
    let period = length - seam
    return (0...(index / period)).reduce(0) { sum, turn in
      let place = index - turn * period
      guard place < length else { return sum }
      var gain = 1.0
      if turn > 0, place < seam { gain *= sin(Double(place) / Double(seam) * .pi / 2) }
      if place >= period { gain *= cos(Double(place - period) / Double(seam) * .pi / 2) }
      return sum + gain * Double(LoopSeamTests.noise[first + place])
    }
  }

  @Test func `a loop keeps its power where its turns meet`() async throws {
    let film = try await film("range: 500ms..3.5s, loop: {crossfade: 1s}, until: 9.25s")
    #expect(film.count == 444_000)
    for index in 0..<film.count {
      let wanted = wanted(index, first: 24_000, length: 144_000, seam: 48_000)
      if abs(Double(film.values[2 * index]) - wanted) > 0.0001 {
        Issue.record("sample \(index) is \(film.values[2 * index]), not \(wanted)")
        break
      }
    }
    func level(_ range: Range<Int>) -> Double {
      10
        * log10(
          range.reduce(0.0) { $0 + pow(Double(film.values[2 * $1]), 2) } / Double(range.count))
    }
    let all = level(0..<film.count)
    for start in stride(from: 0, to: film.count, by: 4_800) {
      #expect(abs(level(start..<min(start + 4_800, film.count)) - all) < 0.5, "at \(start)")
    }
  }

  @Test func `a song that is longer than the film is cut and faded out`() async throws {
    let film = try await film("loop: {crossfade: 500ms}, until: 3s, fade: {out: 2s}")
    #expect(film.count == 144_000)
    for index in stride(from: 0, to: film.count, by: 7) {
      let gain = min(1, Double(144_000 - index) / 96_000)
      let wanted = gain * Double(LoopSeamTests.noise[index])
      #expect(abs(Double(film.values[2 * index]) - wanted) < 0.0001, "sample \(index)")
    }
  }
}
