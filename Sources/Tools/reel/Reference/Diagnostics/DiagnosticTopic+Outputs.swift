// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let outputs: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("no-picture"),
      "An output, or a command, needs a picture, and the film has none.",
      remedy: "Leave the output out, or add a clip with a picture.",
      .project(
        """
        reel: 1
        tracks: {music: [song.ogg]}
        outputs: {poster: poster.png}
        """)),
    DiagnosticTopic(
      .error("no-alpha"),
      "The background of the film is not opaque, and an output cannot hold alpha.",
      remedy: "Write a `.mov`, a `.webm` or a `.png`, or an opaque `background`.",
      .project(
        """
        reel: 1
        canvas: {size: 640x360, rate: 25, background: clear}
        tracks: {main: [wide.mp4]}
        outputs: {film: film.mp4}
        """)),
    DiagnosticTopic(
      .error("preset-format"),
      "A format cannot hold what the `preset` makes.",
      remedy: "Use another format that the hint names, or another preset.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.webm, preset: lossless}}
        """)),
    DiagnosticTopic(
      .error("codec-settings"),
      "The encoder does not take the settings of an output together, or a picture of this size.",
      remedy: "Follow the message: change the setting that it names.",
      .project(
        """
        reel: 1
        canvas: {size: 160x90, rate: 25}
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mov, video: dnxhd}}
        """)),
    DiagnosticTopic(
      .warning("bars"),
      "An output has another shape than the film, so that much of it is bars.",
      remedy: """
        Write `canvas: 720x1280` to compose for this frame, or how the film fits: `fit: contain`, \
        `cover` or `blur`.
        """,
      .project(
        """
        reel: 1
        canvas: {size: 1280x720, rate: 25}
        tracks: {main: [wide.mp4]}
        outputs: {story: {file: story.mp4, size: 720x1280}}
        """)),
    DiagnosticTopic(
      .warning("replaced-key"),
      "A change of an output takes the place of a key beside which it cannot stand.",
      remedy: "Write both in the same words, or leave the change out.",
      .project(
        """
        reel: 1
        canvas: {size: 1280x720, rate: 25}
        tracks: {main: [{clip: wide.mp4, id: beach, fit: cover, crop: [0%, 0%, 50%, 50%]}]}
        outputs: {square: {file: square.mp4, canvas: "1:1", change: {beach: {focus: left}}}}
        """)),
    DiagnosticTopic(
      .error("close-pictures"),
      "An output makes more pictures a second than its format shows or the film has.",
      remedy: "Write a lower `rate`, or a longer `every`.",
      .project(
        """
        reel: 1
        canvas: {rate: 25}
        tracks: {main: [wide.mp4]}
        outputs: {loop: {file: loop.gif, rate: 60}}
        """)),
    DiagnosticTopic(
      .error("many-pictures"),
      "An output of numbered files makes more than its name has digits for, or a format holds.",
      remedy: "Write more digits, as the hint says, or fewer pictures.",
      .project(
        """
        reel: 1
        canvas: {rate: 25}
        tracks: {main: [wide.mp4]}
        outputs: {frames: {file: "frames/%02d.png"}}
        """)),
    DiagnosticTopic(
      .error("large-sheet"),
      "A contact sheet would have more pixels than a picture may have.",
      remedy: "Write a smaller `width` or another `grid`.",
      .project(
        """
        reel: 1
        canvas: {size: 1280x720, rate: 25}
        tracks: {main: [wide.mp4]}
        outputs: {sheet: {file: sheet.png, sheet: {grid: 40x40, width: 1000}}}
        """)),
    DiagnosticTopic(
      .error("max-size"),
      "A film cannot be made as small as its `max-size`, or not with these settings.",
      remedy: "Follow the hint: allow more bytes, or make the film shorter or smaller.",
      .project(
        """
        reel: 1
        tracks: {main: [long.mp4]}
        outputs: {mail: {file: mail.mkv, max-size: 1MB, preset: lossless}}
        """)),
    DiagnosticTopic(
      .warning("much-sound"),
      "The sound alone may take most of `max-size`, as it keeps to a quality.",
      remedy: "Write a `bitrate` for `audio`, or a larger `max-size`.",
      .project(
        """
        reel: 1
        tracks: {main: [long.mp4]}
        outputs: {mail: {file: mail.mp4, max-size: 500kB}}
        """)),
    DiagnosticTopic(
      .error("profile"),
      "An output, or its canvas, has something that the players of its `profile` do not take.",
      remedy: "Write what the hint names; [profiles](profiles.md) lists the rules.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {site: {file: site.mov, profile: web}}
        """)),
    DiagnosticTopic(
      .error("no-film"),
      "No output is a film, of which a draft or a stretch can be made, or that can be verified.",
      remedy: "Write an output for a film, such as `film: film.mp4`.",
      .command("reel build trip.reel.yaml --draft")),
    DiagnosticTopic(
      .warning("nothing-copied"),
      "An output is to copy what it can, and copies no pictures, for the reasons in the message.",
      remedy: """
        Follow the hint, or choose another preset; [copying packets](../passthrough.md) has all \
        reasons.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: {file: film.mp4, preset: passthrough}}
        """)),
  ]
}
