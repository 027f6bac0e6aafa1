// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let times: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("unknown-anchor"),
      "An anchor such as `nowhere.end` names no track, clip or overlay.",
      remedy: "Correct the spelling: the hint lists the names that there are.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], music: [{clip: song.ogg, until: mian.end}]}
        """)),
    DiagnosticTopic(
      .error("ambiguous-anchor"),
      "An anchor names more than one thing.",
      remedy: "Give one of them an `id` of its own.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4, wide.mp4], music: [{clip: song.ogg, until: wide.end}]}
        """)),
    DiagnosticTopic(
      .error("anchor-cycle"),
      "A time depends on itself, through one or several anchors.",
      remedy: "Write one of the times of the circle as a number.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, id: beach, until: beach.end}]}
        """)),
    DiagnosticTopic(
      .error("anchor-depth"),
      "Anchors depend on anchors through more than 200 steps.",
      remedy: """
        Put what follows one another on a track, where each item begins at the end of the last.
        """,
      .cause("Two hundred overlays, each of which begins where the one before it ends.")),
    DiagnosticTopic(
      .error("unseen-anchor"),
      "An anchor names something of a nested project in a part that is not played.",
      remedy: "Play more of the project, or name something else.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: intro.reel.yaml, id: intro, range: 0s..3s}]}
        overlays: {title: {text: Rome, during: intro.late.start .. main.end}}
        """)),
    DiagnosticTopic(
      .error("anchor-outside-track"),
      "A track that an instruction plays at another speed names something that is not on it.",
      remedy: "Name a clip of the track, or write the time.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, until: other.end}], other: [small.mp4]}
        instructions: [{layers: {main: {speed: 2}}}]
        """)),
    DiagnosticTopic(
      .error("empty-range"),
      "A range holds nothing: it ends where it begins, or before.",
      remedy: "Exchange or correct its ends.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {title: {text: Rome, during: main.end .. main.start}}
        """)),
    DiagnosticTopic(
      .error("range-beyond-media"),
      "A range begins or ends beyond the end of its file.",
      remedy: "Leave the end out to play to the end, or write an earlier one.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 2s..60s}]}
        """)),
    DiagnosticTopic(
      .error("negative-time"),
      "Something lasts less than no time, or begins before the film.",
      remedy: "Correct the calculation.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], second: [{clip: small.mp4, at: main.start - 2s}]}
        """)),
    DiagnosticTopic(
      .error("beyond-film"),
      "A time lies before the film begins or after it ends.",
      remedy: """
        Write a time within the film, whose length the message names; anchors such as `main.end` \
        follow it.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {poster: {file: poster.png, at: 60s}}
        """)),
    DiagnosticTopic(
      .error("no-timecode"),
      "A time is written as a timecode, and the file has none.",
      remedy: "Write a time from its start, such as `5s`, `120f` or `00:00:05:00`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: tc(10:00:05:00)..}]}
        """)),
    DiagnosticTopic(
      .error("bad-timecode"),
      "There is no such timecode at this frame rate.",
      remedy: "Write a number of frames below the rate.",
      .project(
        """
        reel: 1
        canvas: {rate: 25}
        tracks: {main: [{fill: navy, duration: 00:00:05:30}]}
        """)),
    DiagnosticTopic(
      .error("no-beats"),
      "A duration is counted in beats, and the project has none.",
      remedy: """
        Write `beats: {bpm: 120}`, `beats: 0.5s` or `beats: song.beats.txt` beside `tracks`.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{fill: navy, duration: 4 beats}]}
        """)),
    DiagnosticTopic(
      .error("bad-beats"),
      "The file of `beats` is no list of times.",
      remedy: "Name a file with a time in seconds in each line, or write `beats: {bpm: 120}`.",
      .project(
        """
        reel: 1
        beats: notes.txt
        tracks: {main: [{fill: navy, duration: 2 beats}]}
        """)),
    DiagnosticTopic(
      .error("beats-too-close"),
      "The beats are less than a frame apart.",
      remedy: "Write a longer time between them.",
      .project(
        """
        reel: 1
        beats: 1ms
        tracks: {main: [{fill: navy, duration: 4 beats}]}
        """)),
    DiagnosticTopic(
      .error("too-few-beats"),
      "A file of beats has fewer than are counted.",
      remedy: "Add beats to the file, or write the time in seconds.",
      .project(
        """
        reel: 1
        beats: song.beats.txt
        tracks: {main: [{fill: navy, duration: 8 beats}]}
        """)),
    DiagnosticTopic(
      .error("misplaced-beats"),
      "Beats are counted where no item of a track begins, or in the time of a source.",
      remedy: "Count beats in the `duration` of items, and write seconds here.",
      .project(
        """
        reel: 1
        beats: 0.5s
        tracks: {main: [{clip: wide.mp4, duration: 4 beats}]}
        overlays: {title: {text: Rome, during: 1s..2 beats}}
        """)),
    DiagnosticTopic(
      .warning("unused-beats"),
      "The project has beats, and nothing counts them.",
      remedy: "Write `duration: 4 beats` on an item, or leave `beats` out.",
      .project(
        """
        reel: 1
        beats: 0.5s
        tracks: {main: [wide.mp4]}
        """)),
  ]
}
