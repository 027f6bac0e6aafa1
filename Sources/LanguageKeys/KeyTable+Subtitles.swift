// SPDX-License-Identifier: Apache-2.0

import Subtitles

extension KeyTable {
  package static let subtitles = ObjectShape(
    name: "subtitles", doc: "A file of subtitles, and which part of it is shown when.",
    keys: [
      .required("file", .path, "A SubRip (.srt), WebVTT (.vtt), ASS or SSA (.ass, .ssa) file."),
      .key(
        "encoding", .choice(TextEncoding.allNames), "How its characters are written.",
        default: "utf-16 where the file begins with a byte order mark of it, else utf-8"),
      .key("offset", .time, "How much later than it says its texts are shown.", default: "0s"),
      .key(
        "range", .range,
        "The part of it that is shown, in its own time: its start is where the overlay begins.",
        default: "all of it"),
    ])
}
