// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Which time of a source each frame shows: the one place that knows how frames of the film lie on a source's clock.
///
/// Frame k shows source time `start + k / rate`, clamped to `holdBefore...holdAfter`. Of the source's frames that is
/// the last one whose timestamp is at most `tolerance` later.
public struct TimeMap: Hashable, Sendable, Codable {
  /// Source time of frame 0; may be negative or beyond the end (the nearest frame is then held).
  public var start: Time
  /// Source times before this show the frame of this time.
  public var holdBefore: Time?
  /// Source times after this show the frame of this time.
  public var holdAfter: Time?

  /// Frames from source time `start` on, held outside `holdBefore...holdAfter`.
  public init(start: Time, holdBefore: Time? = nil, holdAfter: Time? = nil) {
    self.start = start
    self.holdBefore = holdBefore
    self.holdAfter = holdAfter
  }

  /// Whether some frame may be held.
  public var holds: Bool { holdBefore != nil || holdAfter != nil }

  /// The source time that frame `frame` shows.
  public func sourceTime(_ frame: Int, rate: FrameRate) -> Time {
    var time = start + rate.time(of: frame)
    if let holdBefore { time = max(time, holdBefore) }
    if let holdAfter { time = min(time, holdAfter) }
    return time
  }

  /// The map of frames `range`, counted from their first; holds that have no effect there are left out.
  public func slice(_ range: Range<Int>, rate: FrameRate) -> TimeMap {
    let first = start + rate.time(of: range.lowerBound)
    let last = first + rate.time(of: range.count - 1)
    return TimeMap(
      start: first, holdBefore: holdBefore.flatMap { $0 > first ? $0 : nil },
      holdAfter: holdAfter.flatMap { $0 < last ? $0 : nil })
  }

  /// Whether this map, as it is after `frames` frames, is the start of `next`: both together are one map.
  public func continues(into next: TimeMap, after frames: Int, rate: FrameRate) -> Bool {
    !holds && !next.holds && next.start == start + rate.time(of: frames)
  }

  /// From the earliest to the latest source time that the first `frames` frames show.
  public func reach(_ frames: Int, rate: FrameRate) -> ClosedRange<Time> {
    let ends = [sourceTime(0, rate: rate), sourceTime(max(frames - 1, 0), rate: rate)]
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// How much later than a wanted time a frame may begin and still count as there, in a stream whose timestamps
  /// have this time base.
  ///
  /// Timestamps are rounded to ticks, and that must not show a frame twice and skip the next. Where a tick is as long
  /// as a frame, a millisecond is enough.
  public static func tolerance(timeBase: Time) -> Time { min(timeBase, Time(1, over: 1000)) }
}
