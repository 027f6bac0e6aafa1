// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// What files say of themselves, as another program reads it.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct OutputTagTests {
  private struct Probe: Decodable {
    struct Chapter: Decodable {
      var start_time: String
      var end_time: String
      var tags: [String: String]
    }
    struct Format: Decodable { var tags: [String: String]? }
    struct Stream: Decodable {
      var codec_type: String
      var tags: [String: String]?
    }
    var chapters: [Chapter]
    var format: Format
    var streams: [Stream]
  }

  private func probe(_ path: String) async throws -> Probe {
    let tools = try #require(Places.ffmpeg)
    let data = try await tools.ffprobe.data([
      "-v", "error", "-of", "json", "-show_chapters", "-show_format", "-show_streams", path,
    ])
    return try JSONDecoder().decode(Probe.self, from: data)
  }

  private let project = """
    reel: 1
    canvas: {size: 160x90, rate: 25}
    tracks:
      main:
        - {text: Chapter one, duration: 2s, id: one}
        - {fill: navy, duration: 3s, id: proof}
        - {transition: dissolve}
        - {fill: red, duration: 3s, id: end}
    outputs:
      film: {file: a.mp4, chapters: {The proof: proof.start, "In = tro; ü": 0s, End: end.start}, metadata: {title: "T; = #", artist: Ada, date: 2026-05-12, language: ita}}
      mov: {file: a.mov, chapters: clips, metadata: {comment: C, language: deu}}
      mkv: {file: a.mkv, chapters: clips, metadata: {title: T}}
      part: {file: a.webm, range: 1s..4.6s, chapters: clips, metadata: {artist: A}}

    """

  @Test func `titles, languages and chapters are read back`() async throws {
    let reel = try Reel()
    try Data(project.utf8).write(to: URL(filePath: reel.folder / "film.reel.yaml"))
    let build = try await reel.run(["build", "film.reel.yaml", "--quiet"])
    try #require(build.status == 0, "\(build.errors)")
    func times(_ probe: Probe) -> [[Double]] {
      probe.chapters.map { [Double($0.start_time) ?? -1, Double($0.end_time) ?? -1] }
    }
    func titles(_ probe: Probe) -> [String?] { probe.chapters.map { $0.tags["title"] } }
    let film = try await probe(reel.folder / "a.mp4")
    #expect(titles(film) == ["In = tro; ü", "The proof", "End"])
    #expect(times(film) == [[0, 2], [2, 4], [4, 7]])
    #expect(film.format.tags?["title"] == "T; = #" && film.format.tags?["artist"] == "Ada")
    #expect(film.format.tags?["date"] == "2026-05-12")
    #expect(film.streams.first { $0.codec_type == "video" }?.tags?["language"] == "ita")
    let mov = try await probe(reel.folder / "a.mov")
    #expect(titles(mov) == ["Chapter one", "proof", "end"] && times(mov) == times(film))
    #expect(mov.format.tags?["comment"] == "C" && mov.format.tags?["title"] == nil)
    let matroska = try await probe(reel.folder / "a.mkv")
    #expect(titles(matroska) == titles(mov) && times(matroska) == times(film))
    #expect(matroska.format.tags?["title"] == "T")
    // A part has those that it shows, in its own time.
    let part = try await probe(reel.folder / "a.webm")
    #expect(titles(part) == titles(mov))
    #expect(times(part) == [[0, 1], [1, 3], [3, 3.6]])
  }

  @Test func `another title makes a film of the same pieces`() async throws {
    let reel = try Reel()
    let path = URL(filePath: reel.folder / "film.reel.yaml")
    try Data(project.utf8).write(to: path)
    try #require(try await reel.run(["build", "film.reel.yaml", "--quiet"]).status == 0)
    let first = try Data(contentsOf: URL(filePath: reel.folder / "a.mkv"))
    try Data(project.replacing("title: T}", with: "title: Two}").utf8).write(to: path)
    let again = try await reel.run(["build", "film.reel.yaml", "--json"])
    try #require(again.status == 0, "\(again.errors)")
    #expect(again.text.contains("\"linking\"") && !again.text.contains("\"stored\""))
    #expect(try await probe(reel.folder / "a.mkv").format.tags?["title"] == "Two")
    try Data(project.utf8).write(to: path)
    try #require(try await reel.run(["build", "film.reel.yaml", "--quiet"]).status == 0)
    #expect(try Data(contentsOf: URL(filePath: reel.folder / "a.mkv")) == first)
  }
}
