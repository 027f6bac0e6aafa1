// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Animations: GIF, WebP and AVIF.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct AnimationTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  private func project(_ outputs: String, title: String = "One", canvas: String = "") -> String {
    """
    reel: 1
    canvas: {size: 128x96, rate: 10\(canvas)}
    tracks:
      main: [{clip: one.mkv, range: 0s..4s}, {clip: one.mkv, range: 10s..14s}]
    overlays:
      title: {text: \(title), font: {family: DejaVu Sans}, during: 5s..6s}
    outputs: {\(outputs)}

    """
  }

  private func build(_ outputs: String, title: String = "One") async throws {
    try await tools.makeMovingPattern("128x96", at: reel.folder / "one.mkv")
    let outcome = try await reel.build(project(outputs, title: title))
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: reel.folder / name))
  }

  private func facts(_ name: String, _ entries: String) async throws -> [Substring] {
    let data = try await tools.ffprobe.data([
      "-v", "error", "-count_packets", "-show_entries", entries, "-of", "csv=p=0",
      reel.folder / name,
    ])
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// The frames of the film that ffmpeg shows of `name` are nearly those of the film.
  private func likeness(of name: String, to film: String, stream: Int = 0) async throws -> Double {
    let outcome = try await tools.ffmpeg.outcome([
      "-nostdin", "-hide_banner", "-i", reel.folder / name, "-i", reel.folder / film, "-lavfi",
      "[0:v:\(stream)]fps=5,format=rgb24[a];[1:v]fps=5,format=rgb24[b];[a][b]psnr=shortest=1", "-f",
      "null",
      "-",
    ])
    let words = outcome.errors.split(separator: "average:")
    return words.last.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? 0
  }

  @Test func `a GIF lasts as long as its film and looks like it`() async throws {
    try await build("g: {file: a.gif, rate: 5}, f: {file: a.mkv, preset: lossless}")
    #expect(
      try await facts("a.gif", "stream=width,height,nb_read_packets:format=duration")
        == ["128,96,40", "8.000000"])
    #expect(try await likeness(of: "a.gif", to: "a.mkv") > 24)
    let head = try bytes("a.gif")
    #expect(head.prefix(6) == Data("GIF89a".utf8))
    // It is played for ever.
    #expect(head.range(of: Data("NETSCAPE2.0".utf8)).map { head[$0.upperBound + 2] } == 0)
  }

  /// The number of colours of the first picture in the file `name`.
  private func colors(of name: String) async throws -> Int {
    let pixels = [UInt8](
      try await tools.ffmpeg.data([
        "-nostdin", "-v", "error", "-i", reel.folder / name, "-frames:v", "1", "-f", "rawvideo",
        "-pix_fmt", "rgb24", "-",
      ]))
    return Set(stride(from: 0, to: pixels.count, by: 3).map { Array(pixels[$0..<$0 + 3]) }).count
  }

  @Test func `keys of a GIF say what is in it`() async throws {
    try await build(
      """
      a: {file: a.gif, range: 0s..1s, loop: 3, colors: 16, dither: none},
      b: {file: b.gif, range: 0s..1s, loop: 1, dither: floyd-steinberg, size: 64x48, every: 300ms},
      c: {file: c.gif, range: 0s..1s, dither: sierra}
      """)
    let three = try bytes("a.gif")
    // It counts how often it is played again.
    #expect(three.range(of: Data("NETSCAPE2.0".utf8)).map { three[$0.upperBound + 2] } == 2)
    #expect(try await colors(of: "a.gif") <= 16)
    #expect(try await colors(of: "c.gif") > 16)
    #expect(try bytes("b.gif").range(of: Data("NETSCAPE2.0".utf8)) == nil)
    #expect(
      try await facts("b.gif", "stream=width,height,nb_read_packets:format=duration")
        == ["64,48,4", "1.000000"])
  }

  @Test(arguments: [
    "a.gif, rate: 5", "a.webp, rate: 5", "a.webp, every: 500ms, preset: lossless",
    "a.avif, rate: 5, preset: low",
  ])
  func `an edited animation is what it is from nothing`(_ output: String) async throws {
    let name = String(output.prefix { $0 != "," })
    try await build("a: {file: \(output)}")
    let first = try bytes(name)
    try await build("a: {file: \(output)}", title: "Two")
    let edited = try bytes(name)
    #expect(first != edited)
    try FileManager.default.removeItem(atPath: reel.folder / name)
    try FileManager.default.removeItem(atPath: reel.folder / ".reel")
    try await build("a: {file: \(output)}", title: "Two")
    #expect(try bytes(name) == edited)
    let explained = try await reel.run(["explain", "project.reel.yaml"])
    #expect(
      String(decoding: explained.output, as: UTF8.self).contains(", animation of "),
      "\(explained.errors)")
    #expect(String(decoding: explained.output, as: UTF8.self).contains("up to date"))
  }

  @Test func `a WebP is played as long as its film`() async throws {
    try await build("a: {file: a.webp, rate: 3, loop: 2, preset: medium}")
    let file = try bytes("a.webp")
    #expect(file.prefix(4) == Data("RIFF".utf8) && file[8..<12] == Data("WEBP".utf8))
    var (offset, sum, count, loops) = (12, 0, 0, -1)
    while offset + 8 <= file.count {
      func number(_ place: Int, _ bytes: Int) -> Int {
        (0..<bytes).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
      }
      let size = number(offset + 4, 4)
      if file[offset..<offset + 4] == Data("ANMF".utf8) {
        sum += number(offset + 20, 3)
        count += 1
      }
      if file[offset..<offset + 4] == Data("ANIM".utf8) { loops = number(offset + 12, 2) }
      offset += 8 + size + size % 2
    }
    #expect(sum == 8000 && count == 24 && loops == 2)
  }

  @Test func `an AVIF has all pictures of its film`() async throws {
    try await build("a: {file: a.avif, rate: 5}, f: {file: a.mkv, preset: lossless}")
    // FFmpeg 7 reads the picture that stands for all of them as a stream before these.
    let streams = try await facts("a.avif", "stream=codec_name,nb_read_packets")
    #expect(streams.last == "av1,40")
    // Edges of saturated colours lose most in 4:2:0.
    #expect(try await likeness(of: "a.avif", to: "a.mkv", stream: streams.count - 1) > 24)
  }

  @Test func `memory does not grow with the pictures of a GIF`() async throws {
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=640x480:r=10:d=60", "-c:v", "ffv1",
      "-pix_fmt", "yuv420p", reel.folder / "one.mkv",
    ])
    try reel.folder.write(
      """
      reel: 1
      canvas: {size: 640x480, rate: 10}
      tracks: {main: [one.mkv]}
      outputs: {a: a.gif}

      """, to: "project.reel.yaml")
    // All 600 pictures would take 700 MB; the limit is one of each process.
    let shell = Command("/bin/sh", in: reel.folder.path)
    let outcome = try await shell.outcome([
      "-c", "ulimit -d 500000; exec \"$0\" build project.reel.yaml --quiet",
      try #require(Places.reel),
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bytes("a.gif").count > 10_000)
  }
}
