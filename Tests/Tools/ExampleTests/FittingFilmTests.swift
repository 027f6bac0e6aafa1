// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films that are made to fit into a number of bytes.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct FittingFilmTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  /// Three cuts: one that hardly moves, one that is hard to code, one in between.
  private func project(_ outputs: String, length: String = "4s") -> String {
    """
    reel: 1
    canvas: {size: 192x128, rate: 25}
    tracks:
      main:
        - {clip: calm.mkv, range: 0s..\(length)}
        - {clip: busy.mkv, range: 0s..5s}
        - {clip: pattern.mkv, range: 0s..5s}
    outputs: {\(outputs)}

    """
  }

  private func drawSources() async throws {
    for (name, source) in [
      ("calm.mkv", "gradients=s=192x128:r=25:d=6:speed=0.01:seed=7"),
      ("busy.mkv", "mandelbrot=s=192x128:r=25:end_scale=0.05:end_pts=100,trim=duration=6"),
      ("pattern.mkv", "testsrc2=s=192x128:r=25:d=6,noise=alls=12:allf=t:all_seed=5"),
    ] {
      _ = try await tools.ffmpeg.data([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, "-f", "lavfi", "-i",
        "sine=f=440:d=6", "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-c:a", "flac", "-shortest",
        reel.folder / name,
      ])
    }
  }

  private func size(_ file: String) throws -> Int {
    try Data(contentsOf: URL(filePath: reel.folder / file)).count
  }

  @Test(arguments: [
    ("mp4", "h264", 330), ("mp4", "hevc", 300), ("webm", "vp9", 300), ("mkv", "av1", 340),
    ("mov", "h264", 300),
  ])
  func `a film fits and uses what it may`(
    _ format: String, _ codec: String, _ limit: Int
  ) async throws {
    try await drawSources()
    let file = "film.\(format)"
    let outcome = try await reel.build(
      project(
        "film: {file: \(file), video: {codec: \(codec)}, audio: {bitrate: 64k}, max-size: \(limit)kB}"
      ),
      seconds: 300)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let bytes = try size(file)
    #expect(bytes <= limit * 1000, "\(bytes)")
    #expect(bytes >= limit * 850, "\(bytes)")
    let decoded = try await tools.ffmpeg.outcome([
      "-nostdin", "-v", "error", "-xerror", "-i", reel.folder / file, "-map", "0", "-f",
      "framecrc", "/dev/null", "-y",
    ])
    #expect(decoded.status == 0 && decoded.errors == "")
  }

  @Test func `a film that fits by itself is the film without a limit`() async throws {
    try await drawSources()
    let outcome = try await reel.build(
      project("film: film.mp4, limited: {file: limited.mp4, max-size: 50MB}"), seconds: 300)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let films = try ["film.mp4", "limited.mp4"].map {
      try Data(contentsOf: URL(filePath: reel.folder / $0))
    }
    #expect(films[0] == films[1])
  }

  @Test func `an edit makes what a clean build makes, and encodes the other pieces no more`()
    async throws
  {
    try await drawSources()
    let outputs = "film: {file: film.mp4, max-size: 500kB}"
    for length in ["3s", "4s"] {
      let outcome = try await reel.build(project(outputs, length: length), seconds: 300)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let edited = try Data(contentsOf: URL(filePath: reel.folder / "film.mp4"))
    let verified = try await reel.build(
      project(outputs), options: ["--verify-all"], seconds: 300)
    #expect(verified.status == 0, "\(verified.errors)")
    try FileManager.default.removeItem(atPath: reel.folder / ".reel")
    try FileManager.default.removeItem(atPath: reel.folder / "film.mp4")
    let clean = try await reel.build(project(outputs), options: ["--jobs", "1"], seconds: 300)
    try #require(clean.status == 0, "\(clean.errors)")
    #expect(try Data(contentsOf: URL(filePath: reel.folder / "film.mp4")) == edited)
  }

  @Test func `a size that cannot be reached is an error at its line`() async throws {
    try await drawSources()
    let outcome = try await reel.build(
      project("film: {file: film.mp4, audio: off, max-size: 10kB}"), seconds: 300)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("does not fit into 10 kB"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: reel.folder / "film.mp4"))
  }
}
