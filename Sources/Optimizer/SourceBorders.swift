// SPDX-License-Identifier: Apache-2.0

import Basics

/// The times of a source at which long intervals that show it are divided.
///
/// They depend on the source alone, so that a clip that is trimmed or moved is still divided at the
/// same pictures. From the first key frame on, the next border is the last key frame that is 2 to
/// 6 s away, or else the next multiple of 4 s that is at least 2 s away. Neighbours are never more
/// than 6 s apart; with up to 2 s of a border left out at either end, pieces are 2 to 8 s long.
struct SourceBorders {
  /// The least distance of two borders.
  static let least = Time(2)
  /// The greatest distance of two borders.
  static let greatest = Time(6)
  /// The grid where there are no key frames.
  static let grid = Time(4)

  /// A key frame, or the times of a stretch of the grid.
  private struct Run {
    var first: Time
    var last: Time
  }

  private var runs: [Run] = []

  /// The borders of a source with these key frames.
  init(keyFrames: [Time]) {
    guard var last = keyFrames.first else { return }
    runs.append(Run(first: last, last: last))
    var index = 0
    while index < keyFrames.count {
      // The last key frame in reach, if there is one.
      var chosen: Time?
      while index < keyFrames.count, keyFrames[index] <= last + SourceBorders.greatest {
        if keyFrames[index] >= last + SourceBorders.least { chosen = keyFrames[index] }
        index += 1
      }
      if let chosen {
        runs.append(Run(first: chosen, last: chosen))
        last = chosen
      } else if index < keyFrames.count {
        // The grid, up to its first time from which the next key frame is in reach.
        let first = SourceBorders.gridTime(notBefore: last + SourceBorders.least)
        let far = SourceBorders.gridTime(notBefore: keyFrames[index] - SourceBorders.greatest)
        last = max(first, far)
        runs.append(Run(first: first, last: last))
      }
    }
  }

  /// The borders from `start` to `end`, both included, ascending.
  func between(_ start: Time, _ end: Time) -> [Time] {
    var result: [Time] = []
    var next = start
    if let first = runs.first {
      let before = min(end, first.first - SourceBorders.least)
      append(from: next, through: before, to: &result)
      let live = runs[runs.partitioningIndex { $0.last >= start }...].prefix { $0.first <= end }
      for run in live {
        if run.first == run.last {
          result.append(run.first)
        } else {
          append(from: max(start, run.first), through: min(end, run.last), to: &result)
        }
      }
      next = max(start, (runs.last ?? first).last + SourceBorders.least)
    }
    append(from: next, through: end, to: &result)
    return result
  }

  private func append(from start: Time, through end: Time, to result: inout [Time]) {
    var time = SourceBorders.gridTime(notBefore: start)
    while time <= end {
      result.append(time)
      time = time + SourceBorders.grid
    }
  }

  /// The first multiple of the grid that is not before `time`.
  static func gridTime(notBefore time: Time) -> Time {
    Time((time / grid).ceiling) * grid
  }
}
