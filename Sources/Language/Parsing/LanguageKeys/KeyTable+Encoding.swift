// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

// How outputs are encoded.

extension KeyTable {
  private static let codecs = FilmCodec.allCases.map(\.traits)

  /// All of `names`, each once.
  private static func once(_ names: [String]) -> [String] {
    var found: [String] = []
    for name in names where !found.contains(name) { found.append(name) }
    return found
  }

  /// The settings of pictures while their keys are read.
  struct VideoDraft {
    var settings: VideoSettings
    let traits: CodecTraits
  }

  static let video = ObjectKeys<VideoDraft>(
    "video", "How the pictures of an output are encoded; its preset decides the rest.",
    exclusive: [["crf", "bitrate"]]
  ) {
    // Read before the others, whose values depend on it.
    Key(
      unread: .key(
        "codec", .choice(FilmCodec.allCases.map(\.rawValue)),
        "The codec; formats hold some each, which `reel codecs` lists.",
        default: "h264, of webm vp9"))
    Key(
      "crf", .number(0...63),
      "Constant quality: the smaller, the better and the larger the file; of h264 and hevc to 51, of av1 and vp9 to 63.",
      default: "that of the preset"
    ) { parser, field, draft in
      draft.settings.rate = parser.quality(field.value, draft.traits)
        .map { Located(.quality($0), at: field.value.span) }
    }
    Key(
      "bitrate", bits,
      "Bits per second on average, such as 6M or 2500k, instead of constant quality.",
      default: "none"
    ) { parser, field, draft in
      draft.settings.rate = parser.bits(field.value, in: 50_000...400_000_000, example: "6M")
        .map { Located(.bits($0), at: field.value.span) }
    }
    Key(
      "speed",
      .either([
        .choice(once(codecs.flatMap(\.speeds).filter { Int($0) == nil })), .integer(0...13),
      ]),
      "How fast it is encoded: of h264 and hevc from ultrafast to veryslow, of av1 from 2 to 13, of vp9 from 0 to 8.",
      default: "that of the preset"
    ) { parser, field, draft in
      let traits = draft.traits
      draft.settings.speed = parser.word(
        field.value, of: traits.speeds, "a speed of \(traits.title)")
    }
    Key(
      "profile",
      .either([.choice(once(codecs.flatMap(\.profiles).map(\.name))), .integers([444, 4444])]),
      "The profile, of h264, hevc, prores and dnxhd.", default: "what the pixels need"
    ) { parser, field, draft in
      let traits = draft.traits
      let name = parser.word(
        field.value, of: traits.profiles.map(\.name), "a profile of \(traits.title)")
      draft.settings.profile = traits.profiles.first { $0.name == name }
        .map { Located($0, at: field.value.span) }
    }
    Key(
      "level", .number(1...6.2), "The level that players have to have, of h264 and hevc.",
      default: "what size and rate need"
    ) { parser, field, draft in
      let traits = draft.traits
      if let text = field.value.text, traits.levels.contains(text) {
        draft.settings.level = Located(text, at: field.value.span)
      } else {
        parser.report(
          .unknownValue,
          "\(quoted(field.value.text ?? "this")) is not a level of \(traits.title)",
          at: field.value.span, hint: "one of " + traits.levels.joined(separator: ", "))
      }
    }
    Key(
      "keyframes",
      .located(
        .seconds(
          "a distance of key frames", in: Time(1, over: 1_000_000_000)...Time(60), isShort: false,
          "key frames are at most 60 s apart", hint: "write keyframes: 2s")), \.settings.keyframes,
      "The longest time from one key frame to the next; pieces of a film begin with one, too.",
      default: "10 s")
    Key(
      "grain", .either([.flag, .integer(1...50)]),
      "Whether grain is kept, of h264 and hevc; how strongly it is described and drawn anew by players, of av1.",
      default: "none"
    ) { $2.settings.grain = $0.grain($1.value, $2.traits) }
    Key(
      "pixel-format", .choice(PixelName.allCases.map(\.rawValue)),
      "How samples are stored; as many bits as the canvas has, or more.",
      default: "that of the codec or the profile"
    ) { $2.settings.pixelFormat = $0.pixelFormat($1.value, $2.traits) }
    Key(
      "options", .named(.anything),
      "Options of the encoder itself by libavcodec's names, and its library's in x264-params, x265-params or svtav1-params."
    ) { parser, field, draft in
      let traits = draft.traits
      (draft.settings.options, draft.settings.settings) = parser.options(
        field.value, of: traits.encoder, traits.rules, traits.title)
    }
  }

