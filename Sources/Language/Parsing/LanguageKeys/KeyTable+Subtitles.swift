// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import Subtitles
import YAML

extension KeyTable {
  /// A file of texts with times while its keys are read.
  struct TextFile {
    var path: Located<String>?
    var clip: Located<String>?
    var stream: Int?
    /// Says of it all but its file.
    var content: SubtitlesContent
  }

  static let subtitles = ObjectKeys<TextFile>(
    "subtitles",
    "A file of subtitles, and which part of it is shown when; or the captions or a text stream of a clip.",
    exclusive: [["file", "clip"], ["clip", "encoding"], ["clip", "range"]]
  ) {
    Key("file", .path, "A SubRip (.srt), WebVTT (.vtt), ASS or SSA (.ass, .ssa) file.") {
      $2.path = $0.textFile($1.value, hint: ProjectParser.clipHint)
    }
    Key(
      "clip", .name,
      "The `id` of a clip of a track, or an asset with all its clips, whose captions are shown, or else their text stream; they follow its trims, speed and place in the film."
    ) { $2.clip = $0.text($1.value, "a clip or an asset", example: "talk") }
    Key(
      "stream", .textStream, \.stream,
      "The number of the stream among the text streams of the clip, in place of its captions.",
      default: "the clip's captions, else 0")
    Key(
      "encoding", .encoding, \.content.encoding, "How its characters are written.",
      default: "utf-16 where the file begins with a byte order mark of it, else utf-8")
    safeArea
    Key(
      "offset", .time, \.content.offset, "How much later than it says its texts are shown.",
      default: "0s")
    range
  }

  static let spokenWords = ObjectKeys<TextFile>(
    "words", "A file of words that say when they are spoken."
  ) {
    Key(
      "file", .path, "Words in JSON, each with its start and end, or WebVTT with moments in it.",
      isRequired: true
    ) { $2.path = $0.textFile($1.value, example: "media/talk.json") }
    Key(
      "highlight",
      ValueKind(.either([.color, .object(highlight.shape)])) { $0.highlight($1.value) },
      \.content.highlight, "How the word looks that is spoken.", default: "gold")
    Key(
      "max-words", .integer("a number of words", in: 1...100), \.content.mostWords,
      "The most words of a file in JSON that are shown at once.", default: "7")
    safeArea
    Key(
      "offset", .time, \.content.offset, "How much later than it says its words are shown.",
      default: "0s")
    range
  }

  private static let range = Key<TextFile>(
    "range", .range, \.content.range,
    "The part of it that is shown, in its own time: its start is where the overlay begins.",
    default: "all of it")

  private static let safeArea = Key<TextFile>(
    "safe-area", .value(.radii),
    "What texts leave free at the edges of the frame: a percentage, or [at the sides, above and below].",
    default: "5% where the project does not say where they stand"
  ) { parser, field, file in
    file.content.safeArea = parser.safeArea(field.value)
    if file.content.highlight == nil {
      file.content.lookKey = file.content.lookKey ?? Located(field.name, at: field.key.span)
    }
  }

  static let highlight = ObjectKeys<WordHighlight>(
    "highlight", "How a word looks while it is spoken."
  ) {
    Key("color", .color, \.color, "Its colour.", default: "the text's")
    Key("background", .color, \.background, "A colour behind it.", default: "none")
    Key(
      "underline", .flag, \.isUnderlined, "Whether a line is drawn below it.", default: "false")
    Key(
      "outline", .either([.choice(["none"]), .length, .object(outline.shape)]),
      "A line around its letters, or none.",
      default: "the text's; with a background none, unless the text has one of its own"
    ) { parser, field, highlight in
      highlight.outlines = field.value.text == "none" ? [] : parser.outlines(field.value)
    }
  }
}
