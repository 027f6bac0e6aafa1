// SPDX-License-Identifier: Apache-2.0

/// The time of a source that each frame shows: the one place that knows how frames of the film lie on a source's clock.
///
/// Frame k shows source time `start + k / rate * speed`, or what a curve of speed has at k / rate, clamped to
/// `holdBefore...holdAfter`. Of the source's frames that is the last one whose timestamp is at most `tolerance` later.
public struct TimeRemap: Hashable, Sendable, Codable {
  /// Source time of frame 0; may be negative or beyond the end (the nearest frame is then held).
  public let start: Time
  /// Source times before this show the frame of this time.
  public let holdBefore: Time?
  /// Source times after this show the frame of this time.
  public let holdAfter: Time?
  /// The length of a source that starts over at its end; nil for none.
  ///
  /// `start` lies below it, and nothing is held.
  public let period: Time?
  /// The constant speed; nil for the source's own, so that its keys do not contain
  /// speeds.
  private let pace: Time?
  /// The speed where it changes; nil where it is the same in all frames.
  public let curve: SpeedCurve?

  private enum CodingKeys: String, CodingKey {
    case start, holdBefore, holdAfter, period, curve
    case pace = "speed"
  }

  /// Source seconds in one of the film; 0 where all frames show one time.
  ///
  /// Of a speed that changes the direction alone: 1 or -1.
  public var speed: Time {
    if let curve { return Time(curve.isBackwards ? -1 : 1) }
    return pace ?? Time(1)
  }

  private init(
    start: Time, pace: Time?, curve: SpeedCurve?, holdBefore: Time?, holdAfter: Time?,
    period: Time? = nil
  ) {
    (self.start, self.pace, self.curve) = (start, pace, curve)
    (self.holdBefore, self.holdAfter, self.period) = (holdBefore, holdAfter, period)
  }

  /// Frames from source time `start` on, held outside `holdBefore...holdAfter`.
  public init(
    start: Time, speed: Time = Time(1), holdBefore: Time? = nil, holdAfter: Time? = nil
  ) {
    self.init(
      start: start, pace: speed == Time(1) ? nil : speed, curve: nil, holdBefore: holdBefore,
      holdAfter: holdAfter)
  }

  /// Frames at the speeds of `curve`, whose time 0 is that of frame 0, held outside `holdBefore...holdAfter`.
  public init(_ curve: SpeedCurve, holdBefore: Time? = nil, holdAfter: Time? = nil) {
    self.init(
      start: curve.source(at: .zero), pace: nil, curve: curve, holdBefore: holdBefore,
      holdAfter: holdAfter)
  }

  /// Frames from source time `start` on of a source that starts over every `period`, more than zero.
  public init(start: Time, period: Time) {
    self.init(
      start: start.modulo(period), pace: nil, curve: nil, holdBefore: nil, holdAfter: nil,
      period: period)
  }

  /// The same, held elsewhere.
  func held(before: Time?, after: Time?) -> TimeRemap {
    TimeRemap(start: start, pace: pace, curve: curve, holdBefore: before, holdAfter: after)
  }

  /// The same for a source whose time 0 is this one's `time`; not for one that starts over.
  public func earlier(by time: Time) -> TimeRemap {
    precondition(period == nil, "a source that starts over has no other beginning")
    return TimeRemap(
      start: start - time, pace: pace, curve: curve?.earlier(by: time),
      holdBefore: holdBefore.map { $0 - time }, holdAfter: holdAfter.map { $0 - time })
  }

  /// The same from film time `offset` on, at which its frame 0 lies then.
  public func from(_ offset: Time) -> TimeRemap {
    let first = sourceTime(after: offset)
    return TimeRemap(
      start: period.map { first.modulo($0) } ?? first, pace: pace, curve: curve?.from(offset),
      holdBefore: holdBefore, holdAfter: holdAfter, period: period)
  }

  /// True if some frame may be held.
  public var holds: Bool { holdBefore != nil || holdAfter != nil }

  /// True if frames follow each other as they do in the source.
  public var isPlain: Bool { pace == nil && curve == nil }

  /// The source time that frame `frame` shows.
  public func sourceTime(_ frame: Int, rate: FrameRate) -> Time {
    var time = self.time(of: frame, rate: rate)
    if let holdBefore { time = max(time, holdBefore) }
    if let holdAfter { time = min(time, holdAfter) }
    if let period { time = time.modulo(period) }
    return time
  }

  /// The source time of frame `frame` if nothing is held; that of the number of frames is where they end.
  public func time(of frame: Int, rate: FrameRate) -> Time {
    sourceTime(after: rate.time(of: frame))
  }

