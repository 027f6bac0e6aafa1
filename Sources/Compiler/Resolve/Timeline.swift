// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Diagnostics
import ProjectModel
import Properties

/// A project with every time worked out and every file found: what lowering reads.
///
/// Times are film times unless said; frames are counted on the canvas grid.
struct Timeline {
  var canvas: CanvasFormat
  var background: Color
  /// How clips fill their boxes that do not say it themselves.
  var fit: FitMode
  /// In drawing order.
  var tracks: [PlacedTrack]
  /// In drawing order.
  var overlays: [PlacedOverlay]
  var instructions: [PlacedInstruction]
  /// In the order of the file; the standard one where the project names none.
  var outputs: [PlacedOutput]
  /// When the last clip ends: on the frame grid if it has a picture, else exact.
  var end: Time
  /// The film's length in frames, at least one: as many as cover `end`.
  var frameCount: Int
  var origins: OriginTable

  /// Whether anything is ever drawn.
  var hasPicture: Bool { tracks.contains { !$0.isAudio && !$0.clips.isEmpty } || !overlays.isEmpty }

  /// The frame that is seen at a film time; nil before the film and after it.
  func frame(at time: Time) -> Int? {
    guard time >= .zero, time <= end else { return nil }
    return min(Int((time * canvas.rate.perSecond).floor), frameCount - 1)
  }

  /// The sample that lies at a film time, half up.
  func sample(at time: Time) -> Int64 { (time * Time(Int64(canvas.sampleRate))).rounded }

  /// The sample with which a frame starts.
  func sample(ofFrame frame: Int) -> Int64 { sample(at: canvas.rate.time(of: frame)) }

  /// The film's length in samples, at least one: to the end of the last frame, without pictures to
  /// the last sample.
  var sampleCount: Int64 {
    hasPicture ? sample(ofFrame: frameCount) : max(1, sample(at: end))
  }
}

extension FrameRate {
  /// From the start of the first of `frames` to the end of the last.
  func time(of frames: Range<Int>) -> TimeRange {
    TimeRange(Int64(frames.lowerBound)..<Int64(frames.upperBound), ticks: perSecond)
  }
}

/// A track with its clips in film order.
struct PlacedTrack {
  var name: String
  var isAudio: Bool
  var clips: [PlacedClip]
  /// Ascending; `clips[index]` is left for `clips[index + 1]`.
  var transitions: [PlacedTransition]

  /// The transition from `clips[index]` to the next, by bisection.
  func transition(after index: Int) -> PlacedTransition? {
    let place = transitions.partitioningIndex { $0.index >= index }
    return place < transitions.count && transitions[place].index == index ? transitions[place] : nil
  }
}

/// A clip at its place in the film.
struct PlacedClip {
  var clip: Clip
  /// What instructions know it as; all members of a list are one.
  var target: LayerTarget
  var content: PlacedContent
  /// When the film shows it by itself or in an `overlap`: the exact running total of its track.
  var start: Time
  /// The first instant after.
  var end: Time
  /// The same as it is seen and heard: on the frame grid where it has a picture, else exact.
  ///
  /// This is what its anchors name: what starts at the end of a clip leaves no hole and covers nothing.
  var shown: TimeRange
  /// Source time at `start`.
  var sourceStart: Time
  /// For a loop: the stretch of the source that is repeated.
  var loop: TimeRange?
  /// The frames on which it is drawn without handles.
  var frames: Range<Int>
  /// Frames drawn before `frames`, for the transition into it; the source goes on or is held.
  var lead = Extension.none
  /// Frames drawn after `frames`, for the transition out of it.
  var tail = Extension.none
  var fade = ResolvedFade.none
  /// Keyframes from the clip's start.
  var properties = PropertyKeys()
  var origin: Origin

  /// All frames on which it is drawn.
  var drawn: Range<Int> { (frames.lowerBound - lead.frames)..<(frames.upperBound + tail.frames) }

  /// Frames beyond a clip's own, for a transition.
  struct Extension {
    var frames: Int
    /// Whether the edge frame is held instead of the source going on.
    var isHeld: Bool

