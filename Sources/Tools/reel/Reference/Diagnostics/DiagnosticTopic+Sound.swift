// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let sound: [DiagnosticTopic] = [
    DiagnosticTopic(
      .warning("silent-film"),
      "Nothing is heard in the film, and the message says why.",
      remedy: "Write a volume above 0, or `audio: off` on the output if that is meant.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, volume: 0}]}
        """)),
    DiagnosticTopic(
      .warning("heard-twice"),
      "The same part of a file is heard twice at the same time.",
      remedy: "Write `audio: off` on one of them.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {inset: {clip: wide.mp4, size: 25%}}
        """)),
    DiagnosticTopic(
      .warning("sound-level"),
      """
      A sound cannot be brought to its loudness, or is not brought to it, for the reason in the \
      message.
      """,
      remedy: "Follow the hint: here the `peak` keeps the sound from being as loud.",
      .project(
        """
        reel: 1
        tracks:
          main: [{clip: talk.mp4, range: 2s..8s, loudness: -10 LUFS, peak: -12 dBTP}]
        """)),
    DiagnosticTopic(
      .error("duck-under-itself"),
      "A sound is lowered under itself, or under a part of itself.",
      remedy: "Name another track.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: talk.mp4, duck: main}]}
        """)),
    DiagnosticTopic(
      .error("no-sound"),
      "An output is for sound, or a command is about it, and the film has none.",
      remedy: "Leave the output out, or add sound.",
      .project(
        """
        reel: 1
        tracks: {main: [mute.mp4]}
        outputs: {sound: film.m4a}
        """)),
    DiagnosticTopic(
      .error("channel-count"),
      "A clip's `channels` are as many as the canvas does not have.",
      remedy: "Write one number for both sides, two, or as many as the canvas has.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: concert.mp4, channels: [1, 2, 3, 4, 5, 6]}]}
        """)),
    DiagnosticTopic(
      .error("channel-codec"),
      "A codec does not have so many channels.",
      remedy: "Write `canvas: {channels: stereo}` in the output, or another codec.",
      .project(
        """
        reel: 1
        canvas: {channels: 5.1}
        tracks: {main: [song.ogg]}
        outputs: {sound: film.mp3}
        """)),
    DiagnosticTopic(
      .error("channel-bitrate"),
      "A codec does not have that bit rate with so many channels.",
      remedy: "Write a bit rate within the bounds that the message names, or leave it out.",
      .project(
        """
        reel: 1
        canvas: {channels: mono}
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, audio: {codec: aac, bitrate: 500k}}}
        """)),
    DiagnosticTopic(
      .error("stereo-effect"),
      "A filter makes stereo of any sound, and the canvas is surround.",
      remedy: "Leave it out, or put the clip into a nested project in stereo.",
      .project(
        """
        reel: 1
        canvas: {channels: 5.1}
        tracks: {main: [{clip: wide.mp4, effects: [extrastereo]}]}
        """)),
    DiagnosticTopic(
      .error("long-effect"),
      "A filter of sound that begins with its clip has a clip of more than ten minutes.",
      remedy: "Cut the clip in two, or leave the filter out.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - clip: endless.mp4
              range: 0s..11m
              effects: [chorus: {delays: 50, decays: 0.4, speeds: 0.25, depths: 2}]
        """)),
    DiagnosticTopic(
      .error("cannot-measure"),
      "The sound of a film cannot be measured, as a file of it cannot be read.",
      remedy: "Look for the cause in the notes below the message; `reel probe` examines the file.",
      .command("reel sound trip.reel.yaml")),
  ]
}
