// SPDX-License-Identifier: Apache-2.0

import Catalog
import Diagnostics
import ProjectModel
import Timeline

/// Sizes and anchors that change, which the contents of some layers do not follow.
extension Timeline {
  /// Reports sizes that change of layers whose pictures would have to be laid out anew in every frame.
  func checkChangingBoxes(_ diagnostics: inout [Diagnostic]) {
    let filtered = Set(
      instructions.lazy.flatMap(\.instruction.layers)
        .filter { !($0.effects?.value ?? []).isEmpty }.map(\.target))
    let masked = Set(overlays.filter { $0.overlay.mask != nil }.compactMap(\.overlay.group))
    let instructed = instructions.flatMap(\.instruction.layers).filter { changesBox($0.properties) }
    let targets = Set(instructed.map(\.target))
    var layers: [LayerTarget: DrawnLayer] = [:]
    var tables: [(layer: DrawnLayer, properties: PropertyTable<Animated<PropertyValue>>)] = []
    // Few layers of a long film are looked at: only those of which something says a size or an anchor.
    func look(
      at target: LayerTarget, _ settings: LayerSettings, _ layer: @autoclosure () -> DrawnLayer
    ) {
      let isChanged = changesBox(settings.properties)
      guard isChanged || targets.contains(target), layers[target] == nil else { return }
      let layer = layer()
      layers[target] = layer
      if isChanged { tables.append((layer, settings.properties)) }
    }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      look(at: .track(index), track.settings, layer(ofTrack: index))
      for clip in track.clips where clip.content.hasPicture {
        look(at: clip.target, clip.clip.layer, layer(clip))
      }
    }
    for overlay in overlays {
      look(at: .overlay(overlay.index), overlay.overlay.layer, layer(overlay))
    }
    for layer in instructed {
      if let drawn = layers[layer.target] { tables.append((drawn, layer.properties)) }
    }
    var resized: Set<LayerTarget> = []
    for (layer, properties) in tables {
      guard let size = properties[.size] else { continue }
      if let obstacle = layer.resizeObstacle(
        isMasked: masked.contains(layer.target),
        isFiltered: !layer.effects.isEmpty || filtered.contains(layer.target))
      {
        diagnostics.append(
          .simple(
            "fixed-size", "the size of \(obstacle) cannot change", at: size.span,
            hint: "animate its scale: scale: 100% -> 120%"))
      } else {
        resized.insert(layer.target)
      }
    }
    // Whichever of the layer and its instructions says one or the other.
    for (layer, properties) in tables where resized.contains(layer.target) {
      guard let anchor = properties[.anchor] else { continue }
      diagnostics.append(
        .simple(
          "fixed-size", "a layer whose size changes needs an anchor with a name", at: anchor.span,
          hint: "write top-left, or another name, and animate the position"))
    }
  }
}

/// Returns true if `properties` change the box of a layer.
private func changesBox(_ properties: PropertyTable<Animated<PropertyValue>>) -> Bool {
  !properties.isEmpty && (properties[.size] != nil || properties[.anchor] != nil)
}

extension DrawnLayer {
  /// The kind of layer that prevents changes of its size; nil if it can change.
  fileprivate func resizeObstacle(isMasked: Bool, isFiltered: Bool) -> String? {
    switch content {
    case .text: return "a text"
    case .subtitles: return "a layer of subtitles"
    case .group:
      if case .track = target { return "a track" }
      return "a group"
    case .graphic(let graphic):
      if graphic.stroke != nil { return "a shape with a stroke" }
      if case .gradient = graphic.fill { return "a shape with a gradient" }
      if case .points = graphic.outline { return "a shape with points" }
    case .clip, .image:
      if fit == .blur { return "a picture with `fit: blur`" }
    }
    if isMasked { return "a layer with a mask" }
    return isFiltered ? "a layer with effects" : nil
  }
}
