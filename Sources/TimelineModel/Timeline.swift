// SPDX-License-Identifier: Apache-2.0

package import Actions
package import Basics
package import Diagnostics
package import Pacing
package import ProjectModel
package import Properties
package import SourceMedia

/// A project with every time worked out and every file found: what lowering reads.
///
/// Times are film times unless said; frames are counted on the canvas grid.
package struct Timeline {
  package var canvas: CanvasFormat
  package var background: Color
  /// How clips without a `fit` of their own fill their boxes.
  var fit: FitMode
  /// In drawing order.
  package var tracks: [PlacedTrack]
  /// In drawing order.
  package var overlays: [PlacedOverlay]
  package var instructions: [PlacedInstruction]
  /// The filters that the whole picture goes through.
  package var effects: [ResolvedEffect] = []
  /// The files of the project's list of files that are values; nil where one could not be used, which was reported.
  package var files: [MediaFile?] = []
  /// In the order of the file; the standard one where the project names none.
  package var outputs: [PlacedOutput]
  /// When the last clip ends: on the frame grid if it has a picture, else exact.
  package var end: Time
  /// The film's length in frames, at least one: as many as cover `end`.
  package var frameCount: Int
  package var origins: OriginTable
  /// Films within the film, by the number that media have.
  package var films: [NestedFilm] = []

  /// Whether the film has alpha: a background that is not opaque.
  package var isClear: Bool {
    let colors = [background] + instructions.compactMap(\.instruction.background)
    return hasPicture && colors.contains { $0.alpha < 255 }
  }

  /// Whether anything goes through a filter of libavfilter.
  package var hasEffects: Bool {
    func has(_ effects: [ResolvedEffect]?) -> Bool { effects?.isEmpty == false }
    return has(effects) || overlays.contains { has($0.effects) }
      || tracks.contains { has($0.effects) || $0.clips.contains { has($0.effects) } }
      || instructions.contains { has($0.effects) || $0.layers.contains { has($0.effects) } }
  }

  /// Whether anything is ever drawn.
  package var hasPicture: Bool {
    tracks.contains { !$0.isAudio && !$0.clips.isEmpty }
      || overlays.contains(where: \.content.hasPicture)
  }

  /// All clips: those of each track in film order, then those that are overlays, in groups or masks.
  package var clips: some Sequence<PlacedClip> {
    (tracks.map(\.clips) + [overlays.compactMap(\.footage)]).joined()
  }

  /// The clips that are heard, in the same order; no part of a mask is.
  package var heardClips: some Sequence<PlacedClip> {
    let members = overlays.lazy.filter { !isMask($0) }
    return (tracks.map(\.clips) + [members.compactMap(\.footage)]).joined().lazy.filter(\.isHeard)
  }

  /// Whether `overlay` is a mask, or in a group that is one.
  private func isMask(_ overlay: PlacedOverlay) -> Bool {
    if overlay.overlay.mask != nil { return true }
    guard case .overlay(let index)? = overlay.overlay.group, let group = self.overlay(index) else {
      return false
    }
    return isMask(group)
  }

  /// The clips of which pictures are drawn, in the same order.
  package var drawnClips: some Sequence<PlacedClip> {
    (tracks.filter { !$0.isAudio }.map(\.clips) + [overlays.compactMap(\.footage)]).joined()
  }

  /// The frame that is seen at a film time; nil before the film and after it.
  package func frame(at time: Time) -> Int? {
    guard time >= .zero, time <= end else { return nil }
    return min(Int((time * canvas.rate.perSecond).floor), frameCount - 1)
  }

  /// The sample that lies at a film time, half up.
  package func sample(at time: Time) -> Int64 { (time * Time(Int64(canvas.sampleRate))).rounded }

  /// The sample with which a frame starts.
  package func sample(ofFrame frame: Int) -> Int64 { sample(at: canvas.rate.time(of: frame)) }

  /// The film's length in samples, at least one: to the end of the last frame, without pictures to
  /// the last sample.
  package var sampleCount: Int64 {
    hasPicture ? sample(ofFrame: frameCount) : max(1, sample(at: end))
  }
}

extension FrameRate {
  /// From the start of the first of `frames` to the end of the last.
  package func time(of frames: Range<Int>) -> TimeRange {
    TimeRange(Int64(frames.lowerBound)..<Int64(frames.upperBound), ticks: perSecond)
  }
}

