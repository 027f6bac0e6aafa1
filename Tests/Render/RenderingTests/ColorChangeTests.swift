// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc
import Kernels
import Planning
import RenderGraph
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Colours of drawings that change, measured in the picture in 8 and 10 bits.
@Suite struct ColorChangeTests {
  private static let size = PixelSize(160, 96)

  /// The samples of a frame on a scale of 8 bits, by the pixel that they are of.
  private struct Samples {
    private let levels: [SIMD3<Double>]
    let y: [Double]

    init(_ frame: ImageBuffer) {
      levels = frame.levels
      y = levels.map(\.x)
    }

    /// The distance of the pixel from the given red, green and blue, from 0 to 1, in the sample
    /// that is off most.
    func distance(from color: [Double], x: Int, y row: Int) -> Double {
      let index = row * ColorChangeTests.size.width + x
      // BT.709, limited range.
      let luma = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
      return max(
        abs(levels[index].x - (16 + 219 * luma)),
        abs(levels[index].y - (128 + 224 * (color[2] - luma) / 1.8556)),
        abs(levels[index].z - (128 + 224 * (color[0] - luma) / 1.5748)))
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
    let optimized = PassManager.run(graph, Pass.standard, verifies: true)
    let context = RenderContext()
    return try indices.map { index in
      let code = generateCode(optimized, frames: index..<index + 1, samples: 0..<0) { _, _ in .none
      }
      let run = RenderRun(context: context, canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try FrameRenderer(RenderProgram(canvas: canvas, parts: code.parts), run: run)
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

  /// The largest distance of the mean luma of 8 by 8 pixels from that of a gradient from black to
  /// white, on a scale of 8 bits: a dithered gradient has as many thresholds.
  ///
  /// - Parameter place: Where a point lies in the gradient.
  private func worst(_ frame: Samples, _ place: (_ x: Double, _ y: Double) -> Double) -> Double {
    var worst = 0.0
    for top in stride(from: 0, to: Self.size.height, by: 8) {
      for left in stride(from: 0, to: Self.size.width, by: 8) {
        var difference = 0.0
        for y in top..<top + 8 {
          for x in left..<left + 8 {
            let share = min(max(place(Double(x) + 0.5, Double(y) + 0.5), 0), 1)
            difference += frame.y[y * Self.size.width + x] - (16 + 219 * share)
          }
        }
        worst = max(worst, abs(difference / 64))
      }
    }
    return worst
  }

  private func gradient(_ geometry: Gradient.Geometry) -> Graphic {
    Graphic(
      .everything,
      fill: .gradient(Gradient(geometry, [.init(.black, at: 0), .init(.white, at: 1)])),
      size: Self.size)
  }

  private static func curve(_ from: [Double], _ to: [Double], _ easing: Easing = .linear) -> Curve {
    Curve([.init(.zero, from, .eased(easing)), .init(Time(2), to)])
  }

  /// Shares of the way in frames 0, 20 and 40, linear and by `ease-in`.
  private static let ways: [(easing: Easing, shares: [Double])] = [
    (.linear, [0, 0.5, 1]), (.easeIn, [0, 0.3153568, 1]),
  ]

  @Test(arguments: [false, true])
  func `a gradient turns, and its ends stay in the corners`(isDeep: Bool) throws {
    let start = Gradient.Geometry.linear(PixelPoint(80, 96), PixelPoint(80, 0))
    for (easing, shares) in Self.ways {
      let frames = try frames(
        [0, 20, 40], of: gradient(start),
        [
          Property.Paint.fill.direction: Self.curve([0], [90], easing),
          .paintedBox: .constant(0, 0, 160, 96),
        ], isDeep: isDeep)
      for (share, frame) in zip(shares, frames) {
        let angle = share * .pi / 2
        let (x, y) = (sin(angle), cos(angle))
        // CSS: through the centre, |w sin a| + |h cos a| long; 0deg is up.
        let length = 160 * x + 96 * y
        let distance = worst(frame) { 0.5 + (($0 - 80) * x - ($1 - 48) * y) / length }
        #expect(distance < 0.2, "\(easing), \(share)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a radial gradient moves and grows`(isDeep: Bool) throws {
    let start = Gradient.Geometry.radial(PixelPoint(40, 48), 100, 100)
    let paint = Property.Paint.fill
    for (easing, shares) in Self.ways {
      let moving = Self.curve([40, 48], [120, 30], easing)
      let sized = try frames(
        [0, 20, 40], of: gradient(start),
        [paint.centre: moving, paint.radius: Self.curve([100, 100], [200, 150])], isDeep: isDeep)
      let whole = try frames(
        [0, 20, 40], of: gradient(start),
        [paint.centre: moving, .paintedBox: .constant(0, 0, 160, 96)], isDeep: isDeep)
      for (index, share) in shares.enumerated() {
        let (cx, cy) = (40 + 80 * share, 48 - 18 * share)
        func place(_ across: Double, _ down: Double) -> (Double, Double) -> Double {
          { hypot(($0 - cx) / across, ($1 - cy) / down) }
        }
        // The radius goes its own way.
        let way = [0, 0.5, 1][index]
        let own = worst(sized[index], place(100 + 100 * way, 100 + 50 * way))
        #expect(own < 0.35, "\(easing), \(share)")
        // CSS: the farthest corner lies on an ellipse of the shape of that which touches the farthest sides.
        let (across, down) = (max(cx, 160 - cx), max(cy, 96 - cy))
        let reached = worst(whole[index], place(across * 2.0.squareRoot(), down * 2.0.squareRoot()))
        #expect(reached < 0.35, "\(easing), \(share)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a conic gradient begins where its angle says`(isDeep: Bool) throws {
    let frames = try frames(
      [0, 20, 40], of: gradient(.conic(PixelPoint(80, 48), 0)),
      [Property.Paint.fill.angle: Self.curve([0], [-90])], isDeep: isDeep)
    for (share, frame) in zip([0, 0.5, 1], frames) {
      // Samples on a level line to the right are a quarter of a turn from upwards; three others are beside them.
      for (x, y, turn) in [(150, 48, 0.25), (80, 90, 0.5), (10, 48, 0.75)] {
        let level = (turn + share / 4) * 219 + 16
        // Within a few pixels of the axis.
        let index = y * Self.size.width + x
        let distance = abs(frame.y[index] - min(level, 235))
        if turn + share / 4 < 0.99 { #expect(distance < 2, "\(share), \(turn)") }
      }
    }
  }

  @Test(arguments: [false, true])
  func `colours of a gradient change, and so do their places`(isDeep: Bool) throws {
    let paint = Property.Paint.fill
    let colors = Graphic(
      .everything,
      fill: .gradient(
        Gradient(
          .linear(PixelPoint(0, 0), PixelPoint(160, 0)),
          [.init(Color(255, 0, 0), at: 0), .init(Color(255, 215, 0), at: 1)])), size: Self.size)
    let changing = try frames(
      [0, 20, 40], of: colors, [paint.stops[0]: Self.curve(Self.red + [0], Self.blue + [0])],
      isDeep: isDeep)
    for (share, frame) in zip([0, 0.5, 1], changing) {
      let first = Self.mix(Self.red, Self.blue, share)
      for x in [0, 40, 80, 120, 158] {
        let color = Self.mix(first, Self.gold, (Double(x) + 0.5) / 160)
        let distance = frame.distance(from: color, x: x, y: 48)
        #expect(distance < Self.limit, "\(share), \(x)")
      }
    }
    // Black moves from the left edge beyond the white, which it pushes on.
    let moving = try frames(
      [0, 20, 40], of: gradient(.linear(PixelPoint(0, 0), PixelPoint(160, 0))),
      [paint.stops[0]: Self.curve([0, 0, 0, 1, 0], [0, 0, 0, 1, 1.2])], isDeep: isDeep)
    let places: [(Double, Double) -> Double] = [
      { x, _ in x / 160 }, { x, _ in (x / 160 - 0.6) / 0.4 }, { _, _ in 0 },
    ]
    for (frame, place) in zip(moving, places) {
      let distance = worst(frame, place)
      #expect(distance < 0.35)
    }
  }
}
