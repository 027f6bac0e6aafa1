// SPDX-License-Identifier: Apache-2.0

public import Base

/// A kind of players that a film is made for, by the name that projects and the command line use.
///
/// The limits of its players are data (`rules`): defaults of outputs, the errors of `check` and the
/// rules of `reel verify` follow from that, and the reference lists it with reasons.
public enum PlayerProfile: String, Hashable, Sendable, CaseIterable {
  /// Browsers.
  case web
  /// Services to which people upload films.
  case social
  /// Television sets.
  case tv
  /// Photo libraries of phones and computers.
  case photos
  /// Long-term archives.
  case archive
}

/// The limits of a profile's players, and the defaults of a film for them.
public struct ProfileRules: Sendable {
  /// Its name.
  public let profile: PlayerProfile
  /// Who plays it, in the plural: `browsers`.
  public let players: String
  /// The containers with the codecs in each, the usual one first.
  public let forms: [Form]
  /// The formats of pixels, the usual one first; empty for any.
  public var pixelFormats: [PixelName] = []
  /// The profiles of H.264, the usual one first.
  public var h264Profiles: [String] = []
  /// The highest level of H.264, which decides how large and fast pictures may be; nil for any.
  public var mostLevel: H264Level?
  /// The longer and the shorter side of the largest pictures; nil for any.
  public var largest: PixelSize?
  /// Pictures in a second; nil for any.
  public var rates: ClosedRange<Time>?
  /// True if HDR is accepted.
  public var takesHDR = false
  /// The interval between key frames: the default, and the longest that is accepted, in seconds;
  /// nil for no rule.
  public var keyframes: (chosen: Time, most: Time)?
  /// The most bits of pictures in a second; nil for what the level allows.
  public var mostBits: Int?
  /// True if the index has to come before the media data.
  public var indexFirst = false
  /// Samples of sound in a second; empty for any.
  public var sampleRates: [Int] = []
  /// The most channels of sound; nil for any.
  public var mostChannels: Int?
  /// Bits of sound in stereo in a second, where it is coded with loss: what is chosen, and the most; nil for no rule.
  public var soundBits: (chosen: Int, most: Int)?
  /// The loudness of films, in LUFS; nil for as they are mixed.
  public var loudness: Loudness?
  /// The true peak that is not exceeded, in dBTP; nil for full scale.
  public var peak: Double?
  /// True if video and audio have to be lossless.
  public var isLossless = false

  /// The loudness of a profile's films.
  public struct Loudness: Sendable {
    /// In LUFS.
    public let target: Double
    /// The accepted deviation from the target, in LU.
    public let tolerance: Double
    /// True if other loudness is refused; else players adjust the volume.
    public let isBinding: Bool
  }

  /// A container and what it holds.
  public struct Form: Sendable {
    /// The extension of its files.
    public let container: String
    /// Codecs of pictures, the usual one first, by libavcodec's names.
    public let pictures: [String]
    /// Codecs of sound, the usual one first, by libavcodec's names.
    public let sounds: [String]
  }

  /// The form in files with this extension; nil where they are not accepted.
  public func form(in container: String) -> Form? { forms.first { $0.container == container } }

  /// The extensions of its files, each once.
  public var containers: [String] { forms.map(\.container) }
}

extension PlayerProfile {
  /// The limits of the profile's players.
  public var rules: ProfileRules {
    switch self {
    case .web: .web
    case .social: .social
    case .tv: .tv
    case .photos: .photos
    case .archive: .archive
    }
  }
}

/// The names of `codecs` as people write them, each once: `H.264 or VP9`.
package func codecTitles(_ codecs: [String]) -> String {
  var titles: [String] = []
  for title in codecs.map(codecTitle) where !titles.contains(title) { titles.append(title) }
  return titles.joined(separator: " or ")
}

/// The common name of the codec that libavcodec calls `name`.
package func codecTitle(_ name: String) -> String {
  if let codec = FilmCodec(rawValue: name) { return codec.traits.title }
  if let codec = AudioCodec(rawValue: name) { return codec.title }
  return switch name {
  case "ffv1": "FFV1"
  case "ac3": "AC-3"
  case "pcm_s16le", "pcm_s24le", "pcm_f32le": "PCM"
  default: name
  }
}
