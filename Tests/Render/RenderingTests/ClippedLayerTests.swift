// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

/// Layers that are clipped to a part of the canvas.
@Suite struct ClippedLayerTests {
  private static let size = PixelSize(64, 48)
  private static let clip = PixelRect(x: 16, y: 8, width: 20, height: 30)

  private func drawn(_ layer: Layer) throws -> [UInt8] {
    let canvas = CanvasFormat(size: Self.size, rate: FrameRate(25))
    let part = LayerInterval(frameCount: 1, background: Color(0, 0, 0), layers: [layer])
    let frames = try DrawnFrames(RenderProgram(canvas: canvas, parts: [part])).frames
    return Array(try #require(frames.first).prefix(Self.size.width * Self.size.height))
  }

  /// Returns true if the luma sample at (`x`, `y`) belongs to the white picture and not to the
  /// background.
  private func isWhite(_ luma: [UInt8], _ x: Int, _ y: Int) -> Bool {
    luma[y * Self.size.width + x] > 200
  }

  @Test(arguments: [
    Placement.at(x: 0, y: 0), .warped(.constant(Affine(0.8, 0.6, -0.6, 0.8, 20, -30))),
  ])
  func `nothing is drawn outside the clip, and all of it inside`(_ placement: Placement) throws {
    // Large enough to cover the canvas at any rotation.
    let white = Picture(source: .color(.white, size: PixelSize(256, 256)))
    let luma = try drawn(
      Layer(content: .picture(white), placement: placement, clip: Self.clip))
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let isInside = (16..<36).contains(x) && (8..<38).contains(y)
        #expect(isWhite(luma, x, y) == isInside, "at \(x), \(y)")
      }
    }
  }

  @Test func `a clip beside the canvas draws nothing`() throws {
    let white = Picture(source: .color(.white, size: Self.size))
    let luma = try drawn(
      Layer(
        content: .picture(white), placement: .at(x: 0, y: 0),
        clip: PixelRect(x: -40, y: 0, width: 20, height: 48)))
    #expect(luma.allSatisfy { $0 == 16 })
  }
}
