// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The sound of transitions, sample by sample, beside what sines of two frequencies come to by hand.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct TransitionAudioTests {
  /// The sound heard of a source, a sine of `pitch` Hz.
  private struct Heard {
    var pitch: Double
    /// The film time at which its source is at `source`.
    var start: Double
    var source: Double
    var speed = 1.0
    /// Its start; nil for the start of the film.
    var comes: ClosedRange<Double>?
    /// Its end; nil for the end of the film.
    var goes: ClosedRange<Double>?
    var isLinear = true

    func value(at time: Double) -> Double {
      func share(_ range: ClosedRange<Double>) -> Double {
        let x = (time - range.lowerBound) / (range.upperBound - range.lowerBound)
        return min(max(x, 0), 1)
      }
      var gain = 1.0
      if let comes {
        gain *= isLinear ? share(comes) : sin(share(comes) * .pi / 2)
      }
      if let goes {
        gain *= isLinear ? 1 - share(goes) : cos(share(goes) * .pi / 2)
      }
      return gain * 0.4 * sin(2 * .pi * pitch * (source + (time - start) * speed))
    }
  }

  private func cut(at time: Double) -> ClosedRange<Double> { (time - 0.002)...(time + 0.002) }

  /// The sound of a film with `tracks`, of pictures with a tone: `low.mkv` and `high.mkv`, ten seconds each.
  private func film(_ tracks: String, inner: String = "") async throws -> Sound {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    for (name, pitch) in [("low", 210), ("high", 730)] {
      _ = try await tools.ffmpeg.data([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:r=25:d=10", "-f", "lavfi",
        "-i", "aevalsrc=0.4*sin(2*PI*\(pitch)*t):s=48000:d=10", "-c:v", "ffv1", "-c:a",
        "pcm_f32le", reel.folder / "\(name).mkv",
      ])
    }
    if !inner.isEmpty {
      try reel.folder.write("reel: 1\ntracks:\n" + inner, to: "inner.reel.yaml")
    }
    let project =
      "reel: 1\ncanvas: {rate: 25}\ntracks:\n" + tracks
      + "\noutputs:\n  film: {file: film.wav, preset: lossless}\n"
    let outcome = try await reel.build(project, seconds: 240)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try await tools.sound(of: reel.folder / "film.wav")
  }

  private func expect(_ film: Sound, _ heard: [Heard], lasts: Double) {
    #expect(film.count == Int((lasts * 48_000).rounded()))
    var worst = (difference: 0.0, time: 0.0)
    for index in 0..<film.count {
      let time = Double(index) / 48_000
      let wanted = heard.reduce(0) { $0 + $1.value(at: time) }
      let difference = abs(Double(film.values[2 * index]) - wanted)
      if difference > worst.difference { worst = (difference, time) }
    }
    // A sample later a sine of 730 Hz differs by 0.038; resampled at another speed it is off by less than 0.0001.
    #expect(worst.difference < 0.0005, "at \(worst.time) s")
  }

  @Test(arguments: [-0.5, 0.3])
  func `the sound of a plain cut comes before its picture, or goes after it`(_ offset: Double)
    async throws
  {
    let film = try await film(
      """
        main:
          - {clip: low.mkv, range: 2s..5s}
          - {transition: cut, audio: {offset: \(offset)s}}
          - {clip: high.mkv, range: 1s..4s}
      """)
    expect(
      film,
      [
        Heard(pitch: 210, start: 0, source: 2, goes: cut(at: 3 + offset)),
        Heard(pitch: 730, start: 3, source: 1, comes: cut(at: 3 + offset)),
      ], lasts: 6)
  }

  @Test func `the sound of a dissolve is cut in its middle`() async throws {
    let film = try await film(
      """
        main:
          - {clip: low.mkv, range: 2s..5s}
          - {transition: dissolve, audio: cut}
          - {clip: high.mkv, range: 1s..4s}
      """)
    expect(
      film,
      [
        Heard(pitch: 210, start: 0, source: 2, goes: cut(at: 2.5)),
        Heard(pitch: 730, start: 2, source: 1, comes: cut(at: 2.5)),
      ], lasts: 5)
  }

  @Test func `the sound crossfades where and as long as it is told`() async throws {
    let film = try await film(
      """
        main:
          - {clip: low.mkv, range: 2s..5s}
          - transition: dissolve
            duration: 960ms
            length: handles
            audio: {curve: linear, offset: 250ms, duration: 400ms}
          - {clip: high.mkv, range: 1s..4s}
      """)
    expect(
      film,
      [
        Heard(pitch: 210, start: 0, source: 2, goes: 3.05...3.45),
        Heard(pitch: 730, start: 3, source: 1, comes: 3.05...3.45),
      ], lasts: 6)
  }

  @Test func `a crossfade of equal power keeps its offset at other speeds`() async throws {
    let film = try await film(
      """
        main:
          - {clip: low.mkv, range: 2s..5s, speed: 0.75, pitch: follow}
          - {transition: wipe-left, audio: {offset: -400ms}}
          - {clip: high.mkv, range: 3s..9s, speed: 2, pitch: follow}
      """)
    expect(
      film,
      [
        Heard(
          pitch: 210, start: 0, source: 2, speed: 0.75, goes: 2.6...3.6, isLinear: false),
        Heard(
          pitch: 730, start: 3, source: 3, speed: 2, comes: 2.6...3.6, isLinear: false),
      ], lasts: 6)
  }

  @Test func `all joints of a track have one offset`() async throws {
    let film = try await film(
      """
        main:
          between: {transition: cut, audio: {offset: -200ms}}
          clips:
            - {clip: low.mkv, range: 2s..3s}
            - {clip: high.mkv, range: 1s..2s}
            - {clip: low.mkv, range: 6s..7s}
      """)
    expect(
      film,
      [
        Heard(pitch: 210, start: 0, source: 2, goes: cut(at: 0.8)),
        Heard(pitch: 730, start: 1, source: 1, comes: cut(at: 0.8), goes: cut(at: 1.8)),
        Heard(pitch: 210, start: 2, source: 6, comes: cut(at: 1.8)),
      ], lasts: 3)
  }

  @Test func `clips of sound have it, too, also in a film within the film`() async throws {
    let inner = """
        sound:
          kind: audio
          clips:
            - {clip: low.mkv, range: 2s..5s}
            - {transition: cut, audio: {offset: 100ms}}
            - {clip: high.mkv, range: 1s..4s}
      """
    let film = try await film(
      "  main: [{fill: red, duration: 500ms}, {clip: inner.reel.yaml, range: 1s..5s}]",
      inner: inner)
    let heard = [
      Heard(pitch: 210, start: -0.5, source: 2, goes: cut(at: 2.6)),
      Heard(pitch: 730, start: 2.5, source: 1, comes: cut(at: 2.6)),
    ]
    #expect(film[0..<24_000].values.allSatisfy { $0 == 0 })
    #expect(film.count == 216_000)
    for index in 24_000..<film.count {
      let wanted = heard.reduce(0) { $0 + $1.value(at: Double(index) / 48_000) }
      let difference = abs(Double(film.values[2 * index]) - wanted)
      if difference > 0.0005 {
        Issue.record("sample \(index) is \(film.values[2 * index]), not \(wanted)")
        break
      }
    }
  }
}
