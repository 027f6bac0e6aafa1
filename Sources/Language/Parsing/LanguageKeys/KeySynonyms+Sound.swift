// SPDX-License-Identifier: Apache-2.0

// Words for sound and for how outputs are encoded, which other tools have, or which belong elsewhere.

extension KeyTable {
  static let heardOfClips =
    [
      KeySynonym(["normalize", "normalise", "loudnorm", "lufs"], "loudness: -20 LUFS"),
      KeySynonym(["balance-lr", "stereo-pan"], "pan: -30%"),
    ] + filtered

  private static let filtered = [
    KeySynonym(["noise-reduction", "noisereduction", "denoiser", "nr"], "denoise: true"),
    KeySynonym(["deesser", "de-esser", "deess"], "de-ess: true"),
    KeySynonym(["equalizer", "equaliser"], "eq: {low-cut: 80Hz, high: 2dB}"),
    KeySynonym(["compressor", "drc", "dynamics"], "compress: true"),
    KeySynonym(["noise-gate", "noisegate"], "gate: true"),
  ]

  static let heardOnTracks =
    [
      KeySynonym(["loudness", "lufs", "loudnorm"], "normalize: -20 LUFS", "for each of its clips"),
      KeySynonym(
        ["focus"], "clips: [{clip: photo.jpg, focus: [30%, 50%]}]", "or in the defaults of clips"),
    ] + filtered

  static let encoding = [
    KeySynonym(
      [
        "crf", "codec", "bitrate", "speed", "level", "keyframes", "grain",
        "pixel-format", "vcodec", "video-codec", "pix_fmt", "gop",
      ], "video: {codec: h264, crf: 20}", "where all that the encoder is asked for stands"),
    KeySynonym(["bitrate", "video-bitrate"], "video: {bitrate: 6M}"),
    KeySynonym(
      ["acodec", "audio-codec", "audio-bitrate", "sound"], "audio: {codec: aac, bitrate: 192k}"),
    KeySynonym(["channels", "audio-channels"], "canvas: {channels: 5.1}"),
    KeySynonym(
      ["fps", "framerate", "frame-rate"], "canvas: {rate: 25}",
      "or rate: 12 where it is a gif, webp, avif or numbered pictures"),
    KeySynonym(["normalize", "normalise", "loudnorm", "lufs"], "loudness: -16 LUFS"),
    KeySynonym(
      ["filesize", "file-size", "max-filesize", "maxsize", "target-size", "size-limit"],
      "max-size: 25MB"),
  ]
}
