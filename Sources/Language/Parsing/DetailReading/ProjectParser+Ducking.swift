// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

/// Sounds that are lowered under others, and loudness of clips.
extension ProjectParser {
  /// A name, several, or `{under: voice, by: 12dB}`; nil where it names nothing, which is reported.
  mutating func duck(_ field: Field) -> Duck? {
    var duck = Duck(at: field.key.span)
    guard field.value.kind == .mapping else {
      duck.under = names(field.value)
      return duck.under.isEmpty ? nil : duck
    }
    let fields = read(field.value, KeyTable.ducking, into: &duck, owner: field.key.span)
    let from = fields.first { $0.name == "from" }
    if let threshold = duck.threshold, duck.source == .clips {
      report(
        .exclusiveKeys(
          "threshold", "from: clips", at: from?.key.span ?? field.value.span,
          firstSpan: threshold.span,
          hint: "what is heard in clips does not count there: leave out one of them"))
    }
    return duck.under.isEmpty ? nil : duck
  }

  /// A name, or a list of names.
  mutating func names(_ node: YAMLNode) -> [Located<String>] {
    let nodes = node.kind == .sequence ? Array(node.items) : [node]
    return nodes.compactMap {
      text($0, "the name of a track, a clip or an overlay", example: "voice")
    }
  }
}
