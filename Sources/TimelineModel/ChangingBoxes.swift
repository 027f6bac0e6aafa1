// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import Properties

/// Sizes and anchors that change, which the contents of some layers do not follow.
extension Timeline {
  /// Reports sizes that change of layers whose pictures would have to be laid out anew in every frame.
  func checkChangingBoxes(_ diagnostics: inout [Diagnostic]) {
    let masked = Set(overlays.filter { $0.overlay.mask != nil }.compactMap(\.overlay.group))
    var layers: [LayerTarget: DrawnLayer] = [:]
    for (index, track) in tracks.enumerated() where !track.isAudio {
      layers[.track(index)] = layer(ofTrack: index)
      for clip in track.clips where clip.content.hasPicture { layers[clip.target] = layer(clip) }
    }
    for overlay in overlays { layers[.overlay(overlay.index)] = layer(overlay) }
    func check(
      _ layer: DrawnLayer, _ properties: PropertyTable<Animated<PropertyValue>>,
      isMasked: Bool
    ) {
      guard let size = properties[.size] else { return }
      if let obstacle = layer.resizeObstacle(isMasked: isMasked) {
        diagnostics.append(
          .simple(
            "fixed-size", "the size of \(obstacle) cannot change", at: size.span,
            hint: "animate its scale: scale: 100% -> 120%"))
      } else if let anchor = properties[.anchor] ?? layer.settings.properties[.anchor] {
        diagnostics.append(
          .simple(
            "fixed-size", "a layer whose size changes has an anchor with a name", at: anchor.span,
            hint: "write top-left, or another name, and animate the position"))
      }
    }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      for target in [LayerTarget.track(index)] + track.clips.map(\.target) {
        guard let layer = layers[target] else { continue }
        check(layer, layer.settings.properties, isMasked: masked.contains(target))
      }
    }
    for overlay in overlays {
      let target = LayerTarget.overlay(overlay.index)
      guard let layer = layers[target] else { continue }
      check(layer, layer.settings.properties, isMasked: masked.contains(target))
    }
    for placed in instructions {
      for instructed in placed.instruction.layers {
        guard let layer = layers[instructed.target] else { continue }
        check(layer, instructed.properties, isMasked: masked.contains(instructed.target))
      }
    }
  }
}

extension DrawnLayer {
  /// What it is that its size cannot change; nil where it can.
  fileprivate func resizeObstacle(isMasked: Bool) -> String? {
    switch content {
    case .text: return "a text"
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
    return effects.isEmpty ? nil : "a layer with effects"
  }
}
