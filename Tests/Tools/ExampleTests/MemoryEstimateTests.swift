// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The memory that a piece is said to need, beside the peak of the renderer that makes it.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct MemoryEstimateTests {
  /// Builds the project of its argument, and prints the most memory of any process, in KiB, before the words of the build.
  private static let script = """
    import resource, subprocess, sys
    done = subprocess.run([*sys.argv[1:], "-j1", "--max-memory", "50M"], capture_output=True, text=True)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    print(done.stderr)
    sys.exit(done.returncode)
    """

  private static let films: [(name: String, canvas: String, main: String, overlays: String)] = [
    ("clip", "1280x720", "{clip: a.mp4, range: 0s..1s}", ""),
    ("backwards", "1280x720", "{clip: a.mp4, range: 0s..2s, speed: -1}", ""),
    ("motion", "1280x720", "{clip: a.mp4, range: 0s..1s, speed: 0.5, interpolate: motion}", ""),
    (
      "many clips", "640x360", "{fill: black, duration: 1s}",
      (0..<30).map {
        "c\($0): {clip: a.mp4, range: 0s..1s, size: 10%, position: [\(5 + $0 * 3)%, 50%]}"
      }.joined(separator: ", ")
    ),
    (
      "many texts", "640x360", "{fill: black, duration: 1s}",
      (0..<60).map { "t\($0): {text: words \($0), position: [50%, \(5 + $0)%], during: 0s..1s}" }
        .joined(separator: ", ")
    ),
    (
      "many photos", "640x360",
      (0..<80).map { "{image: p.png, duration: 1f, crop: [0%, 0%, \(20 + $0)%, 90%]}" }
        .joined(separator: ", "), ""
    ),
    (
      "a large canvas", "3840x2160", "{fill: black, duration: 400ms}",
      "t: {text: Hi, during: 0s..400ms, font: {size: 400px}}"
    ),
  ]

  @Test(arguments: films.map(\.name))
  func `an estimate is near the peak`(name: String) async throws {
    let film = try #require(Self.films.first { $0.name == name })
    let (tools, reel) = (try #require(Places.ffmpeg), try Reel())
    for arguments in [
      ["-i", "testsrc2=s=1280x720:r=25:d=2", "-c:v", "libx264", "-preset", "ultrafast", "a.mp4"],
      ["-i", "testsrc2=s=3000x2000", "-frames:v", "1", "p.png"],
    ] {
      _ = try await tools.ffmpeg.data(
        ["-nostdin", "-v", "error", "-f", "lavfi"] + arguments.dropLast()
          + [reel.folder / arguments[arguments.count - 1]])
    }
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: \(film.canvas), rate: 25}
      tracks: {main: [\(film.main)]}
      overlays: {\(film.overlays)}
      outputs: {film: film.mp4}

      """, to: "p.reel.yaml")
    let tool = try #require(Places.reel)
    let outcome = try await Command("/usr/bin/env", in: reel.folder.path)
      .outcome(["python3", "-c", Self.script, tool, "build", "p.reel.yaml"], seconds: 300)
    #expect(outcome.status == 0, "\(outcome.text)")
    let peak =
      try #require(
        outcome.text.split(separator: "\n").first.flatMap { Double($0) }, "\(outcome.text)") / 1024
    let told = try #require(outcome.text.firstMatch(of: #/needs about ([0-9.,]+) ([MG])iB/#))
    let number = try #require(Double(told.1.replacing(",", with: "")))
    let estimate = number * (told.2 == "G" ? 1024 : 1)
    #expect(estimate > 0.8 * peak && estimate < 4 * peak, "\(estimate) MiB said, \(peak) needed")
  }
}
