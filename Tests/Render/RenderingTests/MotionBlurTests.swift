// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Kernels
import Planning
import RenderGraph
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Layers that move within frames, measured beside the means of what they are at each moment.
@Suite struct MotionBlurTests {
  private static let size = PixelSize(160, 64)
  private static let forms = [(8, false), (8, true), (10, false), (10, true)]

  private static func canvas(_ depth: Int, full: Bool) throws -> CanvasFormat {
    let tags = ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
    let color = try #require(CanvasColor(tags, size: size, depth: depth))
    return CanvasFormat(size: size, rate: FrameRate(20), color: full ? color.withFullChroma : color)
  }

  /// A white plate of 32 × 32 at (32, 16), as `step` changes it, seen through `blur` over black.
  private func graph(
    _ step: LayerStep, _ blur: MotionBlur?, frames: Int, on canvas: CanvasFormat,
    mode: BlendMode? = nil
  ) -> RenderGraph {
    var graph = RenderGraph(canvas: canvas)
    let source = graph.add(.graphic(.color(.white), PixelSize(32, 32)), origin: nil)
    let still = graph.add(.still(frames: frames), [source], origin: nil)
    let box = PixelBox(x: 32, y: 16, width: 32, height: 32)
    var node = graph.add(.fit(.stretch, box: box), [still], origin: nil)
    node = graph.add(.step(step, during: nil), [node], origin: nil)
    if let mode { node = graph.add(.blend(mode), [node], origin: nil) }
    if let blur { node = graph.add(.motionBlur(blur), [node], origin: nil) }
    let film = graph.add(.compose(background: .black, frames: frames), [node], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    return graph
  }

  private func program(_ graph: RenderGraph, passes: [Pass] = Pass.standard) -> RenderProgram {
    let frames = graph.frameCounts().max() ?? 0
    let code = generateCode(
      PassManager.run(graph, passes, verifies: true), frames: 0..<frames, samples: 0..<0
    ) { _, _ in .none }
    return RenderProgram(canvas: graph.canvas, parts: code.parts)
  }

  /// The share of white in each pixel of row 32, frame by frame.
  private func rows(_ program: RenderProgram) throws -> [[Double]] {
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    let pictures = try FrameRenderer(program, run: run)
    var rows: [[Double]] = []
    func row<S: PictureSample>(_ frame: ImageBuffer, _ sample: S.Type) -> [Double] {
      frame.withView(of: sample) { view in
        let unit = Double(1 << (S.depth - 8))
        return (0..<view.width).map {
          (Double(view.y.base[32 * view.y.stride + $0]) / unit - 16) / 219
        }
      }
    }
    while let frame = try pictures.next() {
      rows.append(
        program.canvas.color.isDeep ? row(frame, UInt16.self) : row(frame, UInt8.self))
    }
    return rows
  }

  /// The plate goes 8 pixels in each frame, of which the shutter lets half be seen.
  @Test(arguments: forms, [(2, Time(1, over: 2)), (8, Time(1, over: 2)), (64, Time(1))])
  func aPlateThatMovesIsTheMeanOfItsPlaces(form: (Int, Bool), blur: (Int, Time)) throws {
    let canvas = try Self.canvas(form.0, full: form.1)
    let motion = LayerStep(
      .position, Curve([.init(.zero, [48, 32]), .init(Time(1, over: 2), [128, 32])]),
      about: PixelPoint(48, 32))
    let smeared = MotionBlur(samples: blur.0, shutter: blur.1)
    let graph = graph(motion, smeared, frames: 10, on: canvas)
    let rows = try rows(program(graph))
    #expect(rows.count == 10)
    let sweep = 8 * blur.1.approximate
    for (frame, row) in rows.enumerated() {
      for x in 0..<Self.size.width {
        let shares = (0..<blur.0).map { moment -> Double in
          let left = 32 + 8 * Double(frame) + sweep * (Double(moment) + 0.5) / Double(blur.0)
          return max(0, min(Double(x + 1), left + 32) - max(Double(x), left))
        }
        let wanted = shares.reduce(0, +) / Double(blur.0)
        #expect(
          abs(row[x] - wanted) < 0.012, "frame \(frame), column \(x): \(row[x]), not \(wanted)")
      }
    }
    #expect(try self.rows(program(graph, passes: Pass.required)) == rows)
  }

  /// An opacity that rises by a fortieth in each frame is seen a quarter of a frame later on the mean.
  @Test(arguments: forms)
  func anOpacityIsTheMeanOfItsMoments(form: (Int, Bool)) throws {
    let canvas = try Self.canvas(form.0, full: form.1)
    let fade = LayerStep(.opacity, Curve([.init(.zero, [0]), .init(Time(2), [1])]))
    let blur = MotionBlur(samples: 8, shutter: Time(1, over: 2))
    let rows = try rows(program(graph(fade, blur, frames: 40, on: canvas)))
    for (frame, row) in rows.enumerated() {
      #expect(abs(row[48] - (Double(frame) + 0.25) / 40) < 0.006, "frame \(frame): \(row[48])")
      #expect(row[20] == 0)
    }
  }

  /// A layer that is visible at some moments alone has their share of opacity.
  @Test func aLayerThatAppearsWithinAFrameIsSeenInPart() throws {
    let canvas = try Self.canvas(8, full: false)
    // Half-way through the open shutter of frame 4, which is a quarter of a frame.
    let start = Time(17, over: 80)
    let jump = LayerStep(
      .opacity, Curve([.init(.zero, [0], .eased(.hold)), .init(start, [1])]))
    let blur = MotionBlur(samples: 8, shutter: Time(1, over: 2))
    let rows = try rows(program(graph(jump, blur, frames: 8, on: canvas)))
    #expect(rows.map { ($0[48] * 4).rounded() / 4 } == [0, 0, 0, 0, 0.5, 1, 1, 1])
  }

  /// Where nothing moves, in a film or in a frame, a film is the same as without.
  @Test func whatStandsStillIsDrawnOnce() throws {
    let canvas = try Self.canvas(8, full: false)
    let blur = MotionBlur(samples: 16, shutter: Time(1))
    let still = LayerStep(.rotation, .constant(10))
    #expect(
      program(graph(still, blur, frames: 10, on: canvas))
        == program(graph(still, nil, frames: 10, on: canvas)))
    // It moves in frames 4 and 5 alone.
    let motion = LayerStep(
      .position,
      Curve([.init(Time(1, over: 5), [48, 32]), .init(Time(3, over: 10), [64, 32])]),
      about: PixelPoint(48, 32))
    let (with, without) = (
      try rows(program(graph(motion, blur, frames: 10, on: canvas))),
      try rows(program(graph(motion, nil, frames: 10, on: canvas)))
    )
    for frame in 0..<10 { #expect((with[frame] == without[frame]) == (frame != 4 && frame != 5)) }
  }

  /// The mean of a layer's moments is what is blended.
  @Test func aBlendedLayerIsBlendedAsOne() throws {
    let canvas = try Self.canvas(8, full: true)
    let motion = LayerStep(
      .position, Curve([.init(.zero, [48, 32]), .init(Time(1, over: 2), [128, 32])]),
      about: PixelPoint(48, 32))
    let blur = MotionBlur(samples: 8, shutter: Time(1, over: 2))
    let plain = try rows(program(graph(motion, blur, frames: 10, on: canvas)))
    let screened = try rows(program(graph(motion, blur, frames: 10, on: canvas, mode: .screen)))
    for (a, b) in zip(plain, screened) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) < 0.01 })
    }
  }
}
