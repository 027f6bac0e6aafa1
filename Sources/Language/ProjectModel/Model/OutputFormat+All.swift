// SPDX-License-Identifier: Apache-2.0

import Catalog
import Subtitles

// A format of outputs is added here: its keys, the messages about it, its encoders and what is copied into it follow.

extension OutputFormat {
  /// All formats, in the order in which messages list them.
  public static let all: [OutputFormat] = [
    mp4, mov, mkv, webm, m3u8, mpd, gif, webp, avif, m4a, mp3, wav, flac, png, jpg, txt, srt, vtt,
  ]

  /// MPEG-4 with H.264 and AAC.
  public static let mp4 = OutputFormat(
    name: "mp4", container: "mp4", hasIndex: true,
    .film(
      Pictures(
        codec: .h264, also: [.hevc, .av1, .vp9], others: [.hevc, .vp9], whole: ["av1"]),
      Sound(
        codec: .aac, lossless: .alac24, also: [.opus, .mp3, .flac24], copiesOwn: true,
        copied: ["aac", "mp3", "opus"])),
    alpha: .none, fullChroma: .whenLossless)

  /// QuickTime with H.264, or ProRes 4444 with alpha.
  public static let mov = OutputFormat(
    name: "mov", container: "mov", hasIndex: true,
    .film(
      Pictures(
        codec: .h264, also: [.hevc, .prores, .dnxhd, .mjpeg], clear: .prores, others: [.hevc],
        whole: []),
      Sound(
        codec: .aac, lossless: .pcm24, also: [.alac24, .mp3], copiesOwn: true,
        copied: ["aac", "mp3"] + samples)),
    alpha: .withLoss, fullChroma: .withAlphaOrWhenLossless)

  /// Matroska with H.264 and AAC; it says of Opus alone from which sample on it is heard.
  public static let mkv = OutputFormat(
    name: "mkv", container: "matroska",
    .film(
      Pictures(
        codec: .h264, also: [.hevc, .av1, .vp9, .prores, .mjpeg], others: [.hevc, .vp9],
        whole: ["av1"]),
      Sound(
        codec: .aac, lossless: .flac24, also: [.opus, .mp3, .pcm24], copied: ["opus"] + samples)),
    alpha: .none, fullChroma: .whenLossless)

  /// WebM with VP9 and Opus; it holds no lossless sound.
  public static let webm = OutputFormat(
    name: "webm", container: "webm",
    .film(
      Pictures(codec: .vp9, also: [.av1], clear: .vp9, others: [], whole: ["av1"]),
      Sound(codec: .opus, copiesOwn: true, copied: ["opus"])),
    alpha: .in8Bits)

  /// HTTP Live Streaming, with H.264 and AAC in fragmented MP4.
  public static let m3u8 = OutputFormat(
    name: "m3u8", container: "hls",
    .stream(
      Pictures(codec: .h264, also: [.hevc], others: [], whole: []), Sound(codec: .aac)),
    alpha: .none)

  /// MPEG-DASH, with the same media segments.
  public static let mpd = OutputFormat(
    name: "mpd", container: "dash",
    .stream(
      Pictures(codec: .h264, also: [.hevc], others: [], whole: []), Sound(codec: .aac)),
    alpha: .none)

  /// GIF, with a palette of its film.
  public static let gif = OutputFormat(
    name: "gif", container: "gif", .animation(.gif), alpha: .inSDR, fullChroma: .always)

  /// Animated WebP.
  public static let webp = OutputFormat(
    name: "webp", container: "webp", .animation(.webp), alpha: .inSDR, fullChroma: .always)

  /// Animated AVIF, with AV1.
  public static let avif = OutputFormat(
    name: "avif", container: "avif", .animation(.avif), alpha: .none, fullChroma: .always)

  /// AAC or ALAC alone, in MPEG-4.
  public static let m4a = OutputFormat(
    name: "m4a", container: "ipod", hasIndex: true, .sound(Sound(codec: .aac, lossless: .alac24)))

  /// MP3, which is never lossless.
  public static let mp3 = OutputFormat(name: "mp3", container: "mp3", .sound(Sound(codec: .mp3)))

  /// Samples of 16 bits, or in floating point where nothing may be lost.
  public static let wav = OutputFormat(
    name: "wav", container: "wav", .sound(Sound(codec: .pcm16, lossless: .pcmFloat)))

  /// FLAC of 16 bits, or of 24 where nothing may be lost.
  public static let flac = OutputFormat(
    name: "flac", container: "flac", .sound(Sound(codec: .flac16, lossless: .flac24)))

  /// PNG, a picture without loss.
  public static let png = OutputFormat(
    name: "png", container: "png", .still, alpha: .inSDR, fullChroma: .always)

  /// JPEG, a picture with loss.
  public static let jpg = OutputFormat(
    name: "jpg", aliases: ["jpeg"], container: "mjpeg", .still, alpha: .none)

  /// The formats of pictures of which each has a number in its name.
  public static let sequences: [OutputFormat] = [
    OutputFormat(name: "png", container: "png", .sequence, alpha: .inSDR, fullChroma: .always),
    OutputFormat(name: "jpg", aliases: ["jpeg"], container: "mjpeg", .sequence, alpha: .none),
    OutputFormat(
      name: "tiff", aliases: ["tif"], container: "tiff", .sequence, alpha: .inSDR,
      fullChroma: .always),
  ]

  /// A list of chapters, as video sites take it.
  public static let txt = OutputFormat(name: "txt", container: "", .text(.chapters))

  /// Captions in SubRip.
  public static let srt = OutputFormat(name: "srt", container: "", .text(.captions(.srt)))

  /// Captions in WebVTT.
  public static let vtt = OutputFormat(name: "vtt", container: "", .text(.captions(.vtt)))

  /// Samples as they are.
  private static let samples = [
    "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_f32le",
  ]

  /// The files of `other` with other contents, whose pictures are opaque and have a chroma sample for each pixel.
  init(_ other: OutputFormat, _ contents: Contents, container: String) {
    self.init(
      name: other.name, aliases: other.aliases, container: container, contents, fullChroma: .always)
  }

  private init(
    name: String, aliases: [String] = [], container: String, hasIndex: Bool = false,
    _ contents: Contents, alpha: Alpha = .meaningless, fullChroma: FullChroma = .never
  ) {
    self.name = name
    self.aliases = aliases
    self.container = container
    self.hasIndex = hasIndex
    self.contents = contents
    self.alpha = alpha
    self.fullChroma = fullChroma
  }
}
