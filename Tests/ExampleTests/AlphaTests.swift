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
    let data = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-i", reel.folder / name, "-vf",
      "select=eq(n\\,\(frame)),crop=2:2:\(x):\(y),format=rgba64le", "-frames:v", "1", "-f",
      "rawvideo", "-",
    ])
    return data.withUnsafeBytes { bytes in
      (0..<4).map { Int(bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) }
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
    let whole = 65472...65535
    for name in ["film.mov", "still.png"] {
      expect(try await pixel(4, 4, name), nil, alpha: 0...0)
      expect(try await pixel(48, 30, name), [255, 0, 0], alpha: 32400...33200)
      expect(try await pixel(80, 48, name), [0, 0, 255], alpha: whole)
    }
    expect(try await pixel(80, 48, "film.mov", frame: 15), [0, 255, 0], alpha: whole)
    expect(try await pixel(4, 4, "film.mov", frame: 15), [0, 255, 0], alpha: whole)
    // The area outside the canvas is also transparent.
    expect(try await pixel(48, 10, "tall.mov", frame: 15), nil, alpha: 0...0)
    expect(try await pixel(48, 80, "tall.mov", frame: 15), [0, 255, 0], alpha: whole)
  }
}
