// SPDX-License-Identifier: Apache-2.0

extension Easing {
  /// A way beyond the straight one, after Robert Penner's equations.
  public enum Swing: String, Hashable, Sendable, Codable, CaseIterable {
    /// Goes a little the other way first.
    case back
    /// Falls and bounces.
    case bounce
    /// Swings as a rubber band does.
    case elastic

    /// The share of the way at `x`, from 0 to 1, where the swing is at the start.
    fileprivate func atStart(_ x: Double, overshoot: Double, period: Double) -> Double {
      switch self {
      case .back: return x * x * ((overshoot + 1) * x - overshoot)
      case .bounce: return 1 - Swing.fall(1 - x)
      case .elastic:
        if x <= 0 || x >= 1 { return x }
        return -Portable.exp2(10 * (x - 1)) * Portable.sin((x - 1 - period / 4) * 2 * .pi / period)
      }
    }

    /// A fall to 1 in four parabolas, each a quarter as high as the one before.
    private static func fall(_ x: Double) -> Double {
      let places: [(end: Double, middle: Double, top: Double)] = [
        (1 / 2.75, 0, 0), (2 / 2.75, 1.5 / 2.75, 0.75), (2.5 / 2.75, 2.25 / 2.75, 0.9375),
      ]
      let last = (end: 1.0, middle: 2.625 / 2.75, top: 0.984375)
      let place = places.first { x < $0.end } ?? last
      return 7.5625 * (x - place.middle) * (x - place.middle) + place.top
    }
  }

  /// At which end of the way something happens.
  public enum Side: String, Hashable, Sendable, Codable, CaseIterable {
    /// At its start.
    case `in`
    /// At its end.
    case out
    /// At both, half as far.
    case inOut = "in-out"
  }

  static func value(of swing: Swing, _ side: Side, at x: Double) -> Double {
    let (overshoot, period) = (1.70158, 0.3)
    switch side {
    case .in: return swing.atStart(x, overshoot: overshoot, period: period)
    case .out: return 1 - swing.atStart(1 - x, overshoot: overshoot, period: period)
    case .inOut:
      func half(_ x: Double) -> Double {
        swing.atStart(x, overshoot: overshoot * 1.525, period: period * 1.5) / 2
      }
      return x < 0.5 ? half(2 * x) : 1 - half(2 - 2 * x)
    }
  }

  /// The places of the jumps of `steps`, as in CSS.
  public enum Jump: String, Hashable, Sendable, Codable, CaseIterable {
    /// The first at the start.
    case start
    /// The last at the end.
    case end
    /// None at either end.
    case none = "jump-none"
    /// One at either end, too.
    case both = "jump-both"

    /// The possible numbers of steps: two or more where no jump is at either end.
    package var counts: ClosedRange<Int> { self == .none ? 2...1000 : 1...1000 }
  }

  static func value(ofSteps count: Int, _ jump: Jump, at x: Double) -> Double {
    // A time that is n/count of the way may be a bit less as a number.
    let done = (x * Double(count) + 1e-9).rounded(.down)
    let share: Double
    switch jump {
    case .end: share = done / Double(count)
    case .start: share = (done + 1) / Double(count)
    case .none: share = done / Double(count - 1)
    case .both: share = (done + 1) / Double(count + 1)
    }
    return min(share, 1)
  }
}
