// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel

// The keys of sound.

extension KeyTable {
  /// The channels that a film is heard on.
  static let channelsOfCanvas = KeyShape.key(
    "channels", .choice(ChannelLayout.allNames),
    "The channels that the film is heard on; sounds of other channels are mapped to them by ITU-R BS.775.",
    default: "stereo; a sound that is copied as a whole keeps its own")

  /// The audio keys of footage, wherever it is played.
  static let soundOfFootage: [KeyShape] =
    [
      .key(
        "audio", .choice(AudioMode.allNames),
        "How its sound is used; with cut it does not crossfade in transitions.",
        default: "on"),
      .key("mute", .flag, "Whether it is not heard, as with audio: off.", default: "false"),
      .key(
        "channels",
        .either([
          .choice(ChannelChoice.Route.allNames), .integer(ChannelChoice.numbers),
          .list(.integer(ChannelChoice.numbers)),
        ]),
        "Which of its channels are heard: the left, the right, half their sum (mid) or difference (side) on both sides, left "
          + "and right exchanged (swap), or channels of the file by number, from 1 on: one for both sides (in surround for the "
          + "centre), two, or as many as the canvas has.",
        default: "all, as the canvas has them"),
      .key(
        "sync", .time,
        "How much later than its picture its sound is heard, in source time; below zero earlier.",
        default: "0s"),
    ] + filters + [
      duck,
      .key(
        "loudness", loudness,
        "The integrated loudness by EBU R 128 that what is played of it is brought to, such as -16 LUFS.",
        default: "that of its file, or the `normalize` of its track"),
      .key(
        "peak", .measure(OutputLevel.peaks, unit: "dBTP"),
        "The true peak that it is not brought over by its loudness, such as -1 dBTP.",
        default: "none; the output's"),
    ]

  /// The audio filters.
  private static let filters: [KeyShape] = [
    .key(
      "denoise", .either([.flag, .measure(AudioCleanup.denoises, unit: "dB"), .object(denoise)]),
      "By how much steady noise such as hiss and hum is lowered; true is 12dB.", default: "false"),
    .key(
      "gate", .either([.flag, .measure(AudioCleanup.gates, unit: "dB")]),
      "The level below which there is silence; true is -45dB.", default: "false"),
    .key(
      "de-ess", .either([.flag, .value(.opacity)]),
      "How much hissing sibilants are softened; true is 50%.", default: "false"),
    .key("eq", .object(equalizer), "What is changed of its frequencies.", default: "none"),
    .key(
      "compress", .either([.flag, .object(compressor)]),
      "Whether loud passages are lowered, or how.", default: "false"),
    .key(
      "reverb", .either([.flag, .value(.opacity), .object(reverb)]),
      "The room that it is heard in, or how much is heard of that; true is 30%.", default: "false"),
    .key(
      "tail", .time,
      "How long what its filters make of it, such as a room or an echo, is heard after its end; up to 30 s.",
      default: "2s with reverb, else 0s"),
  ]

  /// The keys of the sound of tracks.
  static let soundOfTracks: [KeyShape] =
    filters + [
      duck,
      .key(
        "normalize", loudness,
        "The loudness that each of its clips is brought to, unless the clip says it itself, such as -20 LUFS.",
        default: "none"),
    ]

  private static let loudness = ValueShape.measure(OutputLevel.loudnesses, unit: "LUFS")

  private static let duck = KeyShape.key(
    "duck", .either([.name, .list(.name), .object(ducking)]),
    "The track, clip or overlay under which its sound is lowered, or how that is done.",
    default: "none")

  package static let denoise = ObjectShape(
    name: "denoise", doc: "How steady noise is lowered.",
    keys: [
      .key(
        "by", .measure(AudioCleanup.denoises, unit: "dB"), "By how much.", default: "12dB"),
      .key(
        "floor", .measure(AudioCleanup.noiseFloors, unit: "dB"),
        "The level of the noise: softer noise is lowered by all of that, louder noise by less, and at a high level soft parts of "
          + "the sound lose some brightness.", default: "-40dB"),
    ])

