// SPDX-License-Identifier: Apache-2.0

import Base

/// The constant frame rates that given timestamps are consistent with.
///
/// The rate is known only after all packets; until then, the fastest and slowest consistent rates are kept
/// instead of all timestamps.
struct FramePacing {
  /// The tolerance of a timestamp in ticks.
  private let tolerance: Int64
  /// Bounds of the frame interval in ticks, as fractions with positive denominators.
  private var least: (ticks: Int64, frames: Int64) = (0, 1)
  private var most: (ticks: Int64, frames: Int64) = (1 << 61, 1)

  /// The pacing of frames with times in `timeBase`; where ticks are 1 ms or finer, times are taken as rounded to them.
  init(timeBase: Time) { tolerance = timeBase <= Time(1, over: 1000) ? 1 : 0 }

  /// Adds that the frame `count` frames later, at least one, is shown `ticks` later.
  mutating func add(_ ticks: Int64, after count: Int) {
    let frames = Int64(count)
    let (low, high) = (ticks.subtractingSaturated(tolerance), ticks.addingSaturated(tolerance))
    if Int128(low) * Int128(least.frames) > Int128(least.ticks) * Int128(frames) {
      least = (low, frames)
    }
    if Int128(high) * Int128(most.frames) < Int128(most.ticks) * Int128(frames) {
      most = (high, frames)
    }
  }

  /// Returns true if all frames can be `interval` ticks apart.
  func allows(_ interval: Time) -> Bool {
    let (ticks, parts) = (Int128(interval.numerator), Int128(interval.denominator))
    return Int128(least.ticks) * parts <= ticks * Int128(least.frames)
      && Int128(most.ticks) * parts >= ticks * Int128(most.frames)
  }
}

extension Int64 {
  fileprivate func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
