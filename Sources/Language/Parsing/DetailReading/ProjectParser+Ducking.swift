// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
import YAML

/// Sounds that are lowered under others, and loudness of clips.
extension ProjectParser {
  /// A name, several, or `{under: voice, by: 12dB}`; nil where it names nothing, which is reported.
  package mutating func duck(_ field: Field) -> Duck? {
    var duck = Duck(at: field.key.span)
    guard field.value.kind == .mapping else {
      duck.under = names(field.value)
      return duck.under.isEmpty ? nil : duck
    }
    var from = field.value.span
    for field in fields(of: field.value, KeyTable.ducking, owner: field.key.span) {
      switch field.name {
      case "under": duck.under = names(field.value)
      case "by":
        duck.depth =
          measure(
            field.value, "what a sound is lowered by", in: Duck.depths, unit: "dB", example: "12dB")
          ?? duck.depth
      case "attack": duck.attack = way(field.value, "an attack") ?? duck.attack
      case "hold": duck.hold = way(field.value, "a hold") ?? duck.hold
      case "release": duck.release = way(field.value, "a release") ?? duck.release
      case "from":
        from = field.key.span
        duck.source = choice(field.value, "what lowers a sound") ?? duck.source
      case "threshold":
        duck.threshold = measure(
          field.value, "a threshold", in: Duck.thresholds, unit: "dB", example: "-40dB"
        ).map { Located($0, at: field.value.span) }
      default: break
      }
    }
    if let threshold = duck.threshold, duck.source == .clips {
      report(
        .exclusiveKeys(
          "threshold", "from: clips", at: from, firstSpan: threshold.span,
          hint: "what is heard in clips does not count there: leave out one of them"))
    }
    return duck.under.isEmpty ? nil : duck
  }

  /// The loudness or the peak that a clip is brought to.
  package mutating func loudness(_ field: Field) -> Located<Double>? {
    let isPeak = field.name == "peak"
    return measure(
      field.value, isPeak ? "a true peak" : "a loudness",
      in: isPeak ? OutputLevel.peaks : OutputLevel.loudnesses, unit: isPeak ? "dBTP" : "LUFS",
      example: isPeak ? "-1 dBTP" : "-16 LUFS"
    ).map { Located($0, at: field.value.span) }
  }

  /// A name, or a list of names.
  private mutating func names(_ node: YAMLNode) -> [Located<String>] {
    let nodes = node.kind == .sequence ? Array(node.items) : [node]
    return nodes.compactMap {
      text($0, "the name of a track, a clip or an overlay", example: "voice")
    }
  }

  private mutating func way(_ node: YAMLNode, _ noun: String) -> Time? {
    guard let time = shortTime(node, noun, orZero: true) else { return nil }
    guard let length = constant(time, noun, hint: "write 200ms") else { return nil }
    guard length <= Duck.longestWay else {
      return refused(
        .outOfRange, "\(noun) lasts a minute at most", at: time.span, hint: "write 200ms")
    }
    return length
  }
}
