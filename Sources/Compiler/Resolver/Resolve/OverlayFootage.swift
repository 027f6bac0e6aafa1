// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// The footage of a clip that is an overlay, or in a group.
struct PlayedFootage {
  var content: PlacedContent
  /// The film time.
  var time: TimeRange
  /// The interval of the source that is played, or repeated.
  var source: TimeRange
  /// The source's times from the start of `time` on.
  var map: TimeRemap
  /// The duration of `source` in the film.
  var length: Time
  /// The duration of the crossfade between two turns of a loop.
  var seam = Time.zero
}

extension TimelineLayout {
  /// The footage of `overlay` within `wanted`: its range once, from the start of that on; nil after
  /// a reported error.
  mutating func play(_ overlay: Overlay, in wanted: TimeRange) -> PlayedFootage? {
    let members = contents(overlay.content, overlay.playback, of: overlay.noun)
    guard let content = members.first else { return nil }
    guard members.count == 1 else {
      diagnostics.append(
        .simple(
          "one-clip", "\(overlay.noun) plays one file, this is a list of \(members.count)",
          at: overlay.content.media?.span ?? overlay.span,
          hint: "a list of clips is played by a track, which takes `size` and `position`, too"))
      return nil
    }
    let clip = overlay.clip
    if content.isTimeless, clip.playback.range == nil, clip.playback.speed == nil,
      !clip.playback.isReversed
    {
      return PlayedFootage(
        content: content, time: wanted, source: TimeRange(.zero, wanted.duration),
        map: TimeRemap(start: .zero), length: wanted.duration)
    }
    guard let source = sourceRange(clip, content, hasPicture: content.hasPicture),
      let (map, length) = speed(
        of: clip, content, playing: source, from: wanted.start, until: wanted.end)
    else { return nil }
    let played = inStep(content, clip.playback, at: map.speed)
    guard clip.playback.loops else {
      let end = wanted.start + length
      let isOpen = overlay.during?.end == nil
      let endsEarly = wanted.end > end + canvas.rate.frameDuration
      if !isOpen, endsEarly {
        diagnostics.append(
          .endsEarly(
            overlay.name.value, end, wanted.end, key: "during",
            at: overlay.during?.span ?? overlay.span,
            hint: "`loop: true` repeats it until then"))
      }
      // It ends with what it is laid over: that ends with a frame, whatever is left of its source.
      let stop = isOpen || endsEarly ? min(end, wanted.end) : wanted.end
      return PlayedFootage(
        content: played, time: TimeRange(wanted.start, stop), source: source, map: map,
        length: length)
    }
    guard let seam = seam(of: clip, lasting: length, hasPicture: content.hasPicture),
      checkLoop(clip, content, map, of: length, lasting: wanted.duration, overlapping: seam)
    else { return nil }
    return PlayedFootage(
      content: played, time: wanted, source: source, map: map, length: length, seam: seam)
  }
}

extension PlayedFilm {
  /// The `film` that is `played` by an overlay on `frames` at `rate`.
  init(_ played: PlayedFootage, _ film: NestedFilm, frames: Range<Int>, at rate: FrameRate) {
    self.film = film
    hasPicture = played.content.hasPicture
    shown = hasPicture ? rate.time(of: frames) : played.time
    map = played.map
  }
}

extension Overlay {
  /// The name of the overlay in messages.
  var noun: String { "overlay '\(name.value)'" }

  /// Its content as a clip that follows nothing.
  fileprivate var clip: Clip {
    var clip = Clip(content: content, id: name, playback: playback, layer: layer, span: span)
    clip.captions = captions
    return clip
  }
}

extension PlacedOverlay {
  /// Its footage, as it is `played`, on a grid of `rate`.
  func clip(playing played: PlayedFootage, at rate: FrameRate) -> PlacedClip {
    var clip = overlay.clip
    if !content.hasPicture { clip.playback = clip.playback.ofSoundAlone }
    return PlacedClip(
      clip: clip, target: .overlay(index), content: content,
      start: time.start, end: time.end, shown: content.hasPicture ? rate.time(of: frames) : time,
      map: played.map,
      loop: overlay.playback.loops && !content.isTimeless ? played.source : nil,
      turn: played.length, seam: played.seam > .zero ? played.seam : nil, frames: frames,
      fade: fade, properties: properties, effects: effects, origin: origin)
  }
}
