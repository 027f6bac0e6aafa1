// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Sounds that are encoded in passages.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct PassageFilmTests {
  /// Four minutes of ten clips that sound unlike each other; the sixth is changed, and one goes over full scale.
  private func project(_ change: String = "") -> String {
    let clips = (0..<10).map {
      let level = $0 == 8 ? ", volume: 14dB" : $0 == 5 ? change : ""
      return "    - {clip: sound.wav, id: c\($0), range: \($0 * 5)s..\($0 * 5 + 24)s\(level)}"
    }
    return """
      reel: 1
      tracks:
        main:
      \(clips.joined(separator: "\n"))
      outputs:
        a: {file: a.m4a}
        b: {file: b.mkv, audio: opus}
        c: {file: c.m4a, audio: {bitrate: 160k}}

      """
  }

  private func made(_ project: String, _ reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    let sweep = "0.3*sin(2*PI*(200*t+7*t*t))+0.02*random(0)"
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "aevalsrc='\(sweep)|\(sweep)':d=70:s=48000",
      reel.folder / "sound.wav",
    ])
    try reel.folder.write(project, to: "project.reel.yaml")
    let outcome = try await reel.run(["build", "project.reel.yaml"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("over full scale"), "\(outcome.errors)")
  }

  @Test func `an edit encodes the passages around it, byte for byte as a clean build does`()
    async throws
  {
    let reel = try Reel()
    try await made(project(), reel)
    try reel.folder.write(project(", volume: -6dB"), to: "project.reel.yaml")
    let outcome = try await reel.run(["build", "project.reel.yaml"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let other = try Reel()
    try await made(project(", volume: -6dB"), other)
    for name in ["a.m4a", "b.mkv", "c.m4a"] {
      let edited = try Data(contentsOf: URL(fileURLWithPath: reel.folder / name))
      let clean = try Data(contentsOf: URL(fileURLWithPath: other.folder / name))
      #expect(edited == clean, "\(name)")
      #expect(edited.count > 500_000)
      if name == "c.m4a" {
        let rate = Double(edited.count * 8 / 240)
        #expect(abs(rate / 160_000 - 1) < 0.06, "\(rate)")
      }
      let tools = try #require(Places.ffmpeg)
      let samples = try await tools.ffmpeg.data([
        "-v", "error", "-i", reel.folder / name, "-f", "s16le", "-ac", "1", "-",
      ])
      // A container that says nothing of what AAC has in front and behind is none of these.
      #expect(abs(samples.count / 2 - 240 * 48_000) <= 1024, "\(name): \(samples.count / 2)")
    }
    let verified = try await reel.run(["build", "--verify-all", "project.reel.yaml"])
    #expect(verified.status == 0, "\(verified.errors)")
  }
}
