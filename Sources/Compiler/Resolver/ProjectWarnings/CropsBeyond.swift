// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import Diagnostics
package import Lowering
package import ProjectModel
import RenderProtocol
package import Timeline

extension Timeline {
  /// Says which parts of pictures lie partly beside these: what is beside a picture is cut off, so that a part is smaller than
  /// it is written.
  ///
  /// `rasters` are the texts for `frame`, by their layers.
  package func warningsOfCropsBeyond(
    _ frame: LoweringFrame, rasters: [LayerTarget: Raster]
  ) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    var seen: Set<Span> = []
    func look(_ layer: DrawnLayer, _ values: [PropertyValue], at span: Span?) {
      guard let span, !values.isEmpty,
        let box = frame.box(
          of: layer, raster: rasters[layer.target],
          at: layer.properties[.position]?.first?.value ?? PropertyValue(.center))
      else { return }
      let sides = (Double(box.natural.width), Double(box.natural.height))
      let beyond = values.flatMap { value in
        [(0, 2, sides.0), (1, 3, sides.1)].map { start, length, side in
          value.pixels(start, of: side) + value.pixels(length, of: side) - side
        }
      }
      guard let most = beyond.max(), most >= 1, seen.insert(span).inserted else { return }
      let isEmpty = values.contains {
        $0.pixels(0, of: sides.0) >= sides.0 || $0.pixels(1, of: sides.1) >= sides.1
      }
      warnings.append(
        Diagnostic(
          code: .warning("crop-beyond"),
          message: isEmpty
            ? "the part begins beside the picture, which is \(box.natural): nothing of it is seen"
            : "the part ends \(Int(most.rounded(.up))) pixels beside the picture, which is \(box.natural)",
          span: span, hint: "a part is [left, top, width, height], such as [10%, 10%, 80%, 80%]"))
    }
    func look(_ layer: DrawnLayer) {
      let crop = layer.settings.properties[.crop]
      look(layer, (layer.properties[.crop] ?? []).allValues, at: crop?.span)
      if let parts = layer.settings.kenBurns?.parts {
        look(layer, [parts.from, parts.to], at: layer.settings.kenBurns?.span)
      }
    }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      if track.settings.properties[.crop] != nil { look(layer(ofTrack: index)) }
      for clip in track.clips
      where clip.properties[.crop] != nil || clip.clip.layer.kenBurns?.parts != nil {
        look(layer(clip))
      }
    }
    for placed in overlays where placed.overlay.mask == nil { look(layer(placed)) }
    for placed in instructions {
      for (layer, written) in zip(placed.layers, placed.instruction.layers) {
        guard let keys = layer.properties[.crop] else { continue }
        let drawn =
          if case .track(let index) = layer.target { self.layer(ofTrack: index) } else {
            self.layer(layer.target)
          }
        guard let drawn else { continue }
        look(drawn, keys.allValues, at: written.properties[.crop]?.span)
      }
    }
    return warnings
  }
}

extension [ResolvedKey] {
  /// The values of the keys, and of those that are gone through again and again.
  fileprivate var allValues: [PropertyValue] {
    flatMap { [$0.value] + ($0.turns?.keys.map(\.value) ?? []) }
  }
}

extension PropertyValue {
  /// Length `index` in pixels of a picture of which a side is so long.
  fileprivate func pixels(_ index: Int, of side: Double) -> Double {
    guard amounts.indices.contains(index) else { return 0 }
    switch amounts[index] {
    case .number(let share), .share(let share): return share * side
    case .pixels(let pixels): return pixels
    case .perPixel: return 0
    }
  }
}
