// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import SourceMedia
import TimelineModel

/// When the sound of a transition changes, where the project says that.
extension TimelineLayout {
  /// The change of sound in the transition `item`, which is seen over `picture`; nil where nothing is said of it, or
  /// something is wrong (and said).
  mutating func soundChange(
    _ item: TransitionItem, over picture: TimeRange, _ before: PlacedClip, _ after: PlacedClip
  ) -> SoundChange? {
    guard let sound = item.sound else { return nil }
    var offset = Time.zero
    if let written = sound.offset {
      guard let value = evaluate(written) else { return nil }
      offset = value
    }
    var length = picture.duration
    if let written = sound.duration {
      guard let value = evaluate(written) else { return nil }
      guard value > .zero else {
        diagnostics.append(
          .simple(
            "transition-too-short", "the crossfade of the sound lasts \(value.shown) s",
            at: written.span))
        return nil
      }
      length = value
    }
    let curve = sound.curve ?? (length == .zero ? .cut : .equalPower)
    let isCut = curve == .cut || length == .zero
    let moment = (picture.start + picture.end) / Time(2) + offset
    let half = (isCut ? SoundChange.ramp : length) / Time(2)
    let change = SoundChange(
      time: TimeRange(moment - half, moment + half), curve: isCut ? .cut : curve)
    let place = sound.offset?.span ?? sound.duration?.span ?? sound.span
    // A cut that lies at the very edge needs nothing beyond it.
    let wanted = isCut ? TimeRange(moment, moment) : change.time
    guard checkPlace(of: wanted, before, after, at: place) else { return nil }
    checkSound(before, wanted.end, after: before.shown.end, at: place)
    checkSound(after, wanted.start, after: after.shown.start, at: place)
    return change
  }

  /// A change of sound lies between the start of the one clip and the end of the other.
  private mutating func checkPlace(
    of change: TimeRange, _ before: PlacedClip, _ after: PlacedClip, at span: Span
  ) -> Bool {
    let problem: String
    if change.start < before.shown.start {
      problem =
        "begins at \(change.start.shown) s, clip '\(before.nameOfMember)' at \(before.shown.start.shown) s"
    } else if change.end > after.shown.end {
      problem =
        "ends at \(change.end.shown) s, clip '\(after.nameOfMember)' at \(after.shown.end.shown) s"
    } else {
      return true
    }
    diagnostics.append(
      .simple(
        "transition-too-long", "the sound of the transition \(problem)", at: span,
        hint: "write a smaller offset, or a shorter duration"))
    return false
  }

  /// The source of `clip` must have what is heard of it at the film time `time`, which lies beyond its `edge`.
  private mutating func checkSound(
    _ clip: PlacedClip, _ time: Time, after edge: Time, at span: Span
  ) {
    let isTail = edge == clip.shown.end
    guard clip.isHeard, !clip.isFrozen, clip.loop == nil, isTail ? time > edge : time < edge,
      let audio = clip.content.audio
    else { return }
    let source = clip.sourceTime(after: time - clip.shown.start)
    let limits = (first: max(.zero, audio.firstSample), end: audio.end)
    let tolerance = canvas.rate.frameDuration
    let (word, limit) = source < limits.first ? ("begins", limits.first) : ("ends", limits.end)
    guard source < limits.first - tolerance || source > limits.end + tolerance else { return }
    diagnostics.append(
      Diagnostic(
        code: .error("missing-handles"),
        message: "the sound of clip '\(clip.nameOfMember)' is wanted"
          + " \(isTail ? "to" : "from") \(source.shown) s of its source, which \(word) at"
          + " \(limit.shown) s",
        span: span, notes: [.init(message: "the clip", span: clip.clip.span)],
        hint: isTail
          ? "end the clip's range earlier, or write a smaller offset"
          : "begin the clip's range later, or write an offset closer to 0"))
  }
}
