// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// Masks: overlays whose group is the layer that they mask.
extension ProjectParser {
  /// Groups and masks may lie in each other this deep.
  private static let depthLimit = 50

  /// Reads the mask of `owner`, which messages call `name`.
  ///
  /// - Parameter during: The range of the instruction that it is in; nil for none.
  mutating func mask(
    _ node: YAMLNode?, of owner: LayerTarget, _ name: Located<String>,
    during: RangeExpression? = nil
  ) {
    guard let node, node.kind != .null else { return }
    let place = Located("\(name.value) mask", at: firstPlace(in: node))
    guard node.kind == .mapping, let written = node["layer"] else {
      guard var overlay = overlay(place, node, KeyTable.mask) else { return }
      if let size = node["size"], let scale = node["scale"], changes(size) {
        report(
          .exclusiveKeys(
            "size", "scale", at: firstPlace(in: scale), firstSpan: firstPlace(in: size),
            hint: "a size of a mask that changes is a scale: multiply the two"))
      }
      overlay.mask = overlay.mask ?? LayerMask()
      overlay.isNameless = true
      overlay.group = owner
      overlay.instructed = during
      if case .image = overlay.content, overlay.layer.size == nil {
        let whole = BoxSize(width: .share(1), height: .share(1))
        overlay.layer.size = Located(whole, at: overlay.span)
      }
      overlays.append(overlay)
      guard case .group = overlay.content, let members = node["group"] else { return }
      self.members(
        members, of: .overlay(overlays.count - 1), named: "of the mask", isSized: true,
        at: place.span)
      return
    }
    var draft = LayerDraft(nil, of: nil, look: textDefaults)
    for field in fields(of: node, KeyTable.mask.shape) {
      if let key = KeyTable.ofMask.first(where: { $0.shape.name == field.name }) {
        key.read(&self, field, &draft)
        continue
      }
      // Contents beside it have been reported.
      if field.name == "layer" || ContentKind(key: field.name) != nil { continue }
      report(
        .exclusiveKeys(
          "layer", field.name, at: field.key.span, firstSpan: written.span,
          hint: "write '\(field.name)' where that layer is defined"))
    }
    guard let layer = text(written, "a name", example: "plate") else { return }
    namedMasks.append(
      NamedMask(name: layer, owner: owner, mask: draft.mask ?? LayerMask(), during: during))
  }

  /// Makes masks of the layers that are named as such, once all overlays are known.
  mutating func placeNamedMasks() {
    if namedMasks.isEmpty { return }
    var places: [String: [Int]] = [:]
    for (index, overlay) in overlays.enumerated() where !overlay.isNameless {
      places[overlay.name.value, default: []].append(index)
    }
    for named in namedMasks {
      let found = places[named.name.value] ?? []
      guard let index = found.first else {
        let names = isListening ? places.keys.sorted() : []
        report(
          .unknownName(
            named.name.value, "overlay", at: named.name.span, among: names,
            hint: "a mask is an overlay or a member of a group"))
        continue
      }
      let name = quoted(named.name.value)
      if found.count > 1 {
        refuse(
          named, "several layers are named \(name)", beside: overlays[found[1]].name.span,
          "one is here",
          hint: "give one of them another name")
        continue
      }
      if overlays[index].mask != nil {
        refuse(
          named, "\(name) masks another layer already", beside: overlays[index].span, "the mask",
          hint: "a layer is the mask of one other")
        continue
      }
      if let place = cycle(from: named.owner, to: index) {
        refuse(
          named, "\(name) would be masked by itself", beside: place,
          "it lies in what it masks, or is masked by it")
        continue
      }
      overlays[index].group = named.owner
      overlays[index].mask = named.mask
      overlays[index].instructed = named.during
    }
  }

  private mutating func refuse(
    _ named: NamedMask, _ message: String, beside place: Span, _ note: String, hint: String? = nil
  ) {
    report(
      .badValue, message, at: named.name.span, notes: [.init(message: note, span: place)],
      hint: hint)
  }

  /// Where `owner` lies in overlay `index`, or masks something that does; nil if neither.
  private func cycle(from owner: LayerTarget, to index: Int) -> Span? {
    var target: LayerTarget? = owner
    for _ in 0...Self.depthLimit {
      guard case .overlay(let place) = target else { return nil }
      if place == index { return overlays[place].span }
      target = overlays[place].group
    }
    return overlays[index].span
  }
}
