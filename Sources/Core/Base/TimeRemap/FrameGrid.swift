// SPDX-License-Identifier: Apache-2.0

/// Even times about which the frames of a source swing, by less than half a frame: each is the only one in its cell.
///
/// Cell k is around `start + interval * k`. What is in it is shown from `lead` before that time on, whatever the time of the
/// frame itself; a cell without a frame shows the one before it.
public struct FrameGrid: Hashable, Sendable, Codable {
  /// Source time in the middle of the first cell.
  public var start: Time
  /// From one cell to the next; more than zero.
  public var interval: Time
  /// The time from a frame's display to the middle of its cell; less than an interval.
  public var lead: Time

  /// Cells about `start`, and about every `interval` from there on.
  public init(start: Time, interval: Time, lead: Time = .zero) {
    (self.start, self.interval, self.lead) = (start, interval, lead)
  }

  /// Lets the frame at `first` begin with a frame of a film, wherever it is in its cell, where that is a whole number of
  /// frames after source time 0.
  public mutating func align(_ first: Time) {
    guard (first / interval).denominator == 1 else { return }
    lead = start - interval * Time((start / interval).rounded)
  }

  /// The end of the cell that is shown at source time `wanted`: the last frame before it is shown.
  public func end(at wanted: Time) -> Time {
    let cell = ((wanted + lead - start) / interval).floor
    return start + interval * (Time(cell) + Time(1, over: 2))
  }

  /// From when on a frame is shown whose own time is `time`.
  public func begin(of time: Time) -> Time {
    start + interval * Time(((time - start) / interval).rounded) - lead
  }
}
