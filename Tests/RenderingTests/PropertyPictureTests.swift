// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Codegen
import Glibc
import Kernels
import Optimizer
import Properties
import RenderIR
import Testing

@testable import Drawing

/// Properties, measured in the picture at the start, a quarter, the middle and the end of every easing, in 8 and 10 bits.
///
/// Shares of the way are those of `EasingTests`, from Python.
@Suite struct PropertyPictureTests {
  private static let size = PixelSize(160, 96)
  /// The plate: 48 × 32 pixels, in the middle.
  private static let plate = PixelBox(x: 56, y: 32, width: 48, height: 32)

  static let easings: [(easing: Easing, shares: [Double])] = [
    (.linear, [0, 0.25, 0.5, 1]),
    (.ease, [0, 0.4085106, 0.8024034, 1]),
    (.easeIn, [0, 0.0934647, 0.3153568, 1]),
    (.easeOut, [0, 0.3781381, 0.6846432, 1]),
    (.easeInOut, [0, 0.1291619, 0.5, 1]),
    (.cubicBezier(0.3, -0.4, 0.6, 1.5), [0, 0.0947641, 0.6201704, 1]),
    (.hold, [0, 0, 0, 1]),
    (.steps(4, .both), [0.2, 0.4, 0.6, 1]),
    (.swing(.back, .in), [0, -0.0641366, -0.0876975, 1]),
    (.swing(.back, .out), [0, 0.8174097, 1.0876975, 1]),
    (.swing(.back, .inOut), [0, -0.0996818, 0.5, 1]),
    (.swing(.bounce, .in), [0, 0.0273438, 0.234375, 1]),
    (.swing(.bounce, .out), [0, 0.4726562, 0.765625, 1]),
    (.swing(.bounce, .inOut), [0, 0.1171875, 0.5, 1]),
    (.swing(.elastic, .in), [0, -0.0055243, -0.015625, 1]),
    (.swing(.elastic, .out), [0, 0.9116117, 1.015625, 1]),
    (.swing(.elastic, .inOut), [0, 0.0119694, 0.5, 1]),
    (.settling, [0, 1.1616499, 0.974359, 1]),
    // Two seconds of a spring that swings, of one that just does not, and of one that is slower.
    (spring(10), [0, 1.0745906, 1.0021701, 1]),
    (spring(20), [0, 0.9595723, 0.9995006, 1]),
    (spring(30), [0, 0.8265953, 0.9743178, 1]),
  ]

  private static func spring(_ damping: Double) -> Easing {
    .spring(Spring(mass: 1, stiffness: 100, damping: damping).filling(Time(2)))
  }

  /// What is seen of a white plate on black.
  private struct Sight {
    /// Its light, in white pixels.
    var light = 0.0
    /// Its centre.
    var x = 0.0
    var y = 0.0
    /// The variance of its columns, and the angle of its longer axis in degrees.
    var spread = 0.0
    var angle = 0.0

    init(_ luma: [Double], width: Int) {
      var (xx, yy, xy) = (0.0, 0.0, 0.0)
      for (index, weight) in luma.enumerated() where weight > 0 {
        let (px, py) = (Double(index % width) + 0.5, Double(index / width) + 0.5)
        light += weight
        x += weight * px
        y += weight * py
        xx += weight * px * px
        yy += weight * py * py
        xy += weight * px * py
      }
      guard light > 1 else { return }
      (x, y) = (x / light, y / light)
      (xx, yy, xy) = (xx / light - x * x, yy / light - y * y, xy / light - x * y)
      spread = xx
      angle = atan2(2 * xy, xx - yy) / 2 * 180 / .pi
    }
  }

