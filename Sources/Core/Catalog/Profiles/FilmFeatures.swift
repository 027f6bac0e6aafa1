// SPDX-License-Identifier: Apache-2.0

public import Base

/// The features of a finished film on which players differ.
public struct FilmFeatures: Sendable {
  /// The extension of its container: `mp4`, `mov`, `mkv`, `webm`, or libavformat's name of another one.
  public var container = ""
  /// The decoding errors, in words; nil for none.
  public var damage: String?
  /// True if the index comes first; nil where there is none.
  public var isIndexFirst: Bool?
  /// The faults of its edit lists, in words; nil for none.
  public var edits: String?
  /// The pictures; nil for none.
  public var pictures: Pictures?
  /// The sound; nil for none.
  public var sound: Sound?
  /// The offset between the starts or ends of audio and video, in words; nil for none.
  public var sync: String?

  /// A film of which nothing is known yet.
  public init() {}

  /// The pictures of a film.
  public struct Pictures: Sendable {
    /// libavcodec's name of the codec.
    public var codec = ""
    /// The profile of H.264 as projects write it; nil where it is not known, or of another codec.
    public var profile: String?
    /// Ten times the level of H.264; nil for none.
    public var level: Int?
    /// The name by which MP4 has the codec; nil for none.
    public var tag: String?
    /// True if coding is lossless; nil where it cannot be known.
    public var isLossless: Bool?
    /// The format of pixels as projects write it, or libavutil's name.
    public var pixels = ""
    /// The size.
    public var size = PixelSize(0, 0)
    /// Width over height of a pixel.
    public var sampleAspect = Time(1)
    /// Frames in a second; nil where that is not known.
    public var rate: Time?
    /// The irregularity of frame durations, in words; nil where all are equally long.
    public var unevenness: String?
    /// True if frames are interlaced.
    public var isInterlaced = false
    /// The colours, and whether they are in HDR.
    public var color = ColorTags.bt709
    /// The longest time from one key frame to the next.
    public var longestGroup: Time = .zero
    /// Its start.
    public var longestGroupStart: Time = .zero
    /// Bits in a second.
    public var bits: Int64 = 0

    /// Pictures of which nothing is known yet.
    public init() {}
  }

  /// The sound of a film.
  public struct Sound: Sendable {
    /// libavcodec's name of the codec.
    public var codec = ""
    /// Samples in a second.
    public var sampleRate = 0
    /// The number of channels.
    public var channels = 0
    /// Bits in a second.
    public var bits: Int64 = 0
    /// LUFS; nil where it is too quiet.
    public var loudness: Double?
    /// dBTP; nil for silence.
    public var peak: Double?

    /// Sound of which nothing is known yet.
    public init() {}
  }
}

/// The verdict on a film by a rule of a profile.
public struct RuleVerdict: Sendable {
  /// The outcomes of checking a rule.
  public enum Outcome: String, Sendable {
    /// It keeps the rule.
    case holds
    /// It does not.
    case fails
    /// It does not keep a recommendation, which players do not depend on.
    case advice
  }

  /// The rule.
  public var rule: FilmRule
  /// The outcome of checking the rule.
  public var outcome: Outcome
  /// The value found in the film.
  public var found: String
  /// The accepted values.
  public var accepted: String
  /// The remedy; nil where the rule is kept.
  public var remedy: String?
}
