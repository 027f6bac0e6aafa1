// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Outputs that are composed for other frames, measured in the files.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct VariantFilmTests {
  /// Luma at (x, y) of a frame of a lossless film.
  private func luma(
    _ film: String, frame: Int, _ places: [(x: Int, y: Int)], width: Int, height: Int
  ) async throws -> [Int] {
    let tools = try #require(Places.ffmpeg)
    let picture = [UInt8](try await tools.frames([frame], of: film, stream: 0))
    try #require(picture.count == width * height * 3 / 2)
    return places.map { Int(picture[$0.y * width + $0.x]) }
  }

  @Test func `a focus and changes are seen in one output alone`() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    // Its luma says where it is: 40 at the left edge, 200 at the right.
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i",
      "color=black:s=320x180:r=25:d=2,format=yuv420p,geq=lum='40+160*X/319':cb=128:cr=128",
      "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", reel.folder / "wedge.mkv",
    ])
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 25, fit: cover}
      tracks:
        main:
          - {clip: wedge.mkv, range: 0s..1s, focus: [25%, 50%]}
          - {clip: wedge.mkv, range: 1s..2s, id: moving, focus: left -> right}
      overlays:
        plate: {fill: white, size: [40px, 20px], position: [50%, 20px], anchor: center}
      outputs:
        film: {file: film.mkv, preset: lossless}
        story:
          file: story.mkv
          preset: lossless
          canvas: {size: "9:16"}
          change: {plate: {position: [50%, 300px], fill: black}}

      """)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let film = reel.folder / "film.mkv"
    let story = reel.folder / "story.mkv"
    let wide = try await luma(
      film, frame: 5, [(2, 100), (160, 100), (317, 100), (160, 20), (160, 160)], width: 320,
      height: 180)
    for (found, wanted) in zip(wide, [41, 120, 199, 235, 120]) {
      #expect(abs(found - wanted) <= 3, "\(wide)")
    }
    // 102 of 320 columns fill the frame, those about column 80, from 30 on.
    let tall = try await luma(
      story, frame: 5, [(2, 100), (90, 100), (177, 100), (90, 20), (90, 300)], width: 180,
      height: 320)
    for (found, wanted) in zip(tall, [55, 80, 105, 80, 16]) {
      #expect(abs(found - wanted) <= 3, "\(tall)")
    }
    // The moving one begins at the left edge and ends at the right one.
    let first = try await luma(story, frame: 25, [(2, 100)], width: 180, height: 320)[0]
    let last = try await luma(story, frame: 49, [(177, 100)], width: 180, height: 320)[0]
    #expect(abs(first - 41) <= 3 && abs(last - 198) <= 6, "\(first), \(last)")
  }
}
