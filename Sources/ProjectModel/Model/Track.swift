// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Diagnostics
public import Properties

/// A sequence of clips, gaps and transitions, and clips placed beside them.
public struct Track: Hashable, Sendable {
  /// The track's name, unique among tracks.
  public var name: Located<String>
  /// What it carries; nil when the project leaves it to the media (audio where every clip is).
  public var kind: Located<Kind>?
  /// How those of its items that do not say so are combined with what lies under the track.
  public var blend: Blending?
  /// How motion within a frame that instructions give the whole track is seen.
  public var motionBlur: MotionBlur?
  /// Its items in file order, at least one.
  public var items: [TrackItem]
  /// The filters that all of it goes through.
  public var effects: Located<[EffectItem]>?

  package init(
    name: Located<String>, kind: Located<Kind>? = nil, blend: Blending? = nil,
    motionBlur: MotionBlur? = nil, items: [TrackItem]
  ) {
    self.name = name
    self.kind = kind
    self.blend = blend
    self.motionBlur = motionBlur
    self.items = items
  }

  /// What a track carries.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Pictures, with their sound.
    case video
    /// Sound alone.
    case audio
  }
}

/// One item of a track.
public indirect enum TrackItem: Hashable, Sendable {
  /// Media, one file or a list of them in a row, or something drawn such as a text.
  case clip(Clip)
  /// A transition between its neighbours, which are clips.
  case transition(TransitionItem)
  /// A stretch of nothing.
  case gap(GapItem)

  /// Where it is written.
  public var span: Span {
    switch self {
    case .clip(let clip): clip.span
    case .transition(let transition): transition.span
    case .gap(let gap): gap.span
    }
  }
}

/// A stretch of media on a track, or something drawn there.
public struct Clip: Hashable, Sendable {
  /// What is shown or heard; a list (glob) is its members in a row, each with these settings.
  public var content: LayerContent
  /// The name given by `id`.
  public var id: Located<String>?
  /// The stretch of the source, in source time; nil for all of it (`duration: d` reads as `0s..+d`).
  public var range: RangeExpression?
  /// Where it is placed in the film; nil when it follows the item before it.
  public var at: TimeExpression?
  /// Whether the source starts again at its end, until `until` (or the range's end).
  public var loops: Bool
  /// The film time at which it is cut off.
  public var until: TimeExpression?
  /// How it fills its box.
  public var fit: FitMode?
  /// What becomes of its sound.
  public var audio: AudioMode
  /// How it is drawn and heard.
  public var layer: LayerSettings
  /// The item in the project.
  public var span: Span

  package init(
    content: LayerContent, id: Located<String>? = nil, range: RangeExpression? = nil,
    at: TimeExpression? = nil, loops: Bool, until: TimeExpression? = nil, fit: FitMode? = nil,
    audio: AudioMode, layer: LayerSettings, span: Span
  ) {
    self.content = content
    self.id = id
    self.range = range
    self.at = at
    self.loops = loops
    self.until = until
    self.fit = fit
    self.audio = audio
    self.layer = layer
    self.span = span
  }

  /// What anchors and instructions call it: its `id`, else its asset's name, else its file's stem; nil for what is
  /// drawn and has no `id`.
  public var givenName: Located<String>? {
    id ?? content.media.map { Located($0.defaultName, at: $0.span) }
  }

  /// What messages call it.
  public var name: String { id?.value ?? content.label }
}

/// What becomes of a clip's sound.
public enum AudioMode: String, Hashable, Sendable, CaseIterable {
  /// It is heard, and crossfades along with transitions.
  case on
  /// It is not heard.
  case off
  /// It is heard, and cut where a transition begins or ends instead of crossfaded.
  case cut
}

/// How something comes and goes.
public struct Fade: Hashable, Sendable {
  /// How long it takes to come.
  public var fadeIn: TimeExpression?
  /// How long it takes to go.
  public var fadeOut: TimeExpression?
  /// Where it is written.
  public var span: Span

  package init(fadeIn: TimeExpression? = nil, fadeOut: TimeExpression? = nil, span: Span) {
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.span = span
  }
}

/// A transition between the clip before it and the clip after it.
public struct TransitionItem: Hashable, Sendable {
  /// How it looks.
  public var style: TransitionStyle
  /// The values of its parameters, in the order of `style.parameters`.
  public var parameters: [Double]
  /// How long it lasts.
  public var duration: TimeExpression
  /// Where its time comes from.
  public var length: LengthPolicy
  /// Where its name is written.
  public var nameSpan: Span
  /// The item in the project.
  public var span: Span

  package init(
    style: TransitionStyle, parameters: [Double], duration: TimeExpression, length: LengthPolicy,
    nameSpan: Span, span: Span
  ) {
    self.style = style
    self.parameters = parameters
    self.duration = duration
    self.length = length
    self.nameSpan = nameSpan
    self.span = span
  }

  /// Where the time of a transition comes from.
  public enum LengthPolicy: String, Hashable, Sendable, CaseIterable {
    /// The clips overlap; the film gets shorter by the duration.
    case overlap
    /// Each clip gives half of it from outside its range.
    case handles
    /// The edge frames of both clips are held.
    case freeze
  }
}

/// A stretch of nothing on a track.
public struct GapItem: Hashable, Sendable {
  /// How long.
  public var duration: TimeExpression
  /// The item in the project.
  public var span: Span

  package init(duration: TimeExpression, span: Span) {
    self.duration = duration
    self.span = span
  }
}
