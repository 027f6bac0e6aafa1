// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
import ProjectModel
import RenderProtocol
package import Timeline

/// The count of a source's frames, and their names.
///
/// Sounds and stills have no frames of their own: in their ranges those of the canvas count.
package struct SourceClock {
  /// The path as the project writes it.
  var name: String
  /// Its frames a second, on average where they vary.
  package var rate: FrameRate
  /// The time of its first frame.
  package var first: Time
  /// The name of its first frame there; nil where nothing is said of it.
  package var start: Timecode?

  /// That of `content`; nil where it has no frames of its own, or it is not known how many a second.
  package init?(_ content: PlacedContent) {
    guard let media = content.media, !content.isTimeless, let video = content.video,
      let rate = video.rate
    else { return nil }
    (name, self.rate, first) = (media.shownPath, rate, video.firstFrame)
    start = media.facts.container?.timecode
  }

  /// The frame that is shown at `time`; `isEnd` for the first one that is no longer.
  package func frame(at time: Time, isEnd: Bool = false) -> Int64 {
    // Containers round times, up to a millisecond off.
    let tolerance = Time(1, over: 1000) * rate.perSecond
    let place = (time - first) * rate.perSecond
    return max(0, isEnd ? (place - tolerance).ceiling : (place + tolerance).floor)
  }

  /// The name of frame `index`; nil where nothing is said of that.
  package func timecode(of index: Int64) -> Timecode? { start?.advanced(by: index, at: rate) }

  /// The timecode that counts as many frames from the start of a day as a range has it written from
  /// the start of the source, if the source has that before its `end`: it is probably meant.
  func meant(by written: TimeExpression?, before end: Time, isEnd: Bool = false) -> Timecode? {
    let base = Int(rate.perSecond.rounded)
    guard case .timecode(var code) = written?.kind, let start,
      let first = start.frameIndex(base: base)
    else { return nil }
    code.isDropFrame = start.isDropFrame
    guard let index = code.frameIndex(base: base) else { return nil }
    let (count, last) = (index - first, frame(at: end))
    return count >= 0 && (isEnd ? count <= last : count < last) ? timecode(of: count) : nil
  }
}

extension TimelineLayout {
  /// The time after its first frame at which the source, whose range is worked out, has the timecode `code`; nil where it has none
  /// such (and said).
  ///
  /// Its own timecode decides whether labels are dropped, whichever mark the project writes.
  mutating func time(ofSource code: Timecode, at span: Span) -> Time? {
    guard let clock = sourceClock, let start = clock.start else {
      diagnostics.append(
        .simple(
          "no-timecode",
          sourceClock.map { "'\($0.name)' has no timecode" }
            ?? "what has no frames has no timecode",
          at: span, hint: "write a time from its start, such as 5s, 120f or 00:00:05:00"))
      return nil
    }
    let base = Int(clock.rate.perSecond.rounded)
    var own = code
    own.isDropFrame = start.isDropFrame
    guard !code.isDropFrame || start.isDropFrame else {
      diagnostics.append(
        .simple(
          "bad-timecode", "the timecode of '\(clock.name)' drops no labels: it begins at \(start)",
          at: span, hint: "write tc(\(own))"))
      return nil
    }
    guard let wanted = own.frameIndex(base: base), let first = start.frameIndex(base: base) else {
      diagnostics.append(
        .simple(
          "bad-timecode",
          "'\(clock.name)' has no timecode \(own), at \(clock.rate) frames a second",
          at: span,
          hint: own.isDropFrame
            ? "drop-frame timecode leaves labels out at the start of a minute" : nil))
      return nil
    }
    var count = wanted - first
    // A recording may go on after midnight.
    let day = Int64(86_400) * Int64(base)
    let dropped = own.isDropFrame ? Int64(base / 15) * Int64(24 * 54) : 0
    if count < 0, count + day - dropped < (day - dropped) / 2 { count += day - dropped }
    guard count >= 0 else {
      diagnostics.append(
        .simple(
          "range-beyond-media", "'\(clock.name)' begins at timecode \(start), after \(own)",
          at: span,
          hint: "write tc(\(start)) for its first frame"))
      return nil
    }
    return Time(count) / clock.rate.perSecond
  }
}
