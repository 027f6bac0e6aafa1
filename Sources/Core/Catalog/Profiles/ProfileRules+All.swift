// SPDX-License-Identifier: Apache-2.0

import Base

// What the players of each profile accept; the reference has a reason for every rule.

extension ProfileRules {
  static let web = ProfileRules(
    profile: .web, players: "browsers",
    forms: [
      Form(container: "mp4", pictures: ["h264"], sounds: ["aac"]),
      Form(container: "webm", pictures: ["vp9"], sounds: ["opus"]),
      Form(container: "m3u8", pictures: ["h264"], sounds: ["aac"]),
      Form(container: "mpd", pictures: ["h264"], sounds: ["aac"]),
    ],
    pixelFormats: [.yuv420p], h264Profiles: ["high", "main", "baseline"],
    mostLevel: H264Level("5.1"), largest: PixelSize(3840, 2160), rates: Time(1)...Time(60),
    keyframes: (Time(2), Time(10)), indexFirst: true, sampleRates: [48_000, 44_100],
    mostChannels: 2, soundBits: (160_000, 320_000), peak: -1)

  static let social = ProfileRules(
    profile: .social, players: "services for films that people upload",
    forms: [
      Form(container: "mp4", pictures: ["h264", "hevc"], sounds: ["aac"]),
      Form(container: "mov", pictures: ["h264", "hevc"], sounds: ["aac"]),
    ],
    pixelFormats: [.yuv420p], h264Profiles: ["high", "main"], mostLevel: H264Level("4.2"),
    largest: PixelSize(1920, 1080), rates: Time(23)...Time(60), keyframes: (Time(1), Time(2)),
    mostBits: 25_000_000, indexFirst: true, sampleRates: [48_000, 44_100], mostChannels: 2,
    soundBits: (256_000, 512_000),
    loudness: Loudness(target: -14, tolerance: 1, isBinding: false), peak: -1)

  static let tv = ProfileRules(
    profile: .tv, players: "television sets",
    forms: [
      Form(container: "mp4", pictures: ["h264"], sounds: ["aac", "ac3"]),
      Form(container: "mkv", pictures: ["h264"], sounds: ["aac", "ac3"]),
    ],
    pixelFormats: [.yuv420p], h264Profiles: ["high", "main"], mostLevel: H264Level("4.2"),
    largest: PixelSize(1920, 1080), rates: Time(23)...Time(60), keyframes: (Time(1), Time(2)),
    mostBits: 40_000_000, indexFirst: true, sampleRates: [48_000], mostChannels: 6,
    soundBits: (256_000, 448_000),
    loudness: Loudness(target: -23, tolerance: 1, isBinding: true), peak: -1)

  static let photos = ProfileRules(
    profile: .photos, players: "photo libraries of phones and computers",
    forms: [
      Form(container: "mp4", pictures: ["h264", "hevc"], sounds: ["aac"]),
      Form(container: "mov", pictures: ["h264", "hevc"], sounds: ["aac"]),
    ],
    pixelFormats: [.yuv420p, .yuv420p10], h264Profiles: ["high", "main", "baseline"],
    mostLevel: H264Level("5.1"), largest: PixelSize(3840, 2160), rates: Time(1)...Time(60),
    takesHDR: true, keyframes: (Time(1), Time(5)), indexFirst: true,
    sampleRates: [48_000, 44_100], mostChannels: 2, soundBits: (192_000, 320_000), peak: -1)

  static let archive = ProfileRules(
    profile: .archive, players: "archives",
    forms: [
      Form(container: "mkv", pictures: ["h264", "ffv1"], sounds: ["flac", "pcm"])
    ],
    h264Profiles: ["high444"], takesHDR: true, isLossless: true)
}
