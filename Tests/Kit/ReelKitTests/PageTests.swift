// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import ReelKit
import Testing

/// The page of the library: its example is compiled with these tests.
struct PageTests {
  @Test func theExampleOfThePageIsCompiledHere() throws {
    let page = "Sources/Kit/ReelKit/ReelKit.docc/ReelKit.md"
    let example = try #require(
      try Documentation.blocks(of: page).first { $0.language == "swift" })
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Example.swift").path
    let compiled = try String(contentsOfFile: file, encoding: .utf8)
    #expect("// SPDX-License-Identifier: Apache-2.0\n\n" + example.text == compiled)
  }

  @Test(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
  func theExampleMakesAFilm() async throws {
    let folder = try TemporaryFolder()
    let ffmpeg = try #require(Places.ffmpeg).ffmpeg
    _ = try await ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "ffv1",
      "-pix_fmt", "yuv420p", folder / "one.mkv",
    ])
    let file = try folder.write(
      """
      reel: 1
      canvas: {size: 64x48, rate: 25}
      tracks: {main: [one.mkv]}
      outputs: {film: {file: film.mp4}}

      """, to: "film.reel.yaml")
    let picture = try await makeFilms(
      of: file, by: Workers(count: 1, renderer: try Renderer.path()))
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(FileManager.default.fileExists(atPath: folder / "film.mp4"))
  }
}
