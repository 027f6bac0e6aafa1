// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// `reel explain` with a range of film time.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ExplainTests {
  @Test func aRangeTellsMoreOfWhatLiesInIt() async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let file = options[0]
    let whole = try await reel.run(["explain"] + options)
    try #require(whole.status == 0, "\(whole.errors)")
    #expect(!whole.text.contains("key "))
    let part = try await reel.run(["explain", file, "1s..2s"] + options.dropFirst())
    try #require(part.status == 0, "\(part.errors)")
    #expect(part.text.contains("key "), "\(part.text)")
    // A clip with its source range and its line number.
    #expect(
      part.text.contains(/clip '.+' 'media\/.+' \d+\.\d{3} s \.\. \d+\.\d{3} s \(.+:\d+\)/),
      "\(part.text)")
    let json = try await reel.run(["explain", file, "1s..2s", "--json"] + options.dropFirst())
    #expect(json.status == 0)
    #expect(json.text.split(separator: "\n").allSatisfy { $0.contains(#""contents":["#) })
  }

  @Test(arguments: ["nonsense", "3s", "5s..2s", "900s..", "nobody.start..", "", "..", "[1, 2]"])
  func whatIsNoRangeIsBadUsage(range: String) async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let outcome = try await reel.run(["explain", options[0], range] + options.dropFirst())
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("error["), "\(outcome.errors)")
    #expect(outcome.text.isEmpty)
  }

  @Test func onlyColorsOfHLGTakeItsGamma() async throws {
    let reel = try Reel()
    for (color, gammas) in [("bt709", 0), ("bt2020", 0), ("hlg", 1)] {
      try reel.folder.write(
        """
        reel: 1
        canvas: {size: 160x90, rate: 25, color: \(color)}
        tracks: {main: [{image: logo.svg, duration: 1s, size: 50%}]}
        outputs: {film: film.mkv}

        """, to: "p.reel.yaml")
      try Data(contentsOf: URL(filePath: Places.package + "/Examples/logo.svg"))
        .write(to: URL(filePath: reel.folder / "logo.svg"))
      let outcome = try await reel.run(["explain", "p.reel.yaml", "0s..1s"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let found = outcome.text.components(separatedBy: "the system's gamma of HLG").count - 1
      #expect(found == gammas, "\(color): \(outcome.text)")
    }
  }

  @Test func aWrongProjectIsNotBadUsage() async throws {
    let reel = try Reel()
    try reel.folder.write("reel: 1\ntracks:\n  main: [nowhere.mov]\n", to: "wrong.reel.yaml")
    #expect(try await reel.run(["explain", "wrong.reel.yaml", "nonsense"]).status == 1)
  }

  /// The printed graphs of a plain piece produce the same frames in ffmpeg.
  @Test(.enabled(if: Places.media != nil, "there are no real media"))
  func theGraphsOfAPieceRunInFfmpeg() async throws {
    let (tools, media) = (try #require(Places.ffmpeg), try #require(Places.media))
    let reel = try Reel()
    let text = """
      reel: 1
      canvas: {size: 400x360, rate: 25}
      outputs: {film: {file: film.mkv, preset: lossless}}
      tracks: {main: [{clip: \(media)/edit/bbb_720p25_5s_aac51.mp4, range: 1s..3s, fit: cover}]}

      """
    let outcome = try await reel.build(text, allowing: [media])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let arguments = ["project.reel.yaml", "0s..1s", "--allow", media]
    let told = try await reel.run(["explain", "--json"] + arguments)
    struct Line: Decodable {
      struct Interval: Decodable {
        struct Input: Decodable {
          var path: String
          var options: [String]
          var graphs: [String]
        }
        var count: Int
        var inputs: [Input]
        var steps: [String]
      }
      var kind: String
      var parts: [Interval]?
      var encoder: [String]?
    }
    let line = try #require(told.text.split(separator: "\n").first)
    let piece = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    let part = try #require(piece.parts?.first)
    let input = try #require(part.inputs.first)
    #expect(piece.parts?.count == 1 && part.inputs.count == 1 && input.graphs.count == 1)
    #expect(part.steps == ["input 0 over at 0,0"])
    #expect(input.graphs[0].contains("crop=") && input.graphs[0].contains("scale="))
    #expect(piece.encoder?.prefix(2) == ["-c:v", "libx264"])
    let pasted = try await tools.ffmpeg.data(
      ["-nostdin", "-v", "error"] + input.options + ["-i", input.path]
        + ["-filter_complex", input.graphs[0], "-fps_mode", "passthrough"]
        + ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
    let film = try await tools.frames(
      Array(0..<part.count), of: reel.folder / "film.mkv", stream: 0)
    #expect(part.count == 50)
    #expect(pasted.count == film.count)
    #expect(pasted == film)
    let words = try await reel.run(["explain"] + arguments)
    let lines = told.text.split(separator: "\n")
    let sound = try #require(
      try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }.first {
        $0.kind == "sound"
      })
    let heard = try #require(sound.parts?.first?.inputs.first)
    #expect(sound.parts?.first?.count == 96_000 && sound.parts?.first?.inputs.count == 1)
    #expect(sound.parts?.first?.steps == ["input 0 from 0.000000 s on"])
    let mixed = try await tools.ffmpeg.data(
      ["-nostdin", "-v", "error"] + heard.options + ["-i", heard.path]
        + ["-filter_complex", heard.graphs[0], "-f", "f32le", "-c:a", "pcm_f32le", "-"])
    let samples = try await tools.ffmpeg.data(
      ["-nostdin", "-v", "error", "-i", reel.folder / "film.mkv", "-vn"]
        + ["-f", "f32le", "-c:a", "pcm_f32le", "-"])
    #expect(mixed.count == samples.count && samples.count == 96_000 * 8)
    let differences = zip(floats(mixed), floats(samples)).map { abs($0 - $1) }
    #expect(differences.max() ?? 1 < 1.0 / 32_768, "\(differences.max() ?? 1)")
    // The text output contains the same.
    #expect(words.text.contains(heard.graphs[0]) && words.text.contains("mix input 0 from"))
    #expect(words.text.contains(input.graphs[0]) && words.text.contains("encode -c:v libx264"))
  }
}

/// The samples in `data`, 32-bit floats in the byte order of the machine.
private func floats(_ data: Data) -> [Float] {
  data.withUnsafeBytes { bytes in
    stride(from: 0, to: bytes.count - 3, by: 4).map {
      bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)
    }
  }
}
