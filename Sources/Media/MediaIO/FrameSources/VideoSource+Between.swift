// SPDX-License-Identifier: Apache-2.0

package import Base

/// A time between two frames of a source.
package struct FramePair {
  package let earlier: ImageBuffer
  package let later: ImageBuffer
  /// The position between `earlier` and `later`, in 65535ths; more than 0.
  package let share: UInt16

  /// `wanted` between two pictures that are shown from `begin` and from `end` on; nil where the earlier one is shown.
  ///
  /// One that lasts longer than `longest`, in a recording of a screen that stands still, lasts until so long before the next.
  package init?(
    _ earlier: ImageBuffer, from begin: Time, _ later: ImageBuffer, from end: Time, at wanted: Time,
    tolerance: Time, longest: Time
  ) {
    let length = min(end - begin, longest)
    let passed = wanted - (end - length)
    guard length > .zero, passed > tolerance, passed < length else { return nil }
    let share = (passed / length * Time(65535)).rounded
    guard share > 0 else { return nil }
    (self.earlier, self.later, self.share) = (earlier, later, UInt16(clamping: share))
  }
}

extension VideoSource {
  /// True if the last frame handed out, or anything between it and the one after it, is damaged.
  ///
  /// Nothing is mixed there, in whichever frame the damage is reported.
  package var isBroken: Bool {
    guard let shown = backwards?.frame ?? current else { return false }
    let last = max(shown.ticks, after.map { $0.ticks - 1 } ?? shown.ticks)
    return damage.first(upTo: last, shown: shown.ticks) != nil
  }

  /// The frame that was handed out last and the one after it, if `wanted`, a time of the container, lies between them.
  ///
  /// - Parameter begin: From when on a frame at so many ticks is shown.
  package func pair(at wanted: Time, begin: (Int64) -> Time) -> FramePair? {
    guard let earlier = backwards?.frame ?? current, let later = after, !isBroken else {
      return nil
    }
    return FramePair(
      earlier, from: begin(earlier.ticks), later, from: begin(later.ticks), at: wanted,
      tolerance: TimeRemap.tolerance(timeBase: timeBase), longest: longestMixed)
  }

  /// The longest time before its end in which a frame changes into the next one.
  package var longestMixed: Time { max(Time(1, over: 4), (rate?.frameDuration ?? .zero) * Time(2)) }
}
