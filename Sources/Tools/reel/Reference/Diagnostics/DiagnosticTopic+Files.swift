// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let files: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("project-file"),
      "The file of a project cannot be read: it is missing, a folder, or no text.",
      remedy: "Name a `.reel.yaml` file.",
      .command("reel build beach.mov")),
    DiagnosticTopic(
      .error("missing-media"),
      """
      A file or an asset is not there, or no file matches a pattern. For `reel inputs` it is a \
      warning.
      """,
      remedy: """
        Correct the path, which begins at the folder of the project; `~` does not stand for the home \
        folder.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [media/beach.mov]}
        """)),
    DiagnosticTopic(
      .error("not-fetched"),
      "A file is a pointer of Git LFS, git-annex, DVC or git-fat, and its content has not been fetched.",
      remedy: "Run the command in the hint, such as `git lfs pull`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("outside-root"),
      "A path leads out of the project's folder, maybe through a link.",
      remedy: """
        Move the file into the folder, or allow its own: `allow` in the project, or `--allow PATH`.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [../beach.mov]}
        """)),
    DiagnosticTopic(
      .error("untrusted-path"),
      "The project wants to read a folder outside its own (`allow`), and nobody has trusted it.",
      remedy: """
        Look at what it wants to read; then add `--trust`, or the line in the hint to the list of \
        trusted folders.
        """,
      .project(
        """
        reel: 1
        allow: ../footage
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .warning("allowed-path"),
      """
      The project is trusted to read a path outside its folder. For one that is not there it is an \
      error.
      """,
      remedy: "Nothing has to be mended: the message tells what the project may read.",
      .project(
        """
        reel: 1
        allow: /trusted
        tracks: {main: [wide.mp4]}
        """)),
    DiagnosticTopic(
      .error("network"),
      "A path is a URL; only local files are read.",
      remedy: "Download it into the project's folder.",
      .project(
        """
        reel: 1
        tracks: {main: ["https://example.org/beach.mp4"]}
        """)),
    DiagnosticTopic(
      .warning("name-not-utf8"),
      "A pattern leaves out a file whose name is not UTF-8, as a project cannot name it.",
      remedy: "Rename the file.",
      .project(
        """
        reel: 1
        tracks: {main: [{clip: "photo-*.jpg", duration: 1s}]}
        """)),
    DiagnosticTopic(
      .warning("home-folder"),
      "An output's path begins with `~/`, which is a folder of that name in the project.",
      remedy: "Write the whole path, and allow its folder with `--allow PATH`.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: ~/film.mp4}
        """)),
    DiagnosticTopic(
      .error("overwrites-source"),
      "An output would overwrite a file that the project reads.",
      remedy: "Give the output another name.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: wide.mp4}
        """)),
    DiagnosticTopic(
      .error("same-file"),
      "Two outputs write one file, by different paths.",
      remedy: "Give one of them another name.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: film.mp4, copy: /film/film.mp4}
        """)),
    DiagnosticTopic(
      .error("same-output"),
      "Two outputs have one file, or one is among the numbered files of the other.",
      remedy: "Give one of them another name or another folder.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: film.mp4, copy: film.mp4}
        """)),
    DiagnosticTopic(
      .error("output-file"),
      """
      An output cannot be written under this name: its folder cannot be made, its extension names \
      no format, or `-o` is for one output.
      """,
      remedy: "Follow the hint, or choose another name.",
      .command("reel build trip.reel.yaml -o film")),
    DiagnosticTopic(
      .error("output-exists"),
      """
      An output's file exists and was not made by a build of this project, or was changed since. \
      `reel check` warns of it.
      """,
      remedy: "Remove the file, name another, or overwrite it with `--force`.",
      .command("reel build trip.reel.yaml")),
    DiagnosticTopic(
      .error("unsupported-format"),
      "An output's file does not end in an extension that Reel makes.",
      remedy: "Choose one of those in the hint.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: film.avi}
        """)),
    DiagnosticTopic(
      .warning("percent-in-name"),
      "A `%` in a file's name is part of the name of one picture, as it is no place for a number.",
      remedy: "Write `%d`, or `%05d` for zeros before the number.",
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {frames: "w/%5d.png"}
        """)),
    DiagnosticTopic(
      .warning("unknown-place"),
      "Braces in a file's name are part of the name, as they are neither `{n}` nor `{date}`.",
      remedy: """
        Write `{n}` for a number, `{date}` for the day of the build, or `${name}` for a parameter.
        """,
      .project(
        """
        reel: 1
        tracks: {main: [wide.mp4]}
        outputs: {film: "out/{name}.mp4"}
        """)),
  ]
}
