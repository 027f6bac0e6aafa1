// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Foundation
import Planning
import RenderGraph
import RenderProtocol
import Testing

@testable import Compositor

/// Every property, measured in the picture at the start, a quarter, the middle and the end of every easing, in 8 and 10
/// bits, beside the picture that `PropertyCase` works out in double precision.
///
/// Shares of the way are those of `EasingTests`, from Python.
@Suite struct PropertyPictureTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  static let easings: [(easing: Easing, shares: [Double])] = [
    (.linear, [0, 0.25, 0.5, 1]),
    (.ease, [0, 0.4085106, 0.8024034, 1]),
    (.easeIn, [0, 0.0934647, 0.3153568, 1]),
    (.easeOut, [0, 0.3781381, 0.6846432, 1]),
    (.easeInOut, [0, 0.1291619, 0.5, 1]),
    (.cubicBezier(0.3, -0.4, 0.6, 1.5), [0, 0.0947641, 0.6201704, 1]),
    (.hold, [0, 0, 0, 1]),
    (.steps(4, .end), [0, 0.25, 0.5, 1]),
    (.steps(4, .start), [0.25, 0.5, 0.75, 1]),
    (.steps(4, .none), [0, 1.0 / 3, 2.0 / 3, 1]),
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

  /// The pictures of a case at frames 0, 10, 20 and 40 of 20 per second.
  private func pictures(_ test: PropertyCase, _ easing: Easing, isDeep: Bool) throws
    -> [MeasuredPicture]
  {
    var canvas = CanvasFormat(size: PropertyCase.canvas, rate: FrameRate(20))
    if isDeep {
      canvas.color = try #require(
        CanvasColor(CanvasColor.bt709.tags, size: PropertyCase.canvas, depth: 10))
    }
    var graph = RenderGraph(canvas: canvas)
    let film = test.add(to: &graph, test.curve(easing), cube: try cube(for: test))
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    let optimized = PassManager.run(graph, Pass.standard, verifies: true)
    let context = RenderContext()
    return try [0, 10, 20, 40].map { frame in
      let code = generateCode(optimized, frames: frame..<frame + 1, samples: 0..<0) { _, _ in .none
      }
      let run = RenderRun(context: context, canvas: canvas, decoderThreads: 1, keepsGoing: false)
      let pictures = try FrameRenderer(RenderProgram(canvas: canvas, parts: code.parts), run: run)
      return MeasuredPicture(try #require(try pictures.next()))
    }
  }

  /// The LUT that turns colours into their opposites, for the stage `lut`.
  private func cube(for test: PropertyCase) throws -> MediaFile? {
    guard test.property.stage.hasFile else { return nil }
    let path = workshop.path("negative.cube")
    try "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n".write(toFile: path, atomically: false, encoding: .utf8)
    return MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 3, count: 32)))
  }

  @Test(arguments: PropertyCase.all)
  func `the picture is as the property says`(test: PropertyCase) throws {
    for (easing, shares) in Self.easings {
      let expected = shares.map { test.picture(at: $0) }
      for isDeep in [false, true] {
        let found = try pictures(test, easing, isDeep: isDeep)
        for (share, (found, expected)) in zip(shares, zip(found, expected)) {
          let distance = found.distance(from: expected)
          #expect(distance < test.limit, "\(easing), \(share), \(isDeep ? 10 : 8) bits")
        }
      }
    }
  }

  /// Every property has a case.
  ///
  /// Colours and gradients of drawings are measured by `ColorChangeTests`, the number of a counter by `CounterTests`, pan and
  /// balance by `PanoramaTests`, volume in sound, what blurs what lies below by `RedactionTests`. The rest are numbers that no project writes.
  @Test func `every property of the language is measured`() {
    let paints = [Property.Paint.fill, .stroke].flatMap(\.properties)
    let elsewhere =
      paints
      + [.number, .pan, .balance, .volume, .paintedBox, .time, .backdropBlur, .backdropPixelate]
    let wanted = (Property.all + Property.stroke + Property.drawn).map(\.name)
    let measured = (PropertyCase.all.map(\.property) + elsewhere).map(\.name)
    #expect(Set(wanted).subtracting(measured) == [])
  }
}
