// SPDX-License-Identifier: Apache-2.0

public import Base

/// The audio settings of footage: channels, delay, filters and loudness.
public struct ClipAudioSettings: Hashable, Sendable {
  /// The channels of it that are heard; nil for all, as the canvas has them.
  public var channels: Located<ChannelChoice>?
  /// The delay of its audio against its frames, in source time; nil if it is not set.
  public var sync: Located<Time>?
  /// The audio filters.
  public var cleanup = AudioCleanup()
  /// The key that asks for a filter first; nil for none.
  public var cleanupKey: Located<String>?
  /// The ducking while others are heard.
  public var duck: Duck?
  /// The loudness in LUFS that what is played of it is brought to; nil for as loud as it is.
  public var loudness: Located<Double>?
  /// The true peak in dBTP that it is not brought over; nil where nothing is said of it.
  public var peak: Located<Double>?

  /// The longest way by which sound is shifted against its picture.
  public static let longestShift = Time(600)

  /// As the source has it.
  public init() {}
}

/// Sound settings apart from the clip, as few clips have any and there are many clips.
indirect enum ClipAudioSettingsBox: Hashable, Sendable {
  case settings(ClipAudioSettings)
}
