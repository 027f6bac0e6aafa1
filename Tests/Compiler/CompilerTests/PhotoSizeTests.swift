// SPDX-License-Identifier: Apache-2.0

import Base
import Planning
import RenderProtocol
import Testing

@testable import Driver

/// The sizes of photos in a program, by which a worker decides which of them it decodes before its
/// encoder opens.
struct PhotoSizeTests {
  @Test(
    arguments: [PixelSize(640, 360), PixelSize(2400, 1600), PixelSize(6000, 4000)],
    ["", ", ken-burns: auto", ", ken-burns: auto, focus: [20%, 30%]"])
  func `a program says how large its photos are, also where they keep their size`(
    _ canvas: PixelSize, _ motion: String
  ) async throws {
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: \(canvas), rate: 25, fit: cover}
        tracks: {main: [{clip: photo-1.jpg, duration: 2s\(motion)}]}
        outputs: {o: o.mp4}
        """)
    let pictures = try await world.segments().flatMap(\.program.pictures)
    #expect(!pictures.isEmpty)
    for picture in pictures { #expect(picture.lastScale != nil) }
  }

  /// The start of a transition is no cut, at rest or in motion.
  @Test(arguments: [
    "clip: photo-N.jpg, duration: 4s", "clip: photo-N.jpg, duration: 4s, ken-burns: auto",
  ])
  func `a segment of a slideshow has one transition`(_ content: String) async throws {
    let clips = (0..<9).map { index in
      "      - {\(content.replacing("photo-N", with: "photo-\(["1", "2", "10"][index % 3])"))}"
    }
    let world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 1280x720, rate: 25, fit: cover}
        tracks:
          main:
            between: {transition: dissolve, duration: 1s}
            clips:
        \(clips.joined(separator: "\n"))
        outputs: {o: o.mp4}
        """)
    let segments = try await world.segments()
    #expect(segments.map(\.frameCount) == [100] + Array(repeating: 75, count: 8))
    for segment in segments {
      #expect(Set(segment.program.pictures.compactMap(\.source.file)).count <= 2)
    }
  }
}
