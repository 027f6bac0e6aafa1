// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Outputs with a chroma sample for each pixel.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct FullChromaTests {
  private let tools: FFmpeg
  private let reel: Reel

  init() throws {
    tools = try #require(Places.ffmpeg)
    reel = try Reel()
  }

  /// The samples of frame 0 of a file, converted by ffmpeg.
  private func samples(_ name: String, _ filter: String) async throws -> [Int] {
    let data = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", reel.folder / name, "-vf", filter, "-frames:v", "1", "-f",
      "rawvideo", "-",
    ])
    guard filter.hasSuffix("le") else { return data.map { Int($0) } }
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 2).map {
        Int(bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self))
      }
    }
  }

  private func difference(_ one: [Int], _ other: [Int]) throws -> Int {
    try #require(one.count == other.count && !one.isEmpty)
    return zip(one, other).map { abs($0 - $1) }.max() ?? 0
  }

  /// Columns of red and blue, each a pixel wide.
  private func drawColumns() async throws {
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "color=s=64x48,format=rgb24,geq=r='255*mod(X,2)':g=20:b='255*(1-mod(X,2))'", "-frames:v",
      "1", reel.folder / "columns.png",
    ])
  }

  private static let toRGB = "scale=in_color_matrix=bt709:flags=accurate_rnd+full_chroma_int"

  @Test(arguments: [8, 10])
  func `columns of a pixel come out of ProRes, PNG and lossless H.264`(_ depth: Int) async throws {
    try await drawColumns()
    for (name, background, outputs) in [
      ("clear", "clear", "{film: film.mov, still: still.png}"),
      ("black", "black", "{film: {file: film.mkv, preset: lossless}}"),
    ] {
      let outcome = try await reel.build(
        """
        reel: 1
        canvas: {size: 64x48, rate: 25, background: \(background), depth: \(depth)}
        tracks: {main: [{clip: columns.png, duration: 5f}]}
        outputs: \(outputs)

        """)
      try #require(outcome.status == 0, "\(name): \(outcome.errors)")
    }
    let wanted = try await samples("columns.png", "format=rgb24")
    let still = try await samples("still.png", "format=rgb24")
    #expect(try difference(still, wanted) <= 3)
    let film = try await samples("film.mov", Self.toRGB + ",format=rgb24")
    #expect(try difference(film, wanted) <= 16)
    let format = depth == 8 ? "yuv444p" : "yuv444p10le"
    let rendering = try await samples(
      "columns.png",
      "scale=out_color_matrix=bt709:out_range=limited:flags=bicubic+accurate_rnd,format=\(format)")
    let lossless = try await samples("film.mkv", "format=\(format)")
    #expect(try difference(lossless, rendering) <= (depth == 8 ? 1 : 3))
    let said = try await tools.ffprobe.data([
      "-v", "error", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0", reel.folder / "film.mkv",
    ])
    #expect(String(decoding: said, as: UTF8.self) == "\(format)\n")
  }

  @Test func `a line of a pixel at an odd place is of its colour alone`() async throws {
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 64x48, rate: 25}
      tracks: {main: [{fill: blue, duration: 5f}]}
      overlays: {line: {fill: red, size: [1px, 48px], position: [11px, 0px], anchor: top-left, during: 0s..5f}}
      outputs: {still: still.png, film: {file: film.mp4, preset: lossless}}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    for name in ["still.png", "film.mp4"] {
      let samples = try await samples(name, Self.toRGB + ",format=rgb24")
      for x in 8..<15 {
        let pixel = Array(samples[(64 * 20 + x) * 3..<(64 * 20 + x) * 3 + 3])
        let wanted = x == 11 ? [255, 0, 0] : [0, 0, 255]
        #expect(try difference(pixel, wanted) <= 4, "\(name) at \(x): \(pixel)")
      }
    }
  }
}
