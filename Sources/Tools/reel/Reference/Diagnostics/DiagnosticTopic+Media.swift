// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let media: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("unreadable-media"),
      "A media file cannot be opened: it is damaged, no media, or not to be read.",
      remedy: "Play it elsewhere (`reel probe FILE` tells more); copy or convert it again.",
      .project(
        """
        reel: 1
        tracks: {main: [broken.mp4]}
        """)),
    DiagnosticTopic(
      .error("unsupported-media"),
      """
      A media file has something that Reel does not decode, such as a codec that this libav lacks.
      """,
      remedy: "Convert the file, for example to H.264.",
      .cause("A file in a codec without a decoder.")),
    DiagnosticTopic(
      .error("media-over-limit"),
      "A media file is beyond a limit, such as one on the size of pictures.",
      remedy: "Make a smaller copy of it.",
      .cause("A picture of 40000x40000 pixels.")),
    DiagnosticTopic(
      .error("media-probe-failed"),
      "The worker that examines media files failed at this one.",
      remedy: "Try again; if it fails again, convert the file.",
      .cause("A worker that ends without an answer.")),
    DiagnosticTopic(
      .warning("media-note"),
      "Something about a media file is unusual, and the message says what becomes of it.",
      remedy: """
        Nothing has to be mended if the film looks right; else follow the hint, or convert the file.
        """,
      .project(
        """
        reel: 1
        canvas: {color: bt709}
        tracks: {main: [hdr.mov]}
        """)),
    DiagnosticTopic(
      .error("no-media"),
      "A clip names a file that is neither seen nor heard, such as a LUT.",
      remedy: "Use it where the hint says, here as `adjust: {lut: film.cube}` on a layer.",
      .project(
        """
        reel: 1
        tracks: {main: [film.cube]}
        """)),
    DiagnosticTopic(
      .error("missing-stream"),
      "A file has no sound for an audio track, or no picture where one is needed.",
      remedy: "Name a file that has it, or put the clip on another track.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], heard: {kind: audio, clips: [mute.mp4]}}
        """)),
    DiagnosticTopic(
      .error("no-stream"),
      "A clip's `streams` choose one that the file does not have.",
      remedy: "Choose one of those in the hint; `reel probe` lists them, too.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: tongues.mkv, streams: {audio: 7}}]}
        """)),
    DiagnosticTopic(
      .error("no-channel"),
      "A clip's `channels` name one that its file does not have.",
      remedy: "Name a channel that it has, from 1 on.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, channels: 3}]}
        """)),
    DiagnosticTopic(
      .error("not-an-image"),
      "A picture is needed, and the file is footage, sound or several files.",
      remedy: "Name one picture, or write `clip` to play footage.",
      .project(
        """
        reel: 1
        tracks: {main: [{image: wide.mp4, duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("not-a-lut"),
      "The `lut` of `adjust` is no `.cube` file.",
      remedy: "Name one `.cube` file.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, adjust: {lut: small.mp4}}]}
        """)),
    DiagnosticTopic(
      .error("not-a-table"),
      "An option of a filter names a file of another kind than the filter reads.",
      remedy: "Name a file of the kind in the message, or use the filter in the hint.",
      .project(
        """
        reel: 1
        assets: {tone: tone.lut}
        tracks: {main: [{clip: wide.mp4, effects: [lut3d: {file: tone}]}]}
        """)),
    DiagnosticTopic(
      .error("one-clip"),
      "An overlay plays one file, and its clip is a list.",
      remedy: "Play a list on a track, which takes `size` and `position`, too.",
      .project(
        """
        reel: 1
        assets: {takes: [wide.mp4, long.mp4]}
        tracks: {main: [{fill: navy, duration: 2s}]}
        overlays: {inset: {clip: takes}}
        """)),
    DiagnosticTopic(
      .error("loop-of-list"),
      "A list of clips cannot loop.",
      remedy: "Write the list several times, or make a project of it and loop that.",
      .project(
        """
        reel: 1
        assets: {takes: [wide.mp4, long.mp4]}
        tracks: {main: [{clip: takes, loop: true, until: 90s}]}
        """)),
    DiagnosticTopic(
      .error("turned-film"),
      "`rotate` turns files of media upright, and this clip is a nested project.",
      remedy: "Write `rotation: 90deg`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: intro.reel.yaml, rotate: 90}]}
        """)),
    DiagnosticTopic(
      .error("no-parameters"),
      "`with` gives values to a clip that is no project.",
      remedy: "Leave it out, or name a `.reel.yaml` file.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, with: {title: Rome}}]}
        """)),
    DiagnosticTopic(
      .error("mixed-orientation"),
      "Portrait and landscape clips are mixed, and `orientation: strict` forbids it.",
      remedy: "Leave one of them out, or `orientation`.",
      .project(
        """
        reel: 1
        canvas: {orientation: strict}
        tracks: {main: [wide.mp4, tall.mov]}
        """)),
    DiagnosticTopic(
      .warning("unseen-focus"),
      """
      A clip with `focus: auto` is not searched for faces, for the reason in the message; its \
      middle stays in sight.
      """,
      remedy: "Write what is to stay in sight, such as `focus: [50%, 30%]`.",
      .project(
        """
        reel: 1
        canvas: {size: 720x1280, rate: 30}
        tracks: {main: [{clip: intro.reel.yaml, fit: cover, focus: auto}]}
        """)),
    DiagnosticTopic(
      .error("cannot-find-faces"),
      "This machine lacks what finds faces, for `focus: auto`.",
      remedy: "Install it, or write where it is, such as `focus: [50%, 30%]`.",
      .project(
        """
        reel: 1
        canvas: {size: 720x1280, rate: 30}
        tracks: {main: [{clip: wide.mp4, fit: cover, focus: auto}]}
        """)),
  ]
}
