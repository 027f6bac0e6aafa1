// SPDX-License-Identifier: Apache-2.0

/// A codec of sound, by the name that projects use.
public enum AudioCodec: String, Hashable, Sendable, CaseIterable {
  case aac, opus, mp3, flac, alac, pcm

  /// The codec's common name.
  public var title: String {
    switch self {
    case .aac: "AAC"
    case .opus: "Opus"
    case .mp3: "MP3"
    case .flac: "FLAC"
    case .alac: "ALAC"
    case .pcm: "PCM"
    }
  }

  /// The bit rates that it has in stereo, in bits per second; nil for a codec without loss.
  public var bitrates: ClosedRange<Int>? {
    switch self {
    case .aac: 32_000...512_000
    case .opus: 12_000...510_000
    case .mp3: 32_000...320_000
    case .flac, .alac, .pcm: nil
    }
  }

  /// The bit rates that its encoder has for sounds of so many channels and `rate` samples a second; nil for a codec without
  /// loss.
  ///
  /// AAC has up to 6144 bits for the 1024 samples of a channel (ISO/IEC 14496-3, 4.5.3.3), libopus 256 kbit/s for a channel.
  public func bitrates(channels: Int, rate: Int) -> ClosedRange<Int>? {
    bitrates.map { usual in
      let most =
        switch self {
        case .aac: 6 * rate * channels
        case .opus: 256_000 * channels
        case .mp3, .flac, .alac, .pcm: usual.upperBound
        }
      // A player need not take more of stereo than what is usual.
      return usual
        .lowerBound...max(
          usual.lowerBound, channels > 2 ? most : min(usual.upperBound, most))
    }
  }

  /// The bit rates that it has of some number of channels; nil for a codec without loss.
  public var widestBitrates: ClosedRange<Int>? {
    bitrates.flatMap { usual in
      (1...8).reversed().first(where: takes).flatMap { bitrates(channels: $0, rate: 48_000) }
        .map { usual.lowerBound...$0.upperBound }
    }
  }

  /// The only bit rates that it has; empty where any in `bitrates` will do.
  public var steps: [Int] {
    guard self == .mp3 else { return [] }
    return [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320].map { $0 * 1000 }
  }

  /// Returns true if the codec encodes this number of channels, from 1 to 8.
  public func takes(channels: Int) -> Bool {
    switch self {
    case .opus, .flac, .pcm: channels <= 8
    // Eight are others than films have here: with two channels beside the centre (ISO/IEC 14496-3, configuration 7).
    case .aac, .alac: channels <= 6
    case .mp3: channels <= 2
    }
  }

  /// The encoder-specific options that can be set.
  public var rules: EncoderRules {
    switch self {
    case .aac: .aac
    case .opus: .opus
    case .mp3: .mp3
    case .flac: .flac
    case .alac: .alac
    case .pcm: EncoderRules()
    }
  }

  /// The keys of `audio:` that it has.
  public var keys: [String] { ["codec"] + (bitrates == nil ? [] : ["bitrate"]) + ["options"] }
}

/// A codec of sound with the samples it is given: what an encoder makes.
public enum AudioForm: String, Hashable, Sendable, CaseIterable {
  case aac, opus, mp3, alac24, flac16, flac24, pcm16, pcm24, pcmFloat

  /// Its codec.
  public var codec: AudioCodec {
    switch self {
    case .aac: .aac
    case .opus: .opus
    case .mp3: .mp3
    case .alac24: .alac
    case .flac16, .flac24: .flac
    case .pcm16, .pcm24, .pcmFloat: .pcm
    }
  }

  /// libavcodec's name of its encoder.
  public var encoder: String {
    switch self {
    case .aac: "aac"
    case .opus: "libopus"
    case .mp3: "libmp3lame"
    case .alac24: "alac"
    case .flac16, .flac24: "flac"
    case .pcm16: "pcm_s16le"
    case .pcm24: "pcm_s24le"
    case .pcmFloat: "pcm_f32le"
    }
  }
}
