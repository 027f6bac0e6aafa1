// SPDX-License-Identifier: Apache-2.0

extension SpeedCurve {
  /// A speed at a time of the film, and the way to that of the next.
  public struct Key: Hashable, Sendable {
    /// Seconds from the start of the range.
    public var time: Time
    /// Source seconds in one of the film.
    public var speed: Time
    /// The easing to the next key.
    public var easing: Easing

    /// `speed` at `time`.
    public init(_ time: Time, speed: Time, easing: Easing = .linear) {
      self.time = time
      self.speed = speed
      self.easing = easing
    }
  }
}

/// The conversion of speed keys to speed curves.
///
/// A straight way between two speeds is one arc of a curve, and exact. An eased one has 128, or one for each of its steps, which
/// begin and end where the integral of the easing does, and leave with its speed: within an arc source time is off by less than
/// a millionth of the change of speed times the length of the way for the easings of CSS, and ten of them for the steepest.
public struct SpeedCurveBuilder {
  private var known: [Easing: [Share]] = [:]

  /// The place of an eased way at the end of one of its arcs.
  private struct Share {
    /// The share of the change of speed at the start of the arc.
    var speed: Double
    /// The integral of that share up to the end of the arc, of 1 for the whole way.
    var way: Time
  }

  /// A curve has as many points at most.
  public static let mostPoints = 20_000

  /// Nothing worked out yet.
  public init() {}

  /// The curve through `keys`, at least one, that plays a source from `source` on; nil where it has too many points.
  public mutating func curve(_ keys: [SpeedCurve.Key], from source: Time) -> SpeedCurve? {
    var points: [SpeedCurve.Point] = []
    var sum = source + keys[0].speed * keys[0].time
    for (key, next) in zip(keys, keys.dropFirst()) {
      points.append(SpeedCurve.Point(key.time, source: sum, speed: key.speed))
      let (length, change) = (next.time - key.time, next.speed - key.speed)
      switch key.easing {
      case .linear: sum = sum + (key.speed + next.speed) / Time(2) * length
      case .hold: sum = sum + key.speed * length
      case let easing where change == .zero:
        _ = easing
        sum = sum + key.speed * length
      case let easing:
        let shares = shares(of: easing)
        guard points.count + shares.count < SpeedCurveBuilder.mostPoints else { return nil }
        let arc = length / Time(Int64(shares.count))
        func reached(_ index: Int) -> Time {
          guard index > 0 else { return sum }
          return sum + key.speed * arc * Time(Int64(index)) + change * length
            * shares[index - 1].way
        }
        points.removeLast()
        for index in shares.indices {
          let way = reached(index + 1) - reached(index)
          let speed = key.speed + change * Time(millionths: shares[index].speed)
          points.append(
            SpeedCurve.Point(
              key.time + arc * Time(Int64(index)), source: reached(index),
              speed: speed.limited(to: way / arc * Time(2))))
        }
        sum = reached(shares.count)
      }
    }
    let last = keys[keys.count - 1]
    points.append(SpeedCurve.Point(last.time, source: sum, speed: last.speed))
    return points.count <= SpeedCurveBuilder.mostPoints ? SpeedCurve(points) : nil
  }

  /// The arcs of an eased way but one in steps.
  static let arcs = 128

  private mutating func shares(of easing: Easing) -> [Share] {
    if let found = known[easing] { return found }
    let count = if case .steps(let steps, _) = easing { steps } else { SpeedCurveBuilder.arcs }
    let (arc, inside) = (1 / Double(count), 64)
    var shares: [Share] = []
    var sum = 0.0
    for index in 0..<count {
      let start = Double(index) * arc
      // Means of narrow strips: a step lies between two of them.
      let heights = (0..<inside).map {
        easing.value(at: start + (Double($0) + 0.5) / Double(inside) * arc)
      }
      sum += heights.reduce(0, +) / Double(inside) * arc
      shares.append(
        Share(speed: easing.value(at: start + arc * 1e-9), way: Time(billionths: sum)))
    }
    known[easing] = shares
    return shares
  }
}

