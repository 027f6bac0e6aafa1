// SPDX-License-Identifier: Apache-2.0

/// A codec of pictures in motion, by the name that projects use.
///
/// Everything that a codec decides is in `traits`: its encoder, the keys it has and their values.
public enum FilmCodec: String, Hashable, Sendable, CaseIterable {
  /// H.264, which everything plays.
  case h264
  /// H.265, about a third smaller, slower to encode.
  case hevc
  /// AV1, smaller still.
  case av1
  /// VP9, which browsers play.
  case vp9
  /// Apple ProRes, for editing.
  case prores
  /// Avid DNxHR, for editing.
  case dnxhd
  /// A JPEG for each picture.
  case mjpeg
}

extension FilmCodec {
  /// The codec's traits.
  public var traits: CodecTraits {
    switch self {
    case .h264: .h264
    case .hevc: .hevc
    case .av1: .av1
    case .vp9: .vp9
    case .prores: .prores
    case .dnxhd: .dnxhd
    case .mjpeg: .mjpeg
    }
  }
}

/// The traits of a video encoder: the settings that it supports.
public struct CodecTraits: Sendable {
  /// The codec's common name.
  public let title: String
  /// libavcodec's name of its encoder.
  public let encoder: String
  /// The pixel formats that it codes, the usual one first.
  public let pixelFormats: [PixelName]
  /// The constant qualities that it has, better ones first; nil for none.
  public var crf: ClosedRange<Int>?
  /// True if the encoder accepts a bit rate.
  public var hasBitrate = false
  /// The names of its speeds, from slow to fast or the other way; empty for none.
  public var speeds: [String] = []
  /// Its profiles; empty where there is nothing to choose.
  public var profiles: [CodecProfile] = []
  /// Its levels; empty where there is nothing to choose.
  public var levels: [String] = []
  /// True if the codec has inter frames, and so key frames.
  public var hasKeyframes = false
  /// The encoder's treatment of film grain.
  public var grain = Grain.none
  /// True if the encoder has a lossless mode.
  public var hasLossless = false
  /// The smallest pictures that it codes.
  public var smallest = (width: 2, height: 2)
  /// The encoder-specific options that can be set.
  public var rules = EncoderRules()

  /// An encoder's treatment of film grain.
  public enum Grain: Hashable, Sendable {
    /// It cannot be asked to.
    case none
    /// It spends more on it, if asked to.
    case kept
    /// It takes it away and describes it, as strongly as asked for, and players draw it anew.
    case drawn(ClosedRange<Int>)
  }

  /// The keys of `video:` that it has.
  public var keys: [String] {
    var keys = ["codec"]
    if crf != nil { keys.append("crf") }
    if hasBitrate { keys.append("bitrate") }
    if !speeds.isEmpty { keys.append("speed") }
    if !profiles.isEmpty { keys.append("profile") }
    if !levels.isEmpty { keys.append("level") }
    if hasKeyframes { keys.append("keyframes") }
    if grain != .none { keys.append("grain") }
    return keys + ["pixel-format", "options"]
  }
}

/// A profile of a codec.
public struct CodecProfile: Hashable, Sendable {
  /// Its name in projects, and that of its encoder.
  public let name: String
  /// The encoder's name of the profile.
  public let word: String
  /// The pixel formats that it holds, the usual one first.
  public let pixelFormats: [PixelName]
}

/// A format of pixels, by the name that projects use.
public enum PixelName: String, Hashable, Sendable, CaseIterable {
  case yuv420p, yuv422p, yuv444p
  case yuv420p10, yuv422p10, yuv444p10

  /// The format called `text`, also by libavutil's name with the order of bytes.
  public init?(named text: String) {
    self.init(rawValue: text.hasSuffix("10le") ? String(text.dropLast(2)) : text)
  }

  /// Bits of a sample.
  public var depth: Int { rawValue.hasSuffix("10") ? 10 : 8 }
  /// True if chroma has a higher resolution than in 4:2:0.
  public var hasFineChroma: Bool { !rawValue.hasPrefix("yuv420p") }
  /// libavutil's name.
  public var libraryName: String { depth > 8 ? rawValue + "le" : rawValue }
}
