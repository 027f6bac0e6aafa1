// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// Lets the next clip be passed to by `transition`.
  mutating func wait(for transition: TransitionItem, on track: Int) {
    if transition.style == nil {
      // A plain cut; nothing lies between the clips.
      cursors[track].pending = (transition, .zero)
      return
    }
    guard let duration = length(of: transition),
      !isTooLong(duration, at: transition.durationPlace)
    else { return }
    guard canvas.rate.frame(nearest: duration) >= 1 else {
      diagnostics.append(
        .simple(
          "transition-too-short", "the transition is shorter than a frame",
          at: transition.durationPlace))
      return
    }
    cursors[track].pending = (transition, duration)
  }

  /// The file that a transition into or out of an item is drawn by: of a group the first that it shows; nil where the item
  /// has none.
  mutating func file(of content: PlacedContent?, in item: LayerTarget) -> String? {
    if let file = content?.written { return file }
    if let groupFiles { return groupFiles[item] }
    var files: [LayerTarget: String] = [:]
    for overlay in project.overlays {
      guard let group = overlay.group, let media = overlay.content.media else { continue }
      files[group] = files[group] ?? media.text
    }
    groupFiles = files
    return files[item]
  }

  /// Lets `clip`, which shows `content`, be passed to as the track says for all neighbours, where no item says how.
  mutating func pass(
    to clip: Clip, _ content: PlacedContent, of item: LayerTarget, on track: Int
  ) {
    guard let between = project.tracks[track].between, cursors[track].pending == nil,
      cursors[track].gapEnd == .zero, let before = cursors[track].placed.last,
      before.end == cursors[track].position
    else { return }
    let from = file(of: before.content, in: before.target) ?? before.clip.name
    let to = file(of: content, in: item) ?? clip.name
    let transition = cursors[track].next(of: between, from: from, to: to)
    cursors[track].pairs["\(from)\0\(to)", default: 0] += 1
    cursors[track].turns += 1
    cursors[track].kinds.append(transition.kind)
    wait(for: transition, on: track)
  }

  /// Puts the pending transition between the two clips laid out last.
  mutating func join(_ track: Int) {
    guard let (item, duration) = cursors[track].pending else { return }
    cursors[track].pending = nil
    let count = cursors[track].placed.count
    guard count >= 2, item.style != nil || item.sound != nil else { return }
    let (before, after) = (cursors[track].placed[count - 2], cursors[track].placed[count - 1])
    let rate = canvas.rate

    let time: TimeRange
    let frames: Range<Int>
    switch item.length {
    case .overlap:
      time = TimeRange(after.start, before.end)
      checkLength(time.duration, of: after, item)
      frames = after.frames.lowerBound..<max(after.frames.lowerBound, before.frames.upperBound)
    case .handles, .freeze:
      let half = duration / Time(2)
      time = TimeRange(before.end - half, before.end + half)
      guard checkLength(half, of: before, item), checkLength(half, of: after, item) else { return }
      frames = rate.frame(nearest: time.start)..<rate.frame(nearest: time.end)
      let isHeld = item.length == .freeze
      let tail = max(0, frames.upperBound - before.frames.upperBound)
      let lead = max(0, after.frames.lowerBound - frames.lowerBound)
      cursors[track].extend(count - 2, tail: .init(frames: tail, isHeld: isHeld))
      cursors[track].extend(count - 1, lead: .init(frames: lead, isHeld: isHeld))
      if !isHeld {
        checkHandles(
          before, after, tail: tail, lead: lead, item, isAudio: cursors[track].isAudio)
      }
    }
    let areSeen =
      !cursors[track].isAudio && before.content.hasPicture && after.content.hasPicture
    let sound = soundChange(item, over: areSeen ? rate.time(of: frames) : time, before, after)
    let previous = cursors[track].transitions.last
    if let previous, previous.index == count - 3, previous.time.end > time.start {
      // Those between all clips of a track are one.
      let half = Time((before.shown.duration * Time(500)).floor, over: 1000)
      if reported.insert(item.span).inserted {
        diagnostics.append(
          .simple(
            "transitions-overlap",
            "the transitions into and out of clip '\(before.nameOfMember)' overlap", at: item.span,
            hint: previous.span == item.span
              ? "a clip has room for two of \(half.shown) s: write duration: \(half.shown)s, or less"
              : "shorten one of them"))
      }
    } else if let previous, previous.index == count - 3, previous.sound != nil || sound != nil,
      (previous.sound?.time ?? previous.time).end > (sound?.time ?? time).start
    {
      diagnostics.append(
        .simple(
          "transitions-overlap",
          "the sounds of the transitions into and out of clip '\(before.nameOfMember)' overlap",
          at: item.sound?.span ?? item.span,
          hint: "write smaller offsets, or shorter durations"))
    }
    cursors[track].transitions.append(
      PlacedTransition(
        index: count - 2, style: item.style, settings: item.settings, easing: item.easing,
        policy: item.length, frames: frames, time: time, sound: sound, span: item.span))
  }

  @discardableResult
  private mutating func checkLength(_ length: Time, of clip: PlacedClip, _ item: TransitionItem)
    -> Bool
  {
    let own = clip.end - clip.start
    if length <= own { return true }
    guard reported.insert(item.durationPlace).inserted else { return false }
    diagnostics.append(
      .transitionTooLong(
        "\(length.shown) s", clip: clip.nameOfMember, "\(own.shown) s", at: item.durationPlace))
    return false
  }

  /// Both clips must have media outside their ranges.
  private mutating func checkHandles(
    _ before: PlacedClip, _ after: PlacedClip, tail: Int, lead: Int, _ item: TransitionItem,
    isAudio: Bool
  ) {
    let rate = canvas.rate
    let content = before.content
    let streamEnd = isAudio ? content.audio?.end : content.streamEnd
    if !content.isTimeless, before.loop == nil {
      let missing = before.framesMissing(
        after: rate.time(of: before.frames.count + tail), until: streamEnd, rate)
      if missing > 0 {
        diagnostics.append(
          .missingHandles(
            missing, clip: before.nameOfMember, isTail: true, wanted: tail, at: item.span,
            clipSpan: before.clip.span))
      }
    }
    if !after.content.isTimeless, after.loop == nil {
      let streamEnd = isAudio ? after.content.audio?.end : after.content.streamEnd
      let missing = after.framesMissing(before: rate.time(of: lead), until: streamEnd, rate)
      if missing > 0 {
        diagnostics.append(
          .missingHandles(
            missing, clip: after.nameOfMember, isTail: false, wanted: lead, at: item.span,
            clipSpan: after.clip.span))
      }
    }
  }
}

