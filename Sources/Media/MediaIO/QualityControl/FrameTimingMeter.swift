// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Finds frames that are shown for another time than most, in one pass.
///
/// Which time most have is known at the end, so the first places of each length of time are kept, of so many lengths.
struct FrameTimingMeter {
  private let timeBase: Time
  private var first: Int64?
  private var last: Int64?
  private var count = 0
  private var lengths: [Int64: (count: Int, places: [(frame: Int, ticks: Int64)])] = [:]
  private var others = 0

  private static let mostLengths = 512
  /// Ticks that a frame lasts at most, so that those of many can be added.
  private static let longest: UInt64 = 1 << 40

  init(timeBase: Time) { self.timeBase = timeBase }

  /// Adds the next frame, which begins at `ticks`.
  mutating func add(_ ticks: Int64) {
    if let last {
      let (length, isHuge) = ticks.subtractingReportingOverflow(last)
      if !isHuge, length.magnitude <= FrameTimingMeter.longest,
        lengths[length] != nil || lengths.count < FrameTimingMeter.mostLengths
      {
        var entry = lengths[length] ?? (0, [])
        entry.count += 1
        if entry.places.count < ExaminedPictures.mostPlaces {
          entry.places.append((count - 1, last))
        }
        lengths[length] = entry
      } else {
        others += 1
      }
    }
    first = first ?? ticks
    last = ticks
    count += 1
  }

  /// Sets what was found in `pictures`.
  func finish(_ pictures: inout ExaminedPictures) {
    guard let first, count > 1, let usual, usual > 0 else { return }
    let steady = lengths.filter { abs($0.key - usual) <= 1 }
    // Ticks that are no whole part of a frame make frames of two lengths that are a tick apart.
    let ticks = steady.reduce(0) { $0 + $1.key * Int64($1.value.count) }
    let frames = steady.reduce(0) { $0 + $1.value.count }
    pictures.interval = Time(ticks, over: Int64(max(1, frames))) * timeBase
    let uneven = lengths.filter { abs($0.key - usual) > 1 }
    pictures.unevenCount = others + uneven.reduce(0) { $0 + $1.value.count }
    pictures.uneven = uneven.flatMap { length, entry in
      entry.places.compactMap { place in
        let (ticks, isHuge) = place.ticks.subtractingReportingOverflow(first)
        guard !isHuge, ticks.magnitude <= FrameTimingMeter.longest << 8 else { return nil }
        return ExaminedPictures.UnevenFrame(
          frame: place.frame, time: Time(ticks: ticks, base: timeBase),
          interval: Time(ticks: length, base: timeBase))
      }
    }.sorted { $0.frame < $1.frame }.prefix(ExaminedPictures.mostPlaces).map(\.self)
  }

  /// The length that most frames have; of those as frequent, the shortest.
  private var usual: Int64? {
    lengths.min { ($1.value.count, $0.key) < ($0.value.count, $1.key) }?.key
  }
}
