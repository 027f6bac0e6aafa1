// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Tracks that go through filters as a whole.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct TrackFilterTests {
  /// Clips of 10 s of a voice that is loud and soft in turns.
  private func source(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    let speech = "sin(2*PI*400*t)*(0.05+0.4*gt(mod(t,1.7),0.9))+0.001*sin(2*PI*60*t)"
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "aevalsrc='\(speech)|\(speech)':d=60:s=48000",
      "-c:a", "pcm_f32le", reel.folder / "voice.wav",
    ])
  }

  private static let compressor =
    "acompressor=threshold=0.03162277660168379:ratio=4:attack=20:release=250:makeup=2"

  private func project(_ file: String, clips: Int, quiet: Int? = nil) -> String {
    let items = (0..<clips).map { index in
      let start = index * 7 % 50
      return "      - {clip: voice.wav, id: c\(index), range: \(start)s..\(start + 10)s"
        + (index == quiet ? ", volume: -3dB}" : "}")
    }
    return """
      reel: 1
      tracks:
        voice:
          compress: {threshold: -30dB, ratio: 4, gain: 6.0205999dB}
          volume: -6.0205999dB
          clips:
      \(items.joined(separator: "\n"))
      outputs: {mix: {file: \(file)}}
      """
  }

  private func samples(_ path: String, _ filters: String? = nil) async throws -> [Float] {
    let tools = try #require(Places.ffmpeg)
    let data = try await tools.ffmpeg.data(
      ["-v", "error", "-i", path] + (filters.map { ["-af", $0] } ?? [])
        + ["-f", "f32le", "-"])
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test func `a track is what the filter makes of all of its clips, and an edit mixes some of it`()
    async throws
  {
    let reel = try Reel()
    try await source(in: reel)
    try reel.folder.write(project("mix.wav", clips: 30), to: "a.reel.yaml")
    #expect(try await reel.run(["build", "a.reel.yaml"]).status == 0)
    let plain = project("plain.wav", clips: 30)
      .replacingOccurrences(
        of: "compress: {threshold: -30dB, ratio: 4, gain: 6.0205999dB}", with: ""
      )
      .replacingOccurrences(of: "volume: -6.0205999dB", with: "")
    try reel.folder.write(plain, to: "b.reel.yaml")
    #expect(try await reel.run(["build", "b.reel.yaml"]).status == 0)
    let made = try await samples(reel.folder / "mix.wav")
    let wanted = try await samples(
      reel.folder / "plain.wav", TrackFilterTests.compressor + ",volume=0.5")
    #expect(made.count == wanted.count)
    var (power, noise) = (0.0, 0.0)
    for (a, b) in zip(made, wanted) {
      power += Double(a * a)
      noise += Double((a - b) * (a - b))
    }
    // Samples of 16 bits.
    #expect(10 * log10(power / noise) > 60, "\(10 * log10(power / noise))")

    try reel.folder.write(project("mix.wav", clips: 30, quiet: 15), to: "a.reel.yaml")
    let edited = try await reel.run(["build", "a.reel.yaml"])
    #expect(edited.status == 0)
    let words = edited.errors + String(decoding: edited.output, as: UTF8.self)
    let mixed = words.split(separator: "\n").last { $0.contains("of sound mixed") }
      .flatMap { Double($0.prefix { $0 != " " }) }
    #expect(try (10...60).contains(#require(mixed, "\(words)")), "\(words)")
    try reel.folder.write(project("clean.wav", clips: 30, quiet: 15), to: "c.reel.yaml")
    #expect(
      try await reel.run(["build", "c.reel.yaml", "--cache", reel.folder / "other"]).status == 0)
    let file = FileManager.default.contents(atPath: reel.folder / "mix.wav")
    #expect(file != nil && file == FileManager.default.contents(atPath: reel.folder / "clean.wav"))
  }

  @Test func `a track is measured after its filters`() async throws {
    let reel = try Reel()
    try await source(in: reel)
    try reel.folder.write(
      """
      reel: 1
      tracks:
        voice: {clips: [voice.wav], eq: {low: -20dB, mid: -20dB, high: -20dB}}
        plain: [voice.wav]
      """, to: "a.reel.yaml")
    let outcome = try await reel.run(["sound", "a.reel.yaml"])
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    let levels = lines.dropFirst().prefix(2).compactMap { line in
      line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    }
    try #require(levels.count == 2, "\(lines)")
    #expect(levels[1] - levels[0] > 8, "\(lines)")
  }
}
