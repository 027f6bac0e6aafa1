// SPDX-License-Identifier: Apache-2.0

extension KeyTable {
  /// Values of the given shape in a time of their own.
  ///
  /// - Parameter isPlace: True if the values are places, which may follow a path.
  package static func motion(_ value: ValueShape, isPlace: Bool) -> ObjectShape {
    ObjectShape(
      name: "motion", doc: "Values in a time of their own, perhaps again and again.",
      keys: [
        .key("from", value, "The first value."),
        .key("to", value, "The last value."),
        .key("values", .list(value), "Two values or more, instead of `from` and `to`."),
        .key(
          "keys", .list(.text), "When each of `values` is reached: shares of the duration.",
          default: "evenly spread"),
        .key("duration", .time, "How long it takes once.", default: "what is left"),
        .key("delay", .time, "When it begins.", default: "0s"),
        .key(
          "repeat", .either([.number(0...1_000_000), .choice(["forever"])]), "How often it runs.",
          default: "1"),
        .key("autoreverse", .flag, "Whether it runs back each time.", default: "false"),
        .key("easing", .text, "The way from each value to the next.", default: "linear"),
        .key(
          "before", .choice(["hold", "none"]),
          "The first value before it, or the value without this key.", default: "hold"),
        .key(
          "after", .choice(["hold", "none"]),
          "The last value after it, or the value without this key.", default: "hold"),
      ] + (isPlace ? path : []),
      exclusive: [["from", "values"], ["to", "values"], ["from", "keys"]]
        + (isPlace ? ["from", "to", "values", "keys"].map { [$0, "path"] } : []))
  }

  /// The keys of a motion along a path.
  private static let path: [KeyShape] = [
    .key(
      "path", .text,
      "SVG's path data in pixels, instead of `from` and `to`: the way of the anchor, at the same speed all along."
    ),
    .key(
      "orient", .flag, "Whether it turns with the direction of the path, beside its `rotation`.",
      default: "false"),
  ]
}
