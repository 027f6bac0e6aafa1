// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import Diagnostics
package import ProjectModel
package import RenderProtocol

/// A project with every time worked out and every file found: what lowering reads.
///
/// Times are film times unless said; frames are counted on the canvas grid.
package struct Timeline {
  package var canvas: CanvasFormat
  package var background: Color
  /// The fit of clips without a `fit` of their own.
  package var fit: FitMode
  /// In drawing order.
  package var tracks: [PlacedTrack]
  /// In drawing order.
  package var overlays: [PlacedOverlay]
  package var instructions: [PlacedInstruction]
  /// The filters that the whole picture goes through.
  package var effects: [ResolvedEffect] = []
  /// The files of the project's list of files that are values; nil where one could not be used, which was reported.
  package var files: [MediaFile?] = []
  /// The pictures that transitions read, as the project lists them; nil where one could not be used, which was reported.
  package var maps: [TransitionMap?] = []
  /// In the order of the file; the standard one where the project names none.
  package var outputs: [PlacedOutput] {
    didSet { copiesPictures = Timeline.copy(outputs) }
  }
  /// True if an output copies video packets where possible.
  package private(set) var copiesPictures: Bool
  /// The end of the last clip: on the frame grid if it has a picture, else exact.
  package var end: Time
  /// The film's length in frames, at least one: as many as cover `end`.
  package var frameCount: Int
  package var origins: OriginTable
  /// Films within the film, by the number that media have.
  package var films: [NestedFilm] = []
  /// The captions of the clips that it plays.
  package var captions = ClipCaptions()
  /// The layers that are lowered while others are heard.
  package var ducks: [LayerTarget: PlacedDuck] = [:]
  /// The focus paths detected in pictures, in the order of the tracks, then of the overlays.
  package var focuses: [PlacedFocus] = []
  /// The channels that the project asks for; nil where it says nothing of them, and a film within a film has those of the film
  /// around it.
  package var channels: Located<ChannelLayout>?

  package init(
    canvas: CanvasFormat, background: Color, fit: FitMode, tracks: [PlacedTrack],
    overlays: [PlacedOverlay], instructions: [PlacedInstruction], effects: [ResolvedEffect] = [],
    files: [MediaFile?] = [], outputs: [PlacedOutput], end: Time, frameCount: Int,
    origins: OriginTable, films: [NestedFilm] = []
  ) {
    self.canvas = canvas
    self.background = background
    self.fit = fit
    self.tracks = tracks
    self.overlays = overlays
    self.instructions = instructions
    self.effects = effects
    self.files = files
    self.outputs = outputs
    copiesPictures = Timeline.copy(outputs)
    self.end = end
    self.frameCount = frameCount
    self.origins = origins
    self.films = films
  }

  /// True if the film has alpha: a background that is not opaque.
  package var isClear: Bool {
    let colors = [background] + instructions.compactMap(\.instruction.background)
    return hasPicture && colors.contains { $0.alpha < 255 }
  }

  /// True if any layer goes through a filter of libavfilter.
  package var hasEffects: Bool {
    func has(_ effects: [ResolvedEffect]?) -> Bool { effects?.isEmpty == false }
    return has(effects) || overlays.contains { has($0.effects) }
      || tracks.contains { has($0.effects) || $0.clips.contains { has($0.effects) } }
      || instructions.contains { has($0.effects) || $0.layers.contains { has($0.effects) } }
  }

  /// True if any layer is ever drawn.
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

  /// Returns true if `overlay` is a mask, or in a group that is one.
  package func isMask(_ overlay: PlacedOverlay) -> Bool {
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
  /// The place that names it.
  package var span: Span
  package var isAudio: Bool
  /// The settings of the whole track; its `blend` is that of clips that set none.
  package var settings: LayerSettings
  /// Keyframes from its first start.
  package var properties = PropertyKeys()
  /// The filters that all of it goes through; keyframes from its first start.
  package var effects: [ResolvedEffect] = []
  package var fade = ResolvedFade.none
  /// The audio filters applied to the mix of its clips.
  package var filters: TrackFilters?
  /// From its first start to its last end, as they are seen and heard.
  package var extent: TimeRange
  /// The first frame after all that is drawn of it.
  package var drawnEnd: Int
  package var clips: [PlacedClip]
  /// Ascending; `clips[index]` is left for `clips[index + 1]`.
  package var transitions: [PlacedTransition]

  package init(
    name: String, span: Span, isAudio: Bool, settings: LayerSettings,
    properties: PropertyKeys = PropertyKeys(), effects: [ResolvedEffect] = [],
    fade: ResolvedFade = ResolvedFade.none, extent: TimeRange, drawnEnd: Int, clips: [PlacedClip],
    transitions: [PlacedTransition]
  ) {
    self.name = name
    self.span = span
    self.isAudio = isAudio
    self.settings = settings
    self.properties = properties
    self.effects = effects
    self.fade = fade
    self.extent = extent
    self.drawnEnd = drawnEnd
    self.clips = clips
    self.transitions = transitions
  }

  /// The transition from `clips[index]` to the next, by bisection.
  package func transition(after index: Int) -> PlacedTransition? {
    let place = transitions.partitioningIndex { $0.index >= index }
    return place < transitions.count && transitions[place].index == index ? transitions[place] : nil
  }
}
