// SPDX-License-Identifier: Apache-2.0

/// A speed that changes, as the source time at each time of the film.
///
/// From each point to the next, source time goes along a parabola: it leaves the first with its speed, which changes evenly until
/// the second is met. Outside of the points the nearest speed holds.
public struct SpeedCurve: Hashable, Sendable, Codable {
  /// A time of the source at a time of the film.
  public struct Point: Hashable, Sendable, Codable {
    /// Seconds of the film, from frame 0 of a map.
    public var time: Time
    /// The source time then.
    public var source: Time
    /// Source seconds in one of the film, as it goes on from here.
    public var speed: Time

    /// `source` at `time`, going on at `speed`; source times are multiples of `SpeedCurve.grain`.
    public init(_ time: Time, source: Time, speed: Time) {
      self.time = time
      self.source = source.inGrains
      self.speed = speed
    }
  }

  /// At least one, by ascending time, and all speeds in one direction or 0.
  public let points: [Point]

  /// A curve through `points`.
  public init(_ points: [Point]) {
    precondition(!points.isEmpty, "a curve of speed without points")
    self.points = points
  }

  /// Source times of curves are multiples of this; frames of all usual rates are, too.
  ///
  /// So they are the same in whatever part of a curve they are worked out, and wherever its source begins.
  public static let grain = Time(1, over: 705_600_000)

  /// True if it goes backwards.
  public var isBackwards: Bool { points.contains { $0.speed < .zero } || extent < .zero }

  /// True if it goes both forwards and backwards.
  public var turnsRound: Bool {
    let ways = zip(points, points.dropFirst()).map { $1.source - $0.source } + points.map(\.speed)
    return ways.contains { $0 < .zero } && ways.contains { $0 > .zero }
  }

  /// The time of its last point.
  var end: Time { points[points.count - 1].time }

  private var extent: Time { points[points.count - 1].source - points[0].source }

  /// The lowest speed of its points that is not 0, without its sign; nil where all are 0.
  public var slowest: Time? { points.map(\.speed.magnitude).filter { $0 > .zero }.min() }

  /// The time between the curve's points during which it is slower than `bound` without standing
  /// still.
  public func time(below bound: Time) -> Time {
    var sum = Time.zero
    for (first, second) in zip(points, points.dropFirst()) {
      let slow = min(first.speed.magnitude, second.speed.magnitude)
      let fast = max(first.speed.magnitude, second.speed.magnitude)
      guard fast > .zero, slow < bound else { continue }
      let length = second.time - first.time
      sum = sum + (fast <= bound ? length : length * ((bound - slow) / (fast - slow)))
    }
    return sum
  }

  /// The source time at film time `time`.
  public func source(at time: Time) -> Time {
    let (from, way) = way(at: time)
    return from + way.inGrains
  }

  /// The amount of source time from film time 0 to `time`, not rounded.
  public func played(upTo time: Time) -> Time {
    let (start, end) = (way(at: .zero), way(at: time))
    return (end.from - start.from + end.way - start.way).magnitude
  }

  private func way(at time: Time) -> (from: Time, way: Time) {
    let next = points.partitioningIndex { $0.time > time }
    let first = points[max(0, next - 1)]
    let since = time - first.time
    var way = first.speed * since
    if next > 0, next < points.count {
      let share = since / (points[next].time - first.time)
      way = way + bend(from: next - 1) * share * share
    }
    return (first.source, way)
  }

  /// The difference between the source time of the point after `index` and the one that its speed
  /// alone would give.
  private func bend(from index: Int) -> Time {
    let (a, b) = (points[index], points[index + 1])
    return b.source - a.source - a.speed * (b.time - a.time)
  }

  /// The same from film time `offset` on, which is its time 0 then.
  public func from(_ offset: Time) -> SpeedCurve {
    SpeedCurve(points.map { Point($0.time - offset, source: $0.source, speed: $0.speed) })
  }

  /// The same without the points that say nothing of what lies between two times.
  func between(_ lower: Time, _ upper: Time) -> SpeedCurve {
    let first = max(0, points.partitioningIndex { $0.time > lower } - 1)
    let last = min(points.count - 1, max(first, points.partitioningIndex { $0.time >= upper }))
    return SpeedCurve(Array(points[first...last]))
  }

  /// The speed between two times, if it is the same all the time.
  func constant(between lower: Time, _ upper: Time) -> Time? {
    let part = between(lower, upper).points
    if part.count == 1 || upper <= part[0].time { return part[0].speed }
    guard part.count == 2, part[0].time <= lower, part[1].time >= upper, bend(at: part) == .zero
    else { return nil }
    return part[0].speed
  }

  private func bend(at part: [Point]) -> Time { SpeedCurve(part).bend(from: 0) }

  /// The same for a source whose time 0 is this one's `time`.
  func earlier(by time: Time) -> SpeedCurve {
    SpeedCurve(points.map { Point($0.time, source: $0.source - time, speed: $0.speed) })
  }

  /// Returns true if `other` has the same points around its time 0 as this one has around `time`.
  func agrees(with other: SpeedCurve, at time: Time) -> Bool {
    func around(_ curve: SpeedCurve, _ time: Time) -> [Point] {
      let next = curve.points.partitioningIndex { $0.time > time }
      return [next - 1, next].filter(curve.points.indices.contains).map {
        var point = curve.points[$0]
        point.time = point.time - time
        return point
      }
    }
    return around(self, time) == around(other, .zero)
  }
}

extension Time {
  /// The nearest multiple of `SpeedCurve.grain`.
  var inGrains: Time {
    Time((self / SpeedCurve.grain).rounded, over: SpeedCurve.grain.denominator)
  }
}