extension PlacedContent {
  /// The path of its file in the shortest form.
  var written: String? {
    media.map { media in
      let path = media.shownPath
      let parts = path.split(separator: "/").filter { $0 != "." }
      return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
  }

  /// The end of its pictures, or of its sound if it has none.
  fileprivate var streamEnd: Time? { video?.end ?? audio?.end }
}

extension PlacedClip {
  /// Its name, or that of its file, where it is one of those of a pattern.
  var nameOfMember: String {
    guard clip.givenName == nil || isGlob(clip.name), let path = content.media?.shownPath else {
      return clip.name
    }
    return path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The number of frames missing from its source up to the film time `time` after its start.
  fileprivate func framesMissing(after time: Time, until end: Time?, _ rate: FrameRate) -> Int {
    if isFrozen { return 0 }
    if curve != nil {
      return framesMissing(
        until: end, (1...max(1, tail.frames)).map { time - rate.time(of: $0) }, rate)
    }
    let border = sourceTime(after: time)
    if speed < .zero { return frames(in: -border, rate) }
    // The last frame starts one frame before the end of what is drawn.
    guard let end else { return 0 }
    let last = border - rate.frameDuration * speed
    return Int(((last - end) / speed * rate.perSecond).floor) + 1
  }

  /// The same of those from the film time `time` before its start on.
  fileprivate func framesMissing(before time: Time, until end: Time?, _ rate: FrameRate) -> Int {
    if isFrozen { return 0 }
    if curve != nil {
      return framesMissing(
        until: end, (0..<max(1, lead.frames)).map { rate.time(of: $0) - time }, rate)
    }
    let border = sourceTime(after: .zero - time)
    if speed > .zero { return frames(in: -border, rate) }
    // Backwards a frame shows what comes before its time.
    guard let end else { return 0 }
    let first = border + rate.frameDuration * speed
    return Int(((first - end) / -speed * rate.perSecond).floor) + 1
  }

  /// The number of frames at `times` after its start that are missing from its source, if its speed
  /// changes.
  private func framesMissing(until end: Time?, _ times: [Time], _ rate: FrameRate) -> Int {
    let shift = speed < .zero ? rate.frameDuration : .zero
    return times.count { time in
      let source = sourceTime(after: time + shift)
      return source < .zero || end.map { source >= $0 } ?? false
    }
  }

  private func frames(in length: Time, _ rate: FrameRate) -> Int {
    Int((length / speed.magnitude * rate.perSecond).ceiling)
  }
}
