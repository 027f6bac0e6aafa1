// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

// The project's defaults for clips, transitions and texts, and its beats.

extension KeyTable {
  static let defaults = ObjectKeys<Void>("defaults", "Default values of keys.") {
    Key("clip", .object(clipDefaults.shape), "For clips.") { parser, field, _ in
      parser.clipDefaults(field.value)
    }
    Key("text", .object(textDefaults.shape), "For texts.") { parser, field, _ in
      var text = parser.textDefaults
      parser.read(field.value, textDefaults, into: &text)
      parser.textDefaults = text
    }
    Key("transition", .object(transitionDefaults.shape), "For transitions.") { parser, field, _ in
      var draft = TransitionDraft(item: parser.transitionDefaults)
      parser.read(field.value, transitionDefaults, into: &draft)
      parser.transitionDefaults = draft.item
    }
  }

  static let clipDefaults = ObjectKeys<LayerDraft>(
    "clip defaults", "Default values of the keys of clips."
  ) {
    Key(
      "duration", .time,
      "How long photos, texts, fills, shapes and groups are shown; footage lasts as long as its range.",
      default: "5s"
    ) { parser, field, _ in
      if let duration = parser.shortTime(field.value, "a duration", orZero: false) {
        parser.clipDefaults.stillDuration = duration
      }
    }
    for name in [
      "fit", "focus", "audio", "fade", "pan", "balance", "volume", "denoise", "gate", "de-ess",
      "eq", "compress", "loudness", "peak", "opacity",
    ] {
      clip.keys.filter { $0.shape.name == name }
    }
    panned.with {
      $0.doc =
        "A slow pan and zoom over each photo of a track that has neither `crop` nor `fit` of its own, nor `ken-burns: off`."
    }
  }

  static let textDefaults = ObjectKeys<TextLook>(
    "text defaults", "Default values of the keys of texts.", exclusive: textExcludes
  ) { textKeys }

  /// Beats while their keys are read.
  struct BeatsDraft {
    var source: Beats.Source?
    var from: TimeExpression?
  }

  static let beats = ObjectKeys<BeatsDraft>(
    "beats",
    "Times of the film: an item of 4 beats ends with the fourth beat after the one that is nearest to its start.",
    exclusive: [["every", "bpm", "file"]]
  ) {
    Key("every", .time, "How far they are apart.", default: "none") { parser, field, draft in
      draft.source = parser.positiveTime(
        field.value, "the time between two beats", orZero: false
      ).map { .every($0) }
    }
    Key("bpm", .number(1...1000), "How many there are in a minute.", default: "none") {
      parser, field, draft in
      draft.source = parser.beatsPerMinute(field.value)
        .map { .every(TimeExpression(.time(Time(60) / $0), at: field.value.span)) }
    }
    Key(
      "file", .path,
      "A file with the time of a beat in seconds at the start of each line, such as labels of Audacity.",
      default: "none"
    ) { parser, field, draft in draft.source = parser.path(field.value).map { .file($0) } }
    Key(
      "from", .time("the first beat", orZero: true), \.from,
      "The film time of the first one; of a file, that of its time 0.", default: "0s")
  }
}
