// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films and pictures with a transparent background.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct AlphaTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  /// Red, green, blue and alpha of a pixel of frame `frame`, 16 bits each.
  private func pixel(
    _ x: Int, _ y: Int, _ name: String, frame: Int = 0
  ) async throws -> [Int] {
    try await row(name, frame: frame, crop: "2:2:\(x):\(y)")[0]
  }

  /// Red, green, blue and alpha of the pixels in a rectangle of frame `frame`, 16 bits each.
  private func row(
    _ name: String, frame: Int = 0, crop: String
  ) async throws -> [[Int]] {
    // Only libvpx decodes alpha that stands beside packets.
    let decoder = name.hasSuffix(".webm") ? ["-c:v", "libvpx-vp9"] : []
    let data = try await tools.ffmpeg.data(
      ["-nostdin", "-v", "error"] + decoder + [
        "-i", reel.folder / name, "-vf",
        "select=eq(n\\,\(frame)),format=rgba64le,crop=\(crop)", "-frames:v", "1", "-f",
        "rawvideo", "-",
      ])
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map { pixel in
        (0..<4).map { Int(bytes.loadUnaligned(fromByteOffset: pixel + 2 * $0, as: UInt16.self)) }
      }
    }
  }

  @Test(arguments: [8, 10]) func `a film of a clear background has alpha`(_ depth: Int) async throws
  {
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 160x96, rate: 25, background: clear, depth: \(depth)}
      tracks:
        main:
          - {fill: red, duration: 10f, size: [80px, 48px], opacity: 0.5}
          - {fill: lime, duration: 10f}
      overlays: {plate: {fill: blue, size: [20px, 20px], position: [80px, 48px], anchor: center, during: 0s..10f}}
      outputs:
        film: film.mov
        tall: {file: tall.mov, size: 96x160}
        still: still.png
        \(depth == 8 ? "web: {file: film.webm, preset: medium}" : "")

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let said = try await tools.ffprobe.data([
      "-v", "error", "-select_streams", "v", "-show_entries",
      "stream=codec_name,codec_tag_string,nb_frames", "-of", "csv=p=0", reel.folder / "film.mov",
    ])
    #expect(String(decoding: said, as: UTF8.self) == "prores,ap4h,20\n")
    func expect(
      _ found: [Int], _ color: [Int]?, alpha: ClosedRange<Int>,
      _ location: SourceLocation = #_sourceLocation
    ) {
      #expect(alpha.contains(found[3]), "\(found)", sourceLocation: location)
      for (found, wanted) in zip(found, color ?? []) {
        #expect(abs(found - wanted * 257) < 12 * 257, "\(found)", sourceLocation: location)
      }
    }
    // Eight bits of alpha are padded with zeros by ffmpeg.
    let whole = 65280...65535
    for name in ["film.mov", "still.png"] + (depth == 8 ? ["film.webm"] : []) {
      expect(try await pixel(4, 4, name), nil, alpha: 0...0)
      expect(try await pixel(48, 30, name), [255, 0, 0], alpha: 32400...33200)
      expect(try await pixel(80, 48, name), [0, 0, 255], alpha: whole)
    }
    for name in ["film.mov"] + (depth == 8 ? ["film.webm"] : []) {
      expect(try await pixel(80, 48, name, frame: 15), [0, 255, 0], alpha: whole)
      expect(try await pixel(4, 4, name, frame: 15), [0, 255, 0], alpha: whole)
    }
    // The area outside the canvas is also transparent.
    expect(try await pixel(48, 10, "tall.mov", frame: 15), nil, alpha: 0...0)
    expect(try await pixel(48, 80, "tall.mov", frame: 15), [0, 255, 0], alpha: whole)
  }

  @Test func `a gradient of alpha comes out of every format, and joins of segments keep it`()
    async throws
  {
    let ramp = "color=red:s=160x96,format=rgba,geq=r=255:g=40:b=40:a='X*255/159'"
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", ramp, "-frames:v", "1",
      reel.folder / "ramp.png",
    ])
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 160x96, rate: 25, background: clear}
      tracks: {main: [{clip: ramp.png, duration: 4s}, {fill: blue, duration: 3s}, {clip: ramp.png, duration: 4s}]}
      outputs:
        film: film.mov
        web: film.webm
        still: still.png

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let said = try await tools.ffprobe.data([
      "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
      "stream=codec_name,nb_read_packets:stream_tags=alpha_mode", "-of", "csv=p=0",
      reel.folder / "film.webm",
    ])
    #expect(String(decoding: said, as: UTF8.self).hasPrefix("vp9,275,1"))
    let wanted = try await row("ramp.png", crop: "160:1:0:48")
    for (name, slack) in [("still.png", 2), ("film.mov", 2), ("film.webm", 4)] {
      for frame in name == "still.png" ? [0] : [0, 99, 180, 274] {
        let found = try await row(name, frame: frame, crop: "160:1:0:48")
        try #require(found.count == 160)
        for (x, pair) in zip(found, wanted).enumerated() {
          #expect(abs(pair.0[3] - pair.1[3]) <= slack * 257, "\(name) \(frame) \(x) \(pair)")
        }
      }
      if name != "still.png" { #expect(try await pixel(80, 48, name, frame: 130)[3] > 65000) }
    }
  }
}
