// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
package import YAML

/// Many small shapes.
extension ProjectParser {
  package mutating func particles(_ node: YAMLNode) -> EmitterSettings? {
    var draft = KeyTable.ParticlesDraft(isSound: node.kind == .mapping)
    read(node, KeyTable.particles, into: &draft)
    let (settings, isSound) = (draft.settings, draft.isSound)
    let alive = settings.aliveAtOnce
    if alive > Double(EmitterSettings.mostAlive) {
      return refused(
        .outOfRange,
        "\(Int(alive)) particles would live at once, and \(EmitterSettings.mostAlive) may",
        at: firstPlace(in: node), hint: "make `rate` or `life` smaller, or give a `count`")
    }
    let painted = settings.mostPainted
    if isSound, painted > EmitterSettings.paintedLimit {
      let found = Int((painted / 1e6).rounded(.up))
      let limit = Int(EmitterSettings.paintedLimit / 1e6)
      return refused(
        .outOfRange,
        "\(Int(alive)) particles would paint \(found) million pixels of a frame, and \(limit) million may",
        at: node["size"]?.span ?? firstPlace(in: node),
        hint: "make `size`, `scale`, `rate` or `life` smaller")
    }
    return isSound ? settings : nil
  }

  mutating func colors(_ node: YAMLNode, _ settings: inout EmitterSettings) -> Bool {
    guard node.kind == .sequence, (1...16).contains(node.count) else {
      wrongKind(node, "a list of 1 to 16 colours", hint: "write colors: [white, gold]")
      return false
    }
    let colors = node.items.compactMap { color($0) }
    settings.colors = colors
    return colors.count == node.count
  }
}
