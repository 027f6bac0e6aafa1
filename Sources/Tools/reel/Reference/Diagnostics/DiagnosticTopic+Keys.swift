// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let keys: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("no-project"),
      """
      The file is YAML, and no project: it is empty, a list or a text; or a command found no \
      project at all.
      """,
      remedy: "Begin with `reel: 1` and `tracks`; `reel new` writes a project.",
      .project(
        """
        - wide.mp4
        - long.mp4
        """)),
    DiagnosticTopic(
      .error("unsupported-version"),
      "The project is of another version of the language.",
      remedy: "Write `reel: 1`, or update Reel.",
      .project(
        """
        reel: 2
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("unknown-key"),
      "An object has a key that the language does not have there.",
      remedy: """
        Correct the spelling: the hint names the key that is most like it, and [keys](keys.md) lists \
        those of each object.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, strat: 1s}]}
        """)),
    DiagnosticTopic(
      .error("missing-key"),
      "A key that has to be there is missing, or has no value.",
      remedy: "Write the key that the message names.",
      .project(
        """
        reel: 1
        """)),
    DiagnosticTopic(
      .error("exclusive-keys"),
      "Two keys of an object exclude each other, as both say the same in different words.",
      remedy: "Keep one of them.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, range: 0s..2s, duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("wrong-kind"),
      """
      A list stands where a single value belongs, a single value where a mapping belongs, or the \
      like.
      """,
      remedy: "Write the form that the message asks for.",
      .project(
        """
        reel: 1
        canvas: [1280, 720]
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("missing-dash"),
      "An item of a list has no `- ` before it, or the list no brackets around it.",
      remedy: "Write `- clip: …`, and indent the other keys of the item like the first.",
      .project(
        """
        reel: 1
        tracks:
          main:
            clip: wide.mp4
        """)),
    DiagnosticTopic(
      .error("bad-value"),
      "A text cannot be read as the kind of value that its key takes.",
      remedy: "Write it as the hint shows: here an angle has a unit, `90deg`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, rotation: 90}]}
        """)),
    DiagnosticTopic(
      .error("unknown-value"),
      "A word is none of those that its key takes.",
      remedy: "Correct the spelling; the page of [keys](keys.md) lists the words of each key.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, blend: multipli}]}
        """)),
    DiagnosticTopic(
      .error("out-of-range"),
      "A number is beyond the bounds of its key.",
      remedy: "Write a number within the bounds that the message names.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, opacity: 120%}]}
        """)),
    DiagnosticTopic(
      .error("not-supported-yet"),
      "A key or value belongs to the language, and this version of Reel does not have it.",
      remedy: "Leave it out.",
      .project(
        """
        reel: 1
        assets: {beach: {file: wide.mp4, color: bt709}}
        tracks: {main: [beach]}
        """)),
    DiagnosticTopic(
      .error("limit"),
      """
      There is more of something than one project may hold, such as the pixels of a box, a number \
      of layers, or days of film.
      """,
      remedy: "Stay below the limit that the message names, or make several films.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{fill: navy, duration: 1s}]}
        overlays: {bar: {fill: red, size: 20px -> 20000px}}
        """)),
    DiagnosticTopic(
      .error("bad-name"),
      "A name is empty or has characters that names cannot have.",
      remedy: "Use letters, digits, `_` and `-`.",
      .project(
        """
        reel: 1
        assets: {"": wide.mp4}
        tracks: {main: [long.mp4]}
        """)),
    DiagnosticTopic(
      .error("duplicate-name"),
      "Two things have one name, so that nothing could refer to either.",
      remedy: "Give one of them another `id`.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - {clip: wide.mp4, id: beach}
            - {clip: long.mp4, id: beach}
        """)),
    DiagnosticTopic(
      .error("unknown-name"),
      "A name refers to nothing: no layer, track, clip or asset is called that.",
      remedy: "Correct the spelling: the hint lists the names that there are.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        instructions: [{during: 0s..1s, layers: {mian: {opacity: 50%}}}]
        """)),
    DiagnosticTopic(
      .error("ambiguous-name"),
      "A name is that of several things where one is meant.",
      remedy: "Give the one that is meant an `id` of its own.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4, wide.mp4]}
        instructions: [{during: 0s..1s, layers: {wide: {opacity: 50%}}}]
        """)),
    DiagnosticTopic(
      .warning("unused-asset"),
      "Nothing uses an asset.",
      remedy: "Remove it, or use it; it may have been misspelt where it was to be used.",
      .project(
        """
        reel: 1
        assets: {city: long.mp4}
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .warning("bare-seconds"),
      """
      A duration without a unit is in seconds, and so long that milliseconds were probably meant. \
      An even number of minutes, such as 120, is accepted.
      """,
      remedy: "Write the unit: `500ms` or `500s`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4, {gap: 500}, small.mp4]}
        """)),
    DiagnosticTopic(
      .warning("few-pixels"),
      """
      Numbers without a unit are pixels, and these look like percent. A `position` of the corner \
      `anchor: top-left`, and those in a group with a `size`, are accepted.
      """,
      remedy: "Write the unit: `10%` or `10px`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, crop: [10, 10, 80, 80]}]}
        """)),
    DiagnosticTopic(
      .warning("less-than-a-pixel"),
      """
      A number without a unit is in pixels, and this one is less than one: a share was probably \
      meant.
      """,
      remedy: "Write percent: `25%`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {logo: {image: logo.svg, size: 0.25}}
        """)),
    DiagnosticTopic(
      .warning("large-volume"),
      "A volume without a unit is a factor: 12 is twelve times as loud, and not 12 dB.",
      remedy: "Write `12dB` or `12%`; a factor that is meant is written in percent, `1200%`.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, volume: 12}]}
        """)),
    DiagnosticTopic(
      .warning("large-factor"),
      "A scale without a unit is a factor: 50 is fifty times the size, and not 50 %.",
      remedy: "Write `50%`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        overlays: {title: {text: Rome, scale: 50}}
        """)),
    DiagnosticTopic(
      .warning("cut-text"),
      """
      YAML takes a ` #` and the rest of the line for a comment, and the text ends before it. A \
      comment that is meant has a blank behind its `#`.
      """,
      remedy: "Put the text in quotes.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - text: We are #1
              duration: 2s
        """)),
    DiagnosticTopic(
      .warning("written-escape"),
      "An escape such as `\\n` is shown as it is written, as the text is not in double quotes.",
      remedy: "Write the text in double quotes, or as a block below `|-`.",
      .project(
        """
        reel: 1
        tracks: {main: [{text: 'Two\\nlines', duration: 2s}]}
        """)),
    DiagnosticTopic(
      .warning("idle-setting"),
      "A setting changes nothing where it stands, and the message says why.",
      remedy: "Leave it out, or write it where it has an effect.",
      .project(
        """
        reel: 1
        canvas: {size: 1280x720, rate: 30}
        tracks: {main: [{clip: photo-1.jpg, duration: 1s, channels: left}]}
        """)),
    DiagnosticTopic(
      .error("no-encoder"),
      "The libavcodec of this machine has no encoder for a codec.",
      remedy: """
        Choose a codec that the hint names, or install an FFmpeg with the encoder; `reel codecs` \
        says which are missing.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, video: av1}}
        """)),
    DiagnosticTopic(
      .error("codec-format"),
      "A file of this format does not hold this codec.",
      remedy: """
        Choose a codec that the format holds, or another extension; [codecs](codecs.md) lists both.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.webm, video: hevc}}
        """)),
    DiagnosticTopic(
      .error("option-refused"),
      """
      An option of an encoder cannot be set: there is a key for it, it would make segments that \
      cannot be joined, or the encoder refuses it.
      """,
      remedy: "Follow the hint; `reel codecs NAME` lists the options that can be set.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, video: {options: {threads: 4}}}}
        """)),
    DiagnosticTopic(
      .error("effect-refused"),
      "A filter of libavfilter, or an option of one, is not used, and the message says why.",
      remedy: """
        Write the key that the hint names; [effects](effects.md) lists the filters that can be used.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, effects: [crop]}]}
        """)),
    DiagnosticTopic(
      .error("effect-curve"),
      "An option of a filter cannot change over time, and has a ramp or keyframes.",
      remedy: "Write one value; the hint names the options that can change.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: wide.mp4, effects: [curves: {preset: none -> vintage}]}]}
        """)),
  ]
}
