// SPDX-License-Identifier: Apache-2.0

// What each codec of pictures can be asked for.

extension CodecTraits {
  /// The speeds of x264 and x265.
  private static let wordSpeeds = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
  ]

  static let h264 = CodecTraits(
    title: "H.264", encoder: "libx264",
    pixelFormats: [.yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10],
    crf: 1...51, hasBitrate: true, speeds: wordSpeeds,
    profiles: [
      CodecProfile(name: "baseline", word: "baseline", pixelFormats: [.yuv420p]),
      CodecProfile(name: "main", word: "main", pixelFormats: [.yuv420p]),
      CodecProfile(name: "high", word: "high", pixelFormats: [.yuv420p]),
      CodecProfile(name: "high10", word: "high10", pixelFormats: [.yuv420p10, .yuv420p]),
      CodecProfile(
        name: "high422", word: "high422",
        pixelFormats: [.yuv422p, .yuv422p10, .yuv420p, .yuv420p10]),
      CodecProfile(
        name: "high444", word: "high444",
        pixelFormats: [.yuv444p, .yuv444p10, .yuv422p, .yuv422p10, .yuv420p, .yuv420p10]),
    ],
    levels: [
      "1", "1.1", "1.2", "1.3", "2", "2.1", "2.2", "3", "3.1", "3.2", "4", "4.1", "4.2", "5", "5.1",
      "5.2", "6", "6.1", "6.2",
    ],
    hasKeyframes: true, grain: .kept, hasLossless: true, smallest: (16, 16), rules: .x264)

  static let hevc = CodecTraits(
    title: "H.265", encoder: "libx265",
    pixelFormats: [.yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10],
    crf: 0...51, hasBitrate: true, speeds: wordSpeeds,
    profiles: [
      CodecProfile(name: "main", word: "main", pixelFormats: [.yuv420p]),
      CodecProfile(name: "main10", word: "main10", pixelFormats: [.yuv420p10]),
      CodecProfile(name: "main422-10", word: "main422-10", pixelFormats: [.yuv422p10, .yuv422p]),
      CodecProfile(name: "main444", word: "main444-8", pixelFormats: [.yuv444p]),
      CodecProfile(name: "main444-10", word: "main444-10", pixelFormats: [.yuv444p10]),
    ],
    levels: [
      "1", "2", "2.1", "3", "3.1", "4", "4.1", "5", "5.1", "5.2", "6", "6.1", "6.2",
    ],
    hasKeyframes: true, grain: .kept, hasLossless: true, smallest: (32, 32), rules: .x265)

  static let av1 = CodecTraits(
    title: "AV1", encoder: "libsvtav1", pixelFormats: [.yuv420p, .yuv420p10],
    crf: 1...63, hasBitrate: true, speeds: (2...13).map { "\($0)" }, hasKeyframes: true,
    grain: .drawn(1...50), smallest: (64, 64), rules: .svtAV1)

  static let vp9 = CodecTraits(
    title: "VP9", encoder: "libvpx-vp9",
    pixelFormats: [.yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10],
    crf: 1...63, hasBitrate: true, speeds: (0...8).map { "\($0)" }, hasKeyframes: true,
    hasLossless: true, rules: .vpx)

  static let prores = CodecTraits(
    title: "ProRes", encoder: "prores_ks", pixelFormats: [.yuv422p10, .yuv444p10],
    profiles: ["proxy", "lt", "standard", "hq"].map {
      CodecProfile(name: $0, word: $0, pixelFormats: [.yuv422p10])
    }
      + ["4444", "4444xq"].map {
        CodecProfile(name: $0, word: $0, pixelFormats: [.yuv444p10])
      }, rules: .prores)

  static let dnxhd = CodecTraits(
    title: "DNxHR", encoder: "dnxhd", pixelFormats: [.yuv422p, .yuv422p10, .yuv444p10],
    profiles: ["lb", "sq", "hq"].map {
      CodecProfile(name: $0, word: "dnxhr_" + $0, pixelFormats: [.yuv422p])
    } + [
      CodecProfile(name: "hqx", word: "dnxhr_hqx", pixelFormats: [.yuv422p10]),
      CodecProfile(name: "444", word: "dnxhr_444", pixelFormats: [.yuv444p10]),
    ], smallest: (256, 120))

  static let mjpeg = CodecTraits(
    title: "Motion JPEG", encoder: "mjpeg", pixelFormats: [.yuv420p, .yuv422p, .yuv444p])
}
