// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc
import RenderGraph
import RenderProtocol
import Testing

/// Invariants of all declared properties.
@Suite struct PropertyTests {
  private static let canvas = PixelSize(320, 180)
  private static let names = Property.all.map(\.name)

  private func property(_ name: String) throws -> Property {
    try #require(Property.all.first { $0.name == name })
  }

  @Test func everyPropertyIsDeclaredOnceAndInTheOrderOfDrawing() {
    #expect(Set(Self.names).count == Property.all.count)
    #expect(Property.all.map(\.stage) == Property.all.map(\.stage).sorted())
    #expect(
      Property.Stage.allCases.flatMap(\.properties)
        == Property.drawn + Property.implied + Property.all)
    for stage in Property.Stage.allCases {
      #expect(Set(stage.accepted.map(\.graphName)).count == stage.accepted.count)
    }
  }

  @Test func everyPropertyOfAGroupHasItsKey() {
    #expect(Property.Group.all.flatMap(\.properties) == Property.all.filter { $0.group != nil })
    for group in Property.Group.all {
      #expect(group.properties.map(\.name) == group.properties.map { "\(group.name).\($0.key)" })
    }
  }

  /// A curve of `property`, with others of its stage that let it act.
  private func acting(_ property: Property, _ curve: Curve) -> LayerStep {
    var curves: PropertyTable<Curve> = [property: curve]
    for other in property.stage.properties where other.decides && other != property {
      let ones = [Double](repeating: 1, count: other.unit.width)
      curves[other] = Curve([.init(.zero, ones)])
    }
    return LayerStep(property.stage, curves)
  }

  @Test(arguments: names) func theIdentityChangesNothing(name: String) throws {
    let property = try property(name)
    let identity = property.identity(PixelPoint(middleOf: Self.canvas))
    #expect(identity.count == property.unit.width)
    let step = LayerStep(property, Curve([.init(.zero, identity)]))
    #expect(step.isIdentity(on: Self.canvas) == (property.stage.role != .cut))
    #expect(
      step.cut(at: .zero, canvas: Self.canvas) == LayerCut(LayerFrame(PixelRect(Self.canvas))))
    let own = property.stage.properties
    let expected = own.flatMap { $0.identity(PixelPoint(0, 0)) }
    let numbers = step.numbers(at: .zero, canvas: Self.canvas).prefix(expected.count)
    let hasNumbers = [.treatment, .backdrop].contains(property.stage.role)
    #expect(Array(numbers) == (hasNumbers ? expected : []))
    #expect(!step.isClear)
    #expect(step.map(at: .zero, canvas: Self.canvas) == .identity)
    #expect(step.factor(at: Time(3)) == 1)
  }

  @Test(arguments: names) func aCurveIsSampledWhereItIsCut(name: String) throws {
    let property = try property(name)
    let a = property.identity(PixelPoint(middleOf: Self.canvas))
    let b = a.map { $0 == 0 ? 30 : $0 / 2 }
    let step = acting(property, Curve([.init(.zero, a), .init(Time(4), b)]))
    #expect(!step.isConstant && !step.isIdentity(on: Self.canvas))
    let part = step.shifted(by: Time(1), duration: Time(2))
    for time in [Time.zero, Time(1, over: 2), Time(3, over: 2)] {
      #expect(
        part.map(at: time, canvas: Self.canvas)
          == step.map(at: time + Time(1), canvas: Self.canvas))
      #expect(part.factor(at: time) == step.factor(at: time + Time(1)))
      #expect(
        part.numbers(at: time, canvas: Self.canvas)
          == step.numbers(at: time + Time(1), canvas: Self.canvas))
      #expect(
        part.cut(at: time, canvas: Self.canvas)
          == step.cut(at: time + Time(1), canvas: Self.canvas))
    }
  }

  /// The type of an opaque picture at the centre of the canvas after a step.
  private func type(after step: LayerStep, during: Range<Int>? = nil) throws -> PictureType {
    var graph = RenderGraph(canvas: CanvasFormat(size: Self.canvas, rate: FrameRate(30)))
    let color = graph.add(.graphic(.color(.white), PixelSize(160, 90)), origin: nil)
    let still = graph.add(.still(frames: 10), [color], origin: nil)
    let box = PixelRect(x: 80, y: 44, width: 160, height: 90)
    let fit = graph.add(.fit(.stretch, box: PixelBox(box)), [still], origin: nil)
    let stepped = graph.add(.step(step, during: during), [fit], origin: nil)
    let picture = graph.add(.compose(background: .black, frames: 10), [stepped], origin: nil)
    _ = graph.add(.film, [picture], origin: nil)
    #expect(graph.violations() == [])
    return try #require(graph.streamTypes()[Int(stepped.index)].picture)
  }

  @Test(arguments: names) func boundsAreKeptOrUnknown(name: String) throws {
    let property = try property(name)
    guard property.stage.isSeen else { return }
    let box = PixelRect(x: 80, y: 44, width: 160, height: 90)
    let identity = property.identity(PixelPoint(middleOf: Self.canvas))
    let same = try type(after: LayerStep(property, Curve([.init(.zero, identity)])))
    #expect(same.bounds == box && same.covers == box)
    let half = Curve([
      .init(.zero, identity.map { $0 == 0 ? 30 : $0 / 2 })
    ])
    for during in [nil, 2..<5] {
      let changed = try type(after: acting(property, half), during: during)
      // A picture that is not opaque must not be reported as opaque.
      // What is not turned looks the same from any distance.
      #expect(
        changed.covers != box || property == .perspective && during == nil
          || [.adjust, .lut, .border, .shadow, .backdrop].contains(property.stage))
      #expect(changed.bounds.contains(changed.covers ?? changed.bounds))
    }
  }

  /// In two steps a picture is cut out as in one.
  @Test func aShapeMayBeCutOutInTwoSteps() {
    let frame = LayerFrame(
      picture: PixelBox(x: 10.5, y: 20, width: 100, height: 80),
      box: PixelBox(x: 10.5, y: 20, width: 100, height: 80), fit: .contain)
    let crop = Curve([.init(.zero, [0, 0, 1, 1]), .init(Time(2), [0.5, 0, 0.5, 0.5])])
    let radius = Curve.constant(4, 5, 6, 7)
    let one = LayerStep(.shape, [.crop: crop, .radius: radius], of: frame)
    let first = LayerStep(.part, [.crop: crop], of: frame)
    let second = LayerStep(.corners, [.crop: crop, .radius: radius], of: frame)
    for time in [Time.zero, Time(1), Time(2)] {
      let whole = one.cut(at: time, canvas: Self.canvas)
      let (part, corners) = (
        first.cut(at: time, canvas: Self.canvas), second.cut(at: time, canvas: Self.canvas)
      )
      #expect(part.map == whole.map && corners.map == .identity)
      #expect(corners.outline == whole.outline)
      #expect(part.outline == RoundedBox(whole.outline.hull))
    }
  }

  @Test func aTreatmentHasTheNumbersOfItsStage() {
    let step = LayerStep(
      .adjust,
      [.contrast: .constant(2), .brightness: Curve([.init(.zero, [1]), .init(Time(2), [3])])])
    #expect(step.numbers(at: Time(1), canvas: Self.canvas) == [2, 2, 1, 0, 0])
    #expect(
      LayerStep(.blur, .constant(3)).numbers(at: .zero, canvas: Self.canvas, scale: 2) == [6, 0])
  }

  @Test func geometryActsAboutTheCentreAndInOrder() {
    let step = LayerStep(
      .geometry,
      [
        .position: .constant(200, 100), .scale: .constant(2, 3),
        .transform: .constant(1, 0, 0, 1, 5, 0),
      ])
    #expect(step.curves.entries.map(\.property) == [.scale, .position, .transform])
    let map = step.map(at: .zero, canvas: Self.canvas).affine
    #expect(map == Affine(2, 0, 0, 3, 200 - 320 + 5, 100 - 270))
  }

  @Test func geometryActsAboutTheAnchor() {
    let anchor = PixelPoint(100, 50)
    func moved(_ curves: PropertyTable<Curve>, _ x: Double, _ y: Double) -> [Double] {
      let step = LayerStep(.geometry, curves, about: anchor)
      guard let map = step.map(at: .zero, canvas: Self.canvas).affine else { return [] }
      return [map.a * x + map.c * y + map.tx, map.b * x + map.d * y + map.ty]
    }
    // The y axis points down, so a quarter turn moves points right of the anchor below it.
    #expect(moved([.rotation: .constant(90)], 110, 50) == [100, 60])
    #expect(moved([.rotation: .constant(450)], 110, 50) == [100, 60])
    #expect(moved([.rotation: .constant(-90), .scale: .constant(2, 1)], 110, 50) == [100, 30])
    #expect(moved([.skew: .constant(45, 0), .scale: .constant(2, 1)], 100, 60) == [120, 60])
    #expect(moved([.rotation: .constant(180), .position: .constant(0, 0)], 110, 60) == [-10, -10])
  }

  /// The images of points that are turned about the anchor and seen from a distance, by hand.
  @Test func layersAreTurnedInSpaceAsInCSS() throws {
    let anchor = PixelPoint(100, 50)
    func moved(_ curves: PropertyTable<Curve>, _ x: Double, _ y: Double) -> [Double] {
      let map = LayerStep(.geometry, curves, about: anchor).map(at: .zero, canvas: Self.canvas)
      return map.apply(x, y).map { [$0.x, $0.y].map { ($0 * 1e4).rounded() / 1e4 } } ?? []
    }
    let view = Curve.constant(1 / 200.0)
    // rotateY(60deg): x = 40 · 0.5, z = −40 · 0.8660 = −34.641; w = 1 + 34.641 / 200.
    #expect(
      moved([.rotationY: .constant(60), .perspective: view], 140, 70) == [117.0473, 67.0473])
    // rotateX(60deg): y = −40 · 0.5, z = −34.641.
    #expect(
      moved([.rotationX: .constant(60), .perspective: view], 120, 10) == [117.0473, 32.9527])
    // Nothing comes nearer without a perspective.
    #expect(moved([.rotationY: .constant(60)], 140, 70) == [120, 70])
    // z, then x, then y: (20, 0) → (0, 20, 0) → (0, 10, 17.3205) → (15, 10, 8.6603).
    #expect(
      moved(
        [.rotation: .constant(90), .rotationX: .constant(60), .rotationY: .constant(60)], 120, 50)
        == [115, 60])
    // At 200 · 1.155 pixels from the anchor it passes the eye.
    #expect(moved([.rotationY: .constant(-60), .perspective: view], 330, 50).count == 2)
    #expect(moved([.rotationY: .constant(-60), .perspective: view], 332, 50).isEmpty)
    // matrix3d() of the same view about (100, 50), after a quarter turn.
    let matrix = SpaceMatrix(.translation(-100, -50)).then(.rotationY(degrees: 60))
      .then(.perspective(nearness: 1 / 200.0)).then(SpaceMatrix(.translation(100, 50)))
    #expect(
      moved([.transform: Curve([.init(.zero, matrix.elements)])], 140, 70) == [117.0473, 67.0473])
    // Depth goes through a whole step: turned by 30° twice.
    #expect(
      moved(
        [
          .rotationY: .constant(30),
          .transform: Curve([
            .init(
              .zero,
              SpaceMatrix.rotationY(degrees: 30).then(.perspective(nearness: 1 / 200.0))
                .about(anchor).elements)
          ]),
        ], 140, 70) == [117.0473, 67.0473])
  }

  @Test func aLayerIsTurnedAwayBetweenQuarterTurns() {
    func isAway(_ curves: PropertyTable<Curve>) -> Bool {
      LayerStep(.geometry, curves, about: PixelPoint(100, 50))
        .showsBack(at: .zero, canvas: Self.canvas)
    }
    for degrees in stride(from: -720.0, through: 720, by: 30) {
      let cosine = cos(degrees / 180 * .pi)
      guard abs(cosine) > 0.01 else { continue }
      for distance in [0, 1 / 200.0] {
        let view = Curve.constant(distance)
        #expect(isAway([.rotationY: .constant(degrees), .perspective: view]) == (cosine < 0))
        #expect(isAway([.rotationX: .constant(degrees), .perspective: view]) == (cosine < 0))
        #expect(
          !isAway([
            .rotationX: .constant(degrees), .rotationY: .constant(degrees), .perspective: view,
          ]))
        #expect(
          isAway([
            .rotationY: .constant(degrees), .transform: .constant(-1, 0, 0, 1, 320, 0),
          ]) == (cosine < 0))
      }
    }
    // A mirrored front is a front, as in CSS.
    #expect(!isAway([.transform: .constant(-1, 0, 0, 1, 320, 0)]))
  }

  @Test func boundsInSpaceAreThoseOfWhatIsBeforeTheEye() {
    let box = PixelRect(x: -100, y: -10, width: 200, height: 20)
    func hull(_ degrees: Double, from distance: Double) -> PixelRect {
      SpaceMatrix.rotationY(degrees: degrees).then(.perspective(nearness: 1 / distance))
        .plane.hull(of: box)
    }
    // Left: −100 · 0.5 / (1 − 86.6 / 200) = −88.2; right: 50 / (1 + 86.6 / 200) = 34.9; high as 10 / 0.567 = 17.6.
    #expect(hull(60, from: 200) == PixelRect(left: -89, top: -18, right: 35, bottom: 18))
    // Seen from 50 pixels, the left end is behind the eye.
    let cut = hull(60, from: 50)
    #expect(cut.x < -1_000_000 && cut.x + cut.width == 19)
    #expect(cut.y < -1_000_000)
    #expect(Projection(.identity, k: -1).hull(of: box).isEmpty)
    #expect(hull(180, from: 50) == box)
  }

  @Test func lengthsAreOfTheCanvasAndPixelsOfTheProject() {
    let value = PropertyValue([.share(0.5), .pixels(10), .number(3)])
    #expect(value.numbers(on: PixelSize(640, 360), pixelScale: 2) == [320, 20, 3])
    #expect(value.number == nil && PropertyValue(0.5).number == 0.5)
  }
}

