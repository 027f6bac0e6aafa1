// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Contact sheets and thumbnails.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct SheetFilmTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  private func project(_ outputs: String, title: String = "One") -> String {
    """
    reel: 1
    canvas: {size: 96x64, rate: 10}
    tracks:
      main: [{clip: one.mkv, range: 0s..4s}, {clip: one.mkv, range: 10s..14s}]
    overlays:
      title: {text: \(title), font: {family: DejaVu Sans}, during: 5s..6s}
    outputs: {\(outputs)}

    """
  }

  private func build(_ outputs: String, title: String = "One") async throws {
    try await tools.makeMovingPattern("96x64", at: reel.folder / "one.mkv")
    let outcome = try await reel.build(project(outputs, title: title))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: reel.folder / name))
  }

  private func pixels(_ name: String, _ filter: String = "null") async throws -> Data {
    try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", reel.folder / name, "-vf", filter, "-f", "rawvideo",
      "-pix_fmt", "rgb24", "-",
    ])
  }

  @Test func `pictures on a sheet are the frames of their times`() async throws {
    try await build(
      """
      a: {file: a.png, sheet: {every: 2s, grid: 2x2, width: 96, gap: 4, background: red}},
      s: {file: s.png, at: 6s}
      """)
    let cell = try await pixels("a.png", "crop=96:64:104:72")
    #expect(try await cell == pixels("s.png"))
    let corner = try await pixels("a.png", "crop=4:4:0:0")
    #expect(Array(corner.prefix(3)) == [255, 0, 0])
  }

  @Test func `an edited sheet is what it is from nothing`() async throws {
    let outputs = """
      a: {file: 'm/s%d.jpg', sheet: {every: 500ms, grid: 3x2, timestamps: true}},
      b: {file: web/t.vtt, thumbnails: {every: 500ms, grid: 3x3, width: 48}}
      """
    try await build(outputs)
    let names = (1...3).flatMap { ["m/s\($0).jpg", "web/t-00\(min($0, 2)).jpg"] } + ["web/t.vtt"]
    let before = try names.map { try bytes($0) }
    try await build(outputs, title: "Two")
    let edited = try names.map { try bytes($0) }
    // The title is on the second sheet, and on the second sprite.
    #expect(zip(before, edited).map { $0 == $1 } == [true, true, false, false, true, false, true])
    for folder in ["m", "web", ".reel"] {
      try FileManager.default.removeItem(atPath: reel.folder / folder)
    }
    try await build(outputs, title: "Two")
    #expect(try names.map { try bytes($0) } == edited)
    #expect(try await reel.build(project(outputs, title: "Two")).output.isEmpty)
  }

  @Test func `a sheet is up to date until something in it changes`() async throws {
    let outputs = "a: {file: a.jpg, sheet: {grid: 2x2}}"
    try await build(outputs)
    let explained = try await reel.run(["explain", "project.reel.yaml"])
    #expect(
      String(decoding: explained.output, as: UTF8.self).hasPrefix(
        "a (a.jpg, contact sheet of 4 pictures of 320x214): up to date"),
      "\(explained.output)\(explained.errors)")
    let before = try bytes("a.jpg")
    try await build(outputs, title: "Two")
    #expect(try bytes("a.jpg") != before)
  }

  @Test func `sprites that are no longer needed are removed`() async throws {
    try await build("b: {file: web/t.vtt, thumbnails: {every: 500ms, grid: 3x3}}")
    try reel.folder.write("mine", to: "web/t-500.jpg")
    try await build("b: {file: web/t.vtt, thumbnails: {every: 1s, grid: 3x3}}")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: reel.folder / "web").sorted()
        == ["t-001.jpg", "t-500.jpg", "t.vtt"])
  }
}
