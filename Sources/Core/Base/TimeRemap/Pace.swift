// SPDX-License-Identifier: Apache-2.0

/// The shown frames of a stack that is drawn at another pace than the part it lies in, as a film within a film is.
///
/// Frame k of the part shows the stack's frame at the time `map.sourceTime(k)`: the last one that begins then or before.
public struct Pace: Hashable, Sendable, Codable {
  /// The frame rate of the stack.
  public var rate: FrameRate
  /// The time of the stack that each frame of the part shows; frame 0 of the stack begins at 0.
  public var map: TimeRemap

  /// Frames at `rate`, shown as `map` says.
  public init(rate: FrameRate, map: TimeRemap) {
    self.rate = rate
    self.map = map
  }

  /// The number of the stack's frame that is shown in frame `index` of the part, whose frames have the rate `outer`.
  ///
  /// Source times of curves are rounded, and where a source begins elsewhere, once more: the frame that begins within two
  /// grains has begun.
  public func frame(_ index: Int, rate outer: FrameRate) -> Int {
    let slack = map.curve == nil ? .zero : SpeedCurve.grain * Time(2)
    return Int(((map.sourceTime(index, rate: outer) + slack) * rate.perSecond).floor)
  }

  /// The frames of the stack that are shown in frames `range` of the part, and those between them.
  public func frames(_ range: Range<Int>, rate outer: FrameRate) -> Range<Int> {
    let shown = range.map { frame($0, rate: outer) }
    return (shown.min() ?? 0)..<(shown.max() ?? -1) + 1
  }

  /// The same for frames `range` of the part, counted from their first, and a stack that begins with the first frame
  /// that they show; and which of this stack's frames those are.
  public func slice(_ range: Range<Int>, rate outer: FrameRate) -> (pace: Pace, frames: Range<Int>)
  {
    let frames = frames(range, rate: outer)
    let first = rate.time(of: frames.lowerBound)
    return (Pace(rate: rate, map: map.slice(range, rate: outer).earlier(by: first)), frames)
  }
}

extension TimeRemap {
  /// The same, held at both ends of a source of `frames` frames at `rate`.
  public func held(within frames: Int, at rate: FrameRate) -> TimeRemap {
    let last = rate.time(of: max(0, frames - 1))
    return held(
      before: min(max(holdBefore ?? .zero, .zero), last),
      after: min(max(holdAfter ?? last, .zero), last))
  }
}
