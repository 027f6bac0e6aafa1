// SPDX-License-Identifier: Apache-2.0

import Basics
import RenderIR
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
    #expect(abs(curve.value(at: Time(3))[0] - (0.2 + 0.6 * 0.5.squareRoot())) < 1e-12)
    let falling = Curve([.init(.zero, [1], .equalPower), .init(Time(2), [0])])
    #expect(abs(falling.value(at: Time(1))[0] - 0.5.squareRoot()) < 1e-12)
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
}
