// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// The part of footage that a layer plays, its fit in the box, and the use of its audio.
public struct Playback: Hashable, Sendable {
  /// The interval of the source, in source time; nil for all of it (`duration: d` reads as
  /// `0s..+d`).
  public var range: RangeExpression?
  /// True if the source starts again at its end, as long as the layer lasts (or until the range's
  /// end).
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
  /// The speed; nil for that of the source.
  public var speed: PlaybackSpeed?
  /// True if it is played backwards; a factor contains the direction itself.
  public var isReversed = false
  /// The handling of pitch at another speed; nil if it is not set.
  public var pitch: PitchMode?
  /// The interpolation between two frames of it; nil if it is not set.
  public var interpolation: Located<InterpolationMode>? {
    get { frames?.interpolation }
    set { frames = FrameSettings(newValue, deinterlacing) }
  }
  /// The deinterlacing of its fields; nil if it is not set.
  public var deinterlacing: Located<DeinterlacingMode>? {
    get { frames?.deinterlacing }
    set { frames = FrameSettings(interpolation, newValue) }
  }
  /// Few clips have any.
  private var frames: FrameSettings?
  /// The fit in its box; nil for that of the canvas.
  public var fit: FitMode?
  /// The use of its audio.
  public var audio = AudioMode.on
  /// True if it is muted by the project's defaults, which mute the audio of video only.
  public var isMutedByDefaults = false
  /// The audio settings.
  public var sound: ClipAudioSettings {
    get { if case .settings(let settings) = heard { settings } else { ClipAudioSettings() } }
    set { heard = newValue == ClipAudioSettings() ? nil : .settings(newValue) }
  }
  private var heard: ClipAudioSettingsBox?

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

/// The looping of footage.
private enum Repetition: Hashable, Sendable {
  case none
  case loop
  indirect case crossfading(TimeExpression)
}

/// The settings for the frames of footage, apart from the clip, as there are many clips.
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

/// The playback speed of footage.
public indirect enum PlaybackSpeed: Hashable, Sendable {
  /// So many seconds of it in one of the film.
  case factor(Located<Time>)
  /// So fast that all of it lasts that long.
  case lasting(TimeExpression)
  /// As fast as it says at each time from the clip's start, in the film.
  case curve(Animated<PropertyValue>)

  /// The place in the project.
  public var span: Span {
    switch self {
    case .factor(let factor): factor.span
    case .lasting(let time): time.span
    case .curve(let curve): curve.span
    }
  }
}

/// The handling of pitch where audio is played at another speed.
public enum PitchMode: String, Hashable, Sendable, CaseIterable {
  /// It is kept.
  case keep
  /// It goes along with the speed.
  case follow
}

/// The interpolation of footage at times between two of its frames.
public enum InterpolationMode: String, Hashable, Sendable, CaseIterable {
  /// The earlier one.
  case none
  /// Both, blended.
  case blend
  /// Moving objects, at their place by then.
  case motion
}

/// The deinterlacing of interlaced footage.
public enum DeinterlacingMode: String, Hashable, Sendable, CaseIterable {
  /// Both fields of a frame are shown together.
  case off
  /// One output frame for each interlaced frame.
  case frames
  /// One output frame for each field.
  case fields
}

/// The use of the audio of footage.
public enum AudioMode: String, Hashable, Sendable, CaseIterable {
  /// It is heard, and crossfades along with transitions.
  case on
  /// It is not heard.
  case off
  /// It is heard, and cut where a transition begins or ends instead of crossfaded.
  case cut
}
