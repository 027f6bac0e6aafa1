// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import ProjectModel
package import RenderProtocol

/// A clip at its place in the film.
package struct PlacedClip {
  package var clip: Clip
  /// The target by which instructions address it; all members of a list are one.
  package var target: LayerTarget
  package var content: PlacedContent
  /// Its start in the film, by itself or in an `overlap`: the exact running total of its track.
  package var start: Time
  /// The first instant after.
  package var end: Time
  /// The same as it is seen and heard: on the frame grid where it has a picture, else exact.
  ///
  /// This is what its anchors name: what starts at the end of a clip leaves no hole and covers nothing.
  package var shown: TimeRange
  /// The source's times from `start` on, were it no loop; of speed 0 where one picture is held.
  package var map: TimeRemap
  /// The repetition of its source.
  @Boxed private var repetition: Repetition?
  /// The frames on which it is drawn without handles.
  package var frames: Range<Int>
  /// Frames drawn before `frames`, for the transition into it; the source goes on or is held.
  package var lead = Extension.none
  /// Frames drawn after `frames`, for the transition out of it.
  package var tail = Extension.none
  package var fade = ResolvedFade.none
  /// Keyframes from the clip's start.
  package var properties = PropertyKeys()
  /// The filters that its picture goes through; keyframes from the clip's start.
  package var effects: [ResolvedEffect] = []
  /// The factor that brings its sound to the loudness that is asked for.
  @Boxed package var loudness: Double?
  package var origin: Origin
  /// True if it is one of several clips of a list.
  package var isMember = false

  package init(
    clip: Clip, target: LayerTarget, content: PlacedContent, start: Time, end: Time,
    shown: TimeRange, map: TimeRemap, loop: TimeRange? = nil, turn: Time? = nil,
    seam: Time? = nil, frames: Range<Int>,
    lead: Extension = Extension.none,
    tail: Extension = Extension.none, fade: ResolvedFade = ResolvedFade.none,
    properties: PropertyKeys = PropertyKeys(), effects: [ResolvedEffect] = [], origin: Origin
  ) {
    self.clip = clip
    self.target = target
    self.content = content
    self.start = start
    self.end = end
    self.shown = shown
    self.map = map
    if loop != nil || turn != nil || seam != nil {
      repetition = Repetition(interval: loop, turn: turn, seam: seam)
    }
    self.frames = frames
    self.lead = lead
    self.tail = tail
    self.fade = fade
    self.properties = properties
    self.effects = effects
    self.origin = origin
  }

  /// Its name, or that of its file where it is one of a list that has no `id`.
  package var title: String {
    guard clip.id == nil, let written = clip.content.media, let path = content.media?.shownPath
    else { return clip.name }
    // An asset of several files gives its name to all of them.
    guard written.asset == nil ? isGlob(written.text) : isMember else { return clip.name }
    return MediaReference.stem(of: path)
  }

  private struct Repetition {
    let interval: TimeRange?
    let turn: Time?
    let seam: Time?
  }

  /// For a loop: the interval of the source that is repeated.
  package var loop: TimeRange? { repetition?.interval }

  /// The duration of its range in the film, which is a turn of a loop.
  package var turn: Time? { repetition?.turn }

  /// For a loop of sound: how long before the end of a turn the next one begins, while both crossfade.
  package var seam: Time? { repetition?.seam }

  /// Source time at `start`.
  package var sourceStart: Time { map.start }

  /// Source seconds in one of the film; of a speed that changes the direction alone: 1 or -1.
  package var speed: Time { map.speed }

  /// The speed where it changes, from `start` on.
  package var curve: SpeedCurve? { map.curve }

  /// True if its file has audio that is used.
  package var isHeard: Bool {
    clip.playback.audio != .off && content.audio != nil && !dropsSound
  }

  /// True if it is too fast or too slow for its audio, and the project sets no treatment of pitch.
  package var dropsSound: Bool {
    clip.playback.pitch == nil && !AudioRemap.audible.contains(speed.magnitude)
  }

  /// True if one frame of it is held.
  package var isFrozen: Bool { speed == .zero }

  /// True if it is played at its own constant speed.
  package var isPlain: Bool { map.isPlain }

  /// The source time that is played so long after `start`, were it no loop.
  package func sourceTime(after time: Time) -> Time { map.sourceTime(after: time) }

  /// The source's times from the start of each turn of a loop on; nil for no loop.
  package var turnMap: TimeRemap? {
    loop.map {
      curve == nil ? TimeRemap(start: speed < .zero ? $0.end : $0.start, speed: speed) : map
    }
  }

  /// The source time that is played so long after its start, in whatever turn of a loop that is.
  package func playedSource(after time: Time) -> Time {
    guard let inTurn = turnMap, let length = turn else { return sourceTime(after: time) }
    let begun =
      curve == nil && seam == nil ? (sourceStart - inTurn.start) / speed : Time.zero
    let period = length - (seam ?? .zero)
    let whole = begun + time
    let phase = whole - period * Time((whole / period).floor)
    return inTurn.sourceTime(after: phase)
  }

  /// All frames on which it is drawn.
  package var drawn: Range<Int> {
    (frames.lowerBound - lead.frames)..<(frames.upperBound + tail.frames)
  }

  /// Draws it in `frames` alone: those of its own that are among them, outside of these its first and its last.
  package mutating func hold(_ frames: Range<Int>) {
    func held(_ count: Int) -> Extension { Extension(frames: count, isHeld: count > 0) }
    lead = held(self.frames.lowerBound - frames.lowerBound)
    tail = held(frames.upperBound - self.frames.upperBound)
  }

  /// Frames beyond a clip's own, for a transition; fewer than none where it is cut there.
  package struct Extension {
    package var frames: Int
    /// True if the edge frame is held instead of the source going on.
    package var isHeld: Bool

    package init(frames: Int, isHeld: Bool) {
      self.frames = frames
      self.isHeld = isHeld
    }

    package static let none = Extension(frames: 0, isHeld: false)
  }
}
