// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import YAML

/// A motion of values while its keys are read.
struct MotionDraft<Value: Hashable & Sendable> {
  let reader: ValueReader<Value>
  var motion: Motion<Value>
  var from: Value?
  var to: Value?
  var values: [Value]?
  var places: [Time]?
  var path: VectorPath?
  var isOriented = false
}

extension KeyTable {
  /// Values of the given shape in a time of their own.
  ///
  /// - Parameter isPlace: True if the values are places, which may follow a path.
  static func motion(_ value: ValueShape, isPlace: Bool) -> ObjectShape {
    motion(of: Double.self, value, isPlace: isPlace).shape
  }

  static func motion<Value>(
    of type: Value.Type, _ value: ValueShape, isPlace: Bool
  ) -> ObjectKeys<MotionDraft<Value>> {
    ObjectKeys(
      "motion", "Values in a time of their own, perhaps again and again.",
      exclusive: [["from", "values"], ["to", "values"], ["from", "keys"]]
        + (isPlace ? ["from", "to", "values", "keys"].map { [$0, "path"] } : [])
    ) {
      Key("from", value, "The first value.") { $2.from = $0.value($1.value, $2.reader) }
      Key("to", value, "The last value.") { $2.to = $0.value($1.value, $2.reader) }
      Key("values", .list(value), "Two values or more, instead of `from` and `to`.") {
        $2.values = $0.values($1.value, $2.reader)
      }
      Key(
        "keys", .list(.text), "When each of `values` is reached: shares of the duration.",
        default: "evenly spread"
      ) { $2.places = $0.places($1.value) }
      Key("duration", .time, "How long it takes once.", default: "what is left") {
        $2.motion.duration = $0.shortTime($1.value, "a motion", orZero: false)
      }
      Key("delay", .time, "When it begins.", default: "0s") {
        $2.motion.delay = $0.shortTime($1.value, "a delay", orZero: true)
      }
      Key(
        "repeat", .either([.number(0...1_000_000), .choice(["forever"])]), "How often it runs.",
        default: "1"
      ) { $2.motion.count = $0.repeats($1.value) }
      Key("autoreverse", .flag, "Whether it runs back each time.", default: "false") {
        $2.motion.isMirrored = $0.flag($1.value) ?? false
      }
      Key("easing", .text, "The way from each value to the next.", default: "linear") {
        $2.motion.easing = $0.easing($1.value) ?? .linear
      }
      Key(
        "before", .choice(["hold", "none"]),
        "The first value before it, or the value without this key.", default: "hold"
      ) { $2.motion.holdsBefore = $0.holds($1.value) }
      Key(
        "after", .choice(["hold", "none"]),
        "The last value after it, or the value without this key.", default: "hold"
      ) { $2.motion.holdsAfter = $0.holds($1.value) }
      if isPlace {
        Key(
          "path", .text,
          "SVG's path data in pixels, instead of `from` and `to`: the way of the anchor, at the same speed all along."
        ) { $2.path = $0.path($1.value, example: "path: M0 0 C100 0 100 200 200 200") }
        Key(
          "orient", .flag,
          "Whether it turns with the direction of the path, beside its `rotation`.",
          default: "false"
        ) { $2.isOriented = $0.flag($1.value) ?? false }
      }
    }
  }

  /// The names of the keys of motions.
  static let motionKeys = Set(motion(.anything, isPlace: true).keys.map(\.name))
}
