// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import Kernels
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Layers that are turned in space, measured column by column.
@Suite struct ProjectedLayerTests {
  private static let size = PixelSize(320, 180)
  private static let degrees = [0.0, 30, 60, 80, 150, 240]

  private func canvas(_ depth: Int, full: Bool) throws -> CanvasFormat {
    let tags = ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
    let color = try #require(CanvasColor(tags, size: Self.size, depth: depth))
    return CanvasFormat(
      size: Self.size, rate: FrameRate(25), color: full ? color.withFullChroma : color)
  }

  /// A plate of 100 x 60 pixels in red in the middle of the canvas, turned about its middle, in each frame by another
  /// angle, and seen from 200 pixels.
  private func program(_ canvas: CanvasFormat, degrees: [Double], stacked: Bool) -> RenderProgram {
    let plate = Picture(source: .color(Color(255, 0, 0), size: PixelSize(100, 60)))
    let maps = degrees.map { degrees in
      SpaceMatrix(.translation(-50, -30)).then(.rotationY(degrees: degrees))
        .then(.perspective(nearness: 1 / 200.0)).then(SpaceMatrix(.translation(160, 90))).plane
    }
    var layer = Layer(
      content: .picture(plate),
      placement: Placement(degrees.count == 1 ? .constant(maps[0]) : .perFrame(maps)))
    if stacked {
      // Drawn on a canvas of its own first, whose rest is clear.
      let inner = Layer(content: .picture(plate), placement: .at(x: 110, y: 60))
      layer = Layer(
        content: .stack([inner]),
        placement: Placement(
          .perFrame(maps.map { Affine.translation(-110, -60).then($0) })))
    }
    return RenderProgram(
      canvas: canvas,
      parts: [LayerInterval(frameCount: degrees.count, background: .black, layers: [layer])])
  }

  /// The share of red in each sample of luma and of the red difference.
  private func shares<Sample: PictureSample>(
    _ frame: ImageBuffer, _: Sample.Type, _ canvas: CanvasFormat
  ) -> (luma: [[Double]], red: [[Double]]) {
    let (black, red) = (
      SampleColor<Sample>(.black, in: canvas.color),
      SampleColor<Sample>(Color(255, 0, 0), in: canvas.color)
    )
    return frame.withView(of: Sample.self) { view in
      func rows(_ plane: SamplePlane<Sample>, _ from: Sample, _ to: Sample) -> [[Double]] {
        (0..<plane.height).map { y in
          (0..<plane.width).map { x in
            (Double(plane.base[y * plane.stride + x]) - Double(from)) / (Double(to) - Double(from))
          }
        }
      }
      return (rows(view.y, black.y, red.y), rows(view.v, black.v, red.v))
    }
  }

  /// The height of the plate in the column at `x` pixels right of its middle; nil at its sides.
  private func height(_ degrees: Double, at x: Double, margin: Double) -> Double? {
    let (sine, cosine) = (sin(degrees / 180 * .pi), cos(degrees / 180 * .pi))
    // x = s · cos / (1 + s · sin / 200)
    let ends = [-50.0, 50].map { $0 * cosine / (1 + $0 * sine / 200) }.sorted()
    if x < ends[0] - margin || x > ends[1] + margin { return 0 }
    guard x > ends[0] + margin, x < ends[1] - margin else { return nil }
    let s = x / (cosine - x * sine / 200)
    return 60 / (1 + s * sine / 200)
  }

  @Test(arguments: [8, 10], [false, true]) func columnsAreAsHighAsTheyAreNear(
    depth: Int, full: Bool
  ) throws {
    let canvas = try canvas(depth, full: full)
    for stacked in [false, true] {
      let run = RenderRun(
        context: RenderContext(), canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try FrameRenderer(
        program(canvas, degrees: Self.degrees, stacked: stacked), run: run)
      for degrees in Self.degrees {
        let frame = try #require(try pictures.next())
        let (luma, red) =
          depth == 8
          ? shares(frame, UInt8.self, canvas) : shares(frame, UInt16.self, canvas)
        for (rows, step) in [(luma, 1.0), (red, full ? 1 : 2)] {
          var (seen, beside) = (0, 0)
          for column in 0..<rows[0].count {
            // Of chroma in 4:2:0, a square of four pixels is covered; alpha is that at its left column, as colour is.
            let x = Double(column) * step + (stacked ? 0.5 : step / 2) - 160
            guard let expected = height(degrees, at: x, margin: 2 * step) else { continue }
            let found = rows.reduce(0) { $0 + $1[column] } * step
            #expect(
              abs(found - expected) < 0.25 * step,
              "\(degrees)° at \(x), stacked: \(stacked)")
            if expected > 0 { seen += 1 } else { beside += 1 }
          }
          #expect(seen > (step == 1 ? 8 : 3) && beside > 50, "\(degrees)")
        }
      }
      #expect(try pictures.next() == nil)
    }
  }

  @Test func aFrameIsTheSameAloneAndAmongOthers() throws {
    let canvas = try canvas(8, full: false)
    let all = try DrawnFrames(program(canvas, degrees: Self.degrees, stacked: false)).frames
    for (index, degrees) in Self.degrees.enumerated() {
      let alone = try DrawnFrames(program(canvas, degrees: [degrees], stacked: false)).frames
      #expect(alone == [all[index]])
    }
  }
}
