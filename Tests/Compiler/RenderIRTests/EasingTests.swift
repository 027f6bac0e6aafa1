// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Testing

/// Numbers are from Penner's own equations, from a bisection of CSS's Béziers in Python, and from a Runge-Kutta
/// integration of springs in steps of 10 µs.
@Suite struct EasingTests {
  @Test(
    arguments: [
      ("linear", [0, 0.25, 0.5, 0.75, 1]),
      ("ease", [0, 0.408510591, 0.802403388, 0.960458978, 1]),
      ("ease-in", [0, 0.093464651, 0.315356813, 0.621861869, 1]),
      ("ease-out", [0, 0.378138131, 0.684643187, 0.906535349, 1]),
      ("ease-in-out", [0, 0.129161931, 0.5, 0.870838069, 1]),
      ("hold", [0, 0, 0, 0, 1]),
      ("back-in", [0, -0.064136563, -0.0876975, 0.182590312, 1]),
      ("back-out", [0, 0.817409688, 1.0876975, 1.064136563, 1]),
      ("back-in-out", [0, -0.099681844, 0.5, 1.099681844, 1]),
      ("bounce-in", [0, 0.02734375, 0.234375, 0.52734375, 1]),
      ("bounce-out", [0, 0.47265625, 0.765625, 0.97265625, 1]),
      ("bounce-in-out", [0, 0.1171875, 0.5, 0.8828125, 1]),
      ("elastic-in", [0, -0.005524272, -0.015625, 0.088388348, 1]),
      ("elastic-out", [0, 0.911611652, 1.015625, 1.005524272, 1]),
      ("elastic-in-out", [0, 0.011969444, 0.5, 0.988030556, 1]),
    ] as [(String, [Double])])
  func namedOnesAreAsPublished(name: String, wanted: [Double]) throws {
    let easing = try #require(Easing.named.first { $0.name == name }).easing
    for (index, wanted) in wanted.enumerated() {
      #expect(abs(easing.value(at: Double(index) / 4) - wanted) < 2e-9, "at \(index)/4")
    }
    let shares = (0...1000).map { easing.value(at: Double($0) / 1000) }
    if easing.staysInRange { #expect(shares.allSatisfy { (0...1).contains($0) }) }
    if !easing.staysInRange { #expect(shares.contains { !(0...1).contains($0) }) }
  }

  @Test func numbersOfNoEasingAreKnown() throws {
    #expect(Easing.named.allSatisfy { $0.easing.isValid })
    for sound in [Easing.steps(1, .end), .steps(2, .none), .cubicBezier(0, -10, 1, 10)] {
      #expect(sound.isValid)
    }
    let others = [
      Easing.steps(0, .end), .steps(1, .none), .steps(1001, .start), .steps(-3, .both),
      .cubicBezier(-0.1, 0, 1, 1), .cubicBezier(0, 0, .nan, 1), .cubicBezier(0, .infinity, 1, 1),
      .cubicBezier(0, 0, 1, -11),
    ]
    for other in others { #expect(!other.isValid, "\(other)") }
    // What a pipe brings has not gone through the initialiser.
    let text = #"{"spring":{"_0":{"mass":0,"stiffness":1,"damping":1}}}"#
    let spring = try JSONDecoder().decode(Easing.self, from: Data(text.utf8))
    #expect(!spring.isValid)
  }

  @Test func allNamedOnesAreTried() { #expect(Easing.named.count == 7 + 9) }

  @Test(
    arguments: [
      (Easing.Jump.end, [0, 0.25, 0.5, 0.75, 1]), (.start, [0.25, 0.5, 0.75, 1, 1]),
      (.none, [0, 1.0 / 3, 2.0 / 3, 1, 1]), (.both, [0.2, 0.4, 0.6, 0.8, 1]),
    ] as [(Easing.Jump, [Double])])
  func stepsJumpWhereCSSSays(jump: Easing.Jump, wanted: [Double]) {
    for (index, wanted) in wanted.enumerated() {
      let value = Easing.steps(4, jump).value(at: Double(index) / 4)
      #expect(abs(value - wanted) < 1e-12)
      if index < 4 {
        #expect(Easing.steps(4, jump).value(at: Double(index) / 4 + 0.2499) == value)
      }
    }
  }

  @Test func aStepIsNotLateWhereItsShareIsRoundedDown() {
    // 49 times the number next to 1/49 is less than 1.
    #expect(Easing.steps(49, .end).value(at: Time(1, over: 49).approximate) == 1.0 / 49)
  }

  @Test(
    arguments: [
      ([1, 100, 10], [0.1044055, 1.0233596, 1.0745906, 0.9741517, 1.0021701]),
      ([1, 300, 20], [0.2602708, 1.0980762, 0.9918701, 1.0005716, 0.9999681]),
      ([1, 100, 20], [0.0902040, 0.7127025, 0.9595723, 0.9952988, 0.9995006]),
      ([1, 100, 30], [0.0788668, 0.5496613, 0.8265953, 0.9332660, 0.9743178]),
      ([2, 100, 5], [0.0593583, 0.9936220, 1.5368323, 0.8711931, 0.7443793]),
      ([1, 25, 10], [0.0264990, 0.3553642, 0.7127025, 0.8882907, 0.9595723]),
    ] as [([Double], [Double])])
  func springsMoveAsTheyAreIntegrated(numbers: [Double], wanted: [Double]) {
    let spring = Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2])
    let slower = spring.filling(Time(1, over: 4))
    for (seconds, wanted) in zip([0.05, 0.25, 0.5, 0.75, 1], wanted) {
      #expect(abs(spring.value(at: seconds) - wanted) < 1e-7)
      #expect(abs(slower.value(at: seconds * 4) - wanted) < 1e-7)
    }
    #expect(spring.value(at: 0) == 0)
  }

  /// Durations that macOS gives for `CASpringAnimation`, rounded up to a millisecond; beyond critical damping it has none.
  @Test(
    arguments: [
      ([1, 100, 10], 1.473), ([1, 300, 20], 0.745), ([2, 100, 5], 5.659), ([1, 100, 1], 13.914),
      ([1, 100, 20], 1), ([1, 25, 10], 1.9), ([1, 100, 30], 1.9),
    ] as [([Double], Double)])
  func springsSettleWhenTheyDoOnAMac(numbers: [Double], wanted: Double) {
    let spring = Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2])
    #expect(spring.settlingTime.approximate == wanted)
    for step in 0...100 {
      let seconds = wanted * (1 + Double(step) / 100)
      #expect(abs(spring.value(at: seconds) - 1) <= 0.001)
    }
  }

  @Test func aSpringNearCriticalDampingIsBetweenItsNeighbours() {
    func place(_ damping: Double) -> Double {
      Spring(mass: 1, stiffness: 100, damping: damping).value(at: 0.2)
    }
    let critical = place(20)
    for distance in [1e-3, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12] {
      #expect(abs(place(20 * (1 - distance)) - critical) < 2 * distance + 1e-9)
      #expect(abs(place(20 * (1 + distance)) - critical) < 2 * distance + 1e-9)
    }
  }
}