    static let none = Extension(frames: 0, isHeld: false)
  }
}

/// A transition between `clips[index]` and `clips[index + 1]` of its track.
struct PlacedTransition {
  var index: Int
  var style: TransitionStyle
  var policy: TransitionItem.LengthPolicy
  /// The frames on which both clips are drawn.
  var frames: Range<Int>
  /// The same stretch, exact, for sound.
  var time: TimeRange
  var span: Span
}

/// An overlay at its place in the film.
struct PlacedOverlay {
  /// Its index in `Project.overlays`.
  var index: Int
  var overlay: Overlay
  var time: TimeRange
  var frames: Range<Int>
  var content: PlacedContent
  /// Keyframes from the overlay's start.
  var properties: PropertyKeys
  var fade = ResolvedFade.none
  var origin: Origin
}

/// How long something takes to come and to go; zero for at once.
struct ResolvedFade {
  var fadeIn: Time
  var fadeOut: Time

  static let none = ResolvedFade(fadeIn: .zero, fadeOut: .zero)
}

/// An instruction with its range worked out.
struct PlacedInstruction {
  var instruction: Instruction
  var time: TimeRange
  var frames: Range<Int>
  /// The curves of each layer, in the order of `instruction.layers`.
  var layers: [LayerCurves]

  /// Keyframes of one layer: time from the start of the instruction.
  struct LayerCurves {
    var target: LayerTarget
    var properties: PropertyKeys
    /// Where the layer is named.
    var span: Span
  }
}

/// An output with its stretch of the film.
struct PlacedOutput {
  var output: Output
  /// The film frames it holds, or those that cover its sound; for a still exactly one.
  var frames: Range<Int>
  /// The film samples it holds; where it has no pictures, exact to the sample.
  var samples: Range<Int64>
}

/// A keyframe with its time worked out.
struct ResolvedKey {
  /// From the start of the range it belongs to.
  var time: Time
  var value: PropertyValue
  var easing: Easing
}

/// Keyframes of properties, each at least one.
typealias PropertyKeys = PropertyTable<[ResolvedKey]>

/// A file that a clip or an overlay shows.
struct ResolvedMedia {
  /// The path as the project writes it.
  var shownPath: String
  var file: MediaFile
  var facts: MediaFacts
  /// What to do to the coded picture to show it upright: the asset's `rotate`, else the file's own.
  var orientation: Orientation
  /// A display matrix that is none of the eight orientations.
  var matrix: [Double]?

  /// The size of the upright picture in square pixels, not rounded.
  var uprightSize: (width: Double, height: Double)? {
    guard let video = facts.video else { return nil }
    let aspect = video.sampleAspect.approximate
    let (w, h) = (Double(video.size.width) * aspect, Double(video.size.height))
    if let m = matrix {
      return (abs(m[0]) * w + abs(m[2]) * h, abs(m[1]) * w + abs(m[3]) * h)
    }
    return orientation.swapsAxes ? (h, w) : (w, h)
  }
}

/// The places in the project that programs may point back to.
struct OriginTable {
  private(set) var facts: [OriginFacts] = []

  mutating func add(
    span: Span, name: String, asset: String, kind: OriginFacts.Kind = .clip
  ) -> Origin {
    facts.append(OriginFacts(span: span, name: name, asset: asset, kind: kind))
    return Origin(facts.count - 1)
  }
}

/// Finds the origin of what a node of the graph shows.
///
/// A node knows its place in the project, which the members of a list have in common.
struct OriginIndex {
  private var first: [Span: (path: String?, origin: Origin)] = [:]
  /// For places with more than one file, the origins by path.
  private var members: [Span: [String: Origin]] = [:]

  init(_ timeline: Timeline) {
    for track in timeline.tracks {
      for clip in track.clips { add(clip.clip.span, clip.content.media?.file.path, clip.origin) }
    }
    for overlay in timeline.overlays { add(overlay.overlay.span, nil, overlay.origin) }
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

  func origin(of span: Span?, in file: MediaFile) -> Origin {
    guard let span, let known = first[span] else { return .none }
    return members[span]?[file.path] ?? known.origin
  }
}
