// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel

// The keys of streams of a file.

extension KeyTable {
  /// The key of clips and overlays that chooses streams.
  static let streamsOfFootage = KeyShape.key(
    "streams", .object(streams), "Which of its file's picture and sound streams are used.",
    default: "of each the one that is marked as default, else the first")

  package static let streams = ObjectShape(
    name: "streams", doc: "Which streams of a file are used.",
    keys: [
      .key(
        "audio",
        .either([
          .integer(StreamChoice.numbers), .object(soundStream),
          .list(.either([.integer(StreamChoice.numbers), .object(soundStream)])),
        ]),
        "What is heard: a sound stream by its number among the sound streams, from 0 on, by language or title, or several of "
          + "them together.",
        default: "the one that is marked as default, else the first"),
      .key(
        "video", .either([.integer(StreamChoice.numbers), .object(pictureStream)]),
        "What is seen: a picture stream by its number among the picture streams, from 0 on, by language or title.",
        default: "the one that is marked as default, else the first"),
    ])

  private static let name: [KeyShape] = [
    .key("stream", .integer(StreamChoice.numbers), "Its number among the streams of its kind."),
    .key("language", .text, "The language that its file says it is in, such as de or deu."),
    .key("title", .text, "The title that its file gives it."),
  ]

  private static let exclusive = [
    ["stream", "language"], ["stream", "title"], ["language", "title"],
  ]

  package static let soundStream = ObjectShape(
    name: "sound stream", doc: "A sound stream of a file.",
    keys: name + [
      .key("volume", .value(.volume), "Its volume beside the others, such as -6dB.", default: "1")
    ], exclusive: exclusive)

  package static let pictureStream = ObjectShape(
    name: "picture stream", doc: "A picture stream of a file.", keys: name, exclusive: exclusive)
}
