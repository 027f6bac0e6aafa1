// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films within films, compared with the same content written in one file.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct NestedFilmTests {
  /// Four seconds whose luma rises by one in each frame, from 40 on, with a tone that rises, too.
  static func footage(in reel: Reel) async throws {
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "color=black:s=320x180:r=25:d=4,format=yuv420p,geq=lum='40+N':cb=128:cr=128",
      "-f", "lavfi", "-i", "aevalsrc='0.4*sin(2*PI*(400+100*t)*t)':s=48000:d=4",
      "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-c:a", "pcm_s16le",
      reel.folder / "ramp.mkv",
    ])
  }

  /// The film of a project, with other files beside it: the digests of its frames, and of its sound.
  func film(
    _ lines: String, _ files: [String: String] = [:], canvas: String = "size: 320x180, rate: 25",
    options: [String] = [], format: String = "yuv420p"
  ) async throws -> [String] {
    let reel = try Reel()
    try await Self.footage(in: reel)
    for (name, text) in files { try reel.folder.write("reel: 1\n" + text + "\n", to: name) }
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {\(canvas)}
      outputs: {film: {file: film.mkv, preset: lossless}}
      \(lines)

      """, options: options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try await Self.digests(of: reel.folder / "film.mkv", format)
  }

  static func digests(
    of film: String, _ format: String = "yuv420p"
  ) async throws -> [String] {
    let tools = try #require(Places.ffmpeg)
    let output = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", film, "-map", "0", "-fps_mode", "passthrough", "-pix_fmt",
      format, "-c:a", "pcm_s16le", "-f", "framemd5", "-",
    ])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",") }
    // How sound is cut into frames is no matter; its samples in a row are.
    let pictures = lines.filter { $0[0] == "0" }.compactMap { $0.last.map(String.init) }
    let sound = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", film, "-map", "0:a?", "-f", "md5", "-c:a", "pcm_s16le", "-",
    ])
    return pictures + [String(decoding: sound, as: UTF8.self)]
  }

  static let content = """
    tracks:
      main:
        - {clip: ramp.mkv, range: 1s..3s, crop: [0, 0, 50%, 50%], fade: {in: 400ms}}
        - {transition: wipe-left, duration: 400ms}
        - {clip: ramp.mkv, range: 0s..2s, volume: 50%}
    overlays:
      plate: {shape: ellipse, size: [30%, 40%], fill: "#ff2040", position: [30%, 40%], rotation: 0deg -> 90deg}
      words: {text: Ada, during: 1s..2s, enter: slide-up 400ms, font: {size: 30}}
    """

  @Test(arguments: ["size: 320x180, rate: 25", "size: 320x180, rate: 25, depth: 10"])
  func aFilmOfTheSameCanvasIsAsIfItWereWrittenHere(_ canvas: String) async throws {
    let format = canvas.contains("10") ? "yuv420p10le" : "yuv420p"
    let here = try await film(Self.content, canvas: canvas, format: format)
    let nested = try await film(
      "tracks: {main: [inner.reel.yaml]}",
      ["inner.reel.yaml": "canvas: {\(canvas)}\n" + Self.content], canvas: canvas, format: format)
    #expect(here.count > 80)
    #expect(here == nested)
  }

  @Test func aClearFilmIsAGroupOfItsLayers() async throws {
    let layers = """
      plate: {shape: rect, size: [80%, 30%], radius: 10px, fill: {linear: [red, blue@50%]}}
      words: {text: Ada, font: {size: 40}, during: 500ms..}
      """
    func project(_ item: String, _ overlay: String) -> String {
      """
      tracks:
        main:
          - {clip: ramp.mkv, range: 0s..2s}
          - {transition: fade, duration: 400ms}
          - {\(item), size: [160px, 90px], rotation: 0deg -> 30deg}
          - {transition: circle-open, duration: 400ms}
          - {clip: ramp.mkv, range: 0s..2s}
      overlays:
        inset: {\(overlay), during: 200ms..+2s, size: [160px, 90px], position: [70%, 70%], opacity: 0.6, blend: screen}
      """
    }
    let inner = layers.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    let flow = layers.split(separator: "\n").joined(separator: ", ")
    let nested = try await film(
      project("clip: card.reel.yaml", "clip: card.reel.yaml"),
      [
        "card.reel.yaml": """
        canvas: {size: 160x90, rate: 25, background: clear}
        tracks: {main: [{gap: 2s}]}
        overlays:
        \(inner)
        """
      ])
    // A group knows the film's time, so that what comes later in it is written with that.
    let group = try await film(
      project(
        "group: {\(flow.replacingOccurrences(of: "500ms..", with: "2.1s.."))}, duration: 2s",
        "group: {\(flow.replacingOccurrences(of: "500ms..", with: "700ms.."))}"))
    #expect(nested == group)
  }

  @Test(arguments: [("12", 12.0), ("24000/1001", 24000 / 1001.0), ("60", 60), ("7", 7)])
  func framesOfAnotherRateAreTheLastThatHaveBegun(_ rate: String, _ value: Double) async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    try await Self.footage(in: reel)
    try reel.folder.write(
      "reel: 1\ncanvas: {size: 320x180, rate: \(rate)}\ntracks: {main: [ramp.mkv]}\n",
      to: "inner.reel.yaml")
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 30}
      outputs: {film: {file: film.mkv, preset: lossless}}
      tracks: {main: [{clip: inner.reel.yaml, range: 0.5s..3.5s}, {clip: inner.reel.yaml, range: 0s..1s}]}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let film = reel.folder / "film.mkv"
    let halves = [0..<60, 60..<120]
    var pictures: [UInt8] = []
    for half in halves {
      pictures += [UInt8](try await tools.frames(Array(half), of: film, stream: 0))
    }
    let size = 320 * 180 * 3 / 2
    try #require(pictures.count == 120 * size)
    for frame in 0..<120 {
      let time = frame < 90 ? 0.5 + Double(frame) / 30 : Double(frame - 90) / 30
      let inner = (time * value + 1e-9).rounded(.down)
      // The footage has a tick of a millisecond.
      let source = Int((inner / value * 25 + 0.025).rounded(.down))
      #expect(Int(pictures[frame * size]) == 40 + source, "frame \(frame)")
    }
  }

  @Test func optimizationChangesNoPixel() async throws {
    let project = """
      tracks: {main: [{clip: inner.reel.yaml, range: 0.3s..2.9s, scale: 100% -> 140%, audio: off}]}
      overlays: {inset: {clip: inner.reel.yaml, size: 30%, opacity: 0 -> 1, mask: {shape: ellipse, fill: white}}}
      """
    let files = [
      "inner.reel.yaml": "canvas: {size: 160x120, rate: 18, background: clear}\n" + Self.content
    ]
    let plain = try await film(project, files, options: ["-O0"])
    #expect(plain.count > 60)
    #expect(plain == (try await film(project, files)))
  }

  @Test func anEditedComponentMakesTheFilmOfACleanBuild() async throws {
    let project = """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      outputs: {film: {file: film.mkv, preset: low}}
      tracks:
        main: [{clip: ramp.mkv}, {clip: ramp.mkv}, {clip: card.reel.yaml, with: {name: Ada}}, {clip: ramp.mkv}]

      """
    func card(_ color: String) -> String {
      """
      reel: 1
      params: {name: {type: text}}
      canvas: {size: 320x180, rate: 12}
      tracks: {main: [{fill: \(color), duration: 3s}]}
      overlays: {words: {text: "${name}", opacity: 0 -> 1}}

      """
    }
    let (edited, clean) = (try Reel(), try Reel())
    for reel in [edited, clean] { try await Self.footage(in: reel) }
    try edited.folder.write(card("red"), to: "card.reel.yaml")
    try #require(try await edited.build(project).status == 0)
    try edited.folder.write(card("blue"), to: "card.reel.yaml")
    let told = try await edited.run(["explain", "project.reel.yaml"])
    #expect(told.status == 0)
    #expect(told.text.contains("card.reel.yaml"), "\(told.text)")
    let again = try await edited.run(["build", "project.reel.yaml", "--json"])
    try #require(again.status == 0)
    try clean.folder.write(card("blue"), to: "card.reel.yaml")
    try #require(try await clean.build(project).status == 0)
    #expect(
      try Data(contentsOf: URL(filePath: edited.folder / "film.mkv"))
        == Data(contentsOf: URL(filePath: clean.folder / "film.mkv")))
    let listed = try await edited.run(["inputs", "project.reel.yaml"])
    #expect(listed.text.hasPrefix("project.reel.yaml\nramp.mkv\ncard.reel.yaml\n"))
  }
}
