// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films as playlists of media segments.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct StreamFilmTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  private func project(title: String = "One", keys: String = "") -> String {
    """
    reel: 1
    canvas: {size: 160x90, rate: 25}
    tracks:
      main:
        - {clip: one.mkv, range: 0s..4s}
        - {clip: one.mkv, range: 10s..14s}
        - {clip: one.mkv, range: 5s..9s}
        - {clip: one.mkv, range: 20s..29s}
    overlays:
      title: {text: \(title), font: {family: DejaVu Sans}, during: 5s..7s}
    outputs:
      web: {file: web/index.m3u8\(keys)}
      film: {file: film.mp4\(keys.contains("hevc") ? ", video: hevc" : "")}

    """
  }

  private func drawSource() async throws {
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=30", "-f", "lavfi",
      "-i", "sine=f=440:d=30", "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-c:a", "flac",
      reel.folder / "one.mkv",
    ])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: reel.folder / "web/\(name)", encoding: .utf8)
  }

  private func files() throws -> [String: Date] {
    var files: [String: Date] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: reel.folder / "web") {
      let facts = try FileManager.default.attributesOfItem(atPath: reel.folder / "web/\(name)")
      files[name] = facts[.modificationDate] as? Date
    }
    return files
  }

  /// The frames of pictures of a film, or the samples of its sound, as digests.
  private func decoded(_ path: String, _ stream: String) async throws -> [Substring] {
    let data = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", path, "-map", "0:\(stream)", "-f", "framemd5", "-",
    ])
    return String(decoding: data, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }.compactMap { $0.split(separator: ",").last }
  }

  @Test(arguments: ["", ", video: hevc"])
  func `a stream holds the film`(keys: String) async throws {
    try await drawSource()
    let outcome = try await reel.build(project(keys: keys))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let stream = reel.folder / "web/index.m3u8"
    #expect(try await decoded(stream, "v") == decoded(reel.folder / "film.mp4", "v"))
    let sound = try await decoded(stream, "a")
    let whole = try await decoded(reel.folder / "film.mp4", "a")
    // ffmpeg plays the end of its last packet, and before 9 the encoder's delay of a stream, before time 0.
    let lead = sound.count - whole.count
    #expect((0...1).contains(lead))
    #expect(sound.dropFirst(lead).dropLast() == whole.dropLast())
    let facts = try await tools.ffprobe.data([
      "-v", "error", "-show_entries", "stream=codec_type,start_time", "-of", "csv=p=0", stream,
    ])
    for line in String(decoding: facts, as: UTF8.self).split(separator: "\n") {
      #expect(["video,0.000000", "audio,-0.021333"].contains(String(line)), "\(line)")
    }
  }

  @Test func `playlists say what players need`() async throws {
    try await drawSource()
    #expect(try await reel.build(project()).status == 0)
    let main = try text("index.m3u8")
    #expect(main.hasPrefix("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"))
    #expect(main.contains("CODECS=\"avc1.6400"), "\(main)")
    #expect(
      main.contains(
        "mp4a.40.2\",RESOLUTION=160x90,FRAME-RATE=25.000,AUDIO=\"audio\"\nindex-video.m3u8\n"))
    var named: Set<String> = ["index.m3u8", "index-video.m3u8", "index-audio.m3u8"]
    for (name, length) in [("index-video.m3u8", 21.0), ("index-audio.m3u8", 21.0)] {
      let lines = try text(name).split(separator: "\n").map(String.init)
      #expect(lines.first == "#EXTM3U" && lines.last == "#EXT-X-ENDLIST")
      #expect(lines.contains("#EXT-X-PLAYLIST-TYPE:VOD"))
      #expect(lines.contains("#EXT-X-INDEPENDENT-SEGMENTS"))
      let target = try #require(
        lines.first { $0.hasPrefix("#EXT-X-TARGETDURATION:") }.flatMap {
          Double($0.split(separator: ":")[1])
        })
      let durations = lines.filter { $0.hasPrefix("#EXTINF:") }.compactMap {
        Double($0.dropFirst(8).dropLast())
      }
      #expect(durations.count > 2 && durations.allSatisfy { $0 <= target })
      #expect(abs(durations.reduce(0, +) - length) < 0.001, "\(durations)")
      let map = try #require(lines.first { $0.hasPrefix("#EXT-X-MAP:URI=") })
      named.insert(String(map.split(separator: "\"")[1]))
      named.formUnion(lines.filter { !$0.hasPrefix("#") })
    }
    #expect(try Set(files().keys) == named)
  }

  @Test func `another title is one media segment and its playlist`() async throws {
    try await drawSource()
    #expect(try await reel.build(project()).status == 0)
    let before = try files()
    #expect(try await reel.build(project(title: "Two")).status == 0)
    let after = try files()
    #expect(before.count == after.count)
    let new = Set(after.keys).subtracting(before.keys)
    #expect(new.count == 1 && new.allSatisfy { $0.hasPrefix("index-video-") }, "\(new)")
    let written = after.filter { before[$0.key] == $0.value }.count
    // The segment, the playlist of the pictures, and the rates in the main one.
    #expect(after.count - written <= 3)
    #expect(after["index-audio.m3u8"] == before["index-audio.m3u8"])
    // As it was, all names are as they were.
    #expect(try await reel.build(project()).status == 0)
    #expect(try Set(files().keys) == Set(before.keys))
  }

  @Test func `a description of MPEG-DASH names the same media segments`() async throws {
    try await drawSource()
    let both = project().replacing("outputs:\n", with: "outputs:\n  dash: {file: dash/index.mpd}\n")
    let outcome = try await reel.build(both)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: reel.folder / "dash")
    let segments = names.filter { $0 != "index.mpd" }.sorted()
    #expect(try segments == files().keys.filter { !$0.hasSuffix("m3u8") }.sorted())
    let text = try String(contentsOfFile: reel.folder / "dash/index.mpd", encoding: .utf8)
    #expect(segments.allSatisfy { text.contains("\"\($0)\"") })
    #expect(text.contains("mediaPresentationDuration=\"PT21.0"), "\(text)")
    #expect(text.contains("codecs=\"avc1.6400") && text.contains("codecs=\"mp4a.40.2\""))
    // An edit is what it is from nothing.
    let other = both.replacing("text: One", with: "text: Two")
    #expect(try await reel.build(other).status == 0)
    let edited = try String(contentsOfFile: reel.folder / "dash/index.mpd", encoding: .utf8)
    #expect(edited != text)
    try FileManager.default.removeItem(atPath: reel.folder / "dash")
    try FileManager.default.removeItem(atPath: reel.folder / ".reel")
    #expect(try await reel.build(other).status == 0)
    #expect(
      try String(contentsOfFile: reel.folder / "dash/index.mpd", encoding: .utf8) == edited)
  }

  @Test(arguments: ["m3u8", "mpd"])
  func `GStreamer plays a stream to its end`(_ kind: String) async throws {
    guard let launch = Command.named("gst-launch-1.0"),
      let inspect = Command.named("gst-inspect-1.0"),
      try await inspect.outcome([kind == "mpd" ? "dashdemux" : "hlsdemux"]).status == 0,
      try await inspect.outcome(["avdec_h264"]).status == 0
    else { return }
    try await drawSource()
    #expect(
      try await reel.build(project().replacing("index.m3u8", with: "index.\(kind)")).status == 0)
    let outcome = try await launch.outcome([
      "-q", "playbin", "uri=file://\(reel.folder / "web/index.\(kind)")", "video-sink=fakesink",
      "audio-sink=fakesink",
    ])
    #expect(outcome.status == 0 && !outcome.errors.contains("ERROR"), "\(outcome.errors)")
  }
}
