// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog
import Diagnostics
package import ProjectModel
import RenderProtocol

/// The entrance or exit of a layer, with its length worked out.
package struct ResolvedEntrance {
  package var style: EntranceStyle
  /// Its length; above zero.
  package var duration: Time
  package var easing: Easing
  /// The settings of a transition used for it.
  package var settings: TransitionSettings
  /// True if the layer exits.
  package var isExit: Bool
  /// The parts of a text that come or go one after the other; nil where the layer does as a whole.
  package var parts: Parts?

  /// Parts of a text.
  package struct Parts {
    package var kind: TextPart
    /// The delay of each after the one before it.
    package var stagger: Time
    /// The duration of each.
    package var duration: Time

    package init(kind: TextPart, stagger: Time, duration: Time) {
      (self.kind, self.stagger, self.duration) = (kind, stagger, duration)
    }
  }

  package init(
    style: EntranceStyle, duration: Time, easing: Easing, settings: TransitionSettings, isExit: Bool
  ) {
    self.style = style
    self.duration = duration
    self.easing = easing
    self.settings = settings
    self.isExit = isExit
  }

  /// The share of the way that is done `time` after it began: of the layer that is there, or in an exit is gone.
  package func share(at time: Time) -> Double {
    if time <= .zero { return easing.value(at: 0) }
    return time >= duration ? 1 : easing.value(at: (time / duration).approximate)
  }
}

/// A text that appears letter by letter, or goes so.
package struct TypedText {
  /// Frames of its layer in which the same letters are there.
  package struct Interval {
    /// The frames, from the first that is drawn of the layer.
    package var frames: Range<Int>
    /// The number of visible bytes of the text.
    package var bytes: Int
  }

  /// The visible letters in all frames, in order.
  package private(set) var intervals: [Interval] = []

  /// All counts of bytes that any frame needs, ascending, other than the whole text.
  package var steps: [Int] { Set(intervals.map(\.bytes)).filter { $0 < whole }.sorted() }

  private let whole: Int

  /// The text of `layer`; nil where it is not typed.
  ///
  /// A grapheme cluster comes at once, with its accents and joiners.
  package init?(_ layer: DrawnLayer, rate: FrameRate) {
    guard case .text(let content) = layer.content else { return nil }
    let ends = [layer.fade.enter, layer.fade.exit].compactMap(\.self)
      .filter { $0.style.action == .letters }
    if ends.isEmpty { return nil }
    let text = content.text.value
    whole = text.utf8.count
    let whole = whole
    /// The number of bytes before each part that an end types, and of all.
    func counts(of end: ResolvedEntrance) -> [Int] {
      guard let kind = end.parts?.kind, kind != .character else {
        return text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [whole]
      }
      return [0] + kind.ranges(of: text).dropFirst().map(\.lowerBound) + [whole]
    }
    let typed = ends.map { (end: $0, counts: counts(of: $0)) }
    let (lead, length) = (
      layer.own.lowerBound - layer.frames.lowerBound, rate.time(of: layer.own.count)
    )
    /// The first frames of an end and after it; elsewhere nothing changes.
    func borders(_ end: ResolvedEntrance) -> Range<Int> {
      let start = end.isExit ? length - end.duration : .zero
      let all = 0..<layer.frames.count
      let frames = [start, start + end.duration].map { lead + rate.frames(covering: $0) }
      return (frames[0]..<frames[1] + 1).clamped(to: all)
    }
    func bytes(in frame: Int) -> Int {
      let time = rate.time(of: frame - lead)
      return typed.reduce(whole) { least, typed in
        let (end, counts) = typed
        let since = end.isExit ? time - (length - end.duration) : time
        let share = min(max(end.share(at: since), 0), 1)
        let shown = end.isExit ? 1 - share : share
        // A letter that is there but for the last bit is there.
        let letters = Int((shown * Double(counts.count - 1) + 1e-9).rounded(.down))
        return min(least, counts[letters])
      }
    }
    var next = 0
    func add(upTo frame: Int) {
      guard frame > next else { return }
      let bytes = bytes(in: next)
      if intervals.last?.bytes == bytes {
        intervals[intervals.count - 1].frames =
          intervals[intervals.count - 1].frames.lowerBound..<frame
      } else {
        intervals.append(Interval(frames: next..<frame, bytes: bytes))
      }
      next = frame
    }
    for changing in ends.map(borders) where !changing.isEmpty {
      add(upTo: changing.lowerBound)
      while next < changing.upperBound { add(upTo: next + 1) }
    }
    add(upTo: layer.frames.count)
  }
}
