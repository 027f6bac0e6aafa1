// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Which time of a source each frame shows: the one place that knows how frames of the film lie on a source's clock.
///
/// Frame k shows source time `start + k / rate * speed`, clamped to `holdBefore...holdAfter`. Of the source's frames that
/// is the last one whose timestamp is at most `tolerance` later.
public struct TimeMap: Hashable, Sendable, Codable {
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
  /// What is not said of a source that is played as it is, so that its keys do not know of speeds.
  private let pace: Time?

  private enum CodingKeys: String, CodingKey {
    case start, holdBefore, holdAfter, period
    case pace = "speed"
  }

  /// Source seconds in one of the film; 0 where all frames show one time.
  public var speed: Time { pace ?? Time(1) }

  /// Frames from source time `start` on, held outside `holdBefore...holdAfter`.
  public init(
    start: Time, speed: Time = Time(1), holdBefore: Time? = nil, holdAfter: Time? = nil
  ) {
    self.start = start
    self.holdBefore = holdBefore
    self.holdAfter = holdAfter
    pace = speed == Time(1) ? nil : speed
    period = nil
  }

  /// Frames from source time `start` on of a source that starts over every `period`, more than zero.
  public init(start: Time, period: Time) {
    self.start = start.modulo(period)
    self.period = period
    (holdBefore, holdAfter, pace) = (nil, nil, nil)
  }

  /// Whether some frame may be held.
  public var holds: Bool { holdBefore != nil || holdAfter != nil }

  /// Whether frames follow each other as they do in the source.
  public var isPlain: Bool { pace == nil }

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
    let time = rate.time(of: frame)
    return start + (pace.map { time * $0 } ?? time)
  }

  /// The first frame that shows source time `time` or a later one, if nothing is held; negative before the first.
  ///
  /// Of a source that is played backwards, the first frame that shows an earlier one. Where one time is held that is
  /// earlier, no frame does: then `Int.max`.
  public func frame(from time: Time, rate: FrameRate) -> Int {
    if speed == .zero { return start >= time ? 0 : .max }
    guard speed < .zero else { return rate.frames(covering: (time - start) / speed) }
    return Int(((time - start) / speed * rate.perSecond).floor) + 1
  }

  /// The map of frames `range`, counted from their first; holds that have no effect there are left out.
  public func slice(_ range: Range<Int>, rate: FrameRate) -> TimeMap {
    let first = time(of: range.lowerBound, rate: rate)
    if let period { return TimeMap(start: first, period: period) }
    let last = time(of: range.upperBound - 1, rate: rate)
    let (lower, upper) = (min(first, last), max(first, last))
    return TimeMap(
      start: first, speed: speed, holdBefore: holdBefore.flatMap { $0 > lower ? $0 : nil },
      holdAfter: holdAfter.flatMap { $0 < upper ? $0 : nil })
  }

  /// Whether this map, as it is after `frames` frames, is the start of `next`: both together are one map.
  public func continues(into next: TimeMap, after frames: Int, rate: FrameRate) -> Bool {
    !holds && !next.holds && isFollowed(by: next, after: frames, rate: rate)
  }

  /// Whether `next` starts where this map has come to after `frames` frames, were nothing held.
  public func isFollowed(by next: TimeMap, after frames: Int, rate: FrameRate) -> Bool {
    let end = time(of: frames, rate: rate)
    return period == next.period && pace == next.pace
      && next.start == (period.map { end.modulo($0) } ?? end)
  }

  /// How much later than a wanted time a frame may begin and still count as there, in a stream whose timestamps
  /// have this time base.
  ///
  /// Timestamps are rounded to ticks, and that must not show a frame twice and skip the next. Where a tick is as long
  /// as a frame, a millisecond is enough.
  public static func tolerance(timeBase: Time) -> Time { min(timeBase, Time(1, over: 1000)) }
}

extension Time {
  /// What is left of it after as many whole `period`s as lie in it: from zero up to `period`.
  fileprivate func modulo(_ period: Time) -> Time { self - period * Time((self / period).floor) }
}
