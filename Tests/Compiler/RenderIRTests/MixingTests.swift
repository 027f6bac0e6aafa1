// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc
import RenderGraph
import Testing

/// Interpolation between two matrices.
@Suite struct MixingTests {
  private func numbers(_ m: Affine) -> [Double] { [m.a, m.b, m.c, m.d, m.tx, m.ty] }

  private func expect(
    _ found: Affine, _ expected: Affine, within bound: Double = 1e-6, _ comment: String = ""
  ) {
    #expect(
      zip(numbers(found), numbers(expected)).allSatisfy { abs($0 - $1) < bound },
      "\(comment) \(found)")
  }

  private func expect(
    _ found: SpaceMatrix, _ expected: SpaceMatrix, within bound: Double = 1e-6,
    _ comment: String = ""
  ) {
    #expect(
      zip(found.elements, expected.elements).allSatisfy { abs($0 - $1) < bound },
      "\(comment) \(found) \(expected)")
  }

  private func turn(_ degrees: Double) -> Affine { .rotation(degrees: degrees) }

  @Test func rotationsGoTheShortWay() {
    for share in [0, 0.2, 0.5, 0.9, 1, 1.2, -0.1] {
      expect(turn(0).mixed(with: turn(90), share), turn(90 * share))
      expect(turn(170).mixed(with: turn(-170), share), turn(170 + 20 * share))
      expect(turn(-170).mixed(with: turn(170), share), turn(-170 - 20 * share))
      expect(turn(80).mixed(with: turn(-60), share), turn(80 - 140 * share))
    }
    expect(turn(0).mixed(with: turn(180), 0.5), turn(90))
  }

  @Test func translationScaleAndSkewChangeEvenly() {
    let a = Affine.scale(2, 3).then(.translation(10, 20))
    let b = Affine.scale(4, 1).then(.translation(-30, 0))
    expect(a.mixed(with: b, 0.25), Affine.scale(2.5, 2.5).then(.translation(0, 15)))
    let leaning = Affine(1, 0, 0.8, 1, 0, 0)
    expect(Affine.identity.mixed(with: leaning, 0.25), Affine(1, 0, 0.2, 1, 0, 0))
    // All of them: T · R · K · S.
    func whole(_ t: Double, _ degrees: Double, _ lean: Double, _ scale: Double) -> Affine {
      Affine.scale(scale, 2 * scale).then(Affine(1, 0, lean, 1, 0, 0)).then(turn(degrees))
        .then(.translation(t, -t))
    }
    expect(
      whole(10, 30, 0.2, 1).mixed(with: whole(50, 90, 0.6, 3), 0.5), whole(30, 60, 0.4, 2))
  }

  @Test func aMirroredPicturePassesThroughALine() {
    expect(Affine.identity.mixed(with: .scale(-1, 1), 0.5), .scale(0, 1))
    expect(Affine.identity.mixed(with: .scale(1, -1), 0.25), .scale(1, 0.5))
    // Mirrored across, and mirrored down: half a turn apart.
    let between = Affine.scale(-1, 1).mixed(with: .scale(1, -1), 0.5)
    #expect(abs(between.determinant + 1) < 1e-12)
  }

  @Test func whatFlattensChangesAtHalfOfTheWay() {
    let flat = Affine(1, 1, 1, 1, 0, 0)
    #expect(flat.mixed(with: .identity, 0.49) == flat)
    #expect(flat.mixed(with: .identity, 0.5) == .identity)
    let squashed = SpaceMatrix([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    let seen = SpaceMatrix.perspective(nearness: 0.01)
    #expect(seen.mixed(with: squashed, 0.49) == seen)
    #expect(seen.mixed(with: squashed, 0.5) == squashed)
  }

  @Test func partsOfSpaceChangeEachByItself() {
    for share in [0.2, 0.5, 0.8] {
      expect(
        SpaceMatrix.identity.mixed(with: .rotationY(degrees: 120), share),
        .rotationY(degrees: 120 * share))
      expect(
        SpaceMatrix.rotationX(degrees: 150).mixed(with: .rotationX(degrees: -150), share),
        .rotationX(degrees: 150 + 60 * share))
      expect(
        SpaceMatrix.identity.mixed(with: .perspective(nearness: 0.01), share),
        .perspective(nearness: 0.01 * share))
      let end = SpaceMatrix(.scale(3, 1)).then(.rotationY(degrees: 80))
        .then(SpaceMatrix(.translation(40, 8))).then(.perspective(nearness: 0.004))
      expect(
        SpaceMatrix.identity.mixed(with: end, share),
        SpaceMatrix(.scale(1 + 2 * share, 1)).then(.rotationY(degrees: 80 * share))
          .then(SpaceMatrix(.translation(40 * share, 8 * share)))
          .then(.perspective(nearness: 0.004 * share)), within: 1e-6)
    }
  }

  /// Just after a key lies almost what is there.
  @Test func anyMatrixIsTheSumOfItsParts() {
    var state: UInt64 = 7
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * 4 - 2
    }
    for _ in 0..<200 {
      let (a, b) = (
        Affine(random(), random(), random(), random(), random(), random()),
        Affine(random(), random(), random(), random(), random(), random())
      )
      expect(a.mixed(with: b, 1e-10), a, within: 1e-7)
      expect(a.mixed(with: b, 1 - 1e-10), b, within: 1e-7)
      let c = SpaceMatrix((0..<16).map { $0 == 15 ? 1 : random() * ($0 % 4 == 3 ? 0.1 : 1) })
      let d = SpaceMatrix((0..<16).map { $0 == 15 ? 1 : random() * ($0 % 4 == 3 ? 0.1 : 1) })
      guard abs(c.determinant) > 0.1, abs(d.determinant) > 0.1 else { continue }
      expect(c.mixed(with: d, 1e-10), c, within: 1e-6)
      expect(c.mixed(with: d, 1 - 1e-10), d, within: 1e-6)
    }
  }

  @Test func aCurveOfMatricesGoesThroughThem() {
    let step = LayerStep(
      .transform,
      Curve([.init(.zero, numbers(turn(0))), .init(Time(2), numbers(turn(90)), .eased(.hold))]))
    let map = step.map(at: Time(1), canvas: PixelSize(320, 180)).affine
    expect(map ?? .identity, turn(45))
    let space = LayerStep(
      .transform,
      Curve([
        .init(.zero, SpaceMatrix.identity.elements),
        .init(Time(2), SpaceMatrix.rotationY(degrees: 120).elements),
      ]))
    expect(
      space.map(at: Time(1), canvas: PixelSize(320, 180)).affine ?? .identity, .scale(0.5, 1))
  }
}
