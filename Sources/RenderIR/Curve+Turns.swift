// SPDX-License-Identifier: Apache-2.0

public import Basics

extension Curve {
  /// A curve that is gone through again and again, in closed form: as many turns as there are cost nothing.
  public struct Turns: Hashable, Sendable {
    /// One turn, from 0 to `period`.
    public let curve: Curve
    /// How long a turn takes, in seconds; above zero.
    public let period: Time
    /// Whether every other turn runs backwards.
    public let isMirrored: Bool

    /// Turns of `curve`.
    public init(_ curve: Curve, period: Time, isMirrored: Bool) {
      precondition(period > .zero, "turns that take no time")
      self.curve = curve
      self.period = period
      self.isMirrored = isMirrored
    }

    /// Where in the curve it is `time` after the first turn began.
    func place(at time: Time) -> Time {
      let number = (time / period).floor
      let inside = time - period * Time(number)
      return isMirrored && number % 2 != 0 ? period - inside : inside
    }

    /// Where in the curve the turns stop after `length`: at a whole turn's end, not at the next one's start.
    public func lastPlace(after length: Time) -> Time {
      let number = (length / period).floor
      guard number > 0, length == period * Time(number) else { return place(at: length) }
      return isMirrored && number % 2 == 0 ? .zero : period
    }
  }

  /// Its keys, and those of the first of its turns.
  public var ownKeys: [Key] {
    keys.flatMap { key -> [Key] in
      guard case .turns(let turns) = key.shape else { return [key] }
      return [key] + turns.curve.keys.map { Key(key.time + $0.time, $0.value) }
    }
  }
}
