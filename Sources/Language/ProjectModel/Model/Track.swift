// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// A sequence of clips, gaps and transitions, and clips placed beside them.
public struct Track: Hashable, Sendable {
  /// The track's name, unique among tracks.
  public var name: Located<String>
  /// The kind; nil when the project leaves it to the media (audio where every clip is).
  public var kind: Located<Kind>?
  /// Its items in file order; none where all of them were left out.
  public var items: [TrackItem]
  /// The transitions between neighbours that have none of their own.
  public var between: BetweenTransitions?
  /// The layer settings of the whole track; its `blend` is that of items that do not set one.
  public var layer = LayerSettings()
  /// The ducking while others are heard.
  @Boxed public var duck: Duck?
  /// The loudness in LUFS that each of its clips is brought to that does not say so; nil for as loud as they are.
  @Boxed public var normal: Located<Double>?
  /// The filters of the mix of its clips; nil for none.
  @Boxed public var filters: TrackFilters?
  /// The playback of the whole track, if an instruction changes it, with its place.
  public var playback: Located<Playback>?

  package init(name: Located<String>, kind: Located<Kind>? = nil, items: [TrackItem]) {
    self.name = name
    self.kind = kind
    self.items = items
  }

  /// The kind of a track.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Video, with its audio.
    case video
    /// Audio alone.
    case audio
  }
}

/// One item of a track.
public indirect enum TrackItem: Hashable, Sendable {
  /// Media, one file or a list of them in a row, or something drawn such as a text.
  case clip(Clip)
  /// A transition between its neighbours, which are clips.
  case transition(TransitionItem)
  /// An interval without content.
  case gap(GapItem)
  /// The last picture of the item before it, held.
  case freeze(FreezeItem)

  /// The place in the project.
  public var span: Span {
    switch self {
    case .clip(let clip): clip.span
    case .transition(let transition): transition.span
    case .gap(let gap): gap.span
    case .freeze(let freeze): freeze.span
    }
  }

  /// The name for anchors and instructions; nil where it has none.
  public var givenName: Located<String>? {
    switch self {
    case .clip(let clip): clip.givenName
    case .freeze(let freeze): freeze.id
    case .transition, .gap: nil
    }
  }

  /// The name that is given by `id`.
  public var id: Located<String>? {
    switch self {
    case .clip(let clip): clip.id
    case .freeze(let freeze): freeze.id
    case .transition, .gap: nil
    }
  }
}

/// An interval of media on a track, or something drawn there.
public struct Clip: Hashable, Sendable {
  /// The content; a list (glob) is its members in a row, each with these settings.
  public var content: LayerContent
  /// The name given by `id`.
  public var id: Located<String>?
  /// The played range of footage; of drawn content its duration.
  public var playback: Playback
  /// Its place in the film; nil when it follows the item before it.
  public var at: TimeExpression?
  /// The film time at which it is cut off.
  public var until: TimeExpression?
  /// The settings of the layer.
  public var layer: LayerSettings
  /// The captions of its file, by their index in ``ProjectDocument/captionFiles``; nil for those of its asset.
  @Boxed public var captions: Int?
  /// The item in the project.
  public var span: Span

  package init(
    content: LayerContent, id: Located<String>? = nil, playback: Playback = Playback(),
    at: TimeExpression? = nil, until: TimeExpression? = nil, layer: LayerSettings, span: Span
  ) {
    self.content = content
    self.id = id
    self.playback = playback
    self.at = at
    self.until = until
    self.layer = layer
    self.span = span
  }

  /// The name for anchors and instructions: its `id`, else its asset's name, else its file's stem;
  /// nil for drawn content without `id`.
  public var givenName: Located<String>? {
    id ?? content.media.map { Located($0.defaultName, at: $0.span) }
  }

  /// The name in messages.
  public var name: String { id?.value ?? content.label }
}

/// A fade in and out.
public struct Fade: Hashable, Sendable {
  /// The duration of the fade-in.
  public var fadeIn: TimeExpression?
  /// The duration of the fade-out.
  public var fadeOut: TimeExpression?
  /// The curve of the audio fades.
  public var curve = Curve.linear
  /// The place in the project.
  public var span: Span

  package init(fadeIn: TimeExpression? = nil, fadeOut: TimeExpression? = nil, span: Span) {
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.span = span
  }

  /// A way of sound from silence and back.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// Its factor changes evenly.
    case linear
    /// As one side of a crossfade of equal power.
    case equalPower = "equal-power"
    /// Its decibels change evenly, over 60 dB.
    case log
  }
}

/// A transition between the clip before it and the clip after it.
public struct TransitionItem: Hashable, Sendable {
  /// The style; nil for a plain cut.
  public var style: TransitionStyle?
  /// The settings of the style.
  public var settings: TransitionSettings
  /// The duration.
  public var duration: TimeExpression
  /// The source of its time.
  public var length: LengthPolicy
  /// The easing from the one picture to the other.
  public var easing: Easing
  /// The audio settings of the transition; nil if they are not set.
  public var sound: TransitionSound?
  /// The place of its name in the project.
  public var nameSpan: Span
  /// The item in the project.
  public var span: Span

  package init(
    style: TransitionStyle?, settings: TransitionSettings, duration: TimeExpression,
    length: LengthPolicy, easing: Easing, sound: TransitionSound? = nil, nameSpan: Span, span: Span
  ) {
    self.style = style
    self.settings = settings
    self.duration = duration
    self.length = length
    self.easing = easing
    self.sound = sound
    self.nameSpan = nameSpan
    self.span = span
  }

  /// The place at which it says how long it lasts: its duration, or the whole item where that is a default.
  package var durationPlace: Span {
    let own = duration.span
    let isWithin =
      own.count > 0 && own.file.index == span.file.index && own.start >= span.start
      && own.end <= span.end
    return isWithin ? own : span
  }

  /// The name of a plain cut.
  package static let cutName = "cut"

  /// The name of its kind.
  package var name: String { style?.name ?? Self.cutName }

  /// The kind, other settings aside: its name, and the picture that it reads.
  package var kind: String { settings.map.map { "\(name)\0\($0)" } ?? name }

  /// The source of a transition's time.
  public enum LengthPolicy: String, Hashable, Sendable, CaseIterable {
    /// The clips overlap; the film gets shorter by the duration.
    case overlap
    /// Each clip gives half of it from outside its range.
    case handles
    /// The edge frames of both clips are held.
    case freeze
  }
}

/// An interval without content on a track.
public struct GapItem: Hashable, Sendable {
  /// The duration.
  public var duration: TimeExpression
  /// The item in the project.
  public var span: Span

  package init(duration: TimeExpression, span: Span) {
    self.duration = duration
    self.span = span
  }
}

/// The last picture of the item before it, held in silence.
///
/// It looks as that item does in its end, except where it says otherwise; only how that comes and goes, and its mask, are its own.
public struct FreezeItem: Hashable, Sendable {
  /// The duration.
  public var duration: TimeExpression
  /// The name given by `id`.
  public var id: Located<String>?
  /// The layer settings that it sets itself.
  public var layer: LayerSettings
  /// The keys that it has; the others are those of the item before it.
  public var keys: Set<String>
  /// The item in the project.
  public var span: Span

  package init(
    duration: TimeExpression, id: Located<String>? = nil, layer: LayerSettings, keys: Set<String>,
    span: Span
  ) {
    self.duration = duration
    self.id = id
    self.layer = layer
    self.keys = keys
    self.span = span
  }

  /// The name in messages.
  public var name: String { id?.value ?? "freeze" }
}
