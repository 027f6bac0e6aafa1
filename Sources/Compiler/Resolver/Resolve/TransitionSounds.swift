// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// The time in which the sound of a transition changes, if the project sets it.
extension TimelineLayout {
  /// The change of sound in the transition `item`, which is seen over `picture`; nil where nothing is said of it, or
  /// something is wrong (and said).
  mutating func soundChange(
    _ item: TransitionItem, over picture: TimeRange, _ before: PlacedClip, _ after: PlacedClip
  ) -> AudioChange? {
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
    let half = (isCut ? AudioChange.ramp : length) / Time(2)
    let place = sound.offset?.span ?? sound.duration?.span ?? sound.span
    // A cut that lies at the very edge needs nothing beyond it.
    let wanted = isCut ? TimeRange(moment, moment) : TimeRange(moment - half, moment + half)
    guard checkPlace(of: wanted, before, after, at: place) else { return nil }
    let isMoved = sound.offset != nil || sound.duration != nil
    checkSound(before, wanted.end, isTail: true, isMoved: isMoved, at: place)
    checkSound(after, wanted.start, isTail: false, isMoved: isMoved, at: place)
    // The ramp of such a cut ends at that edge, which may be that of the film.
    return AudioChange(
      time: TimeRange(
        max(moment - half, before.shown.start), min(moment + half, after.shown.end)),
      curve: isCut ? .cut : curve)
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

  /// The source of `clip` must have what is heard of it at the film time `time`, which may lie beyond its end
  /// (or, where `isTail` is false, its start).
  private mutating func checkSound(
    _ clip: PlacedClip, _ time: Time, isTail: Bool, isMoved: Bool, at span: Span
  ) {
    let edge = isTail ? clip.shown.end : clip.shown.start
    if case .group = clip.content {
      // As long as it goes along with the picture, which has no more of a group either, nothing is missed.
      guard isMoved else { return }
      return checkGroup(clip, isTail ? time - edge : edge - time, isTail: isTail, at: span)
    }
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

  /// Reports a group whose audio is wanted `missing` seconds outside its time, where it is silent.
  private mutating func checkGroup(
    _ group: PlacedClip, _ missing: Time, isTail: Bool, at span: Span
  ) {
    guard missing > canvas.rate.frameDuration,
      project.overlays.contains(where: { isHeard($0, in: group.target) })
    else { return }
    diagnostics.append(
      Diagnostic(
        code: .error("missing-handles"),
        message: "the sound of group '\(group.nameOfMember)' is wanted \(missing.shown) s"
          + (isTail ? " after it ends" : " before it begins"),
        span: span, notes: [.init(message: "the group", span: group.clip.span)],
        hint:
          "write an offset that is \(isTail ? "smaller" : "larger") by \(missing.shown)s, a shorter"
          + " duration, or put that sound on a track of its own"))
  }

  /// Returns true if `overlay` is in the group `target`, directly or in a nested group, and
  /// audible.
  private func isHeard(_ overlay: Overlay, in target: LayerTarget) -> Bool {
    guard overlay.mask == nil, let file = overlay.content.media,
      media[file].contains(where: { source in
        let playback =
          source.facts.video == nil ? overlay.playback.ofSoundAlone : overlay.playback
        return source.facts.audio != nil && playback.audio != .off
      })
    else { return false }
    var group = overlay.group
    while let outer = group, outer != target {
      guard case .overlay(let index) = outer, project.overlays[index].mask == nil else {
        return false
      }
      group = project.overlays[index].group
    }
    return group == target
  }
}
