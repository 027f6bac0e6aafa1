// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Foundation
import Planning
import RenderGraph
import RenderProtocol
import Testing

/// Content enlarged after compositing is as sharp as content enlarged alone.
@Suite struct SharpnessTests {
  private static let canvas = CanvasFormat(size: PixelSize(320, 180), rate: FrameRate(25))
  private let shop: Workshop
  private let image: ImageSource

  init() throws {
    shop = try Workshop()
    // Noise, in which every pixel matters.
    let path = shop.path("noise.png")
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=gray:s=1280x720,noise=alls=90:all_seed=7",
        "-frames:v", "1", path,
      ])
    image = ImageSource(
      file: MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32))),
      size: PixelSize(1280, 720), hasAlpha: false)
  }

  /// The frames of a film in which a picture lasts a second, transitions to itself for a second, and lasts
  /// another second, while everything is animated by `motion`.
  private func frames(_ motion: LayerStep, transition: String) throws -> [[UInt8]] {
    var graph = RenderGraph(canvas: SharpnessTests.canvas)
    let source = graph.add(.image(image), origin: nil)
    func picture() -> RenderGraph.NodeID {
      let still = graph.add(.still(frames: 25), [source], origin: nil)
      return graph.add(
        .fit(.contain, box: PixelBox(PixelRect(SharpnessTests.canvas.size))), [still], origin: nil)
    }
    let (before, from, to, after) = (picture(), picture(), picture(), picture())
    let middle = graph.add(
      .transition(TransitionUse(transition), offset: 0, duration: 25), [from, to], origin: nil)
    let track = graph.add(.track(starts: [0, 25, 50]), [before, middle, after], origin: nil)
    let moved = graph.add(.step(motion, during: 0..<75), [track], origin: nil)
    let film = graph.add(.compose(background: .black, frames: 75), [moved], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    let code = generateCode(
      PassManager.run(graph, Pass.standard, verifies: true), frames: 0..<75, samples: 0..<0
    ) { _, _ in .none }
    return try DrawnFrames(
      RenderProgram(canvas: SharpnessTests.canvas, parts: code.parts)
    ).frames
  }

  /// The variance of the second differences of luma.
  private func detail(_ frame: [UInt8]) -> Double {
    let (width, height) = (SharpnessTests.canvas.size.width, SharpnessTests.canvas.size.height)
    var (sum, squares) = (0.0, 0.0)
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let at = y * width + x
        let value =
          4 * Double(frame[at]) - Double(frame[at - 1]) - Double(frame[at + 1])
          - Double(frame[at - width]) - Double(frame[at + width])
        sum += value
        squares += value * value
      }
    }
    let count = Double((width - 2) * (height - 2))
    return squares / count - sum * sum / count / count
  }

  @Test(arguments: [2.0, 3.0], ["fade", "wipeleft", "slideleft"])
  func `a transition on an enlarged track is as sharp as what is beside it`(
    _ scale: Double, _ transition: String
  ) throws {
    let frames = try frames(
      LayerStep(.scale, .constant(scale, scale)), transition: transition)
    // Halfway through a slide the picture is cut in two; halfway through a fade it is unchanged.
    let ratio = detail(frames[37]) / detail(frames[10])
    #expect((0.75...1.35).contains(ratio), "\(detail(frames[10])), then \(detail(frames[37]))")
  }

  @Test func `sharpness does not jump while a track is being enlarged`() throws {
    let motion = LayerStep(.scale, Curve([.init(Time(0), [1, 1]), .init(Time(3), [2.5, 2.5])]))
    let frames = try frames(motion, transition: "fade")
    for border in [25, 50] {
      let ratio = detail(frames[border]) / detail(frames[border - 1])
      // Noise reveals different filter sizes; content that is enlarged late has a tenth of the detail.
      #expect((0.4...2.5).contains(ratio), "\(ratio) at \(border)")
    }
  }

  @Test func `a source without further pixels is composed as it is`() throws {
    var graph = RenderGraph(canvas: SharpnessTests.canvas)
    let small = ImageSource(
      file: image.file, size: SharpnessTests.canvas.size, hasAlpha: false)
    let source = graph.add(.image(small), origin: nil)
    let sides = (0..<2).map { _ in
      let still = graph.add(.still(frames: 25), [source], origin: nil)
      return graph.add(
        .fit(.contain, box: PixelBox(PixelRect(SharpnessTests.canvas.size))), [still], origin: nil)
    }
    let middle = graph.add(
      .transition(TransitionUse("fade"), offset: 0, duration: 25), sides, origin: nil)
    let moved = graph.add(
      .step(LayerStep(.scale, .constant(2, 2)), during: nil), [middle], origin: nil)
    let film = graph.add(.compose(background: .black, frames: 25), [moved], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    let code = generateCode(graph, frames: 0..<25, samples: 0..<0) { _, _ in .none }
    #expect(code.parts.flatMap(\.layers).map(\.canvas) == [nil])
  }
}
