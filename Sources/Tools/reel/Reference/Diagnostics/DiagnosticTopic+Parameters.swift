// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let parameters: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("parameter-use"),
      "A `${…}` is no name of a parameter, or its value does not fit where it stands.",
      remedy: """
        Write `${name}`, or `${row.column}` within an `each`; a `$` that is meant is written `$$`.
        """,
      .project(
        """
        reel: 1
        params: {title: Rome}
        tracks: {main: [{text: "${title.size}", duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("unknown-parameter"),
      "A `${…}` names a parameter, row or column that there is not.",
      remedy: "Correct the spelling, or declare it under `params`.",
      .project(
        """
        reel: 1
        tracks: {main: [{text: "${title}", duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("missing-parameter"),
      "A parameter without a default has no value.",
      remedy: """
        Give it with `--set title=Rome`, with `with` where the project is a clip, or write a \
        `default`.
        """,
      .project(
        """
        reel: 1
        params: {title: {type: text}}
        tracks: {main: [{text: "${title}", duration: 2s}]}
        """)),
    DiagnosticTopic(
      .error("parameter-value"),
      "A value does not have the type of its parameter, or is beyond its bounds.",
      remedy: "Give a value of that type; `reel params` lists the types and bounds of all.",
      .project(
        """
        reel: 1
        params: {seconds: {type: number, default: two}}
        tracks: {main: [{text: "${seconds}", duration: 2s}]}
        """)),
    DiagnosticTopic(
      .warning("unused-parameter"),
      "Nothing uses a parameter.",
      remedy: "Remove it, or use it as `${title}`.",
      .project(
        """
        reel: 1
        params: {title: Rome}
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("unused-value"),
      "`--set` gives a value to a parameter that the project does not use.",
      remedy: "Correct the spelling, or leave it out.",
      .command("reel check trip.reel.yaml --set colour=red")),
    DiagnosticTopic(
      .error("bad-argument"),
      "An argument of `--set` gives no value.",
      remedy: "Write `--set NAME=VALUE`.",
      .command("reel check trip.reel.yaml --set title")),
    DiagnosticTopic(
      .warning("folder-by-value"),
      """
      A `/` in a value within the name of an output's file makes a folder. A parameter of the type \
      `file`, a value that is the whole name, and one with a `/` behind it are paths, and \
      accepted.
      """,
      remedy: "Give a value without it, such as `AC-DC`.",
      .project(
        """
        reel: 1
        params: {title: AC/DC}
        tracks: {main: [wide.mp4]}
        outputs: {film: "out/${title}.mp4"}
        """)),
    DiagnosticTopic(
      .error("bad-data"),
      """
      A CSV or JSON file of rows cannot be read as such, for example as a row has fewer fields than \
      the first.
      """,
      remedy: "Mend the line that the message names: each row has as many fields as the first.",
      .project(
        """
        reel: 1
        tracks:
          main:
            - each: shots.csv
              as: shot
              item: {clip: "${shot.file}", duration: "${shot.length}"}
        """)),
    DiagnosticTopic(
      .error("data-file"),
      "The file of `--data` cannot be read.",
      remedy: "Correct its path.",
      .command("reel build trip.reel.yaml --data missing.csv")),
    DiagnosticTopic(
      .error("wrong-row"),
      "No film is made of some rows of `--data`, as there is something wrong with each of them.",
      remedy: "Mend what is reported for these rows, above.",
      .command("reel build trip.reel.yaml --data guests.csv")),
    DiagnosticTopic(
      .error("shared-output"),
      "Two rows of `--data`, or two projects of one call, would make the same file.",
      remedy: "Put a value that differs into the names of outputs, such as `out/${name}.mp4`.",
      .command("reel build --data guests.csv trip.reel.yaml")),
    DiagnosticTopic(
      .error("project-cycle"),
      "A project extends or shows itself, maybe through others.",
      remedy: "Show or extend another project.",
      .project(
        """
        reel: 1
        tracks: {main: [film.reel.yaml]}
        """)),
  ]
}
