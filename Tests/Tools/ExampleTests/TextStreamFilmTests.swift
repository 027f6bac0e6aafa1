// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Text streams of clips as they are seen in films.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct TextStreamFilmTests {
  private func clock(_ time: Int) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      String(repeating: "0", count: count - "\(value)".count) + "\(value)"
    }
    return "00:00:\(digits(time / 1000, 2)),\(digits(time % 1000, 3))"
  }

  private func srt(_ cues: [(start: Int, end: Int, text: String)]) -> String {
    cues.map { "1\n\(clock($0.start)) --> \(clock($0.end))\n\($0.text)\n\n" }.joined()
  }

  /// A clip of ten seconds with two text streams, of which the other one says nothing of the first.
  private func write(_ name: String, _ codec: String, _ text: String, in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    try reel.folder.write(text, to: "talk.srt")
    try reel.folder.write(srt([(0, 9000, "Other")]), to: "other.srt")
    _ = try await tools.ffmpeg.data(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=10", "-i",
        reel.folder / "other.srt", "-i", reel.folder / "talk.srt", "-map", "0:v", "-map", "1:s",
        "-map", "2:s", "-c:s", codec,
      ] + (name.hasSuffix(".webm") ? ["-c:v", "libvpx", "-deadline", "realtime"] : [])
        + [reel.folder / name])
  }

  private static let clips =
    "[{clip: talk, range: 1s..3s, speed: 1.25}, {clip: talk, range: 6s..8s, speed: 1.25},"
    + " {clip: talk, range: 3.5s..5.5s, speed: 1.25}]"
  private static let look = "font: {family: DejaVu Sans, size: 16px}"

  /// The film of a clip that is cut in three places, with `overlay`.
  private func frames(_ name: String, _ overlay: String, in reel: Reel) async throws -> Data {
    let build = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      assets: {talk: \(name)}
      tracks: {main: \(Self.clips)}
      overlays: {a: {\(overlay)}}
      outputs: {film: {file: film.mkv, preset: lossless}}

      """)
    try #require(build.status == 0, "\(build.errors)")
    try #require(build.errors.isEmpty, "\(build.errors)")
    let tools = try #require(Places.ffmpeg)
    return try await tools.ffmpeg.data([
      "-v", "error", "-i", reel.folder / "film.mkv", "-f", "rawvideo", "-pix_fmt", "yuv444p", "-",
    ])
  }

  @Test(arguments: [
    ("talk.mkv", "srt"), ("talk.mp4", "mov_text"), ("talk.mov", "mov_text"), ("talk.mkv", "ass"),
    ("talk.webm", "webvtt"),
  ])
  func textsOfAStreamAreThoseOfAFileInTheFilmsTime(name: String, codec: String) async throws {
    let reel = try Reel()
    // ffmpeg keeps places and colours for SubRip and ASS alone.
    let isRich = codec == "srt" || codec == "ass"
    let texts = [
      "One", "<i>Two</i> and more", isRich ? "{\\an8}Three" : "Three",
      isRich ? "<font color=\"#ff0000\">Four</font>" : "Four", "Five",
    ]
    let cues = [(500, 1500), (2000, 2800), (4000, 5000), (6400, 7200), (7600, 8800)]
    try await write(
      name, codec, srt(zip(cues, texts).map { ($0.0, $0.1, $1) }), in: reel)
    try reel.folder.write(
      srt([
        (0, 400, texts[0]), (800, 1440, texts[1]), (1920, 2560, texts[3]), (2880, 3200, texts[4]),
        (3600, 4400, texts[2]),
      ]), to: "film.srt")
    let wanted = try await frames(name, "subtitles: film.srt, \(Self.look)", in: reel)
    let shown = try await frames(name, "subtitles: {clip: talk, stream: 1}, \(Self.look)", in: reel)
    let plain = try await frames(name, "fill: red, size: [8px, 8px]", in: reel)
    #expect(wanted.count == 120 * 320 * 180 * 3 && plain.count == wanted.count)
    #expect(shown == wanted, "\(codec)")
    #expect(plain != wanted)
  }

  @Test func captionsOfAnAssetAreThoseOfAFileInTheFilmsTime() async throws {
    let reel = try Reel()
    try await write("talk.mkv", "srt", srt([(0, 9000, "Another")]), in: reel)
    try reel.folder.write(
      srt([
        (500, 1500, "One"), (2000, 2800, "<i>Two</i> and more"), (4000, 5000, "{\\an8}Three"),
        (6400, 7200, "<font color=\"#ff0000\">Four</font>"), (7600, 8800, "Five"),
      ]), to: "said.srt")
    try reel.folder.write(
      srt([
        (0, 400, "One"), (800, 1440, "<i>Two</i> and more"),
        (1920, 2560, "<font color=\"#ff0000\">Four</font>"), (2880, 3200, "Five"),
        (3600, 4400, "{\\an8}Three"),
      ]), to: "film.srt")
    let asset = "{file: talk.mkv, captions: said.srt}"
    let wanted = try await frames("talk.mkv", "subtitles: film.srt, \(Self.look)", in: reel)
    let shown = try await frames(asset, "subtitles: {clip: talk}, \(Self.look)", in: reel)
    #expect(wanted.count == 120 * 320 * 180 * 3 && shown == wanted)
  }

  @Test func streamsThatAreNotThereAreNamed() async throws {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    // The end of a picture of a Blu-ray disc.
    let end = Data("PG".utf8) + Data([0, 1, 0x5F, 0x90, 0, 0, 0, 0, 0x80, 0, 0])
    try end.write(to: URL(filePath: reel.folder / "talk.sup"))
    try reel.folder.write(srt([(0, 900, "One")]), to: "talk.srt")
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=1", "-f", "sup", "-i",
      reel.folder / "talk.sup", "-i", reel.folder / "talk.srt", "-map", "0:v", "-map", "1:s",
      "-map", "2:s", "-c:s:0", "copy", "-c:s:1", "srt", "-metadata:s:s:1", "language=ita",
      reel.folder / "talk.mkv",
    ])
    _ = try await tools.ffmpeg.data([
      "-v", "error", "-i", reel.folder / "talk.mkv", "-map", "0:v", "-map", "0:s:0", "-c", "copy",
      reel.folder / "drawn.mkv",
    ])
    func check(_ clip: String, _ stream: Int) async throws -> String {
      try reel.folder.write(
        "reel: 1\ntracks: {main: [\(clip).mkv]}\n"
          + "overlays: {a: {subtitles: {clip: \(clip), stream: \(stream)}, \(Self.look)}}\n",
        to: "check.reel.yaml")
      return try await reel.run(["check", "check.reel.yaml"]).errors
    }
    let wrong = try await check("talk", 1)
    #expect(wrong.contains("'talk.mkv' has no text stream 1"))
    #expect(wrong.contains("its text streams are 0 (subrip, ita)"))
    #expect(wrong.contains("subtitles that are pictures: hdmv_pgs_subtitle"))
    #expect(try await check("talk", 0).isEmpty)
    #expect(try await check("drawn", 0).contains("'drawn.mkv' has no text streams"))
  }
}
