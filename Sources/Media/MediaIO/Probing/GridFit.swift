// SPDX-License-Identifier: Apache-2.0

import Base

/// The even times about which the frames of a stream swing.
///
/// Cameras, browsers and containers round or shift the times of frames that are meant to follow each other evenly. Where each
/// frame is the only one within half an interval of a time of an even grid, that time is meant.
struct GridFit {
  /// In ticks.
  let interval: Time
  /// The middle of the first frame's cell, in ticks.
  let start: Time
  /// The distance between early and late frames, in ticks; zero if it is within the rounding of
  /// times.
  let swing: Time

  /// The first of `intervals`, in ticks, that frames at `times` keep to, at least three, ascending; nil where none fits.
  ///
  /// - Parameter tolerance: How much a time may be off by rounding, in ticks.
  init?(_ times: [Int64], intervals: [Time], tolerance: Time) {
    guard times.count > 2, let first = times.first, zip(times, times.dropFirst()).allSatisfy(<)
    else { return nil }
    for interval in intervals where interval > .zero {
      // In parts of ticks, so that all sums are whole.
      let (length, parts) = (interval.numerator, interval.denominator)
      guard let last = times.last, last - first < Int64.max / 4 / parts else { continue }
      guard
        let off = GridFit.deviations(times, length, parts, each: true)
          ?? GridFit.deviations(times, length, parts, each: false)
      else { continue }
      self.interval = interval
      let bound = Int64(((Time(parts) * tolerance)).floor)
      let isEven = off.lowerBound >= -bound && off.upperBound <= bound
      swing = isEven ? .zero : Time(off.upperBound - off.lowerBound, over: parts)
      // The first frame's own time, where all are within half an interval of the grid that it begins.
      let isFirstAmid = off.lowerBound * 2 > -length && off.upperBound * 2 < length
      let middle = isFirstAmid ? 0 : off.lowerBound + (off.upperBound - off.lowerBound) / 2
      start = Time(first) + Time(middle, over: parts)
      return
    }
    return nil
  }

  /// The deviations of frames from a grid that begins with the first, in parts of ticks; nil if
  /// they do not fit that grid.
  ///
  /// - Parameter each: Whether every cell has a frame. Else most frames are in the cell after that of the one before, and all
  ///   are near its middle.
  private static func deviations(
    _ times: [Int64], _ length: Int64, _ parts: Int64, each: Bool
  ) -> ClosedRange<Int64>? {
    let most = each ? length - 1 : length / 4
    var (low, high): (Int64, Int64) = (0, 0)
    var (cell, neighbours): (Int64, Int) = (0, 0)
    for (before, time) in zip(times, times.dropFirst()) {
      let step = each ? 1 : max(1, ((time - before) * parts + length / 2) / length)
      if step == 1 { neighbours += 1 }
      cell += step
      let off = (time - times[0]) * parts - cell * length
      (low, high) = (min(low, off), max(high, off))
      if high - low > most { return nil }
    }
    return each || neighbours * 2 >= times.count - 1 ? low...high : nil
  }
}
