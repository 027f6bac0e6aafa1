// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import ProjectModel
package import RenderProtocol

/// The container and the encoders of an output.
package struct OutputEncoding {
  /// libavformat's short name.
  package var container: String
  package var video: VideoEncoding?
  package var audio: AudioEncoding
}

extension OutputEncoding {
  /// The encoding of a film or sound file of `output`, apart from its video settings; nil for a
  /// preset the format cannot hold.
  ///
  /// - Parameters:
  ///   - isClear: True if the film has alpha.
  ///   - layout: The channels that it is heard on.
  package init?(_ output: Output, isClear: Bool = false, layout: ChannelLayout = .stereo) {
    let (format, preset) = (output.format, output.preset)
    guard format.sound != nil, let audio = output.soundForm else { return nil }
    var video: VideoEncoding?
    if let pictures = format.pictures {
      if isClear {
        guard !preset.isLossless, let clear = pictures.clear else { return nil }
        video = clear.encoding(preset).clear
      } else {
        video = pictures.codec.encoding(preset)
      }
    }
    var sound = audio.encoding(preset)
    sound.layout = layout
    sound.setBits(for: output)
    sound.scaleBits()
    sound.limitBits(for: output)
    if let bitrate = output.audio?.bitrate { sound.setBits("\(bitrate.value)") }
    sound.keepQuality(of: output)
    if let settings = output.audio {
      sound.options += settings.options.map { EncoderOption($0.name, $0.value) }
    }
    self.init(container: format.container, video: video, audio: sound)
  }
}

extension FilmCodec {
  /// The encoder and its options.
  func encoding(_ preset: Output.Preset) -> VideoEncoding {
    switch self {
    case .h264: .x264(preset)
    case .hevc: .x265(preset)
    case .av1: .svtAV1(preset)
    case .vp9: .vp9(preset)
    case .prores: .proRes
    case .dnxhd: VideoEncoding(encoder: "dnxhd", options: [])
    case .mjpeg: .mjpeg(preset)
    }
  }
}

extension AudioForm {
  /// The encoder and its options.
  func encoding(_ preset: Output.Preset) -> AudioEncoding {
    switch self {
    case .aac: .aac(preset)
    case .opus: .opus(preset)
    case .mp3: .mp3(preset)
    case .alac24: AudioEncoding(encoder: "alac", sampleFormat: "s32p")
    case .flac16: AudioEncoding(encoder: "flac", sampleFormat: "s16")
    case .flac24: AudioEncoding(encoder: "flac", sampleFormat: "s32")
    case .pcm16: AudioEncoding(encoder: "pcm_s16le")
    case .pcm24: AudioEncoding(encoder: "pcm_s24le")
    case .pcmFloat: AudioEncoding(encoder: "pcm_f32le")
    }
  }
}

extension Output.Preset {
  package var isLossless: Bool { self == .lossless }
}

extension VideoEncoding {
  /// H.264 by x264, constant quality.
  ///
  /// `cpu-independent` makes the bytes the same on every machine; GOPs are closed so that segments
  /// can be joined. `medium` and `highest` look ahead as x264 does, by 40 frames, but above 1080p by 30: films
  /// of equal quality are 0.3 to 2.5 % larger then, and each worker takes 77 MB less for each two million pixels. By 10
  /// they are 8 to 15 % larger. What `passthrough` encodes is too short for that; `lossless` needs none.
  ///
  /// In `low`, P-frames refer to one frame only. Without a pyramid of B-frames, films of equal PSNR are 1 % smaller (from
  /// 4 % smaller to 3 % larger), and a worker holds two references less: 24 MB at 1080p. By looking ahead by 8 frames, not
  /// by the 10 of `veryfast`, films are 1.3 % larger, and a worker takes 15 MB less.
  static func x264(_ preset: Output.Preset) -> VideoEncoding {
    let (speed, quality): (String, EncoderOption) =
      switch preset {
      case .highest: ("medium", EncoderOption("crf", "18"))
      // Few frames, beside others that lose nothing.
      case .passthrough: ("medium", EncoderOption("crf", "14"))
      case .medium: ("medium", EncoderOption("crf", "20"))
      case .low: ("veryfast", EncoderOption("crf", "26"))
      case .lossless: ("veryfast", EncoderOption("qp", "0"))
      }
    let lookAhead =
      switch preset {
      case .highest, .medium: ""
      case .low: ":rc-lookahead=8:b-pyramid=none"
      case .passthrough, .lossless: ":rc-lookahead=10"
      }
    return VideoEncoding(
      encoder: "libx264",
      options: [
        EncoderOption("preset", speed), quality,
        EncoderOption("x264-params", "cpu-independent=1:open-gop=0" + lookAhead),
      ])
  }

  /// HEVC by x265, constant quality: of `passthrough` few frames, beside others that lose nothing.
  ///
  /// One thread and no rows side by side make the bytes the same on every machine; each picture is one
  /// slice, GOPs are closed.
  package static func x265(_ preset: Output.Preset) -> VideoEncoding {
    let (speed, quality, settings): (String, String?, String) =
      switch preset {
      case .passthrough: ("fast", "12", "profile=main:\(steadyX265):rc-lookahead=10")
      case .lossless: ("veryfast", nil, "lossless=1:\(steadyX265):rc-lookahead=10")
      case .highest: ("fast", "19", "\(steadyX265):rc-lookahead=15")
      case .medium: ("fast", "23", "\(steadyX265):rc-lookahead=15")
      case .low: ("veryfast", "28", "\(steadyX265):rc-lookahead=15")
      }
    return VideoEncoding(
      encoder: "libx265",
      options: [EncoderOption("preset", speed)]
        + (quality.map { [EncoderOption("crf", $0)] } ?? []) + [
          EncoderOption("x265-params", settings + ":info=0:log-level=none")
        ])
  }