@Suite struct TimeRemapTests {
  private let rate = FrameRate(25)

  @Test func aSliceShowsTheSameTimes() {
    let maps = [
      TimeRemap(start: Time(2)), TimeRemap(start: Time(-1), holdBefore: .zero),
      TimeRemap(start: Time(1), holdBefore: Time(11, over: 10), holdAfter: Time(13, over: 10)),
      TimeRemap(start: Time(1), speed: Time(3, over: 10)),
      TimeRemap(start: Time(3), speed: Time(-2), holdBefore: Time(21, over: 10)),
      TimeRemap(start: Time(3), speed: .zero),
    ]
    for map in maps {
      for range in [0..<1, 3..<20, 7..<8] {
        let slice = map.slice(range, rate: rate)
        for frame in range {
          #expect(
            slice.sourceTime(frame - range.lowerBound, rate: rate)
              == map.sourceTime(frame, rate: rate))
        }
      }
    }
    #expect(!maps[2].slice(4..<6, rate: rate).holds)
  }

  @Test func neighboursAreOneMapWhereNothingIsHeld() {
    let map = TimeRemap(start: Time(2))
    #expect(map.continues(into: TimeRemap(start: Time(3)), after: 25, rate: rate))
    #expect(!map.continues(into: TimeRemap(start: Time(3)), after: 24, rate: rate))
    #expect(
      !map.continues(into: TimeRemap(start: Time(3), holdAfter: Time(9)), after: 25, rate: rate))
  }

  @Test func `at another speed frames lie farther apart`() {
    let fast = TimeRemap(start: Time(2), speed: Time(4))
    #expect(fast.sourceTime(25, rate: rate) == Time(6))
    #expect(fast.frame(from: Time(6), rate: rate) == 25)
    #expect(fast.continues(into: TimeRemap(start: Time(6), speed: Time(4)), after: 25, rate: rate))
    #expect(!fast.continues(into: TimeRemap(start: Time(6)), after: 25, rate: rate))
    #expect(TimeRemap(start: Time(2)).isPlain && !fast.isPlain)
    let back = TimeRemap(start: Time(2), speed: Time(-1, over: 2))
    #expect(back.sourceTime(50, rate: rate) == Time(1))
    // The frame that shows the time itself is the last before it.
    #expect(back.frame(from: Time(1), rate: rate) == 51)
    #expect(back.slice(50..<60, rate: rate) == TimeRemap(start: Time(1), speed: Time(-1, over: 2)))
  }

  @Test func `one time that is held is the same map in all frames`() {
    let held = TimeRemap(start: Time(2), speed: .zero)
    #expect(
      held.slice(7..<9, rate: rate) == held && held.continues(into: held, after: 9, rate: rate))
    #expect(held.frame(from: Time(2), rate: rate) == 0)
    #expect(held.frame(from: Time(3), rate: rate) == .max)
  }

  @Test func theToleranceIsATickOrAMillisecond() {
    #expect(TimeRemap.tolerance(timeBase: Time(1, over: 90000)) == Time(1, over: 90000))
    #expect(TimeRemap.tolerance(timeBase: Time(1, over: 25)) == Time(1, over: 1000))
  }
}
