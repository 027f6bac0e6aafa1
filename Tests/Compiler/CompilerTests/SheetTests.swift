// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// The canvases that layers are drawn on by themselves.
@Suite struct SheetTests {
  private func segments(_ overlays: String, size: String = "320x180") async throws
    -> [PlannedSegment]
  {
    let text = """
      reel: 1
      canvas: {size: \(size), rate: 25}
      tracks: {main: [{fill: black, duration: 60s}]}
      overlays:
        plain: {fill: white, size: [10px, 10px], position: [5%, 5%], during: 0s..60s}
      \(overlays)

      """
    let plan = try #require(await TestWorld(project: text).compilation().plan().product)
    return try #require(plan.outputs[0].film).segments
  }

  /// The two seconds that an overlay covers are drawn anew, and a segment's length on either side.
  @Test(arguments: [
    "fill: red, size: 50%, blur: 0px -> 10px",
    "fill: red, size: 50%, blur: {0s: 2px, 30s: 40px spring, 60s: 1px}",
    "image: photo-1.jpg, size: 50%, shadow: {color: black, blur: 4px, offset: \"[0px, 0px] -> [90px, 30px]\"}",
    "image: photo-1.jpg, size: 10% -> 70%, border: {width: 3px}, position: \"[0%, 50%] -> [100%, 50%]\"",
    "image: photo-1.jpg, size: 70%, crop: \"[0%, 0%, 100%, 100%] -> [20%, 20%, 30%, 30%]\", rotation: 0deg -> 300deg",
    "group: {a: {fill: red, position: \"[0%, 0%] -> [100%, 100%]\"}, b: {image: photo-2.jpg}}, mask: {fill: white}, scale: 50% -> 150%",
    "group: {a: {fill: red, size: 300%}, b: {fill: red, size: 200%, position: [300%, 0%]}}, rotation: {from: 0deg, to: 360deg, duration: 7s, repeat: forever}, motion-blur: 4",
  ])
  func aCanvasOfItsOwnDoesNotFollowWhatLiesBeside(keys: String) async throws {
    let layer = "  layer: {\(keys), during: 0s..60s}"
    let before = try await segments(layer)
    let after = try await segments(
      layer + "\n  mark: {fill: blue, size: [10px, 10px], position: [95%, 95%], during: 40s..42s}")
    let known = Set(before.map(\.key))
    let anew = after.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.frameCount }
    #expect(anew <= (2 + 14) * 25, "\(keys): \(anew) frames")
  }

  /// A picture of three canvases that goes by is on a canvas of its own that is as large, if only just.
  @Test func aLargeLayerIsDrawnWhole() async throws {
    let segments = try await segments(
      "  layer: {image: photo-1.jpg, size: 300%, border: {width: 8px}, "
        + "position: \"[150%, 50%] -> [-50%, 50%]\", during: 0s..60s}", size: "1920x1080")
    let layers = try #require(segments.first?.program.parts.first?.layers)
    #expect(layers.contains { ($0.canvas?.width ?? 0) >= 5760 }, "\(layers.map(\.canvas))")
  }
}
