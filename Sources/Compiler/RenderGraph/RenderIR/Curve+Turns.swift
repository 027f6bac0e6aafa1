// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

extension Curve {
  /// A curve that is gone through again and again, in closed form: as many turns as there are cost nothing.
  public struct Turns: Hashable, Sendable {
    /// One turn, from 0 to `period`; along a path the shares of its length.
    public let curve: Curve
    /// The path along which a turn goes; nil where the values of `curve` are those that count.
    public let path: PathTravel?
    /// The duration of a turn, in seconds; above zero.
    public let period: Time
    /// True if every other turn runs backwards.
    public let isMirrored: Bool

    /// Turns of `curve`.
    public init(_ curve: Curve, along path: PathTravel? = nil, period: Time, isMirrored: Bool) {
      precondition(period > .zero, "turns that take no time")
      self.curve = curve
      self.path = path
      self.period = period
      self.isMirrored = isMirrored
    }

    /// The place in the curve `time` after the first turn began.
    func place(at time: Time) -> Time {
      let number = (time / period).floor
      let inside = time - period * Time(number)
      return isMirrored && number % 2 != 0 ? period - inside : inside
    }

    /// The value of a curve of `property`, or of plain numbers, that turns stop at after `length`.
    public func lastValue(of property: Property?, after length: Time) -> [Double] {
      let place = lastPlace(after: length)
      return placed(property.map { curve.value(of: $0, at: place) } ?? curve.value(at: place))
    }

    /// The numbers for the curve's value `value`: on a path, those of its point.
    func placed(_ value: [Double]) -> [Double] { path?.numbers(at: value[0]) ?? value }

    /// The place in the curve at which the turns stop after `length`: at a whole turn's end, not at the next one's start.
    public func lastPlace(after length: Time) -> Time {
      let number = (length / period).floor
      guard number > 0, length == period * Time(number) else { return place(at: length) }
      return isMirrored && number % 2 == 0 ? .zero : period
    }
  }

  /// Its keys, and those of the first of its turns; of a path as many places as show where it goes.
  public var ownKeys: [Key] {
    keys.flatMap { key -> [Key] in
      guard case .turns(let turns) = key.shape else { return [key] }
      guard let path = turns.path else {
        return [key] + turns.curve.keys.map { Key(key.time + $0.time, $0.value) }
      }
      return [key]
        + (0...64).map {
          Key(key.time + turns.period * Time($0, over: 64), path.numbers(at: Double($0) / 64))
        }
    }
  }
}