  package static let equalizer = ObjectShape(
    name: "eq", doc: "Gains of parts of the spectrum of a sound.",
    keys: [
      .key(
        "low", .measure(AudioCleanup.gains, unit: "dB"), "The gain below 200 Hz.", default: "0dB"),
      .key(
        "mid", .measure(AudioCleanup.gains, unit: "dB"), "The gain around 1 kHz.", default: "0dB"),
      .key(
        "high", .measure(AudioCleanup.gains, unit: "dB"), "The gain above 4 kHz.", default: "0dB"),
      .key(
        "low-cut", .measure(10...2000, unit: "Hz"), "What is lower is cut.", default: "none"),
      .key(
        "high-cut", .measure(1000...20_000, unit: "Hz"), "What is higher is cut.",
        default: "none"),
    ])

  package static let reverb = ObjectShape(
    name: "reverb", doc: "A room that a sound is heard in.",
    keys: [
      .key(
        "size", .value(.opacity), "How large it is, and so how long it rings.", default: "50%"),
      .key(
        "damping", .value(.opacity), "How much of high frequencies its walls take.", default: "50%"),
      .key("mix", .value(.opacity), "How much is heard of it.", default: "30%"),
    ])

  package static let compressor = ObjectShape(
    name: "compressor", doc: "How loud passages are lowered.",
    keys: [
      .key(
        "threshold", .measure(AudioCleanup.thresholds, unit: "dB"),
        "The level from which they are lowered.", default: "-20dB"),
      .key(
        "ratio", .measure(1...20, unit: ":1"),
        "How many decibels over the threshold become one, such as 3 or 3:1.", default: "3"),
      .key("attack", .time, "How long that takes to act, up to 2 s.", default: "20ms"),
      .key("release", .time, "How long it takes to end, up to 2 s.", default: "250ms"),
      .key(
        "gain", .measure(AudioCleanup.makeUps, unit: "dB"), "What is added afterwards.",
        default: "0dB"),
    ])

  package static let ducking = ObjectShape(
    name: "duck", doc: "How a sound is lowered while others are heard.",
    keys: [
      .required(
        "under", .either([.name, .list(.name)]),
        "The names of the tracks, clips or overlays under which it is lowered."),
      .key(
        "by", .measure(Duck.depths, unit: "dB"), "By how much, such as 12dB.", default: "12dB"),
      .key(
        "attack", .time, "How long before them it begins to be lowered.", default: "200ms"),
      .key("hold", .time, "How long it stays lowered after them.", default: "500ms"),
      .key("release", .time, "How long it takes to come back after that.", default: "800ms"),
      .key(
        "from", .choice(Duck.Source.allNames),
        "What lowers it: what is heard in their files, such as words, or their clips, whatever is heard in these.",
        default: "sound"),
      .key(
        "threshold", .measure(Duck.thresholds, unit: "dB"),
        "The level from which their sound counts, such as -40dB.",
        default: "20 dB below what their files seldom exceed"),
    ])

  /// The keys of properties of sound.
  package static let heardKeys = propertyKeys(Property.heard)

  package static let fade = ObjectShape(
    name: "fade", doc: "A fade-in and a fade-out.",
    keys: [
      .key("in", .time, "Duration of the fade-in.", default: "0s"),
      .key("out", .time, "Duration of the fade-out.", default: "0s"),
      .key(
        "curve", .choice(Fade.Curve.allNames),
        "How its sound comes and goes: evenly, as one side of a crossfade of equal power, or evenly in decibels; pictures "
          + "always do evenly.",
        default: "linear"),
    ])

  /// The loudness keys of an output.
  package static let levelOfOutput: [KeyShape] = [
    .key(
      "loudness", .measure(OutputLevel.loudnesses, unit: "LUFS"),
      "The integrated loudness by EBU R 128 that its sound is brought to, such as -16 LUFS.",
      default: "that of the mix"),
    .key(
      "peak", .measure(OutputLevel.peaks, unit: "dBTP"),
      "The true peak that its sound does not exceed, such as -1 dBTP.",
      default: "-1 dBTP beside a loudness, else samples of full scale"),
    .key(
      "limit", .flag, "Whether what would be over that is lowered, or clips.", default: "true"),
  ]
}
