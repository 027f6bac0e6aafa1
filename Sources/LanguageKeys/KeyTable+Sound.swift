// SPDX-License-Identifier: Apache-2.0

import Basics
import ProjectModel
import Properties

// The keys of sound.

extension KeyTable {
  /// What is heard of footage, wherever it is played.
  static let soundOfFootage: [KeyShape] = [
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
        + "and right exchanged (swap), or channels of the file by number, from 1 on: one for both sides, or two.",
      default: "all, as stereo"),
    .key(
      "sync", .time,
      "How much later than its picture its sound is heard, in source time; below zero earlier.",
      default: "0s"),
  ]

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

  /// How loud an output is.
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