  /// The settings of sound while their keys are read.
  struct AudioDraft {
    var settings: AudioSettings
    let form: AudioForm
  }

  static let audio = ObjectKeys<AudioDraft>(
    "audio", "How the sound of an output is encoded; its preset decides the rest."
  ) {
    Key(
      unread: .key(
        "codec", .choice(AudioCodec.allCases.map(\.rawValue)),
        "The codec; formats hold some each, which `reel codecs` lists.",
        default: "aac, or what the format is for"))
    Key(
      "bitrate", bits, "Bits per second, such as 192k, of aac, opus and mp3.",
      default: "that of the preset"
    ) { parser, field, draft in
      let codec = draft.form.codec
      guard let bounds = codec.widestBitrates else { return }
      draft.settings.bitrate = parser.bits(
        field.value, in: bounds, steps: codec.steps, example: "192k"
      ).map { Located($0, at: field.value.span) }
    }
    Key(
      "options", .named(.anything), "Options of the encoder itself, by libavcodec's names."
    ) { parser, field, draft in
      let form = draft.form
      draft.settings.options =
        parser.options(
          field.value, of: form.encoder, form.codec.rules, form.codec.rawValue
        ).own
    }
  }

  private static let bits = ValueShape.either([.text, .integer(1000...500_000_000)])

  /// The keys of outputs that say how they are encoded.
  static let encodingOfOutput: [Key<OutputDraft>] = keys {
    Key(
      "video",
      .either([.choice(FilmCodec.allCases.map(\.rawValue)), .object(video.shape)]),
      "How its pictures are encoded: a codec, or settings of one.", default: "by format and preset"
    ) { $2.output.video = $0.video($1.value, in: $2.format) }
    Key(
      "audio",
      .either([.choice(AudioCodec.allCases.map(\.rawValue) + ["off"]), .object(audio.shape)]),
      "How its sound is encoded: a codec, or settings of one; off for a film without it.",
      default: "by format and preset"
    ) { parser, field, draft in
      if field.value.text == "off" {
        draft.output.isSilent = draft.format?.isFilm ?? false
        return
      }
      let isLossless = draft.fields.contains {
        $0.name == "preset" && $0.value.text == Output.Preset.lossless.rawValue
      }
      draft.output.audio = parser.audio(field.value, in: draft.format, isLossless: isLossless)
    }
    Key(
      "max-size", ValueKind(.text) { $0.fileSize($1.value) }, \.output.maxSize,
      "The most bytes that the file of a film may have, such as 25MB: what is larger at its quality is encoded again in two passes.",
      default: "any")
  }
}

extension KeySynonym {
  /// Other tools' names of codecs.
  package static let codecs = [
    KeySynonym(["h.264", "x264", "libx264", "avc", "avc1"], "h264"),
    KeySynonym(["h.265", "h265", "x265", "libx265", "hvc1", "hev1"], "hevc"),
    KeySynonym(["libsvtav1", "libaom-av1", "av01", "svt-av1", "svtav1"], "av1"),
    KeySynonym(["libvpx-vp9", "vp09", "vpx"], "vp9"),
    KeySynonym(["prores_ks", "prores4444", "prores-4444"], "prores"),
    KeySynonym(["dnxhr", "dnxhr_hq"], "dnxhd"),
    KeySynonym(["jpeg", "jpg", "motion-jpeg"], "mjpeg"),
    KeySynonym(["libopus"], "opus"), KeySynonym(["libmp3lame", "lame"], "mp3"),
    KeySynonym(["wav", "pcm_s16le", "pcm_s24le"], "pcm"),
  ]
}
