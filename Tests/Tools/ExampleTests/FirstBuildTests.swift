// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Commands in a folder in which nothing was built yet, and those that files are missing for.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct FirstBuildTests {
  private let reel: Reel

  init() throws { reel = try Reel() }

  private static let outputs = "outputs: {film: film.mp4, poster: poster.png}\n"

  private func write(_ main: String, to name: String = "p.reel.yaml") throws {
    try reel.folder.write(
      "reel: 1\ncanvas: {size: 160x90, rate: 25}\ntracks: {main: [\(main)]}\n" + Self.outputs,
      to: name)
  }

  private func makeClip(_ name: String) async throws {
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=2", "-c:v",
      "libx264", "-preset", "ultrafast", reel.folder / name,
    ])
  }

  /// The pieces in the store.
  private func stored() -> [String] {
    let store = FileManager.default.enumerator(atPath: reel.folder / ".reel/store")
    return (store?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".sum") }
  }

  @Test func `a film that is not built yet is not there, and verify says how to build it`()
    async throws
  {
    try write("{fill: blue, duration: 1s}")
    let outcome = try await reel.run(["verify", "p.reel.yaml"])
    #expect(outcome.status == 1 && !outcome.errors.contains("error["), "\(outcome.errors)")
    #expect(
      outcome.text == """
        film.mp4 (output 'film'): is not there
          hint: build the project first: `reel build`

        """)
  }

  @Test func `a forecast renders nothing`() async throws {
    try await makeClip("a.mp4")
    try write("{clip: a.mp4, range: 0s..2s}, {fill: blue, duration: 1s}")
    let outcome = try await reel.run(["build", "p.reel.yaml", "--dry-run"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("would render 75 frames"), "\(outcome.text)")
    #expect(stored().isEmpty)
    let files = FileManager.default
    #expect(!files.fileExists(atPath: reel.folder / "film.mp4"))
    #expect(try await reel.run(["build", "p.reel.yaml"]).status == 0)
    #expect(!stored().isEmpty && files.fileExists(atPath: reel.folder / "film.mp4"))
  }

  @Test(arguments: [
    ("harbor.mp4", "did you mean 'harbour.mp4'?"),
    ("shots/harbour.mp4", "did you mean 'harbour.mp4'?"),
    ("night.mp4", "did you mean 'media/night.mp4'?"),
    ("zzz.mp4", "files in the project's folder: harbour.mp4"),
    ("media/zzz.mp4", "files in 'media': night.mp4"),
    ("footage/zzz.mp4", "there is no folder 'footage', and paths begin at the project's folder"),
    ("empty/zzz.mp4", "'empty' has no files"),
  ])
  func `a missing file has a hint`(path: String, hint: String) async throws {
    for name in ["media", "empty"] {
      try FileManager.default.createDirectory(
        atPath: reel.folder / name, withIntermediateDirectories: false)
    }
    for name in ["harbour.mp4", "media/night.mp4"] { try reel.folder.write("x", to: name) }
    try write("{clip: \(path), range: 0s..1s}")
    let outcome = try await reel.run(["check", "p.reel.yaml"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("error[missing-media]: there is no file or asset '\(path)'"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("hint: \(hint)"), "\(outcome.errors)")
  }

  @Test func `line breaks in names are no lines`() async throws {
    try await makeClip("a\nb.mp4")
    try write(#"{clip: "a\nb.mp4", range: 0s..1s}"#, to: "p\nq.reel.yaml")
    let name = "p\nq.reel.yaml"
    #expect(try await reel.run(["check", name]).status == 0)
    let lines = try await reel.run(["inputs", name])
    #expect(lines.status != 0 && lines.text.isEmpty)
    #expect(lines.errors.contains("error[line-break]: 'p\\nq.reel.yaml'"), "\(lines.errors)")
    let null = try await reel.run(["inputs", "--null", name])
    #expect(null.text == "p\nq.reel.yaml\0a\nb.mp4\0", "\(null.errors)")
    let json = try await reel.run(["inputs", "--json", name])
    #expect(json.text.contains(#""path":"a\nb.mp4""#), "\(json.text)")
    #expect(try await reel.run(["build", name]).status == 0)
    try write(#"{clip: "c\nd.mp4", range: 0s..1s}"#, to: name)
    let wrong = try await reel.run(["check", name])
    #expect(wrong.errors.contains(#"there is no file or asset 'c\nd.mp4'"#), "\(wrong.errors)")
    let missing = try await reel.run(["inputs", "--missing", "--null", name])
    #expect(missing.text == "c\nd.mp4\0", "\(missing.errors)")
  }

  @Test(arguments: [
    ("film.mp4, video: {codec: hevc, options: {refs: 30}}", "libx265", "refs"),
    ("film.m4a, audio: {codec: aac, options: {aac_coder: anmr}}", "aac", "aac_coder"),
    (
      "film.flac, audio: {options: {min_prediction_order: 20, max_prediction_order: 10}}", "flac",
      "min_prediction_order"
    ), ("film.flac, audio: {options: {max_prediction_order: 10}}", "flac", nil),
  ])
  func `options that an encoder refuses are found at their places`(
    output: String, encoder: String, option: String?
  ) async throws {
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1:r=48000", reel.folder / "a.wav",
    ])
    let line = "outputs: {film: {file: \(output)}}"
    try reel.folder.write(
      "reel: 1\ntracks: {main: [{fill: red, duration: 1s}], tone: [a.wav]}\n\(line)\n",
      to: "p.reel.yaml")
    let outcome = try await reel.run(["check", "p.reel.yaml"])
    guard let option else {
      #expect(outcome.status == 0, "\(outcome.errors)")
      return
    }
    #expect(outcome.status == 1)
    // Some versions of libavcodec have no such value at all.
    if outcome.errors.contains("is no value of option '\(option)'") { return }
    let place = try #require(line.firstRange(of: option)).lowerBound
    let column = line.distance(from: line.startIndex, to: place) + 1
    #expect(
      outcome.errors.hasPrefix(
        "error[option-refused]: encoder '\(encoder)' refuses option '\(option)' of output 'film'\n"
          + " --> p.reel.yaml:3:\(column)\n"), "\(outcome.errors)")
  }
}
