// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Planning
import RenderGraph
import RenderProtocol
import Testing

/// The place of a plate in the picture while it moves, beside places that were worked out without this code.
@Suite struct MotionTests {
  private static let canvas = CanvasFormat(size: PixelSize(320, 64), rate: FrameRate(20))

  /// The luma of every frame of a white plate of 32 × 32 over black, as `step` moves it.
  private func film(_ step: LayerStep, frames: Int, passes: [Pass] = Pass.standard) throws
    -> [[UInt8]]
  {
    var graph = RenderGraph(canvas: Self.canvas)
    let source = graph.add(
      .graphic(.color(.white), PixelSize(32, 32)),
      origin: nil)
    let still = graph.add(.still(frames: frames), [source], origin: nil)
    let box = PixelBox(x: 144, y: 16, width: 32, height: 32)
    let plate = graph.add(.fit(.stretch, box: box), [still], origin: nil)
    let moved = graph.add(.step(step, during: nil), [plate], origin: nil)
    let film = graph.add(.compose(background: .black, frames: frames), [moved], origin: nil)
    _ = graph.add(.film, [film], origin: nil)
    #expect(graph.violations() == [])
    let code = generateCode(
      PassManager.run(graph, passes, verifies: true), frames: 0..<frames, samples: 0..<0
    ) { _, _ in .none }
    return try DrawnFrames(RenderProgram(canvas: Self.canvas, parts: code.parts)).frames
  }

  /// The centre of what is white, from the left.
  private func place(_ frame: [UInt8]) -> Double {
    let (width, height) = (Self.canvas.size.width, Self.canvas.size.height)
    var (sum, weighted) = (0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let light = (Double(frame[y * width + x]) - 16) / 219
        sum += light
        weighted += light * (Double(x) + 0.5)
      }
    }
    return weighted / sum
  }

  /// A way of 100 pixels in two seconds, at quarters of it; numbers as in `EasingTests`, from Python.
  @Test(
    arguments: [
      (Easing.linear, [0, 0.25, 0.5, 0.75]),
      (.swing(.bounce, .out), [0, 0.47265625, 0.765625, 0.97265625]),
      (.swing(.back, .inOut), [0, -0.099681844, 0.5, 1.099681844]),
      (.swing(.elastic, .out), [0, 0.911611652, 1.015625, 1.005524272]),
      (.steps(4, .both), [0.2, 0.4, 0.6, 0.8]),
      // Twice 0.25, 0.5 and 0.75 s of mass 1, stiffness 100 and damping 10.
      (
        .spring(Spring(mass: 1, stiffness: 100, damping: 10).filling(Time(1))),
        [0, 1.0233596, 1.0745906, 0.9741517]
      ),
    ] as [(Easing, [Double])])
  func aPlateIsWhereItsEasingSays(easing: Easing, wanted: [Double]) throws {
    let motion = LayerStep(
      .position,
      Curve([.init(.zero, [110, 32], .eased(easing)), .init(Time(2), [210, 32])]))
    let frames = try film(motion, frames: 60)
    for (index, share) in wanted.enumerated() {
      let found = place(frames[index * 10])
      #expect(abs(found - (110 + 100 * share)) < 0.02, "at \(index)/4: \(found)")
    }
    for frame in 40..<60 { #expect(abs(place(frames[frame]) - 210) < 0.02) }
    let plain = try film(motion, frames: 60, passes: Pass.required)
    #expect(plain == frames)
  }

  /// Three quarters of a second at 110, then turns of half a second to 210, for a second and a half.
  @Test(
    arguments: [
      (false, [14: 110, 15: 110, 20: 160, 24: 200, 25: 110, 30: 160, 44: 200, 45: 210, 59: 210]),
      (true, [14: 110, 15: 110, 20: 160, 25: 210, 30: 160, 35: 110, 40: 160, 45: 210, 59: 210]),
    ] as [(Bool, [Int: Double])])
  func aPlateGoesThroughTurns(isMirrored: Bool, wanted: [Int: Double]) throws {
    let turn = Curve([.init(.zero, [110, 32]), .init(Time(1, over: 2), [210, 32])])
    let turns = Curve.Turns(turn, period: Time(1, over: 2), isMirrored: isMirrored)
    let motion = LayerStep(
      .position,
      Curve([
        .init(Time(3, over: 4), [110, 32], .turns(turns)),
        .init(Time(9, over: 4), turns.curve.value(at: turns.lastPlace(after: Time(3, over: 2)))),
      ]))
    let frames = try film(motion, frames: 60)
    for (frame, wanted) in wanted.sorted(by: { $0.key < $1.key }) {
      #expect(abs(place(frames[frame]) - wanted) < 0.02, "\(frame): \(place(frames[frame]))")
    }
    #expect(try film(motion, frames: 60, passes: Pass.required) == frames)
  }

  /// Beyond 1 an opacity is 1, and below 0 it is 0, but the way back begins where the easing says.
  @Test func anOpacityIsLimitedAfterItsEasing() throws {
    let fade = LayerStep(
      .opacity,
      Curve([.init(.zero, [0], .eased(.swing(.back, .inOut))), .init(Time(2), [1])]))
    let frames = try film(fade, frames: 41)
    let middle = 32 * Self.canvas.size.width + 160
    #expect(frames[10][middle] == 16)
    #expect(abs(Int(frames[20][middle]) - 126) <= 1)
    #expect(frames[30][middle] == 235)
    #expect(frames[40][middle] == 235)
  }
}
