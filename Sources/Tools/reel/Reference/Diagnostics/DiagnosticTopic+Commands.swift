// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let commands: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("unknown-output"),
      "`--only` or `--output` names an output that the project does not have.",
      remedy: "Correct the spelling: the hint lists the outputs.",
      .command("reel build trip.reel.yaml --only phnoe")),
    DiagnosticTopic(
      .error("unknown-pass"),
      "`--before` or `--after` of `reel graph` names a pass that is not run.",
      remedy: "Name one of those in the hint.",
      .command("reel graph trip.reel.yaml --after fuse")),
    DiagnosticTopic(
      .error("new-project"),
      "`reel new` cannot write the project, for the reason in the message.",
      remedy: "Follow the hint, or name another file with `-o`.",
      .command("reel new film empty-folder")),
    DiagnosticTopic(
      .error("depfile"),
      "The file of `--depfile` cannot be written, or is one that the project reads.",
      remedy: "Name another file.",
      .command("reel build trip.reel.yaml --depfile trip.reel.yaml")),
    DiagnosticTopic(
      .error("depfile-name"),
      """
      A file's name has characters that make reads as its own, so that no dependency file can name \
      it.
      """,
      remedy: "Rename the file.",
      .command("reel build trip.reel.yaml --depfile trip.d")),
    DiagnosticTopic(
      .error("line-break"),
      "A file's name has a line break, so that `reel inputs` cannot list it in a line.",
      remedy: "List the files with `--null` or `--json`.",
      .command("reel inputs trip.reel.yaml")),
    DiagnosticTopic(
      .error("no-sheet"),
      "The sheet of `reel transitions --sheet` cannot be drawn or written.",
      remedy: "Name another file.",
      .command("reel transitions --sheet /nowhere/sheet.png")),
    DiagnosticTopic(
      .error("proof-sheet"),
      "The proof sheet of `reel verify --sheet` cannot be written.",
      remedy: "Name another file, or overwrite this one with `--force`.",
      .command("reel verify trip.reel.yaml --sheet /nowhere/proof.html")),
    DiagnosticTopic(
      .error("not-verified"),
      """
      A file is not compared with the project: it is no film or sound, or a draft beside a whole \
      film. Of some outputs among others it is a warning.
      """,
      remedy: "Name the film that the outputs name, or add `--draft`.",
      .command("reel verify trip.reel.yaml --film trip.draft.mp4")),
    DiagnosticTopic(
      .error("no-fonts"),
      "The fonts of this machine cannot be listed.",
      remedy: "Look for the cause in the message: fontconfig may lack its configuration.",
      .command("reel fonts")),
    DiagnosticTopic(
      .error("cannot-watch"),
      """
      Changes cannot be watched, as a limit of the system is reached or a folder cannot be listed. \
      Where the rest is watched it is a warning.
      """,
      remedy: "End other programs that watch files, or raise the limit that the hint names.",
      .command("reel watch trip.reel.yaml")),
    DiagnosticTopic(
      .error("more-errors"),
      "More errors were found than are shown.",
      remedy: "Mend those above, and check again.",
      .cause("A project with more than a hundred mistakes.")),
    DiagnosticTopic(
      .warning("more-warnings"),
      "More warnings were found than are shown.",
      remedy: "Mend those above, and check again.",
      .cause("A project with more than a hundred warnings.")),
  ]
}
