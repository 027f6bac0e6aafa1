// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel

// Transitions between all neighbours on a track.

extension KeyTable {
  static let betweenKey = KeyShape.key(
    "between",
    .either([
      kinds, .object(between), .list(.either([kinds, .object(transition)])),
    ]),
    "The transition between all neighbours that have none of their own, no gap and no `at`; those of a list take turns.",
    default: "none")

  package static let between = ObjectShape(
    name: "between",
    doc: "Transitions between all neighbours on a track that have none of their own.",
    keys: [
      .key(
        "transition", .either([kinds, .object(pictureTransition), .list(kind)]),
        "Its kind; those of a list take turns.",
        default: "dissolve"),
      .key(
        "random", .either([.choice(["all"]), .list(kind)]),
        "Kinds of which one is drawn for each pair of neighbours, by their files: what is inserted elsewhere changes none.",
        default: "none"),
      .key("seed", .integer(0...1_000_000_000), "Another number draws others.", default: "0"),
    ] + transition.keys.filter { !["transition", "when"].contains($0.name) },
    exclusive: [["transition", "random"], ["with", "random"]])

  private static let kinds = transitionKinds
  /// A kind by its name, or with the picture that it reads.
  private static let kind = ValueShape.either([kinds, .object(pictureTransition)])
}