/// A track with its clips in film order.
package struct PlacedTrack {
  package var name: String
  /// Where it is named.
  package var span: Span
  package var isAudio: Bool
  /// How all of it is drawn and heard; its `blend` is that of clips that do not say so.
  package var settings: LayerSettings
  /// Keyframes from its first start.
  package var properties = PropertyKeys()
  /// The filters that all of it goes through; keyframes from its first start.
  package var effects: [ResolvedEffect] = []
  package var fade = ResolvedFade.none
  /// From its first start to its last end, as they are seen and heard.
  package var extent: TimeRange
  /// The first frame after all that is drawn of it.
  var drawnEnd: Int
  package var clips: [PlacedClip]
  /// Ascending; `clips[index]` is left for `clips[index + 1]`.
  package var transitions: [PlacedTransition]

  /// The transition from `clips[index]` to the next, by bisection.
  package func transition(after index: Int) -> PlacedTransition? {
    let place = transitions.partitioningIndex { $0.index >= index }
    return place < transitions.count && transitions[place].index == index ? transitions[place] : nil
  }
}

/// A clip at its place in the film.
package struct PlacedClip {
  package var clip: Clip
  /// What instructions know it as; all members of a list are one.
  package var target: LayerTarget
  package var content: PlacedContent
  /// When the film shows it by itself or in an `overlap`: the exact running total of its track.
  package var start: Time
  /// The first instant after.
  package var end: Time
  /// The same as it is seen and heard: on the frame grid where it has a picture, else exact.
  ///
  /// This is what its anchors name: what starts at the end of a clip leaves no hole and covers nothing.
  package var shown: TimeRange
  /// Source time at `start`.
  package var sourceStart: Time
  /// Source seconds in one of the film; 0 where one picture is held; 1 or -1, as its direction, where `curve` says more.
  package var speed = Time(1)
  /// The speed where it changes, from `start` on.
  package var curve: SpeedCurve?
  /// For a loop: the stretch of the source that is repeated.
  package var loop: TimeRange?
  /// How long its range takes in the film, which is a turn of a loop.
  package var turn: Time?
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
  package var origin: Origin

  /// Whether its file has sound that is used.
  package var isHeard: Bool {
    clip.playback.audio != .off && content.audio != nil && !dropsSound
  }

  /// Whether it is played too fast or too slowly for its sound to be heard, and nothing is said of that.
  package var dropsSound: Bool {
    clip.playback.pitch == nil && !SoundTempo.audible.contains(speed.magnitude)
  }

  /// Whether one picture of it is held.
  package var isFrozen: Bool { speed == .zero }

  /// Whether it is played as it is.
  package var isPlain: Bool { speed == Time(1) && curve == nil }

  /// The source time that is played so long after `start`, were it no loop.
  package func sourceTime(after time: Time) -> Time {
    curve?.source(at: time) ?? sourceStart + time * speed
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
    /// Whether the edge frame is held instead of the source going on.
    package var isHeld: Bool

    static let none = Extension(frames: 0, isHeld: false)
  }
}

/// A transition between `clips[index]` and `clips[index + 1]` of its track.
package struct PlacedTransition {
  package var index: Int
  package var style: TransitionStyle
  package var parameters: [Double]
  package var easing: Easing
  package var policy: TransitionItem.LengthPolicy
  /// The frames on which both clips are drawn.
  package var frames: Range<Int>
  /// The same stretch, exact, for sound.
  package var time: TimeRange
  package var span: Span
}

/// An overlay at its place in the film.
package struct PlacedOverlay {
  /// Its index in `Project.overlays`.
  package var index: Int
  package var overlay: Overlay
  package var time: TimeRange
  package var frames: Range<Int>
  package var content: PlacedContent
  /// What is played of its file; nil where it shows no footage.
  package var footage: PlacedClip?
  /// Keyframes from the overlay's start.
  package var properties: PropertyKeys
  /// The filters that its picture goes through; keyframes from the overlay's start.
  package var effects: [ResolvedEffect] = []
  package var fade = ResolvedFade.none
  /// The frames of the instruction in which it masks its layer, in place of the layer's own mask; nil for that.
  package var instructed: Range<Int>?
  var origin: Origin
}

