// SPDX-License-Identifier: Apache-2.0

/// A half-open interval of time, `[start, end)`.
public struct TimeRange: Hashable, Sendable, Codable {
  /// The first instant inside.
  public var start: Time
  /// The first instant after.
  public var end: Time

  /// The range from `start` up to, not including, `end`.
  public init(_ start: Time, _ end: Time) {
    self.start = start
    self.end = end
  }

  /// The time of `place`, of which `ticks` make a second, such as frames or samples.
  public init(_ place: Range<Int64>, ticks: Time) {
    self.init(Time(place.lowerBound) / ticks, Time(place.upperBound) / ticks)
  }

  /// `end - start`; negative when the ends are the wrong way round.
  public var duration: Time { end - start }

  /// True if the range has no duration.
  public var isEmpty: Bool { end <= start }

  /// Returns true if the two ranges share an instant.
  public func overlaps(_ other: TimeRange) -> Bool { start < other.end && other.start < end }
}

/// Frames per second as an exact fraction, such as 30000/1001.
public struct FrameRate: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Frames per second.
  public let perSecond: Time

  /// A rate of `numerator/denominator` frames per second; both must be positive.
  public init(_ numerator: Int64, over denominator: Int64 = 1) {
    precondition(numerator > 0 && denominator > 0, "a frame rate must be positive")
    perSecond = Time(numerator, over: denominator)
  }

  /// The rate nearest to what people write: `29.97` is 30000/1001, `23.976` is 24000/1001.
  public init?(conventional value: Time) {
    guard value > .zero, value <= Time(1000) else { return nil }
    for nominal: Int64 in [24, 30, 48, 60, 120, 240] {
      let exact = Time(nominal * 1000, over: 1001)
      let difference = exact - value
      let distance = difference < .zero ? -difference : difference
      if distance < Time(6, over: 1000) && value.denominator != 1 {
        self.init(nominal * 1000, over: 1001)
        return
      }
    }
    self.init(value.numerator, over: value.denominator)
  }

  /// Seconds per frame.
  public var frameDuration: Time { Time(1) / perSecond }

  /// The frame nearest to `time`, half up.
  public func frame(nearest time: Time) -> Int { Int((time * perSecond).rounded) }

  /// The number of frames needed to cover everything before `time`.
  public func frames(covering time: Time) -> Int { Int((time * perSecond).ceiling) }

  /// The start of frame `index`.
  public func time(of index: Int) -> Time { Time(Int64(index)) / perSecond }

  /// The fraction as `Time` prints it, such as `30` or `30000/1001`.
  public var description: String {
    perSecond.denominator == 1
      ? "\(perSecond.numerator)" : "\(perSecond.numerator)/\(perSecond.denominator)"
  }
}
