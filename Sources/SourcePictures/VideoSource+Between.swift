// SPDX-License-Identifier: Apache-2.0

package import Basics
import Pacing

/// A time between two frames of a source.
package struct FramePair {
  package let earlier: SharedFrame
  package let later: SharedFrame
  /// How far it is from the one to the other, in 65535ths; more than 0.
  package let share: UInt16
}

extension VideoSource {
  /// The frame that was handed out last and the one after it, if `wanted`, a time of the container, lies between them.
  ///
  /// A frame that is shown for long, in a recording of a screen that stands still, lasts until a moment before the next one.
  package func pair(at wanted: Time) -> FramePair? {
    guard let earlier = backwards?.frame ?? current, let later = after else { return nil }
    let (begin, end) = (time(earlier.ticks), time(later.ticks))
    let most = max(Time(1, over: 4), (rate?.frameDuration ?? .zero) * Time(2))
    let length = min(end - begin, most)
    let passed = wanted - (end - length)
    guard length > .zero, passed > TimeMap.tolerance(timeBase: timeBase), passed < length else {
      return nil
    }
    let share = (passed / length * Time(65535)).rounded
    guard share > 0 else { return nil }
    return FramePair(earlier: earlier, later: later, share: UInt16(clamping: share))
  }
}
