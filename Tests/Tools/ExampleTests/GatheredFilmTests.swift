// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films of many cuts in a recording that has one key frame.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct GatheredFilmTests {
  @Test func `cuts in any order show what each of them shows by itself`() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x108:r=10:d=60", "-c:v",
      "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "100000", "-keyint_min", "100000",
      "-sc_threshold", "0", reel.folder / "in.mp4",
    ])
    // Seventeen has no factor in common with the number of cuts.
    let clips = (0..<24).map { number in
      let look = number % 5 == 0 ? ", interpolate: blend, speed: 0.7" : ""
      return "    - {clip: in.mp4, range: \(2 * (17 * number % 24))s..+1s\(look)}"
    }
    let project = """
      reel: 1
      canvas: {size: 96x54, rate: 10}
      tracks:
        main:
      \(clips.joined(separator: "\n"))
      overlays: {mark: {text: A, font: {family: DejaVu Sans, size: 20}, color: white}}
      outputs: {film: film.mp4}

      """
    let outcome = try await reel.build(project, options: ["--jobs", "2"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let left = try FileManager.default.subpathsOfDirectory(atPath: reel.folder / ".reel")
    #expect(!left.contains { $0.hasSuffix(".frames") })
    // What is verified is decoded by each segment for itself.
    let verified = try await reel.run(["build", "project.reel.yaml", "--quiet", "--verify-all"])
    #expect(verified.status == 0, "\(verified.errors)")
  }
}
