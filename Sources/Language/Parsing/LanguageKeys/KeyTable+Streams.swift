// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

// The keys of streams of a file.

extension KeyTable {
  static let streams = ObjectKeys<StreamChoice>("streams", "Which streams of a file are used.") {
    Key(
      "audio",
      ValueKind(
        .either([
          .integer(StreamChoice.numbers), .object(soundStream.shape),
          .list(.either([.integer(StreamChoice.numbers), .object(soundStream.shape)])),
        ])
      ) { $0.soundStreams($1.value) }, \.sounds,
      "What is heard: a sound stream by its number among the sound streams, from 0 on, by language or title, or several of "
        + "them together.",
      default: "the one that is marked as default, else the first")
    Key(
      "video",
      ValueKind(.either([.integer(StreamChoice.numbers), .object(pictureStream.shape)])) {
        $0.stream($1.value, pictureStream)?.name
      }, \.picture,
      "What is seen: a picture stream by its number among the picture streams, from 0 on, by language or title.",
      default: "the one that is marked as default, else the first")
  }

  /// A stream while its keys are read.
  struct StreamDraft {
    var name: Located<StreamChoice.Name>?
    var volume = 1.0
  }

  private static let named: [Key<StreamDraft>] = keys {
    Key(
      "stream", .integer(StreamChoice.numbers), "Its number among the streams of its kind."
    ) { parser, field, draft in
      draft.name = parser.integer(field.value, "the number of a stream", in: StreamChoice.numbers)
        .map { Located(.number($0.value), at: $0.span) }
    }
    Key("language", .text, "The language that its file says it is in, such as de or deu.") {
      $2.name = $0.languageOfStream($1.value)
    }
    Key("title", .text, "The title that its file gives it.") { parser, field, draft in
      draft.name = parser.text(
        field.value, "the title of a stream", example: "title: Commentary"
      ).map { Located(.title($0.value), at: $0.span) }
    }
  }

  private static let exclusive = [
    ["stream", "language"], ["stream", "title"], ["language", "title"],
  ]

  static let soundStream = ObjectKeys<StreamDraft>(
    "sound stream", "A sound stream of a file.", exclusive: exclusive
  ) {
    named
    Key(
      "volume", .value(.value(.volume), .volume), \.volume,
      "Its volume beside the others, such as -6dB.", default: "1")
  }

  static let pictureStream = ObjectKeys<StreamDraft>(
    "picture stream", "A picture stream of a file.", exclusive: exclusive
  ) { named }
}
