// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import Testing

/// Places along paths, beside ones that were worked out without this code: sums of 400,000 chords, or circles.
@Suite struct PathTravelTests {
  private func travel(_ data: String, isOriented: Bool = true) throws -> PathTravel {
    PathTravel(try #require(VectorPath(parsing: data[...])), isOriented: isOriented)
  }

  private func expect(
    _ travel: PathTravel, at share: Double, _ x: Double, _ y: Double, _ angle: Double?,
    within limit: Double = 0.002
  ) {
    let found = travel.numbers(at: share)
    #expect(abs(found[0] - x) < limit && abs(found[1] - y) < limit, "\(share): \(found)")
    guard let angle else { return }
    let off = (found[2] - angle).remainder(dividingBy: 360)
    #expect(abs(off) < 0.06, "\(share): \(found)")
  }

  @Test func aCurveIsGoneAlongAtTheSameSpeed() throws {
    let bend = try travel("M0 0C300 0 0 200 300 200")
    for (share, x, y, angle) in [
      (0, 0, 0, 0), (0.1, 42.2225, 1.5761, 4.698), (0.25, 104.1105, 14.2242, 21.843),
      (0.5, 150, 100, 90), (0.6, 153.5768, 141.9822, 74.838), (0.9, 257.7793, 198.4241, 4.698),
      (1, 300, 200, 0),
    ] { expect(bend, at: share, x, y, angle) }
    // It stops and turns about half-way, at (500, 750).
    let cusp = try travel("M0 0C1000 1000 0 1000 1000 0")
    for (share, x, y, angle) in [
      (0.1, 126.2372, 132.2511, 47.774), (0.25, 300.6681, 343.7446, 53.648),
      (0.6, 555.488, 576.8002, -64.333), (0.9, 873.769, 132.2443, -47.774),
    ] { expect(cusp, at: share, x, y, angle, within: 0.01) }
    // Control points on its ends: its speed is 0 there, that along it is not.
    let line = try travel("M0 0C0 0 2000 0 2000 0")
    for share in [0, 0.001, 0.2, 0.5, 0.77, 1] { expect(line, at: share, 2000 * share, 0, 0) }
  }

  @Test func aClosedPathGoesOn() throws {
    let circle = try travel("M150 100A50 50 0 0 1 50 100A50 50 0 0 1 150 100Z")
    for share in [0, 0.1, 0.3, 0.5, 0.99, 1, 1.25, 7.4, -0.1] {
      let angle = share * 2 * .pi
      // Four cubic curves are up to 0.027% off a circle.
      expect(
        circle, at: share, 100 + 50 * cosine(angle), 100 + 50 * cosine(angle - .pi / 2),
        share * 360 + 90, within: 0.03)
    }
    let open = try travel("M150 100A50 50 0 0 1 50 100A50 50 0 0 1 150 100")
    expect(open, at: 1.25, 150, 100, 90)
    expect(open, at: -3, 150, 100, 90)
  }

  /// By its series, as this module imports no library of mathematics.
  private func cosine(_ x: Double) -> Double {
    let x = x.remainder(dividingBy: 2 * .pi)
    var (term, sum) = (1.0, 1.0)
    for n in stride(from: 1.0, to: 60, by: 2) {
      term *= -x * x / (n * (n + 1))
      sum += term
    }
    return sum
  }

  @Test func aCornerAndAJumpAreSudden() throws {
    let square = try travel("M0 0L100 0L100 100L0 100Z")
    expect(square, at: 0.125, 50, 0, 0)
    expect(square, at: 0.25, 100, 0, 90)
    expect(square, at: 0.5, 100, 100, 180)
    expect(square, at: 0.8, 0, 80, -90)
    expect(square, at: 1, 0, 0, -90)
    // What is not drawn has no length, and a point in between none either.
    let parts = try travel("M0 0L100 0M500 500L500 500L500 600")
    expect(parts, at: 0.49, 98, 0, 0)
    expect(parts, at: 0.5, 500, 500, 90)
    expect(parts, at: 0.75, 500, 550, 90)
    expect(parts, at: 1.5, 500, 600, 90)
  }

  @Test func turnsOfACurveMayFollowAPath() throws {
    let path = try travel("M0 0L100 0L100 100L0 100Z")
    let turns = Curve.Turns(
      Curve([.init(.zero, [0]), .init(Time(4), [1])]), along: path, period: Time(4),
      isMirrored: false)
    let curve = Curve([
      .init(Time(1), path.numbers(at: 0), .turns(turns)), .init(Time(7), [0, 0, 0]),
    ])
    for (seconds, wanted) in [
      (0.5, [0, 0, 0]), (1.5, [50, 0, 0]), (2.5, [100, 50, 90]), (4.5, [0, 50, -90]),
      (5.5, [50, 0, 0]), (7, [0, 0, 0]),
    ] as [(Double, [Double])] {
      let time = Time(Int64(seconds * 2), over: 2)
      for (found, wanted) in zip(curve.value(of: .position, at: time), wanted) {
        #expect(abs(found - wanted) < 1e-7, "\(seconds)")
      }
      let shifted = curve.shifted(by: Time(1, over: 2), duration: Time(9))
      #expect(
        shifted.value(at: time - Time(1, over: 2)) == curve.value(at: time), "\(seconds), shifted")
    }
    #expect(curve.constantValue == nil)
  }
}
