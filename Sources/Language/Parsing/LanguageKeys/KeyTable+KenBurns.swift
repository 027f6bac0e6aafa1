// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel
import YAML

extension KeyTable {
  /// A slow pan and zoom over a picture.
  package static let panned = Key<LayerDraft>(
    "ken-burns", .either([.choice(["auto", "off"]), .object(kenBurns.shape)]),
    "A slow pan and zoom over its picture, parts of which fill its box, instead of `crop` and `fit`.",
    default: "none"
  ) { parser, field, draft in
    // `off` also undoes what `defaults` says.
    let isOff = field.value.text == "off"
    draft.layer.kenBurns = isOff ? nil : parser.kenBurns(field.value) ?? draft.layer.kenBurns
  }

  /// Keys that a pan cannot be combined with, unless it is `off`.
  package static let panExcludes: Set<String> = ["crop", "fit"]

  /// A pan while its keys are read.
  struct Pan {
    var settings: KenBurns
    var from: PropertyValue?
    var to: PropertyValue?
  }

  static let kenBurns = ObjectKeys<Pan>(
    "ken-burns", "A slow pan and zoom over a picture.",
    exclusive: [["from", "focus"], ["to", "focus"]]
  ) {
    Key(
      "from", .crop, \.from,
      "The part of the picture that fills its box at the start: left, top, width, height.",
      default: "chosen as by auto: gently, nearer or away as its file decides")
    Key("to", .crop, \.to, "The part that fills it at the end.", default: "chosen as by auto")
    Key(
      "focus", .value(.position), "The place in the picture that auto keeps in sight.",
      default: "center"
    ) { parser, field, pan in
      pan.settings.focus = parser.value(field.value, .position)
      if let focus = pan.settings.focus {
        parser.checkIsInside([focus.x, focus.y], at: field.value.span)
      }
    }
    Key(
      "easing", .easing, \.settings.easing, "The way from the first part to the last.",
      default: "linear")
  }
}

extension ValueKind<PropertyValue> {
  fileprivate static let crop = value(.value(.crop), ValueReader(.crop))
}
