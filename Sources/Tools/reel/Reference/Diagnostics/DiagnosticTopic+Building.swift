// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DiagnosticTopic {
  static let building: [DiagnosticTopic] = [
    DiagnosticTopic(
      .error("broken-media"),
      """
      A file cannot be decoded at the time that the notes name. With `--keep-going` it is a \
      warning.
      """,
      remedy: """
        Leave out that part, copy the file again, or build with `--keep-going`, which holds the last \
        good frame.
        """,
      .cause("A file that is damaged in the middle.")),
    DiagnosticTopic(
      .error("effect-failed"),
      "A filter of libavfilter failed at a frame.",
      remedy: "Change its options; `reel effects NAME` lists them.",
      .cause("Options that a filter refuses together.")),
    DiagnosticTopic(
      .error("encoder-failed"),
      "An encoder failed.",
      remedy: """
        Look for the cause in the notes; `reel codecs` says which encoders this machine has.
        """,
      .cause("An encoder without memory.")),
    DiagnosticTopic(
      .error("disk-failed"),
      "Something cannot be written or read: the disk is full, or a folder is not to be written.",
      remedy: "Make room: `reel cache FILE --gc` makes the store smaller.",
      .cause("A full disk.")),
    DiagnosticTopic(
      .error("limit-passed"),
      "A piece of the film is beyond a limit of rendering.",
      remedy: "Follow the message: use a smaller canvas, or fewer layers.",
      .cause("A picture that needs more memory than a renderer may have.")),
    DiagnosticTopic(
      .error("render-failed"),
      "Rendering failed in a way that is nobody's mistake but Reel's.",
      remedy: "Report it with the project and the notes of the message.",
      .cause("A mistake in Reel.")),
    DiagnosticTopic(
      .error("renderer-died"),
      "A renderer ended without an answer. Where a second one succeeded it is a warning.",
      remedy: """
        Try a smaller `--max-memory` or `-j 1`; else leave out the part of the clip that the message \
        names, or convert the file.
        """,
      .cause("A renderer that the system kills, as memory is short.")),
    DiagnosticTopic(
      .error("renderer-unusable"),
      "The renderer (`reel-render`) is missing, of another version, or cannot be started.",
      remedy: "Follow the message; `make install` puts both where they belong.",
      .cause("An upgrade of FFmpeg, after which Reel has to be built anew.")),
    DiagnosticTopic(
      .error("no-renderer"),
      "A command needs the renderer, and it cannot be asked.",
      remedy: "Install both.",
      .cause("A `reel` that was copied without its `reel-render`.")),
    DiagnosticTopic(
      .error("cannot-render"),
      "A picture or a sound cannot be rendered for a command.",
      remedy: "Look for the cause in the notes below the message.",
      .command("reel frame trip.reel.yaml --at 3s -o out.png")),
    DiagnosticTopic(
      .warning("much-memory"),
      """
      A piece needs more memory than all renderers may use, so that nothing else is rendered \
      meanwhile.
      """,
      remedy: "Raise `--max-memory`, or use a smaller canvas.",
      .command("reel build trip.reel.yaml --max-memory 100M")),
    DiagnosticTopic(
      .error("machine"),
      "The machine or its libraries are not as Reel needs them, or results could not be written.",
      remedy: "Follow the message.",
      .cause("A standard output on a full disk.")),
    DiagnosticTopic(
      .error("store-folder"),
      "The folder of the store cannot be used.",
      remedy: "Name another folder with `--cache`.",
      .command("reel build trip.reel.yaml --cache /")),
    DiagnosticTopic(
      .warning("store-failed"),
      "A shared store cannot be reached, or takes nothing; what is missing is rendered here.",
      remedy: "Check the address and the server, or build without `--store`.",
      .command("reel build trip.reel.yaml --store https://nowhere.example/films")),
    DiagnosticTopic(
      .warning("damaged-entry"),
      "`--verify` found a stored segment damaged; it has been rendered anew.",
      remedy: "Nothing has to be mended; if it happens often, check the disk.",
      .command("reel build trip.reel.yaml --verify-all")),
    DiagnosticTopic(
      .error("unstable-bytes"),
      "`--verify` found a segment that has other bytes each time it is rendered.",
      remedy: "Report it: the notes name what the segment is made of.",
      .command("reel build trip.reel.yaml --verify")),
    DiagnosticTopic(
      .error("incomplete-key"),
      "`--verify` found a stored segment that is not what rendering it anew gives.",
      remedy: "Build again, which makes it anew, and report it.",
      .command("reel build trip.reel.yaml --verify")),
    DiagnosticTopic(
      .error("different-copy"),
      "`--verify-all` found copied packets that do not show the picture of their source.",
      remedy: "Build without `copy: when-possible` or `preset: passthrough`, and report it.",
      .command("reel build trip.reel.yaml --verify-all")),
    DiagnosticTopic(
      .error("damaged-copy"),
      """
      `--verify-all` found copied packets that cannot be decoded, as their source is damaged \
      there.
      """,
      remedy: "Leave that part of the clip out.",
      .command("reel build trip.reel.yaml --verify-all")),
  ]
}
