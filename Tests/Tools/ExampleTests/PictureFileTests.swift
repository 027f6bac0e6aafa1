// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films as a file for each picture.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct PictureFileTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  private func build(_ outputs: String, title: String = "One", length: String = "4s") async throws {
    try await tools.makeMovingPattern("96x64", at: reel.folder / "one.mkv")
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 96x64, rate: 10}
      tracks:
        main:
          - {clip: one.mkv, range: 0s..4s}
          - {clip: one.mkv, range: 10s..14s}
          - {clip: one.mkv, range: 5s..5s + \(length)}
      overlays:
        title: {text: \(title), font: {family: DejaVu Sans}, during: 5s..6s}
      outputs: {\(outputs)}

      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func names(_ folder: String = "frames") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: reel.folder / folder).sorted()
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: reel.folder / name))
  }

  private func dates(_ names: [String]) throws -> [Date?] {
    try names.map {
      try FileManager.default.attributesOfItem(atPath: reel.folder / "frames/\($0)")[
        .modificationDate] as? Date
    }
  }

  @Test(arguments: ["png", "jpg"])
  func `a picture is to the byte the still of its frame`(_ kind: String) async throws {
    try await build(
      """
      a: 'frames/%04d.\(kind)', b: {file: 'few/p%d.\(kind)', every: 1500ms, start-number: 7},
      c: {file: 'rate/%02d.\(kind)', rate: 2, range: 2s..4s},
      s: {file: s.\(kind), at: 5500ms}, t: {file: t.\(kind), at: 3s}
      """)
    #expect(
      try names()
        == (1...120).map { "\(String(repeating: "0", count: 4 - "\($0)".count))\($0).\(kind)" })
    #expect(try bytes("frames/0056.\(kind)") == bytes("s.\(kind)"))
    // 0, 1.5, 3 … 10.5 s.
    #expect(try names("few").count == 8)
    #expect(try bytes("few/p9.\(kind)") == bytes("t.\(kind)"))
    #expect(try names("rate") == (1...4).map { "0\($0).\(kind)" })
    #expect(try bytes("rate/03.\(kind)") == bytes("t.\(kind)"))
  }

  @Test func `an edit writes the pictures of its piece alone`() async throws {
    try await build("a: 'frames/%03d.png'")
    let all = try names()
    let before = try dates(all)
    try reel.folder.write("mine", to: "frames/note.txt")
    try await build("a: 'frames/%03d.png'", title: "Two")
    let after = try dates(all)
    let written = all.indices.filter { before[$0] != after[$0] }
    // The title is in ten of the forty frames of its piece; the others have the same bytes.
    #expect(written.allSatisfy { (50..<60).contains($0) } && !written.isEmpty)
    // The same as from nothing.
    let edited = try all.map { try bytes("frames/\($0)") }
    try FileManager.default.removeItem(atPath: reel.folder / "frames")
    try FileManager.default.removeItem(atPath: reel.folder / ".reel")
    try await build("a: 'frames/%03d.png'", title: "Two")
    #expect(try names() == all)
    #expect(try all.map { try bytes("frames/\($0)") } == edited)
  }

  @Test func `a shorter film has fewer pictures, and other files stay`() async throws {
    try await build("a: 'frames/%03d.png'")
    try reel.folder.write("mine", to: "frames/note.txt")
    try reel.folder.write("mine", to: "frames/500.png")
    try await build("a: 'frames/%03d.png'", length: "1s")
    #expect(try names().count == 90 + 2)
    #expect(try bytes("frames/500.png") == Data("mine".utf8))
  }

  @Test func `with another first number no files of the former ones stay`() async throws {
    try await build("a: 'frames/%03d.png'")
    let first = try bytes("frames/001.png")
    try await build("a: {file: 'frames/%03d.png', start-number: 5}")
    #expect(try names().first == "005.png" && names().last == "124.png" && names().count == 120)
    #expect(try bytes("frames/005.png") == first)
    try await build("a: 'frames/%03d.png'")
    #expect(try names().first == "001.png" && names().last == "120.png" && names().count == 120)
  }

  @Test func `a picture that is not the project's is not overwritten`() async throws {
    try await build("b: film.mp4")
    try FileManager.default.createDirectory(
      atPath: reel.folder / "frames", withIntermediateDirectories: true)
    try reel.folder.write("mine", to: "frames/033.png")
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 96x64, rate: 10}
      tracks: {main: [{clip: one.mkv, range: 0s..4s}]}
      outputs: {a: 'frames/%03d.png'}

      """)
    #expect(outcome.status != 0)
    #expect(try bytes("frames/033.png") == Data("mine".utf8))
    #expect(try names() == ["033.png"])
  }
}
