// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Sounds that are lowered under others, and what `reel sound` says of them.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct AudioLevelTests {
  /// A voice that speaks in its seconds 3 to 5 and 8 to 9, at 400 Hz, and music at 1 kHz.
  private func sources(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    let speech = "sin(2*PI*400*t)*0.3*(between(t,3,5)+between(t,8,9))+0.0001*sin(2*PI*60*t)"
    for (name, sound) in [("voice.wav", speech), ("music.wav", "0.25*sin(2*PI*1000*t)")] {
      _ = try await tools.ffmpeg.data([
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc='\(sound)|\(sound)':d=12:s=48000",
        reel.folder / name,
      ])
    }
  }

  /// The lines that `reel` prints.
  private func lines(_ reel: Reel, _ arguments: [String]) async throws -> [Substring] {
    let outcome = try await reel.run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
  }

  /// The level of 1 kHz around each tenth of a second of a file, in dB below full scale.
  private func music(_ path: String) async throws -> [Double] {
    let tools = try #require(Places.ffmpeg)
    let data = try await tools.ffmpeg.data([
      "-v", "error", "-i", path, "-af", "pan=mono|c0=c0", "-f", "f32le", "-",
    ])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return stride(from: 0, to: samples.count - 4_799, by: 4_800).map { start in
      var (a, b) = (0.0, 0.0)
      for n in start..<(start + 4_800) {
        let phase = 2 * Double.pi * 1000 * Double(n) / 48_000
        a += Double(samples[n]) * cos(phase)
        b += Double(samples[n]) * sin(phase)
      }
      return 20 * log10((a * a + b * b).squareRoot() / 2_400)
    }
  }

  @Test func `music is down by what is asked for while a voice is heard, and back after it`()
    async throws
  {
    let reel = try Reel()
    try await sources(in: reel)
    try reel.folder.write(
      """
      reel: 1
      tracks:
        voice: [voice.wav]
        music:
          clips: [music.wav]
          duck: {under: voice, by: 14dB, attack: 200ms, hold: 300ms, release: 500ms}
      outputs: {mix: {file: mix.wav}}
      """, to: "a.reel.yaml")
    #expect(try await reel.run(["build", "a.reel.yaml"]).status == 0)
    let levels = try await music(reel.folder / "mix.wav")
    let up = 20 * log10(0.25)
    for (tenth, level) in levels.enumerated() {
      let time = Double(tenth) / 10
      let isDown = time >= 3 && time < 5.2 || time >= 8 && time < 9.2
      let isUp = time < 2.7 || time >= 5.9 && time < 7.7 || time >= 9.9
      if isDown { #expect(abs(level - up + 14) < 0.1, "\(time): \(level)") }
      if isUp { #expect(abs(level - up) < 0.1, "\(time): \(level)") }
    }
    let curves = try await self.lines(reel, ["sound", "a.reel.yaml", "--curves"])
    #expect(
      curves == [
        "# music, lowered under voice",
        "volume: {2.8s: 0dB, 3s: -14dB, 5.3s: -14dB, 5.8s: 0dB, 7.8s: 0dB, 8s: -14dB, 9.3s: -14dB, 9.8s: 0dB}",
      ])

    // The keyframes that are printed make the same film.
    let keyframes = try #require(curves.last)
    try reel.folder.write(
      """
      reel: 1
      tracks:
        voice: [voice.wav]
        music:
          clips: [music.wav]
          \(keyframes)
      outputs: {mix: {file: other.wav}}
      """, to: "b.reel.yaml")
    #expect(try await reel.run(["build", "b.reel.yaml"]).status == 0)
    let written = try await music(reel.folder / "other.wav")
    #expect(zip(levels, written).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test func `a command says how loud tracks and outputs are, and draws them`() async throws {
    let reel = try Reel()
    try await sources(in: reel)
    try reel.folder.write(
      """
      reel: 1
      tracks:
        voice: {clips: [voice.wav], normalize: -23 LUFS}
        music: [{clip: music.wav, loudness: -10}, {clip: music.wav, volume: 500%}]
      outputs: {mix: {file: mix.wav, loudness: -16 LUFS}, half: {file: half.wav, range: 0s..12s}}
      """, to: "a.reel.yaml")
    let lines = try await lines(reel, ["sound", "a.reel.yaml"])
    #expect(lines.count == 5)
    #expect(lines[1].hasPrefix("voice  -23.0 LUFS"), "\(lines[1])")
    #expect(lines[2].contains("once, by 1.9 dB at most, first at 12 s"), "\(lines[2])")
    #expect(lines[3].hasSuffix("; brought to -16 LUFS"), "\(lines[3])")
    #expect(lines[4].hasSuffix("never"), "\(lines[4])")
    let json = try await self.lines(reel, ["sound", "a.reel.yaml", "--json"])
    #expect(json.count == 4 && json[3].contains(#""kind":"output""#))

    let drawn = try await reel.run(["sound", "a.reel.yaml", "--waveform", "w.png", "--quiet"])
    #expect(drawn.status == 0)
    try reel.folder.write(
      "mine", to: "photo.png")
    let refused = try await reel.run(["sound", "a.reel.yaml", "--spectrogram", "photo.png"])
    #expect(refused.status == 1 && refused.errors.contains("error[output-exists]"))
    for size in ["100x360", "320x500"] {
      let spectrum = try await reel.run(
        ["sound", "a.reel.yaml", "--spectrogram", "s\(size).png", "--size", size, "--only", "mix"])
      #expect(spectrum.status == 0, "\(spectrum.errors)")
    }
    let words = try await reel.run(["sound", "a.reel.yaml", "--curves", "--json"])
    #expect(words.status == 2)
    let wrong = try await reel.run(["sound", "a.reel.yaml", "--waveform", "w.jpg"])
    #expect(wrong.status == 2)
  }

  @Test
  func
    `filters are heard in parts, in films within the film, and after an edit as in a clean build`()
    async throws
  {
    let reel = try Reel()
    try await sources(in: reel)
    func text(_ end: String, _ file: String) -> String {
      """
      reel: 1
      tracks:
        main:
          - {clip: music.wav, eq: {low-cut: 2000Hz}, compress: {threshold: -10dB}}
          - {clip: inner.reel.yaml, range: 0s..\(end), eq: {low-cut: 2000Hz}}
          - {clip: music.wav, range: 2s..6s, denoise: true}
      outputs: {mix: {file: \(file)}}
      """
    }
    try reel.folder.write(
      "reel: 1\ntracks: {main: [music.wav]}\n", to: "inner.reel.yaml")
    try reel.folder.write(text("12s", "mix.wav"), to: "a.reel.yaml")
    #expect(try await reel.run(["build", "a.reel.yaml"]).status == 0)
    let levels = try await music(reel.folder / "mix.wav")
    #expect(levels.count == 280)
    // Half an octave under a filter of 12 dB for each; a part begins with it, too.
    let up = 20 * log10(0.25)
    for (tenth, level) in levels.enumerated() where tenth % 120 > 2 || tenth >= 240 {
      let wanted = tenth < 240 ? (-16.0)...(-8) : (-0.5)...0.5
      #expect(wanted.contains(level - up), "\(tenth): \(level - up)")
    }

    try reel.folder.write(text("11s", "mix.wav"), to: "a.reel.yaml")
    #expect(try await reel.run(["build", "a.reel.yaml"]).status == 0)
    try reel.folder.write(text("11s", "clean.wav"), to: "b.reel.yaml")
    #expect(
      try await reel.run(["build", "b.reel.yaml", "--cache", reel.folder / "other"]).status == 0)
    let made = FileManager.default.contents(atPath: reel.folder / "mix.wav")
    #expect(made != nil && made == FileManager.default.contents(atPath: reel.folder / "clean.wav"))
  }
}
