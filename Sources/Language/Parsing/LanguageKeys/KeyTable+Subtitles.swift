// SPDX-License-Identifier: Apache-2.0

import Catalog
import Subtitles

extension KeyTable {
  package static let subtitles = ObjectShape(
    name: "subtitles",
    doc:
      "A file of subtitles, and which part of it is shown when; or the captions or a text stream of a clip.",
    keys: [
      .key("file", .path, "A SubRip (.srt), WebVTT (.vtt), ASS or SSA (.ass, .ssa) file."),
      .key(
        "clip", .name,
        "The `id` of a clip of a track, or an asset with all its clips, whose captions are shown, or else their text stream; they follow its trims, speed and place in the film."
      ),
      .key(
        "stream", .integer(0...63),
        "The number of the stream among the text streams of the clip, in place of its captions.",
        default: "the clip's captions, else 0"),
      .key(
        "encoding", .choice(TextEncoding.allNames), "How its characters are written.",
        default: "utf-16 where the file begins with a byte order mark of it, else utf-8"),
      safeArea,
      .key("offset", .time, "How much later than it says its texts are shown.", default: "0s"),
      .key(
        "range", .range,
        "The part of it that is shown, in its own time: its start is where the overlay begins.",
        default: "all of it"),
    ], exclusive: [["file", "clip"], ["clip", "encoding"], ["clip", "range"]])

  package static let spokenWords = ObjectShape(
    name: "words", doc: "A file of words that say when they are spoken.",
    keys: [
      .required(
        "file", .path, "Words in JSON, each with its start and end, or WebVTT with moments in it."),
      .key(
        "highlight", .either([.color, .object(highlight)]), "How the word looks that is spoken.",
        default: "gold"),
      .key(
        "max-words", .integer(1...100), "The most words of a file in JSON that are shown at once.",
        default: "7"),
      safeArea,
      .key("offset", .time, "How much later than it says its words are shown.", default: "0s"),
      .key(
        "range", .range,
        "The part of it that is shown, in its own time: its start is where the overlay begins.",
        default: "all of it"),
    ])

  private static let safeArea = KeyShape.key(
    "safe-area", .value(.radii),
    "What texts leave free at the edges of the frame: a percentage, or [at the sides, above and below].",
    default: "5% where the project does not say where they stand")

  package static let highlight = ObjectShape(
    name: "highlight", doc: "How a word looks while it is spoken.",
    keys: [
      .key("color", .color, "Its colour.", default: "the text's"),
      .key("background", .color, "A colour behind it.", default: "none"),
      .key("underline", .flag, "Whether a line is drawn below it.", default: "false"),
      .key(
        "outline", .either([.choice(["none"]), .length, .object(outline)]),
        "A line around its letters, or none.",
        default: "the text's; with a background none, unless the text has one of its own"),
    ])
}
