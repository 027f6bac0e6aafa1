// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let layers: [DiagnosticTopic] = [
    DiagnosticTopic(
      .warning("never-seen"),
      """
      A track or an overlay lies under something opaque all the time, or its own `opacity`, \
      `scale` or colour hides it. Footage that is heard may lie under other footage, but not under \
      a `fill`.
      """,
      remedy: "Change the order (later tracks lie over earlier ones), or leave it out.",
      .project(
        """
        reel: 1
        tracks:
          titles: [{text: Rome, duration: 4s}]
          main: [{clip: wide.mp4, range: 0s..4s}]
        """)),
    DiagnosticTopic(
      .warning("outside-frame"),
      "A layer is never inside the frame.",
      remedy: "Correct `position`, which is where the `anchor` of the layer goes.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, size: 25%, position: [150%, 50%]}]}
        """)),
    DiagnosticTopic(
      .warning("tiny-text"),
      "The letters of a text are less than 7 pixels high: percent were probably meant.",
      remedy: "Write a share of the canvas's height, such as `5%`, or more pixels.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {title: {text: Rome, font: {size: 5}}}
        """)),
    DiagnosticTopic(
      .warning("text-overflow"),
      "A text is larger than the canvas, or lies partly outside it.",
      remedy: "Use a smaller font or fewer letters, break the line, or move the text.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{text: The longest day of the year, font: {size: 100}, duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("outside-group"),
      "A member of a group is shown outside the time of the group.",
      remedy: "Write a time within the group's; times in a group are those of the film.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {card: {group: {title: {text: Rome, during: 0s..1s}}, during: 2s..4s}}
        """)),
    DiagnosticTopic(
      .warning("group-outlives"),
      "A group on a track lasts longer than all of its contents, so that the rest is black.",
      remedy: "Shorten the group, or let something in it last longer, such as with `loop: true`.",
      .project(
        """
        reel: 1
        tracks: {main: [{group: {film: {clip: mute.mp4, range: 0s..2s}}, duration: 4s}]}
        """)),
    DiagnosticTopic(
      .warning("cut-exit"),
      "A nested project is cut off before something in it goes (`exit`, `fade`).",
      remedy: """
        Let it last longer, make its length a parameter, or play all of it in that time by \
        `stretch`.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{clip: card.reel.yaml, duration: 4.5s}]}
        """)),
    DiagnosticTopic(
      .warning("change-cut"),
      "A layer ends before a change of it is over.",
      remedy: "End the instruction with the layer: `during: 2s..title.end`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {title: {text: Rome, during: 1s..3s}}
        instructions: [{during: 2s..6s, layers: {title: {opacity: 1 -> 0}}}]
        """)),
    DiagnosticTopic(
      .warning("beyond-layer"),
      "An instruction sets a layer at a time at which the layer is not shown.",
      remedy: "Write a range within the layer's.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {title: {text: Rome, during: 2s..7s}}
        instructions: [{during: 0s..1s, layers: {title: {opacity: 50%}}}]
        """)),
    DiagnosticTopic(
      .error("instructions-collide"),
      "Two instructions set one thing at the same time.",
      remedy: "End one before the other begins, or join them.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        instructions:
          - {during: 1s..3s, layers: {main: {opacity: 50%}}}
          - {during: 2s..4s, layers: {main: {opacity: 80%}}}
        """)),
    DiagnosticTopic(
      .error("keyframe-order"),
      "Keyframes do not stand in the order of time.",
      remedy: "Put them in order.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..4s, opacity: {0s: 0, 75%: 1, 2s: 0}}]}
        """)),
    DiagnosticTopic(
      .error("keyframe-outside"),
      "A keyframe lies outside the time of its layer.",
      remedy: "Write a time within it, or `end`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..2s, opacity: {0s: 0, 5s: 1}}]}
        """)),
    DiagnosticTopic(
      .warning("motion-cut"),
      "A motion is not over when its layer ends.",
      remedy: "Write a shorter duration, fewer repeats, or `repeat: forever`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..4s, opacity: {from: 0, to: 1, duration: 3s, repeat: 2}}]}
        """)),
    DiagnosticTopic(
      .error("motion-none"),
      """
      A motion in an instruction uses `none` before or after it, though the instruction sets the \
      property all the time.
      """,
      remedy: "Let `during` last as long as the motion, and leave `none` out.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..4s}]}
        instructions:
          - during: 1s..3s
            layers: {main: {scale: {from: 100%, to: 150%, duration: 1s, after: none}}}
        """)),
    DiagnosticTopic(
      .error("motion-outside"),
      "A motion begins when its layer has ended, or lasts no time.",
      remedy: "Write a shorter delay, or a duration above zero.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, opacity: {from: 0, to: 1, duration: 1s, delay: main.end}}]}
        """)),
    DiagnosticTopic(
      .warning("spring-cut"),
      "A spring has less time than it needs to settle.",
      remedy: "Write a later time, or `spring` without numbers, which fills the time that it has.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, scale: {0s: 0%, 600ms: 100% spring(1 300 20)}}]}
        """)),
    DiagnosticTopic(
      .error("fade-too-long"),
      "A fade-in and a fade-out take longer than what they belong to.",
      remedy: "Write shorter ones, or one alone: `fade: {in: 500ms}`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..2s, fade: 3s}]}
        """)),
    DiagnosticTopic(
      .error("entrance-too-long"),
      "`enter` and `exit` take longer than their layer.",
      remedy: "Write how long it takes behind its name, or a shorter `stagger`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {title: {text: Rome, during: 0s..1s, enter: fade 2s}}
        """)),
    DiagnosticTopic(
      .error("not-a-text"),
      "Only texts come by word, line or character.",
      remedy: "Leave `by` and `stagger` out.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, enter: {kind: fade, by: word}}]}
        """)),
    DiagnosticTopic(
      .error("fixed-size"),
      "A size changes over time that cannot, such as that of a track or of a clip with effects.",
      remedy: "Animate `scale` instead.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: {size: 50% -> 100%, clips: [wide.mp4]}}
        """)),
    DiagnosticTopic(
      .warning("crop-beyond"),
      "A `crop` ends beside its picture, where it is cut off.",
      remedy: """
        Write `[left, top, width, height]` so that left and width are 100 % at most, and so are top \
        and height.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, crop: [1000px, 0px, 400px, 720px]}]}
        """)),
    DiagnosticTopic(
      .warning("grey-key"),
      "A `key` makes greys transparent, too, as its colour is near to them.",
      remedy: "Name the colour of the screen, such as `lime`, or a smaller `tolerance`.",
      .project(
        """
        reel: 1
        tracks: {main: [{fill: navy, duration: 2s}]}
        overlays: {speaker: {clip: wide.mp4, key: {color: green}}}
        """)),
    DiagnosticTopic(
      .warning("hides-elsewhere"),
      "A layer that hides a part of another lies elsewhere in an output of another shape.",
      remedy: "Place it for that output under `change`.",
      .project(
        """
        reel: 1
        canvas: {size: 1280x720, rate: 30}
        tracks: {main: [{clip: long.mp4, id: screen, range: 2s..4s}]}
        overlays:
          cover: {clip: long.mp4, range: 2s..4s, crop: [0%, 0%, 50%, 50%], size: [50%, 50%],
            anchor: top-left, position: [0%, 0%], blur: 24px, audio: off}
        outputs: {story: {file: story.mp4, canvas: 9:16}}
        """)),
    DiagnosticTopic(
      .warning("seen-beyond"),
      "A layer hides something that is seen for longer, in a transition before or after.",
      remedy: "Begin it earlier or end it later by the time of the transition.",
      .project(
        """
        reel: 1
        canvas: {size: 1280x720, rate: 25}
        tracks:
          main:
            - {clip: long.mp4, id: next, range: 6s..8s}
            - {transition: dissolve, duration: 1s, length: handles}
            - {clip: wide.mp4, id: last, range: 1s..3s}
        overlays:
          cover: {shape: rect, size: [200px, 100px], during: last.start .. last.end,
            fill: white@0%, backdrop: {blur: 24px}}
        """)),
    DiagnosticTopic(
      .error("unknown-font"),
      "No font of this family is on the machine, or the file is no font.",
      remedy: "Name a family that `reel fonts` lists, or a file: `font: {file: fonts/Title.ttf}`.",
      .project(
        """
        reel: 1
        tracks: {main: [{text: Rome, duration: 2s, font: {family: Nowhere}}]}
        """)),
    DiagnosticTopic(
      .error("missing-glyph"),
      "No font has a character of a text.",
      remedy: """
        Install a font that has it, or change the text; `reel fonts TEXT` lists the families that \
        have all of a text.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{text: Snow ☃, duration: 2s}]}
        """)),
    DiagnosticTopic(
      .warning("lacking-glyph"),
      "No font has a character of a file of ASS subtitles.",
      remedy: "Install a font that has it, or change the text.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {words: {subtitles: snow.ass}}
        """)),
    DiagnosticTopic(
      .warning("substituted-font"),
      "A font lacks some characters of a text, which another one writes.",
      remedy: "Name a font that has all of them, or give these characters their own under `runs`.",
      .project(
        """
        reel: 1
        tracks: {main: [{text: abα, duration: 2s, font: {family: Roman}}]}
        """)),
    DiagnosticTopic(
      .warning("lacking-feature"),
      "A font has no such OpenType feature.",
      remedy: "Leave the feature out, or use another font.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{text: Rome, duration: 2s, font: {family: Plain, features: [smcp]}}]}
        """)),
    DiagnosticTopic(
      .error("bad-text"),
      """
      A text cannot be drawn: it is too large, no part of it can be written, or a file of text \
      cannot be read.
      """,
      remedy: "Follow the message: write a smaller font size, a shorter text, or mend the file.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{text: Rom, duration: 2s, font: {family: Torn}, enter: typewriter}]}
        """)),
  ]
}