extension SpeedCurveBuilder {
  /// The duration found for a played range, or the reason why there is none.
  public enum Length {
    /// It is used up by `curve`, after a time of the film.
    case played(SpeedCurve, Time)
    /// After very long only so many seconds of it have been played.
    case endless(played: Time)
    /// Its keys are in order of time only for a length, or longer ones, in which more than the range is used up.
    case crowded(Time)
    /// Its curve has too many points.
    case tooLong
  }

  /// The time at which `range` has been played, forwards from its start or backwards from its end, by speeds that depend on how long that takes.
  ///
  /// Speeds that lie at shares of the length need as long as the range is, by their mean. All others are tried: the least length is
  /// found, to a `SpeedCurve.grain`, after which the range is used up.
  ///
  /// - Parameters:
  ///   - length: The length if it is known; the range is then the part used up in it.
  ///   - keys: The speeds for a length; nil where they are not in order of time for it, as it is too short.
  public mutating func length(
    playing range: TimeRange, lasting length: Time? = nil, _ keys: (Time) -> [SpeedCurve.Key]?
  ) -> Length {
    var wanted = range.duration
    var isTooLong = false
    // Keys at fixed times are the same for most lengths that are tried.
    var last: (keys: [SpeedCurve.Key], curve: SpeedCurve?)?
    func made(_ builder: inout SpeedCurveBuilder, _ length: Time) -> SpeedCurve? {
      guard let found = keys(length), !found.isEmpty else { return nil }
      if let last, last.keys == found { return last.curve }
      let isBackwards = found.contains { $0.speed < .zero }
      let curve = builder.curve(found, from: isBackwards ? range.end : range.start)
      if curve == nil { isTooLong = true }
      last = (found, curve)
      return curve
    }
    if let length {
      guard let exact = made(&self, length) else { return .tooLong }
      return .played(exact, length)
    }
    let unit = Time(1024)
    if let one = keys(unit), let two = keys(unit * Time(2)),
      one.map(\.time) == two.map({ $0.time / Time(2) }),
      one.count > 1
    {
      guard let curve = made(&self, unit) else { return .tooLong }
      let mean = curve.played(upTo: unit) / unit
      guard mean > .zero else { return .endless(played: .zero) }
      let length = (range.duration / mean).tidy
      guard let exact = made(&self, length) else { return .tooLong }
      return .played(exact, length)
    }
    func reaches(_ builder: inout SpeedCurveBuilder, _ grains: Int64) -> Bool {
      let length = Time(grains, over: SpeedCurve.grain.denominator)
      guard let curve = made(&builder, length) else { return false }
      return curve.played(upTo: length) >= wanted
    }
    let longest: Int64 = 1_000_000 * SpeedCurve.grain.denominator
    var high = SpeedCurve.grain.denominator / 1000
    while !isTooLong, high < longest, !reaches(&self, high) { high = min(longest, high * 2) }
    if isTooLong { return .tooLong }
    if !reaches(&self, high) {
      let length = Time(1_000_000)
      let most = made(&self, length).map { $0.played(upTo: length) } ?? .zero
      // What comes to a stop with the end of the range may miss it by a rounding.
      wanted = wanted - SpeedCurve.grain * Time(64)
      guard most >= wanted else { return .endless(played: most) }
    }
    var low: Int64 = 0
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if reaches(&self, middle) { high = middle } else { low = middle }
    }
    let length = Time(high, over: SpeedCurve.grain.denominator)
    guard let found = made(&self, length) else { return .tooLong }
    // Before that its keys are not in order.
    if found.played(upTo: length) > range.duration + Time(1, over: 1000) { return .crowded(length) }
    return .played(found, length)
  }
}

extension Time {
  /// The nearest multiple of a millionth.
  fileprivate init(millionths value: Double) {
    self.init(Int64((value * 1_000_000).rounded()), over: 1_000_000)
  }

  /// The nearest multiple of a billionth.
  fileprivate init(billionths value: Double) {
    self.init(Int64((value * 1_000_000_000).rounded()), over: 1_000_000_000)
  }

  /// This, or `limit` where that is nearer to zero or on the other side of it, so that an arc never turns back.
  fileprivate func limited(to limit: Time) -> Time {
    limit < .zero ? min(max(self, limit), .zero) : max(min(self, limit), .zero)
  }

  /// The same where it is a plain fraction, else the nearest multiple of `SpeedCurve.grain`.
  fileprivate var tidy: Time { denominator <= 1_000_000 ? self : inGrains }
}
