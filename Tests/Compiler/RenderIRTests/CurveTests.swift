// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import Testing

@Suite struct CurveTests {
  private let curve = Curve([
    .init(Time(-1), [0]), .init(Time(1), [1], .eased(.easeIn)),
    .init(Time(1), [0.5], .eased(.hold)),
    .init(Time(2), [0.2], .equalPower), .init(Time(4), [0.8]), .init(Time(5), [0.8]),
  ])

  @Test func ofTwoKeysAtOneTimeTheLaterCounts() {
    #expect(curve.value(at: .zero) == [0.5])
    #expect(curve.value(at: Time(1)) == [0.5])
    #expect(curve.value(at: Time(3, over: 2)) == [0.5])
    #expect(curve.value(at: Time(-9)) == [0])
    #expect(curve.value(at: Time(9)) == [0.8])
  }

  @Test func equalPowerRisesAsASineAndFallsAsACosine() {
    #expect(abs(curve.value(at: Time(3))[0] - (0.2 + 0.6 * 0.5.squareRoot())) < 1e-9)
    let falling = Curve([.init(.zero, [1], .equalPower), .init(Time(2), [0])])
    #expect(abs(falling.value(at: Time(1))[0] - 0.5.squareRoot()) < 1e-9)
  }

  @Test func aShiftedCurveHasTheSameValuesInItsDuration() {
    for start in -12...24 {
      for length in 1...12 {
        let (offset, duration) = (Time(Int64(start), over: 4), Time(Int64(length), over: 4))
        let shifted = curve.shifted(by: offset, duration: duration)
        #expect(shifted.shifted(by: .zero, duration: duration) == shifted)
        for step in 0..<length * 3 {
          let time = Time(Int64(step), over: 12)
          #expect(abs(shifted.value(at: time)[0] - curve.value(at: offset + time)[0]) < 1e-12)
        }
      }
    }
  }

  @Test func keysWithoutEffectAreDropped() {
    #expect(curve.shifted(by: Time(4), duration: Time(9)) == .constant(0.8))
    #expect(curve.shifted(by: Time(1), duration: Time(1)).keys.count == 2)
  }

  /// Two and a half turns of 2 s from 1 s on, there and back, from 10 to 20, then 7.
  private func turning(_ isMirrored: Bool) -> Curve {
    let turns = Curve.Turns(
      Curve([.init(.zero, [10]), .init(Time(2), [20])]), period: Time(2), isMirrored: isMirrored)
    return Curve([
      .init(.zero, [5], .eased(.hold)), .init(Time(1), [10], .turns(turns)),
      .init(Time(6), turns.curve.value(at: turns.lastPlace(after: Time(5)))),
    ])
  }

  @Test func turnsRepeatAndRunBack() {
    let wanted: [(seconds: Double, once: Double, mirrored: Double)] = [
      (0.5, 5, 5), (1, 10, 10), (2, 15, 15), (2.5, 17.5, 17.5), (3, 10, 20), (3.5, 12.5, 17.5),
      (5, 10, 10), (5.5, 12.5, 12.5), (6, 15, 15), (9, 15, 15),
    ]
    for wanted in wanted {
      let time = Time(Int64(wanted.seconds * 2), over: 2)
      #expect(turning(false).value(at: time) == [wanted.once])
      #expect(turning(true).value(at: time) == [wanted.mirrored])
    }
  }

  @Test func wholeTurnsEndWhereATurnDoes() {
    func last(_ seconds: Int64, _ isMirrored: Bool) -> [Double] {
      let turns = Curve.Turns(
        Curve([.init(.zero, [10]), .init(Time(2), [20])]), period: Time(2), isMirrored: isMirrored)
      return turns.curve.value(at: turns.lastPlace(after: Time(seconds)))
    }
    #expect(last(2, false) == [20] && last(4, false) == [20] && last(3, false) == [15])
    #expect(last(2, true) == [20] && last(4, true) == [10] && last(6, true) == [20])
  }

  @Test func shiftedTurnsHaveTheSameValues() {
    for curve in [turning(false), turning(true)] {
      for start in 0...28 {
        let offset = Time(Int64(start), over: 4)
        let shifted = curve.shifted(by: offset, duration: Time(2))
        for step in 0..<24 {
          let time = Time(Int64(step), over: 12)
          #expect(shifted.value(at: time) == curve.value(at: offset + time))
        }
      }
    }
  }

  @Test func turnsOfAHundredHoursAreAFewNumbers() {
    let turns = Curve.Turns(
      Curve([.init(.zero, [0]), .init(Time(1, over: 1000), [1])]), period: Time(1, over: 1000),
      isMirrored: true)
    let curve = Curve([.init(.zero, [0], .turns(turns)), .init(Time(360_000), [0])])
    #expect(curve.value(at: Time(359_999_000_500, over: 1_000_000)) == [0.5])
    #expect(curve.value(at: Time(359_999_001_250, over: 1_000_000)) == [0.75])
    #expect(curve.constantValue == nil)
  }
}