  private func sights(_ step: LayerStep, isDeep: Bool) throws -> [Sight] {
    var canvas = CanvasFormat(size: Self.size, rate: FrameRate(20))
    if isDeep {
      canvas.color = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: 10))
    }
    var graph = RenderGraph(canvas: canvas)
    let source = graph.add(.graphic(.color(.white), PixelSize(48, 32)), origin: nil)
    let still = graph.add(.still(frames: 60), [source], origin: nil)
    let fit = graph.add(.fit(.stretch, box: Self.plate), [still], origin: nil)
    let moved = graph.add(.step(step, during: nil), [fit], origin: nil)
    let film = graph.add(.compose(background: .black, frames: 60), [moved], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    let optimized = PassManager.run(graph, Pass.standard)
    let context = RenderContext()
    return try [0, 10, 20, 40].map { frame in
      let code = generateCode(optimized, frames: frame..<frame + 1, samples: 0..<0) { _, _ in .none
      }
      let run = RenderRun(context: context, canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try PictureRun(PictureProgram(canvas: canvas, parts: code.parts), run: run)
      return Sight(try #require(try pictures.next()).luma, width: Self.size.width)
    }
  }

  /// Checks the plate for every easing of a step whose curve goes from `from` to `to` in two seconds.
  private func check(
    _ property: Property, _ from: [Double], _ to: [Double], isDeep: Bool,
    _ expect: (_ share: Double, Sight) -> Bool
  ) throws {
    for (easing, shares) in Self.easings {
      let curve = Curve([.init(.zero, from, .eased(easing)), .init(Time(2), to)])
      let step = LayerStep(property, curve, of: LayerFrame(Self.plate))
      for (share, sight) in zip(shares, try sights(step, isDeep: isDeep)) {
        #expect(expect(share, sight), "\(property.name), \(easing), \(share): \(sight)")
      }
    }
  }

  private func isNear(_ a: Double, _ b: Double, _ limit: Double) -> Bool { abs(a - b) < limit }

  @Test(arguments: [false, true])
  func aPlateIsWhereItsPositionSays(isDeep: Bool) throws {
    try check(.position, [60, 48], [90, 40], isDeep: isDeep) { share, sight in
      isNear(sight.x, 60 + 30 * share, 0.025) && isNear(sight.y, 48 - 8 * share, 0.025)
        && isNear(sight.light, 1536, 4)
    }
    try check(.transform, [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 20, -10], isDeep: isDeep) {
      share, sight in
      isNear(sight.x, 80 + 20 * share, 0.025) && isNear(sight.y, 48 - 10 * share, 0.025)
    }
  }

  @Test(arguments: [false, true])
  func aPlateIsAsLargeAsItsScaleSays(isDeep: Bool) throws {
    try check(.scale, [1, 1], [1.5, 1.25], isDeep: isDeep) { share, sight in
      isNear(sight.light, 1536 * (1 + share / 2) * (1 + share / 4), 8)
        && isNear(sight.spread, 48 * 48 * (1 + share / 2) * (1 + share / 2) / 12, 3)
        && isNear(sight.x, 80, 0.02)
    }
  }

  @Test(arguments: [false, true])
  func aPlateIsTurnedAsItsRotationSays(isDeep: Bool) throws {
    try check(.rotation, [0], [40], isDeep: isDeep) { share, sight in
      isNear(sight.angle, 40 * share, 0.4) && isNear(sight.light, 1536, 10)
        && isNear(sight.x, 80, 0.03)
    }
  }

  @Test(arguments: [false, true])
  func aPlateIsAsClearAsItsOpacitySays(isDeep: Bool) throws {
    try check(.opacity, [0.2], [0.9], isDeep: isDeep) { share, sight in
      isNear(sight.light / 1536, min(max(0.2 + 0.7 * share, 0), 1), 0.004)
    }
  }

  @Test(arguments: [false, true])
  func aPlateIsCutAsItsCropAndRadiusSay(isDeep: Bool) throws {
    try check(.crop, [0.1, 0, 0.9, 1], [0.5, 0, 0.3, 1], isDeep: isDeep) { share, sight in
      // What is left of the plate keeps its height, in the middle of its box.
      let (left, right) = (0.1 + 0.4 * share, 1 - 0.2 * share)
      return isNear(sight.light, 1536 * (min(right, 1) - max(left, 0)), 8)
        && isNear(sight.x, 80, 0.05)
    }
    try check(.radius, [0, 0, 0, 0], [14, 14, 14, 14], isDeep: isDeep) { share, sight in
      let radius = min(max(14 * share, 0), 16)
      return isNear(sight.light, 1536 - (4 - Double.pi) * radius * radius, 4)
    }
  }

  @Test(arguments: [false, true])
  func aPlateIsSpreadAsItsBlurSays(isDeep: Bool) throws {
    try check(.blur, [0], [6], isDeep: isDeep) { share, sight in
      let deviation = max(6 * share, 0)
      return isNear(sight.spread, 192 + deviation * deviation, 1.5 + 0.04 * deviation * deviation)
        && isNear(sight.light, 1536, 12)
    }
  }

  @Test(arguments: [false, true])
  func aPlateLeansAsItsSkewSays(isDeep: Bool) throws {
    try check(.skew, [0, 0], [30, 0], isDeep: isDeep) { share, sight in
      // Columns lean by the angle: x + y · tan.
      let lean = tan(30 * share / 180 * .pi)
      return isNear(sight.spread, 192 + lean * lean * 32 * 32 / 12, 2)
        && isNear(sight.light, 1536, 10)
    }
  }
}
