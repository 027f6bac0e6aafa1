// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

/// The project's defaults for clips, transitions and texts.
extension ProjectParser {
  mutating func defaults(_ node: YAMLNode) {
    for field in fields(of: node, KeyTable.defaults) {
      switch field.name {
      case "clip":
        var clip = clipDefaults
        let fields = fields(of: field.value, KeyTable.clipDefaults)
        for field in fields {
          if field.name == "duration" {
            clip.stillDuration =
              shortTime(field.value, "a duration", orZero: false) ?? clip.stillDuration
          } else {
            footageKey(field, of: &clip.layer, &clip.playback)
          }
        }
        clip.layer.kenBurns?.isDefault = true
        clip.playback.isMutedByDefaults = clip.playback.audio == .off
        if clip.layer.kenBurns != nil {
          clip.fitBesidePan = fields.first { $0.name == "fit" }?.key.span
        }
        clipDefaults = clip
      case "transition":
        for field in fields(of: field.value, KeyTable.transitionDefaults) {
          switch field.name {
          case "duration":
            transitionDefaults.duration =
              shortTime(field.value, "a transition", orZero: false)
              ?? transitionDefaults.duration
          case "easing":
            transitionDefaults.easing = easing(field.value) ?? transitionDefaults.easing
          case "audio":
            transitionDefaults.sound = transitionSound(field) ?? transitionDefaults.sound
          default:
            transitionDefaults.length =
              choice(field.value, "a length policy") ?? transitionDefaults.length
          }
        }
      case "text":
        var text = textDefaults
        for field in fields(of: field.value, KeyTable.textDefaults) { textKey(field, of: &text) }
        textDefaults = text
      default: break
      }
    }
  }
}
