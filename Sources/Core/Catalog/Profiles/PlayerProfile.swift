// SPDX-License-Identifier: Apache-2.0

public import Base

/// A kind of players that a film is made for, by the name that projects and the command line use.
///
/// What its players accept is data (`rules`): defaults of outputs, what `check` refuses, and what `reel verify` looks at follow
/// from that, and `docs/profiles.md` lists it with reasons.
public enum PlayerProfile: String, Hashable, Sendable, CaseIterable {
  /// Browsers.
  case web
  /// Services to which people upload films.
  case social
  /// Television sets.
  case tv
  /// Photo libraries of phones and computers.
  case photos
  /// What is kept for decades.
  case archive
}

/// What the players of a profile accept, and what a film for them has where nothing else is said.
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
  /// Whether pictures may be in HDR.
  public var takesHDR = false
  /// How far key frames lie apart: what is chosen, and the most that is accepted, in seconds; nil for no rule.
  public var keyframes: (chosen: Time, most: Time)?
  /// The most bits of pictures in a second; nil for what the level allows.
  public var mostBits: Int?
  /// Whether the index has to come before the pictures.
  public var indexFirst = false
  /// Samples of sound in a second; empty for any.
  public var sampleRates: [Int] = []
  /// The most channels of sound; nil for any.
  public var mostChannels: Int?
  /// Bits of sound in stereo in a second, where it is coded with loss: what is chosen, and the most; nil for no rule.
  public var soundBits: (chosen: Int, most: Int)?
  /// How loud films are, in LUFS; nil for as they are mixed.
  public var loudness: Loudness?
  /// The true peak that is not exceeded, in dBTP; nil for full scale.
  public var peak: Double?
  /// Whether nothing of the pictures and the sound may be lost.
  public var isLossless = false

  /// How loud the films of a profile are.
  public struct Loudness: Sendable {
    /// In LUFS.
    public let target: Double
    /// How far films may be off it, in LU.
    public let tolerance: Double
    /// Whether others are refused; else they are turned up or down by whoever plays them.
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
  /// What its players accept.
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

/// What people call the codec that libavcodec calls `name`.
package func codecTitle(_ name: String) -> String {
  if let codec = FilmCodec(rawValue: name) { return codec.traits.title }
  if let codec = SoundCodec(rawValue: name) { return codec.title }
  return switch name {
  case "ffv1": "FFV1"
  case "ac3": "AC-3"
  case "pcm_s16le", "pcm_s24le", "pcm_f32le": "PCM"
  default: name
  }
}

extension PixelSize {
  /// Whether it is no larger than `other`, which may be turned.
  public func fits(in other: PixelSize) -> Bool {
    max(width, height) <= max(other.width, other.height)
      && min(width, height) <= min(other.width, other.height)
  }

  /// The largest size of this shape that fits in `other`, both numbers even; itself where it fits.
  public func fitted(in other: PixelSize) -> PixelSize {
    guard !fits(in: other) else { return self }
    let (long, short) = (max(width, height), min(width, height))
    let (most, least) = (max(other.width, other.height), min(other.width, other.height))
    // The side that is more too long decides.
    let isByLong = long * least >= short * most
    let (limit, own) = isByLong ? (most, long) : (least, short)
    func scaled(_ side: Int) -> Int { max(2, side * limit / own / 2 * 2) }
    return PixelSize(scaled(width), scaled(height))
  }
}