  /// The options that make bytes of x265 the same on all machines, and its segments joinable.
  private static let steadyX265 =
    "open-gop=0:pools=none:frame-threads=1:wpp=0:lookahead-slices=0"

  /// AV1 by SVT-AV1, constant quality.
  ///
  /// Its bytes depend neither on the number of its threads nor on the vectors of the processor; one thread each is what
  /// workers side by side need. Each segment begins with a key frame that nothing behind it looks past.
  package static func svtAV1(_ preset: Output.Preset) -> VideoEncoding {
    let (quality, speed) =
      switch preset {
      case .highest, .passthrough, .lossless: ("24", "7")
      case .medium: ("32", "8")
      case .low: ("42", "10")
      }
    return VideoEncoding(
      encoder: "libsvtav1",
      options: [
        EncoderOption("preset", speed), EncoderOption("crf", quality), EncoderOption("g", "240"),
        EncoderOption("svtav1-params", "lp=1"),
      ])
  }

  /// A JPEG for each picture.
  package static func mjpeg(_ preset: Output.Preset) -> VideoEncoding {
    let quality =
      switch preset {
      case .highest, .passthrough, .lossless: 2
      case .medium: 4
      case .low: 8
      }
    // 118 is libavutil's unit of quality; closed groups of pictures mean nothing to it, and it would refuse them.
    return VideoEncoding(
      encoder: "mjpeg",
      options: [
        EncoderOption("flags", "+qscale-cgop"), EncoderOption("global_quality", "\(118 * quality)"),
      ])
  }

  /// ProRes, whose profile follows from its pixel format; near to lossless, and each picture by itself.
  package static var proRes: VideoEncoding {
    VideoEncoding(encoder: "prores_ks", pixelFormat: "yuv422p10le", options: [])
  }

  /// ProRes 4444 with 16 bits of alpha.
  package static var proRes4444: VideoEncoding {
    VideoEncoding(
      encoder: "prores_ks", pixelFormat: "yuva444p10le",
      options: [EncoderOption("profile", "4444"), EncoderOption("alpha_bits", "16")])
  }

  /// The same for pictures composed in `color`, unless the codec or its alpha decide the pixel format.
  package func holding(_ color: CanvasColor) -> VideoEncoding {
    guard pixelFormat == "yuv420p" else { return self }
    var encoding = self
    encoding.pixelFormat = color.pixelFormat
    guard color.isDeep else { return encoding }
    for index in options.indices where options[index].name == "x265-params" {
      encoding.options[index].value.replace("profile=main:", with: "profile=main10:")
    }
    return encoding
  }

  /// The same with alpha: that of its own codec, or 8 bits, which VP9 codes as a second picture beside each packet.
  package var clear: VideoEncoding {
    if hasAlpha { return self }
    if encoder == "prores_ks" { return .proRes4444 }
    var encoding = self
    encoding.pixelFormat = "yuva420p"
    return encoding
  }

  /// VP9 by libvpx, constant quality.
  package static func vp9(_ preset: Output.Preset) -> VideoEncoding {
    let (quality, speed) =
      switch preset {
      case .highest, .passthrough, .lossless: ("24", "2")
      case .medium: ("31", "3")
      case .low: ("38", "5")
      }
    let rate =
      preset.isLossless
      ? [EncoderOption("lossless", "1")]
      : [EncoderOption("crf", quality), EncoderOption("b", "0")]
    return VideoEncoding(
      encoder: "libvpx-vp9",
      options: rate + [
        EncoderOption("deadline", "good"), EncoderOption("cpu-used", speed),
        EncoderOption("g", "240"),
      ])
  }
}

extension AudioEncoding {
  /// Scales the bit rate of its preset, which is for stereo, to its channels.
  fileprivate mutating func scaleBits() {
    for index in options.indices where options[index].name == "b" {
      if let bits = Int(options[index].value) {
        options[index].value = "\(bits * layout.weight / 2)"
      }
    }
  }

  static func aac(_ preset: Output.Preset) -> AudioEncoding {
    let rate =
      switch preset {
      case .highest, .passthrough, .lossless: "256000"
      case .medium: "192000"
      case .low: "128000"
      }
    return AudioEncoding(encoder: "aac", options: [EncoderOption("b", rate)])
  }

  /// Opus at a constant rate.
  ///
  /// Packets then depend on about the last second, so that almost all packets of joined parts equal those of one encoding. A
  /// variable rate has the same quality at equal size.
  static func opus(_ preset: Output.Preset) -> AudioEncoding {
    let rate =
      switch preset {
      case .highest, .passthrough, .lossless: "192000"
      case .medium: "128000"
      case .low: "96000"
      }
    return AudioEncoding(
      encoder: "libopus", options: [EncoderOption("b", rate), EncoderOption("vbr", "off")])
  }

  static func mp3(_ preset: Output.Preset) -> AudioEncoding {
    let rate =
      switch preset {
      case .highest, .passthrough, .lossless: "256000"
      case .medium: "192000"
      case .low: "128000"
      }
    return AudioEncoding(encoder: "libmp3lame", options: [EncoderOption("b", rate)])
  }
}

extension AudioEncoding {
  /// The change of level of the mix of `output` before it is encoded; nil for none.
  package func level(of output: Output) -> AudioLevel? {
    // Samples of floating-point numbers may be over full scale, and are what was mixed where nothing else is asked for.
    guard let level = output.level else { return encoder == "pcm_f32le" ? nil : AudioLevel() }
    return AudioLevel(loudness: level.loudness, peak: level.peak, isLimited: level.isLimited)
  }
}
