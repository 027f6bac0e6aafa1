// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel

extension KeyTable {
  /// The keys of a layer's enter and exit animations.
  package static let entrances: [KeyShape] = [
    .key(
      "enter", .either([.entrance, .object(entrance)]),
      "How it comes, beside whatever else moves: slide-up 500ms, or a mapping.", default: "none"),
    .key(
      "exit", .either([.entrance, .object(entrance)]),
      "How it goes, beside whatever else moves: fade 1s, or a mapping.", default: "none"),
  ]

  package static let entrance = ObjectShape(
    name: "entrance", doc: "How a layer comes or goes.",
    keys: [
      .required(
        "kind", .choice(EntranceStyle.names.map(\.name)),
        "What it looks like; a transition is one from or to nothing, over the whole canvas."),
      .key(
        "duration", .time, "How long it takes.",
        default: "500ms, of each part with `by`; 50ms for each letter of a typewriter"),
      .key("easing", .text, "How it gets there.", default: "that of its kind"),
      .key(
        "by", .choice(TextPart.allNames),
        "The parts of a text that come or go one after the other: with typewriter, fade, rise and pop.",
        default: "all of it at once; of a typewriter, and where there is `stagger`, character"),
      .key(
        "stagger", .time, "How much later each part begins than the one before it.",
        default: "40ms; 50ms of a typewriter"),
      .key(
        "with", .object(transitionSettings), "Parameters of a transition.",
        default: "its defaults"),
    ])
}
