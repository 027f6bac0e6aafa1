// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let speed: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("speed-of-still"),
      "A still image has a speed or is played backwards.",
      remedy: "Write `duration: 5s` for how long it is shown.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: photo-1.jpg, speed: 2}]}
        """)),
    DiagnosticTopic(
      .error("speed-out-of-range"),
      "A speed is below 0.01 or above 100, maybe by a `stretch` or an easing that overshoots.",
      remedy: "Write a time that the hint allows.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..4s, stretch: 1ms}]}
        """)),
    DiagnosticTopic(
      .error("crowded-speed"),
      "The keyframes of a speed need more time than the range lasts at that speed.",
      remedy: "Write earlier times, or shares such as `50%`.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - {clip: wide.mp4, range: 0s..4s, speed: {0s: 1, end - 20s: 2, end: 1}, audio: off}
        """)),
    DiagnosticTopic(
      .error("endless-speed"),
      "A speed stays at 0, so that the rest of the range is never played.",
      remedy: """
        Let the last speed be more than 0, end the range earlier, or write `freeze` behind the clip.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..4s, speed: {0s: 1, 2s: 0}, audio: off}]}
        """)),
    DiagnosticTopic(
      .error("turning-speed"),
      "A speed is above zero and below zero within one clip.",
      remedy: "Write two clips, one with a speed below zero.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..4s, speed: 1 -> -1, audio: off}]}
        """)),
    DiagnosticTopic(
      .warning("dropped-sound"),
      "A sound is left out, as its speed is below 0.25 or above 4.",
      remedy: "Write `audio: off`, or `pitch: keep` or `follow` to hear it.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..8s, speed: 8}]}
        """)),
    DiagnosticTopic(
      .error("speed-of-nothing"),
      "An instruction plays a track at another speed that has no clips.",
      remedy: "Leave the speed out, or add clips.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], pause: [{gap: 2s}]}
        instructions: [{layers: {pause: {speed: 2}}}]
        """)),
    DiagnosticTopic(
      .error("speed-of-sized-track"),
      "An instruction plays a track at another speed that has a `size`.",
      remedy: "Write the size on its clips.",
      .project(
        """
        reel: 1
        tracks: {main: {size: 50%, clips: [wide.mp4]}}
        instructions: [{layers: {main: {speed: 2}}}]
        """)),
    DiagnosticTopic(
      .error("part-of-fast-track"),
      "Something names a clip of a track that is played at another speed as a whole.",
      remedy: "Name the track.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, id: beach}], music: [{clip: song.ogg, until: main.end, duck: beach}]}
        instructions: [{layers: {main: {speed: 2}}}]
        """)),
    DiagnosticTopic(
      .error("volume-motion"),
      "A volume or a speed repeats or runs back, which only properties of pictures do.",
      remedy: "Write keyframes: `{0s: 1, 1s: 0.5, 2s: 1}`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, volume: {from: 1, to: 0, duration: 1s, repeat: 2}}]}
        """)),
  ]
}
