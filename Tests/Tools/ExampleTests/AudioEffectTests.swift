// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Filters of sounds in films: rooms and echoes that go on after a clip.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct AudioEffectTests {
  /// A tone of half a second at the start of each of 40 seconds.
  private func source(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i",
      "aevalsrc='0.3*sin(2*PI*500*t)*lt(mod(t,1),0.5)':d=40:s=48000", reel.folder / "pulses.wav",
    ])
  }

  /// The level of each quarter of a second of a film, in dB.
  private func levels(_ sound: Sound) -> [Double] {
    stride(from: 0, to: sound.count - 11_999, by: 12_000).map { start in
      var power = 0.0
      for index in (2 * start)..<(2 * start + 24_000) {
        power += Double(sound.values[index]) * Double(sound.values[index])
      }
      return 10 * log10(power / 24_000 + 1e-14)
    }
  }

  private func build(_ text: String, _ name: String, in reel: Reel) async throws -> Sound {
    let tools = try #require(Places.ffmpeg)
    try reel.folder.write(text, to: "\(name).reel.yaml")
    let outcome = try await reel.run(["build", "\(name).reel.yaml"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try await tools.sound(of: reel.folder / "\(name).wav")
  }

  @Test func `an echo and a room go on after a clip for as long as the tail says`() async throws {
    let reel = try Reel()
    try await source(in: reel)
    func project(_ keys: String, _ name: String) -> String {
      """
      reel: 1
      tracks:
        main: [{fill: black, duration: 4s}]
        sound:
          - {clip: pulses.wav, range: 0s..500ms\(keys)}
      canvas: {size: 64x64, rate: 25}
      outputs: {mix: {file: \(name).wav}}
      """
    }
    let echo = ", effects: [aecho: {in_gain: 1, out_gain: 1, delays: 1000, decays: 0.5}]"
    let dry = levels(try await build(project("", "dry"), "dry", in: reel))
    let cut = levels(try await build(project(echo, "cut"), "cut", in: reel))
    let ringing = levels(try await build(project(echo + ", tail: 2s", "ring"), "ring", in: reel))
    let room = levels(try await build(project(", reverb: 40%", "room"), "room", in: reel))
    #expect(dry.count == 16 && dry[2...].allSatisfy { $0 < -100 } && cut == dry)
    #expect(ringing[0...3].elementsEqual(dry[0...3]) && abs(ringing[4] - dry[0] + 6) < 0.1)
    #expect(abs(ringing[5] - dry[1] + 6) < 0.1 && ringing[6...].allSatisfy { $0 < -100 })
    #expect(room[2] > -45 && room[2] > room[4] && room[4] > room[8] && room[8] > -110)
    #expect(room[10...].allSatisfy { $0 < -120 })
  }

  @Test func `parts, edits and nested films have what a clean film has`() async throws {
    let reel = try Reel()
    try await source(in: reel)
    try reel.folder.write("reel: 1\ntracks: {main: [pulses.wav]}\n", to: "inner.reel.yaml")
    func project(_ end: String, _ name: String) -> String {
      """
      reel: 1
      tracks:
        main:
          - {clip: pulses.wav, reverb: {size: 30%, mix: 50%}, effects: [tremolo: {f: 3}], tail: 1s}
          - {clip: inner.reel.yaml, range: 0s..\(end), effects: [aecho], tail: 2s}
          - {clip: pulses.wav, range: 0s..5s}
      outputs: {mix: {file: \(name).wav}}
      """
    }
    _ = try await build(project("12s", "one"), "one", in: reel)
    let edited = try await build(project("11s", "two"), "two", in: reel)
    try reel.folder.write(project("11s", "three"), to: "three.reel.yaml")
    let outcome = try await reel.run(["build", "three.reel.yaml", "--cache", reel.folder / "other"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let tools = try #require(Places.ffmpeg)
    let clean = try await tools.sound(of: reel.folder / "three.wav")
    #expect(edited.values == clean.values && edited.count == 56 * Sound.rate)
  }
}
