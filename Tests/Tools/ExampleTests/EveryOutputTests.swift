// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// An edit of a project with an output of every kind makes the bytes that a build from nothing makes.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct EveryOutputTests {
  private let tools: FFmpeg

  init() throws { tools = try #require(Places.ffmpeg) }

  /// Outputs: their files, and what else they say.
  private static let outputs: [(file: String, keys: String)] = [
    ("film.mp4", ", chapters: {Begin: 0s, End: 5s}, captions: cues.srt"),
    ("copied.mp4", ", preset: passthrough"),
    ("fitted.mp4", ", max-size: 200kB, audio: {bitrate: 64k}"),
    ("rated.mp4", ", video: {bitrate: 300k}, audio: {bitrate: 96k}"),
    ("loud.mp4", ", loudness: -16 LUFS, canvas: 9:16"),
    ("web.mp4", ", profile: web, size: 256x144"),
    ("av1.mp4", ", video: {codec: av1, speed: 12}, audio: opus"),
    ("edit.mov", ", video: prores, audio: pcm"),
    ("dnx.mov", ", size: 256x144, video: dnxhd, audio: alac"),
    ("film.mkv", ", video: {codec: hevc, speed: veryfast}, audio: flac"),
    ("mjpeg.mkv", ", video: mjpeg, audio: mp3"), ("lossless.mkv", ", preset: lossless"),
    ("film.webm", ", video: {speed: 8}"), ("hls/index.m3u8", ", segment: 2s"),
    ("dash/index.mpd", ", segment: 2s"), ("loop.gif", ", rate: 5"), ("loop.webp", ", rate: 5"),
    ("loop.avif", ", every: 1s"), ("sound.m4a", ""), ("mono.m4a", ", canvas: {channels: mono}"),
    ("lossless.m4a", ", audio: alac"), ("sound.mp3", ""), ("sound.wav", ""),
    ("sound.flac", ", canvas: {channels: 5.1}"), ("still.png", ", at: 5.5s"),
    ("still.jpg", ", at: 5.5s"), ("png/%05d.png", ", rate: 2"), ("jpg/%05d.jpg", ", every: 1s"),
    ("tiff/%05d.tiff", ", every: 1s"),
    ("sheet.png", ", sheet: {grid: 4x2, timestamps: true, width: 64}"),
    ("sheets-%02d.jpg", ", sheet: {grid: 2x2, every: 1s, width: 64}"),
    ("bar/thumbs.vtt", ", thumbnails: {every: 1s, width: 64}"),
    ("cues/film.vtt", ", captions: cues.srt"), ("cues/film.srt", ", captions: cues.srt"),
    ("chapters.txt", ", chapters: clips"),
  ]

  private func project(_ title: String, length: String, volume: String) -> String {
    let outputs = Self.outputs.enumerated().map { index, one in
      "  o\(index): {file: \"\(one.file)\"\(one.keys)}\n"
    }
    return """
      reel: 1
      canvas: {size: 128x72, rate: 25}
      tracks:
        main:
          - {clip: one.mp4, range: 0s..\(length)}
          - {transition: dissolve, duration: 400ms}
          - {clip: two.mkv, range: 0s..2s}
          - {clip: one.mp4, range: 4s..6s}
        tone: [{clip: two.mkv, at: 3s, range: 0s..2s, opacity: 0, volume: \(volume)}]
      overlays:
        title: {text: \(title), font: {family: DejaVu Sans}, during: 5s..6s}
      outputs:
      \(outputs.joined())
      """
  }

  private func drawSources(in reel: Reel) async throws {
    for (name, pictures, sound, codec) in [
      ("one.mp4", "testsrc2=s=128x72:r=25:d=8", "sine=f=440:r=48000:d=8", "libx264"),
      ("two.mkv", "mandelbrot=s=128x72:r=25", "anoisesrc=a=0.1:r=48000:d=3:seed=3", "ffv1"),
    ] {
      _ = try await tools.ffmpeg.data([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", pictures, "-f", "lavfi", "-i", sound,
        "-shortest", "-t", "8", "-pix_fmt", "yuv420p", "-c:v", codec, "-g", "25", "-c:a", "aac",
        reel.folder / name,
      ])
    }
    try reel.folder.write("1\n00:00:01,000 --> 00:00:02,000\nHello\n", to: "cues.srt")
  }

  /// All files that were made, by their names.
  private func made(in reel: Reel) throws -> [String: Data] {
    var files: [String: Data] = [:]
    let sources: Set = ["one.mp4", "two.mkv", "cues.srt", "project.reel.yaml"]
    for name in try FileManager.default.subpathsOfDirectory(atPath: reel.folder.path) {
      let path = reel.folder / name
      var isFolder: ObjCBool = false
      guard !name.hasPrefix(".reel"), !sources.contains(name),
        FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      files[name] = try Data(contentsOf: URL(filePath: path))
    }
    return files
  }

  @Test func `an edit makes of every output what a build from nothing makes`() async throws {
    let (reel, other) = (try Reel(), try Reel())
    try await drawSources(in: reel)
    for name in ["one.mp4", "two.mkv", "cues.srt"] {
      try FileManager.default.copyItem(atPath: reel.folder / name, toPath: other.folder / name)
    }
    let first = project("One", length: "3s", volume: "-3dB")
    let edits = [
      project("Two", length: "3s", volume: "-3dB"), project("Two", length: "2.52s", volume: "-9dB"),
    ]
    var last: [String: Data] = [:]
    for text in [first] + edits {
      let outcome = try await reel.build(text, seconds: 600)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let now = try made(in: reel)
      #expect(now != last)
      last = now
    }
    let outcome = try await other.build(edits[1], seconds: 600)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let clean = try made(in: other)
    #expect(clean.keys.sorted() == last.keys.sorted())
    for (name, bytes) in clean.sorted(by: { $0.key < $1.key }) {
      #expect(last[name] == bytes, "\(name)")
    }
    #expect(clean.count > 80)
  }

  @Test func `there is an output of every format`() async throws {
    let outcome = try await Reel().build(
      "reel: 1\ntracks: {main: [{fill: black}]}\noutputs: {film: {file: film.unknown}}\n")
    let hint = try #require(outcome.errors.split(separator: "\n").last { $0.hasPrefix("hint") })
    let formats = hint.split(separator: " ").map { $0.filter { $0 != "," } }
      .filter { $0.hasPrefix(".") }
    #expect(formats.count >= 18)
    for format in formats {
      #expect(Self.outputs.contains { $0.file.hasSuffix(format) }, "\(format)")
    }
  }
}
