// SPDX-License-Identifier: Apache-2.0

extension KeyTable {
  /// Values of the given shape in a time of their own.
  package static func motion(_ value: ValueShape) -> ObjectShape {
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
      ], exclusive: [["from", "values"], ["to", "values"], ["from", "keys"]])
  }
}
