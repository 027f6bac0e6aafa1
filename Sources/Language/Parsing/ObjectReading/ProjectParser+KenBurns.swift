// SPDX-License-Identifier: Apache-2.0

import Catalog
import Diagnostics
package import ProjectModel
package import YAML

extension ProjectParser {
  /// Drops a pan that is a default where `fields`, those of the layer, say which part of the picture is shown;
  /// reports one that is not.
  package mutating func checkPan(_ fields: [Field], of layer: inout LayerSettings) {
    checkFocus(fields, of: &layer)
    guard let pan = layer.kenBurns,
      let rival = fields.first(where: { KeyTable.panExcludes.contains($0.name) })
    else { return }
    if pan.isDefault {
      layer.kenBurns = nil
    } else if let own = fields.first(where: { $0.name == "ken-burns" }) {
      report(.exclusiveKeys("ken-burns", rival.name, at: rival.key.span, firstSpan: own.key.span))
    }
  }

  /// Drops a focus that is a default where `fields` say themselves which part of the picture is shown; reports one beside
  /// a pan that says as much.
  private mutating func checkFocus(_ fields: [Field], of layer: inout LayerSettings) {
    guard let focus = layer.properties[.focus] else { return }
    if case .constant(let value) = focus {
      let lengths = value.value.amounts.compactMap { amount -> Length? in
        switch amount {
        case .share(let share): .share(share)
        case .pixels(let pixels): .pixels(pixels)
        case .number, .perPixel: nil
        }
      }
      checkIsInside(lengths, at: value.span)
    }
    guard let own = fields.first(where: { $0.name == "focus" }) else {
      if fields.contains(where: { $0.name == "crop" }) { layer.properties[.focus] = nil }
      return
    }
    guard let pan = layer.kenBurns else { return }
    var isConstant = false
    if case .constant = focus { isConstant = true }
    // A pan that chooses its parts has this focus.
    if pan.parts == nil, pan.focus == nil, isConstant { return }
    if pan.isDefault {
      layer.kenBurns = nil
    } else if let other = fields.first(where: { $0.name == "ken-burns" }) {
      report(.exclusiveKeys("ken-burns", "focus", at: own.key.span, firstSpan: other.key.span))
    }
  }

  /// Reports a focus that lies outside every picture.
  mutating func checkIsInside(_ focus: [Length], at span: Span) {
    let isInside = focus.allSatisfy { length in
      switch length {
      case .share(let share): (0...1).contains(share)
      case .pixels(let pixels): pixels >= 0
      }
    }
    if isInside { return }
    report(
      .badValue, "the focus lies outside the picture", at: span,
      hint: "write a place in it: [50%, 20%] is in the middle across, and high up")
  }

  /// `auto`, or a mapping with a part to begin with and one to end with, or a focus.
  package mutating func kenBurns(_ node: YAMLNode) -> KenBurns? {
    guard node.kind == .mapping else {
      guard ["auto", "off"].contains(node.text) || node.kind != .scalar else {
        return refused(
          .unknownValue, "\(quoted(node.text ?? "")) is not a pan over a picture", at: node.span,
          hint: "write auto, or the parts of the picture that are seen first and last:"
            + " {from: [0%, 0%, 100%, 100%], to: [10%, 10%, 80%, 80%]}")
      }
      guard word(node, of: ["auto", "off"], "a pan over a picture") != nil else { return nil }
      return KenBurns(span: node.span)
    }
    var pan = KeyTable.Pan(settings: KenBurns(span: firstPlace(in: node)))
    read(node, KeyTable.kenBurns, into: &pan)
    var result = pan.settings
    warnOfFewPixels(parts: ["from", "to"].compactMap { node[$0] })
    if let focus = node["focus"] { warnOfFewPixels(place: focus, in: "picture") }
    if (node["from"] == nil) != (node["to"] == nil) {
      return refused(
        .missingKey, "ken-burns needs both 'from' and 'to', or neither", at: result.span,
        hint: "write from: [0%, 0%, 100%, 100%] and to: [10%, 10%, 80%, 80%]")
    }
    if let from = pan.from, let to = pan.to { result.parts = KenBurns.Parts(from: from, to: to) }
    return result
  }
}
