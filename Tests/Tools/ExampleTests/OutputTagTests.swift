// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The tags of output files, as another program reads them.
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
      var codec_name: String?
      var disposition: [String: Int]?
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

  @Test(arguments: ["mp4", "mov", "mkv"])
  func `a film keeps the place of its source, unless that is stripped`(format: String) async throws
  {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:d=1", "-metadata",
      "location=+41.8902+012.4922/", "-metadata", "creation_time=2026-05-12T10:00:00Z",
      reel.folder / "take.mp4",
    ])
    let outcome = try await reel.build(
      """
      reel: 1
      tracks: {main: [take.mp4]}
      outputs:
        a: {file: a.\(format), metadata: keep}
        b: {file: b.\(format), metadata: keep, strip: location}
        c: {file: c.\(format)}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    func tags(_ name: String) async throws -> [String: String] {
      let tags = try await probe(reel.folder / "\(name).\(format)").format.tags ?? [:]
      return Dictionary(uniqueKeysWithValues: tags.map { ($0.key.lowercased(), $0.value) })
    }
    #expect(try await tags("a")["location"] == "+41.8902+012.4922/")
    let stripped = try await tags("b")
    #expect(stripped["creation_time"]?.hasPrefix("2026-05-12T10:00:00") == true)
    for name in ["b", "c"] {
      // Whatever it would be called.
      let bytes = try Data(contentsOf: URL(filePath: reel.folder / "\(name).\(format)"))
      #expect(bytes.range(of: Data("+41.89".utf8)) == nil)
    }
  }

  @Test func `a film without its sound has pictures alone`() async throws {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:d=1", "-f", "lavfi", "-i", "sine=d=1",
      "-shortest", reel.folder / "take.mp4",
    ])
    let outcome = try await reel.build(
      """
      reel: 1
      tracks: {main: [take.mp4]}
      outputs:
        a: a.mp4
        b: {file: b.mp4, audio: off}
        c: {file: c.mp4, audio: off, copy: when-possible}
        d: {file: d/d.m3u8, audio: off}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let all = try await probe(reel.folder / "a.mp4").streams.map(\.codec_type)
    #expect(all == ["video", "audio"])
    for name in ["b.mp4", "c.mp4", "d/d.m3u8"] {
      #expect(try await probe(reel.folder / name).streams.map(\.codec_type) == ["video"])
    }
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

  @Test(arguments: ["mp4", "mkv", "m4a", "mp3", "flac"], ["jpg", "png"])
  func `a cover is the picture's file, and another one encodes nothing`(
    format: String, kind: String
  ) async throws {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    func picture(_ name: String, _ color: String) async throws -> Data {
      let path = reel.folder / name
      _ = try await tools.ffmpeg.data([
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=\(color):s=120x90,format=yuvj444p",
        "-frames:v", "1", path,
      ])
      return try Data(contentsOf: URL(filePath: path))
    }
    let poster = try await picture("one.\(kind)", "red")
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "sine=duration=2", reel.folder / "tone.wav",
    ])
    let other = try await picture("two.\(kind)", "blue")
    let pictures =
      ["mp4", "mkv"].contains(format) ? "main: [{fill: navy, duration: 2s}], " : ""
    func text(_ cover: String) -> String {
      "reel: 1\ncanvas: {size: 160x90, rate: 25}\ntracks: {\(pictures)sound: [tone.wav]}\n"
        + "outputs: {a: {file: a.\(format), metadata: {title: Rome, cover: \(cover).\(kind)}}}\n"
    }
    let path = URL(filePath: reel.folder / "film.reel.yaml")
    func build(_ cover: String) async throws -> String {
      try Data(text(cover).utf8).write(to: path)
      let build = try await reel.run(["build", "film.reel.yaml", "--json"])
      try #require(build.status == 0, "\(build.errors)")
      return build.text
    }
    /// The cover as it is in the file.
    func cover() async throws -> Data {
      try await tools.ffmpeg.data([
        "-v", "error", "-i", reel.folder / "a.\(format)", "-map", "0:v", "-map", "-0:V",
        "-c", "copy", "-f", "data", "-",
      ])
    }
    _ = try await build("one")
    let found = try await probe(reel.folder / "a.\(format)")
    let stream = found.streams.filter { $0.disposition?["attached_pic"] == 1 }
    #expect(stream.map(\.codec_name) == [kind == "png" ? "png" : "mjpeg"])
    #expect(found.format.tags?["title"] == "Rome")
    #expect(found.streams.filter { $0.codec_type == "audio" }.count == 1)
    #expect(try await cover() == poster)
    let first = try Data(contentsOf: URL(filePath: reel.folder / "a.\(format)"))
    let events = try await build("two")
    #expect(events.contains("\"linking\"") && !events.contains("\"stored\""))
    #expect(try await cover() == other)
    _ = try await build("one")
    #expect(try Data(contentsOf: URL(filePath: reel.folder / "a.\(format)")) == first)
  }

  @Test func `captions are read back to the millisecond, and another one encodes nothing`()
    async throws
  {
    let reel = try Reel()
    let captions = """
      1
      00:00:00,123 --> 00:00:01,500
      One <i>slanted</i>
      line two

      2
      00:00:01,200 --> 00:00:02,000
      R&D < 3

      3
      00:00:03,001 --> 00:00:09,000
      To the end

      """
    let project = """
      reel: 1
      canvas: {size: 160x90, rate: 25}
      tracks: {main: [{fill: navy, duration: 5s}]}
      outputs:
        a: {file: a.mp4, captions: [{file: one.srt, language: ita, name: Italiano, default: true}, {file: one.srt, offset: 1s}]}
        b: {file: b.mov, captions: {file: one.srt, language: de}}
        c: {file: c.mkv, captions: {file: one.srt, language: it, name: Italiano}}
        d: {file: d.webm, captions: one.srt}

      """
    let path = URL(filePath: reel.folder / "film.reel.yaml")
    try Data(project.utf8).write(to: path)
    try Data(captions.utf8).write(to: URL(filePath: reel.folder / "one.srt"))
    let build = try await reel.run(["build", "film.reel.yaml", "--quiet"])
    try #require(build.status == 0, "\(build.errors)")
    /// The captions of a stream as WebVTT, by the ffmpeg tool.
    func read(_ name: String, _ stream: Int = 0) async throws -> String {
      let tools = try #require(Places.ffmpeg)
      let data = try await tools.ffmpeg.data([
        "-v", "error", "-i", reel.folder / name, "-map", "0:s:\(stream)", "-f", "srt", "-",
      ])
      return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
    }
    let whole = """
      1
      00:00:00,123 --> 00:00:01,500
      One <i>slanted</i>
      line two

      2
      00:00:01,200 --> 00:00:02,000
      R&D < 3

      3
      00:00:03,001 --> 00:00:05,000
      To the end


      """
    #expect(try await read("c.mkv") == whole)
    let web = try await read("d.webm")
    #expect(web.contains("00:00:00,123 --> 00:00:01,500\nOne <i>slanted</i>\nline two"))
    // MPEG-4 shows one sample at a time.
    func times(_ text: String) -> [String] {
      text.split(separator: "\n").map(String.init).filter { $0.contains("-->") }
    }
    let apart = [
      "00:00:00,123 --> 00:00:01,200", "00:00:01,200 --> 00:00:01,500",
      "00:00:01,500 --> 00:00:02,000", "00:00:03,001 --> 00:00:05,000",
    ]
    for name in ["a.mp4", "b.mov"] {
      let text = try await read(name)
      #expect(times(text) == apart)
      #expect(text.contains("<i>slanted</i>") && text.contains("R&D < 3"))
    }
    #expect(try await times(read("a.mp4", 1)).first == "00:00:01,123 --> 00:00:02,200")
    let streams = try await probe(reel.folder / "a.mp4").streams
    #expect(streams.map(\.codec_type) == ["video", "subtitle", "subtitle"])
    #expect(streams[1].tags?["language"] == "ita")
    #expect(streams[1].tags?["handler_name"] == "Italiano")
    #expect(
      try await probe(reel.folder / "c.mkv").streams[1].tags?["title"] == "Italiano")

    try Data(captions.replacing("To the end", with: "Other").utf8)
      .write(to: URL(filePath: reel.folder / "one.srt"))
    let again = try await reel.run(["build", "film.reel.yaml", "--json"])
    try #require(again.status == 0, "\(again.errors)")
    #expect(again.text.contains("\"linking\"") && !again.text.contains("\"stored\""))
    #expect(try await read("c.mkv").contains("Other"))
  }

  @Test func `tracks of captions keep the colours and places that their format has`() async throws {
    let reel = try Reel()
    let project = """
      reel: 1
      canvas: {size: 160x90, rate: 25}
      tracks: {main: [{fill: navy, duration: 2s}]}
      outputs:
        a: {file: a.mp4, captions: one.srt}
        b: {file: b.mkv, captions: one.srt}
        c: {file: c.webm, captions: two.vtt}
        d: {file: d.mkv, captions: two.vtt}

      """
    let srt =
      "1\n00:00:00,500 --> 00:00:01,500\n{\\an8}<font color=\"#ff8000\">One</font> <u>two</u>\n"
    let vtt =
      "WEBVTT\n\n00:00.500 --> 00:01.500 line:0 position:10% align:left\n<c.yellow>One</c> <v Ann>two</v>\n"
    for (name, text) in ["film.reel.yaml": project, "one.srt": srt, "two.vtt": vtt] {
      try Data(text.utf8).write(to: URL(filePath: reel.folder / name))
    }
    let build = try await reel.run(["build", "film.reel.yaml", "--quiet"])
    try #require(build.status == 0, "\(build.errors)")
    func read(_ name: String, as format: String, _ codec: [String] = []) async throws -> String {
      let tools = try #require(Places.ffmpeg)
      let data = try await tools.ffmpeg.data(
        ["-v", "error", "-i", reel.folder / name, "-map", "0:s:0"] + codec + ["-f", format, "-"])
      return String(decoding: data, as: UTF8.self)
    }
    // As it is written, and as players decode it.
    #expect(
      try await read("b.mkv", as: "srt", ["-c", "copy"]).contains(
        "{\\an8}<font color=\"#ff8000\">One</font> <u>two</u>"))
    #expect(
      try await read("d.mkv", as: "srt", ["-c", "copy"]).contains(
        "{\\an7}<font color=\"#ffff00\">One</font> two"))
    let web = try await read("c.webm", as: "webvtt", ["-c", "copy"])
    #expect(web.contains("00:00.500 --> 00:01.500 line:0 position:10% align:left"), "\(web)")
    #expect(web.contains("<c.yellow>One</c> <v Ann>two</v>"), "\(web)")
    let timed = try await read("a.mp4", as: "ass")
    #expect(timed.contains("{\\1c&H80FF&}One") && timed.contains("{\\u1}two"), "\(timed)")
  }
}
