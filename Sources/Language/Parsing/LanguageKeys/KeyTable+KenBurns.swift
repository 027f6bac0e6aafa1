// SPDX-License-Identifier: Apache-2.0

import Catalog

extension KeyTable {
  /// A slow pan and zoom over a picture.
  package static let panned = KeyShape.key(
    "ken-burns", .either([.choice(["auto", "off"]), .object(kenBurns)]),
    "A slow pan and zoom over its picture, parts of which fill its box, instead of `crop` and `fit`.",
    default: "none")

  /// Keys that a pan cannot be combined with, unless it is `off`.
  package static let panExcludes: Set<String> = ["crop", "fit"]

  package static let kenBurns = ObjectShape(
    name: "ken-burns", doc: "A slow pan and zoom over a picture.",
    keys: [
      .key(
        "from", .value(.crop),
        "The part of the picture that fills its box at the start: left, top, width, height.",
        default: "chosen as by auto: gently, nearer or away as its file decides"),
      .key("to", .value(.crop), "The part that fills it at the end.", default: "chosen as by auto"),
      .key(
        "focus", .value(.position), "The place in the picture that auto keeps in sight.",
        default: "center"),
      .key("easing", .text, "The way from the first part to the last.", default: "linear"),
    ], exclusive: [["from", "focus"], ["to", "focus"]])
}
