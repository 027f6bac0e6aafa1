// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let clips: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("empty-film"),
      "Nothing is seen or heard in the film.",
      remedy: "Add a clip, a text or a fill.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{gap: 2s}]}
        """)),
    DiagnosticTopic(
      .error("empty-track"),
      "A track has no items.",
      remedy: "Add a clip, or remove the track.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], music: []}
        """)),
    DiagnosticTopic(
      .error("empty-clip"),
      "A clip ends before it begins.",
      remedy: "Write a later `until`, or a shorter clip before it.",
      .project(
        """
        reel: 1
        tracks: {main: [long.mp4, {clip: wide.mp4, until: 30s}]}
        """)),
    DiagnosticTopic(
      .warning("clip-too-short"),
      "A clip is shorter than a frame, and not seen.",
      remedy: "Let it last a frame or more.",
      .project(
        """
        reel: 1
        canvas: {rate: 25}
        tracks: {main: [wide.mp4, {clip: small.mp4, range: 0s..10ms}]}
        """)),
    DiagnosticTopic(
      .error("overlapping-clips"),
      "A clip of a track is placed before the one before it ends.",
      remedy: "Place it later, or on a track of its own.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4, {clip: small.mp4, at: 4s}]}
        """)),
    DiagnosticTopic(
      .warning("ends-early"),
      """
      A clip or an instruction ends before its `until` or `during`, as its range or file is used \
      up.
      """,
      remedy: "Write `loop: true`, an earlier end, or `freeze` behind it.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, until: 15s}]}
        """)),
    DiagnosticTopic(
      .warning("unused-default"),
      "A default says how long clips last, and all clips last as long as their ranges or files.",
      remedy: "Write a range on the clips, or leave the default out.",
      .project(
        """
        reel: 1
        defaults: {clip: {duration: 2s}}
        tracks: {main: [{clip: wide.mp4, range: 0s..4s}]}
        """)),
    DiagnosticTopic(
      .warning("nothing-to-see"),
      "Sound goes on after the last picture, over black.",
      remedy: "End it with the pictures: `until: main.end`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], music: [song.ogg]}
        """)),
    DiagnosticTopic(
      .warning("held-picture"),
      "The sound of a file goes on after its last picture, which is held.",
      remedy: "End the range with the picture, as the hint says.",
      .project(
        """
        reel: 1
        tracks: {main: [lecture.mkv]}
        """)),
    DiagnosticTopic(
      .warning("sound-among-pictures"),
      "A file of sound stands among pictures, so that the track shows nothing meanwhile.",
      remedy: "Put it on a track of its own, which is heard along with this one.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4, {clip: song.ogg, range: 0s..2s}, small.mp4]}
        """)),
    DiagnosticTopic(
      .error("misplaced-transition"),
      "A transition has no clip before or after it.",
      remedy: "Put it between two clips of one track.",
      .project(
        """
        reel: 1
        tracks: {main: [{transition: dissolve}, wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("placed-after-transition"),
      "A clip after a transition has a time of its own; the transition decides where it begins.",
      remedy: "Leave `at` out, or the transition.",
      .cause(
        """
        A clip with `at` behind a transition; `misplaced-transition` is reported for the transition, \
        too.
        """)),
    DiagnosticTopic(
      .error("missing-handles"),
      """
      A transition with `length: handles` needs frames beyond the range of a clip, and the file \
      has too few of them.
      """,
      remedy: """
        End the clip earlier or begin it later by as much as the message says, or write `length: \
        overlap` or `freeze`.
        """,
      .project(
        """
        reel: 1
        tracks:
          main:
            - wide.mp4
            - {transition: dissolve, duration: 1s, length: handles}
            - {clip: long.mp4, range: 5s..9s}
        """)),
    DiagnosticTopic(
      .error("transition-too-long"),
      "A transition, or its sound, takes longer than a clip beside it.",
      remedy: "Shorten the transition, or lengthen the clip.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - wide.mp4
            - {transition: dissolve, duration: 2s}
            - {clip: long.mp4, range: 0s..1s}
        """)),
    DiagnosticTopic(
      .error("transition-too-short"),
      "A transition, or the crossfade of its sound, lasts no time.",
      remedy: "Give it a duration, or write `transition: cut`.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - {clip: wide.mp4, id: first}
            - {transition: cut, audio: {duration: first.start}}
            - small.mp4
        """)),
    DiagnosticTopic(
      .error("transitions-overlap"),
      "The transitions into and out of a clip overlap.",
      remedy: "Shorten one of them, or lengthen the clip.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - wide.mp4
            - {transition: dissolve}
            - {clip: long.mp4, range: 0s..1.5s}
            - {transition: dissolve}
            - small.mp4
        """)),
    DiagnosticTopic(
      .error("misplaced-freeze"),
      "A freeze has no clip right before it whose last picture it could hold.",
      remedy: "Put it behind the clip.",
      .project(
        """
        reel: 1
        tracks: {main: [{freeze: 2s}, wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("freeze-of-sound"),
      "A freeze follows a file of sound, which has no picture.",
      remedy: "Write `gap: 2s` for silence.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], music: [{clip: song.ogg, range: 0s..4s}, {freeze: 2s}]}
        """)),
    DiagnosticTopic(
      .error("freeze-of-drawing"),
      "A freeze follows something that is drawn, such as a text.",
      remedy: "Write a longer `duration` instead.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{text: Rome, duration: 1s}, {freeze: 2s}]}
        """)),
    DiagnosticTopic(
      .error("freeze-of-masked"),
      "A freeze follows a clip with a mask, which ends with the clip.",
      remedy: "Write the mask for the freeze, too.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, mask: {shape: ellipse, fill: white}}, {freeze: 2s}]}
        """)),
    DiagnosticTopic(
      .error("freeze-of-motion"),
      "A freeze follows a clip that still moves in its last frame.",
      remedy: "Let the motion end with the clip, or write the property for the freeze.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - {clip: wide.mp4, rotation: {from: 0deg, to: 90deg, duration: 1s, repeat: forever}}
            - {freeze: 2s}
        """)),
    DiagnosticTopic(
      .error("endless-loop"),
      "A clip loops, and nothing says when it ends.",
      remedy: "Write `until: main.end`, or a `duration`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4], music: [{clip: song.ogg, loop: true}]}
        """)),
    DiagnosticTopic(
      .error("loop-too-short"),
      "What is repeated is shorter than a frame.",
      remedy: "Repeat a longer range.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..1ms, loop: true, until: 5s}]}
        """)),
    DiagnosticTopic(
      .error("crossfade-of-pictures"),
      "`loop: {crossfade: …}` is for sound, and the clip has a picture.",
      remedy: "Write `loop: true`, or put the sound on a track with `kind: audio`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, loop: {crossfade: 1s}, until: 20s}]}
        """)),
    DiagnosticTopic(
      .error("crossfade-too-long"),
      "The crossfade of a loop takes more than half of what is repeated.",
      remedy: "Shorten it, or repeat a longer range.",
      .project(
        """
        reel: 1
        tracks:
          main: [wide.mp4]
          music: [{clip: jingle.wav, loop: {crossfade: 2s}, until: 9s}]
        """)),
    DiagnosticTopic(
      .error("no-picture-to-pan"),
      "`ken-burns` moves over the picture of a clip or an image, and this layer has none.",
      remedy: "Animate `scale` and `position` instead.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {plate: {fill: red, size: 20%, ken-burns: auto}}
        """)),
  ]
}
