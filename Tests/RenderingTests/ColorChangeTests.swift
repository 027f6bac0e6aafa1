// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Codegen
import Kernels
import Optimizer
import Properties
import RenderIR
import Testing

@testable import Drawing

/// Colours of drawings that change, measured in the picture in 8 and 10 bits.
@Suite struct ColorChangeTests {
  private static let size = PixelSize(160, 96)

  /// The samples of a frame on a scale of 8 bits, by the pixel that they are of.
  private struct Samples {
    var y: [Double]
    var u: [Double]
    var v: [Double]

    init(_ frame: SharedFrame) {
      func levels<Sample: PictureSample>(_ sample: Sample.Type) -> [[Double]] {
        let unit = Double(1 << (Sample.depth - 8))
        return frame.withView(of: sample) { view in
          [(view.y, 0), (view.u, view.chroma.shift), (view.v, view.chroma.shift)].map {
            plane, shift in
            (0..<view.height).flatMap { y in
              (0..<view.width).map { x in
                Double(plane.base[(y >> shift) * plane.stride + (x >> shift)]) / unit
              }
            }
          }
        }
      }
      let planes = frame.isDeep ? levels(UInt16.self) : levels(UInt8.self)
      (y, u, v) = (planes[0], planes[1], planes[2])
    }

    /// How far the pixel is from the given red, green and blue, from 0 to 1, in the sample that is off most.
    func distance(from color: [Double], x: Int, y row: Int) -> Double {
      let index = row * ColorChangeTests.size.width + x
      // BT.709, limited range.
      let luma = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
      return max(
        abs(y[index] - (16 + 219 * luma)), abs(u[index] - (128 + 224 * (color[2] - luma) / 1.8556)),
        abs(v[index] - (128 + 224 * (color[0] - luma) / 1.5748)))
    }
  }

  /// Some frames of a drawing on black whose `curves` go on, at 20 frames per second.
  private func frames(
    _ indices: [Int], of graphic: Graphic, _ curves: PropertyTable<Curve>, isDeep: Bool
  ) throws -> [Samples] {
    var canvas = CanvasFormat(size: Self.size, rate: FrameRate(20))
    if isDeep {
      canvas.color = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: 10))
    }
    var graph = RenderGraph(canvas: canvas)
    let source = graph.add(.graphic(graphic, Self.size), origin: nil)
    let drawn = graph.add(.draw(curves, frames: 60), [source], origin: nil)
    let fit = graph.add(
      .fit(.stretch, box: PixelBox(PixelRect(Self.size))), [drawn], origin: nil)
    let film = graph.add(.compose(background: .black, frames: 60), [fit], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    let optimized = PassManager.run(graph, Pass.standard)
    let context = RenderContext()
    return try indices.map { index in
      let code = generateCode(optimized, frames: index..<index + 1, samples: 0..<0) { _, _ in .none
      }
      let run = RenderRun(context: context, canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try PictureRun(PictureProgram(canvas: canvas, parts: code.parts), run: run)
      return Samples(try #require(try pictures.next()))
    }
  }

  private static let red = [1.0, 0, 0, 1]
  private static let blue = [0.0, 0, 1, 1]
  private static let gold = [1, 215.0 / 255, 0, 1]
  private static let clear = [0.0, 0, 0, 0]

  private static func mix(_ a: [Double], _ b: [Double], _ share: Double) -> [Double] {
    zip(a, b).map { min(max($0 + ($1 - $0) * share, 0), 1) }
  }

  /// A colour of the language has 8 bits, which is up to half a level of either depth here, and its alpha another half.
  private static let limit = 1.5

  @Test(arguments: [false, true])
  func `an area and its line have the colours of their curves`(isDeep: Bool) throws {
    let graphic = Graphic(
      .box(RoundedBox(x: 20, y: 20, width: 80, height: 40)), fill: .color(.white),
      stroke: Stroke(.color(.white), width: 8), size: Self.size)
    for (easing, shares) in PropertyPictureTests.easings {
      func curve(_ from: [Double], _ to: [Double]) -> Curve {
        Curve([.init(.zero, from, .eased(easing)), .init(Time(2), to)])
      }
      let frames = try frames(
        [0, 10, 20, 40], of: graphic,
        [
          Property.Paint.fill.color: curve(Self.red, Self.blue),
          // What becomes clear keeps its hue, as colours are mixed premultiplied.
          Property.Paint.stroke.color: curve(Self.gold, Self.clear),
        ], isDeep: isDeep)
      for (share, frame) in zip(shares, frames) {
        let inside = frame.distance(from: Self.mix(Self.red, Self.blue, share), x: 60, y: 40)
        #expect(inside < Self.limit, "\(easing), \(share)")
        // Beyond its end a colour stays as it is, and becomes no more than opaque.
        let opacity = min(max(1 - share, 0), 1)
        let line = frame.distance(from: Self.gold.map { $0 * opacity }, x: 17, y: 40)
        #expect(line < Self.limit, "\(easing), \(share)")
        let beside = frame.distance(from: Self.clear, x: 5, y: 5)
        #expect(beside == 0)
      }
    }
  }

  @Test(arguments: [false, true])
  func `a colour all over changes, also to one that is seen through`(isDeep: Bool) throws {
    let curve = Curve([
      .init(.zero, Self.red), .init(Time(1), Self.blue),
      .init(Time(2), Self.mix([0, 0, 0, 0], Self.gold, 0.5)),
    ])
    let frames = try frames(
      [0, 10, 20, 30, 40, 59], of: .color(.white), [Property.Paint.fill.color: curve],
      isDeep: isDeep)
    let half = Self.gold.map { $0 / 2 }
    let expected = [
      Self.red, Self.mix(Self.red, Self.blue, 0.5), Self.blue, Self.mix(Self.blue, half, 0.5), half,
      half,
    ]
    for (color, frame) in zip(expected, frames) {
      for (x, y) in [(0, 0), (80, 48), (159, 95)] {
        let distance = frame.distance(from: color, x: x, y: y)
        #expect(distance < Self.limit, "\(color)")
      }
    }
  }
}