  /// The source time at film time `time` after frame 0 if nothing is held.
  public func sourceTime(after time: Time) -> Time {
    if let curve { return curve.source(at: time) }
    return start + (pace.map { time * $0 } ?? time)
  }

  /// The first frame that shows source time `time` or a later one, if nothing is held; negative before the first.
  ///
  /// Backwards, the first frame that shows an earlier one. If no frame ever does, as one time is held:
  /// `Int.max`.
  public func frame(from time: Time, rate: FrameRate) -> Int {
    if let curve { return frame(from: time, of: curve, rate: rate) }
    if speed == .zero { return start >= time ? 0 : .max }
    guard speed < .zero else { return rate.frames(covering: (time - start) / speed) }
    return Int(((time - start) / speed * rate.perSecond).floor) + 1
  }

  private func frame(from time: Time, of curve: SpeedCurve, rate: FrameRate) -> Int {
    let isBackwards = curve.isBackwards
    func hasCome(_ frame: Int) -> Bool {
      let source = curve.source(at: rate.time(of: frame))
      return isBackwards ? source < time : source >= time
    }
    // More frames than any film has.
    let most = 1 << 31
    var (low, high) = (-1, 0)
    if hasCome(0) {
      while low > -most, hasCome(low) { (low, high) = (low * 2, low) }
    } else {
      high = 1
      while high < most, !hasCome(high) { (low, high) = (high, high * 2) }
      if !hasCome(high) { return .max }
    }
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if hasCome(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// The map of frames `range`, counted from their first; holds that have no effect there are left out.
  ///
  /// Of a curve only what lies in these frames is kept, and where it is straight it is a speed.
  public func slice(_ range: Range<Int>, rate: FrameRate) -> TimeRemap {
    let first = time(of: range.lowerBound, rate: rate)
    if let period { return TimeRemap(start: first, period: period) }
    let last = time(of: range.upperBound - 1, rate: rate)
    let (lower, upper) = (min(first, last), max(first, last))
    let before = holdBefore.flatMap { $0 > lower ? $0 : nil }
    let after = holdAfter.flatMap { $0 < upper ? $0 : nil }
    guard let curve else {
      return TimeRemap(start: first, speed: speed, holdBefore: before, holdAfter: after)
    }
    let (start, end) = (rate.time(of: range.lowerBound), rate.time(of: range.upperBound))
    // Where that shows the same times to the last bit.
    if let speed = curve.constant(between: start, end), (speed * rate.frameDuration).isInGrains {
      return TimeRemap(start: first, speed: speed, holdBefore: before, holdAfter: after)
    }
    return TimeRemap(curve.between(start, end).from(start), holdBefore: before, holdAfter: after)
  }

  /// Returns true if this map, as it is after `frames` frames, is the start of `next`: both
  /// together are one map.
  public func continues(into next: TimeRemap, after frames: Int, rate: FrameRate) -> Bool {
    guard !holds, !next.holds, isFollowed(by: next, after: frames, rate: rate) else { return false }
    guard let curve else { return true }
    let end = rate.time(of: frames)
    return curve.between(end, max(end, curve.end)).from(end) == next.curve
  }

  /// Returns true if `next` starts at this map's position after `frames` frames, if nothing were
  /// held.
  public func isFollowed(by next: TimeRemap, after frames: Int, rate: FrameRate) -> Bool {
    let end = time(of: frames, rate: rate)
    guard period == next.period, next.start == (period.map { end.modulo($0) } ?? end) else {
      return false
    }
    switch (curve, next.curve) {
    case (nil, nil): return pace == next.pace
    case (let curve?, let other?): return curve.agrees(with: other, at: rate.time(of: frames))
    case (nil, _?), (_?, nil): return false
    }
  }

  /// The tolerance by which a frame may begin later than a wanted time and still match it, in a
  /// stream whose timestamps have this time base.
  ///
  /// Timestamps are rounded to ticks, and that must not show a frame twice and skip the next. Where a tick is as long
  /// as a frame, a millisecond is enough.
  public static func tolerance(timeBase: Time) -> Time { min(timeBase, Time(1, over: 1000)) }
}

extension Time {
  /// The remainder after division by `period`, from zero up to `period`.
  fileprivate func modulo(_ period: Time) -> Time { self - period * Time((self / period).floor) }

  /// True if it is a multiple of `SpeedCurve.grain`.
  fileprivate var isInGrains: Bool { SpeedCurve.grain.denominator % denominator == 0 }
}