/// How long something takes to come and to go; zero for at once.
package struct ResolvedFade {
  package var fadeIn: Time
  package var fadeOut: Time
  /// How the picture comes besides.
  @Boxed package var enter: ResolvedEntrance?
  /// How the picture goes besides.
  @Boxed package var exit: ResolvedEntrance?

  static let none = ResolvedFade(fadeIn: .zero, fadeOut: .zero)
}

/// An instruction with its range worked out.
package struct PlacedInstruction {
  package var instruction: Instruction
  package var time: TimeRange
  package var frames: Range<Int>
  /// The curves of each layer, in the order of `instruction.layers`.
  package var layers: [LayerCurves]
  /// The filters that the whole picture goes through meanwhile; nil where the film's own count.
  package var effects: [ResolvedEffect]?

  /// Keyframes of one layer: time from the start of the instruction.
  package struct LayerCurves {
    package var target: LayerTarget
    package var properties: PropertyKeys
    /// The filters that it goes through meanwhile; nil where its own count.
    package var effects: [ResolvedEffect]?
    /// Whether its back is seen meanwhile; nil where nothing is said of it.
    package var backface: Backface?
    /// How it is combined meanwhile with what lies under it; nil where nothing is said of it.
    package var blend: Blending?
    /// Where the layer is named.
    package var span: Span
  }
}

/// An output with its stretch of the film.
package struct PlacedOutput {
  package var output: Output
  /// The film frames it holds, or those that cover its sound; for a still exactly one.
  package var frames: Range<Int>
  /// The film samples it holds; where it has no pictures, exact to the sample.
  package var samples: Range<Int64>
}

/// A keyframe with its time worked out.
package struct ResolvedKey: Sendable {
  /// From the start of the range it belongs to.
  package var time: Time
  package var value: PropertyValue
  package var easing: Easing
  /// What happens until the next key instead; the easing does not count then.
  package var turns: ResolvedTurns?

  package init(
    time: Time, value: PropertyValue, easing: Easing, turns: ResolvedTurns? = nil
  ) {
    self.time = time
    self.value = value
    self.easing = easing
    self.turns = turns
  }
}

/// Keyframes that are gone through again and again.
package struct ResolvedTurns: Sendable {
  /// The keyframes of one turn, from 0 to `period`; along a path their values are shares of its length.
  package var keys: [ResolvedKey]
  /// The path along which a turn goes, in pixels of the project.
  package var path: PathTravel?
  /// How long a turn takes.
  package var period: Time
  /// Whether every other turn runs backwards.
  package var isMirrored: Bool
}

/// Keyframes of properties, each at least one.
package typealias PropertyKeys = PropertyTable<[ResolvedKey]>

/// The places in the project that programs may point back to.
package struct OriginTable {
  package private(set) var facts: [OriginFacts] = []
  /// Where the project shows the film within it whose items are added; nil for its own.
  package var use: Span?

  package init() {}

  mutating func add(
    span: Span, name: String, asset: String, kind: OriginFacts.Kind = .clip
  ) -> Origin {
    var item = OriginFacts(span: span, name: name, asset: asset, kind: kind)
    item.use = use
    facts.append(item)
    return Origin(facts.count - 1)
  }
}

/// Finds the origin of the layer that a node of the graph shows.
///
/// A node knows only its place in the project, which all members of a list share.
package struct OriginIndex {
  private var first: [Span: (path: String?, origin: Origin)] = [:]
  /// For places with more than one file, the origins by path.
  private var members: [Span: [String: Origin]] = [:]

  package init(_ timeline: Timeline) {
    for timeline in [timeline] + timeline.allFilms.map(\.timeline) {
      for track in timeline.tracks {
        for clip in track.clips { add(clip.clip.span, clip.content.media?.file.path, clip.origin) }
      }
      for overlay in timeline.overlays { add(overlay.overlay.span, nil, overlay.origin) }
    }
  }

  private mutating func add(_ span: Span, _ path: String?, _ origin: Origin) {
    guard let known = first[span] else {
      first[span] = (path, origin)
      return
    }
    guard let path, let other = known.path, path != other else { return }
    var origins = members[span] ?? [other: known.origin]
    if origins[path] == nil { origins[path] = origin }
    members[span] = origins
  }

  /// The layer at `span` which shows `file`, or which shows no file.
  package func origin(of span: Span?, in file: MediaFile?) -> Origin {
    guard let span, let known = first[span] else { return .none }
    return file.flatMap { members[span]?[$0.path] } ?? known.origin
  }
}
