// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// Which part of footage a layer plays, how it fills its box, and what becomes of its sound.
public struct Playback: Hashable, Sendable {
  /// The stretch of the source, in source time; nil for all of it (`duration: d` reads as `0s..+d`).
  public var range: RangeExpression?
  /// Whether the source starts again at its end, as long as the layer lasts (or until the range's end).
  public var loops: Bool {
    get { repetition != .none }
    set { repetition = newValue ? .loop : .none }
  }
  /// Over how much of the film the end of a loop and its next turn crossfade; nil where one ends as the next begins.
  public var crossfade: TimeExpression? {
    get { if case .crossfading(let time) = repetition { time } else { nil } }
    set { repetition = newValue.map { .crossfading($0) } ?? (loops ? .loop : .none) }
  }
  private var repetition = Repetition.none
  /// How fast it is played; nil for as fast as it is.
  public var speed: PlaybackSpeed?
  /// Whether it is played backwards; a factor says that itself.
  public var isReversed = false
  /// What becomes of the pitch of its sound at another speed; nil where nothing is said of it.
  public var pitch: PitchMode?
  /// What is shown between two frames of it; nil where nothing is said of it.
  public var interpolation: Located<InterpolationMode>? {
    get { frames?.interpolation }
    set { frames = FrameSettings(newValue, deinterlacing) }
  }
  /// What is made of its fields, if it is interlaced; nil where nothing is said of it.
  public var deinterlacing: Located<DeinterlacingMode>? {
    get { frames?.deinterlacing }
    set { frames = FrameSettings(interpolation, newValue) }
  }
  /// Few clips have any.
  private var frames: FrameSettings?
  /// How it fills its box; nil for the canvas's way.
  public var fit: FitMode?
  /// What becomes of its sound.
  public var audio = AudioMode.on
  /// Whether it is not heard because the project's defaults say so, which they do of what is seen.
  public var isMutedByDefaults = false
  /// What of its sound is heard, and when.
  public var sound: SoundSettings {
    get { if case .settings(let settings) = heard { settings } else { SoundSettings() } }
    set { heard = newValue == SoundSettings() ? nil : .settings(newValue) }
  }
  private var heard: SoundSettingsBox?

  /// All of the source, once.
  public init() {}

  /// The same of something that is only heard: defaults that mute are for the sound that comes along with pictures.
  public var ofSoundAlone: Playback {
    guard isMutedByDefaults else { return self }
    var playback = self
    (playback.audio, playback.isMutedByDefaults) = (.on, false)
    return playback
  }
}

/// Whether footage starts again at its end.
private enum Repetition: Hashable, Sendable {
  case none
  case loop
  indirect case crossfading(TimeExpression)
}

/// What is made of the frames of footage, apart from the clip, as there are many clips.
private indirect enum FrameSettings: Hashable, Sendable {
  case both(Located<InterpolationMode>?, Located<DeinterlacingMode>?)

  init?(_ interpolation: Located<InterpolationMode>?, _ deinterlacing: Located<DeinterlacingMode>?)
  {
    if interpolation == nil, deinterlacing == nil { return nil }
    self = .both(interpolation, deinterlacing)
  }

  var interpolation: Located<InterpolationMode>? {
    switch self {
    case .both(let mode, _): mode
    }
  }
  var deinterlacing: Located<DeinterlacingMode>? {
    switch self {
    case .both(_, let mode): mode
    }
  }
}

/// How fast footage is played.
public indirect enum PlaybackSpeed: Hashable, Sendable {
  /// So many seconds of it in one of the film.
  case factor(Located<Time>)
  /// So fast that all of it lasts that long.
  case lasting(TimeExpression)
  /// As fast as it says at each time from the clip's start, in the film.
  case curve(Animated<PropertyValue>)

  /// Where it is written.
  public var span: Span {
    switch self {
    case .factor(let factor): factor.span
    case .lasting(let time): time.span
    case .curve(let curve): curve.span
    }
  }
}

/// What becomes of the pitch of sound that is played at another speed.
public enum PitchMode: String, Hashable, Sendable, CaseIterable {
  /// It is kept.
  case keep
  /// It goes along with the speed.
  case follow
}

/// What is shown of footage at times between two of its frames.
public enum InterpolationMode: String, Hashable, Sendable, CaseIterable {
  /// The earlier one.
  case none
  /// Both, mixed.
  case blend
  /// What moves where it is by then.
  case motion
}

/// What is made of the fields of interlaced footage.
public enum DeinterlacingMode: String, Hashable, Sendable, CaseIterable {
  /// Both fields of a frame are shown together.
  case off
  /// One picture of each frame.
  case frames
  /// One picture of each field.
  case fields
}

/// What becomes of the sound of footage.
public enum AudioMode: String, Hashable, Sendable, CaseIterable {
  /// It is heard, and crossfades along with transitions.
  case on
  /// It is not heard.
  case off
  /// It is heard, and cut where a transition begins or ends instead of crossfaded.
  case cut
}
