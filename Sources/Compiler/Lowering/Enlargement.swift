// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import ProjectModel
package import RenderProtocol
package import Timeline

// By how much texts are enlarged after they have been laid out: so much larger they are drawn, as a raster has no more detail
// than that.

/// The scales at which layers of a timeline are shown on their canvas.
package struct Supersampling {
  private let timeline: Timeline
  private let frame: LoweringFrame
  /// The properties that instructions set for each layer.
  private let instructed: [LayerTarget: [PropertyKeys]]
  /// Texts that are enlarged while they change are drawn in few sizes, which are means of whole pixels where they are not
  /// enlarged.
  private static let steps = [2.0, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100]

  /// Of `timeline` on the canvas `frame`.
  package init(_ timeline: Timeline, _ frame: LoweringFrame) {
    (self.timeline, self.frame) = (timeline, frame)
    instructed = timeline.instructions.flatMap(\.layers)
      .reduce(into: [:]) { $0[$1.target, default: []].append($1.properties) }
  }

  /// By how much the layer `target` is enlarged where it is largest, by itself and by all groups that it is in; 1 where it is
  /// not seen larger than it is.
  package func most(of target: LayerTarget) -> Double {
    var (most, isConstant) = (1.0, true)
    var next: LayerTarget? = target
    while let layer = next {
      let own = own(layer)
      most *= own.most
      isConstant = isConstant && own.isConstant
      next = around(layer)
    }
    // Less than a twentieth is not seen.
    guard most.isFinite, most > 1.05 else { return 1 }
    if isConstant { return most }
    return Self.steps.first { $0 >= most } ?? Self.steps[Self.steps.count - 1]
  }

  /// The layer that `layer` moves with: its track, its group, or the layer that it masks.
  private func around(_ layer: LayerTarget) -> LayerTarget? {
    switch layer {
    case .overlay(let index): timeline.overlay(index)?.overlay.group
    case .clip(let track, _): .track(track)
    case .track: nil
    }
  }

  /// The largest factor of a layer's own geometry, and whether there is only one.
  private func own(_ target: LayerTarget) -> (most: Double, isConstant: Bool) {
    let layer: DrawnLayer?
    if case .track(let index) = target {
      layer = timeline.layer(ofTrack: index)
    } else {
      layer = timeline.layer(target)
    }
    guard let layer else { return (1, true) }
    var factors: [String: Set<Double>] = [:]
    for keys in [layer.properties] + (instructed[target] ?? []) {
      for entry in keys.entries where entry.property.stage == .geometry {
        let all = entry.value.flatMap { key -> [ResolvedKey] in
          guard let turns = key.turns, turns.path == nil else { return [key] }
          return [key] + turns.keys
        }
        let own = all.map { factor(frame.numbers($0.value), of: entry.property) }
        // Beside an instruction it is as it is.
        let isAlways = layer.properties[entry.property] != nil
        factors[entry.property.name, default: isAlways ? [] : [1]].formUnion(own)
      }
    }
    let hasEntrance = layer.fade.enter != nil || layer.fade.exit != nil
    return (
      factors.values.reduce(1) { $0 * ($1.max() ?? 1) },
      !hasEntrance && factors.values.allSatisfy { $0.count == 1 }
    )
  }

  /// By how much a value of a property enlarges what it moves.
  private func factor(_ numbers: [Double], of property: Property) -> Double {
    guard let map = property.map, case .plane(let m) = map(numbers, PixelPoint(0, 0)) else {
      return 1
    }
    return max((m.a * m.a + m.b * m.b).squareRoot(), (m.c * m.c + m.d * m.d).squareRoot())
  }
}

extension TimelineLowering {
  /// The largest scale of `layer` in relation to its canvas; of 8192 pixels at most.
  ///
  /// Drawings of libass have the size of the canvas.
  func captionScale(_ placed: PlacedSubtitles, of layer: DrawnLayer) -> Double {
    if placed.content.script != nil { return 1 }
    let side = Double(max(frame.size.width, frame.size.height))
    return max(1, min(enlargements.most(of: layer.target), 8192 / side))
  }
}

extension PixelSize {
  /// The nearest size that is `scale` times as large.
  func enlarged(by scale: Double) -> PixelSize {
    PixelSize(Int((Double(width) * scale).rounded()), Int((Double(height) * scale).rounded()))
  }
}

extension Caption {
  /// The same on a canvas that is `scale` times as large.
  func enlarged(by scale: Double) -> Caption {
    guard scale > 1 else { return self }
    var result = self
    result.block = block.enlarged(by: scale)
    result.canvas = canvas.enlarged(by: scale)
    result.place = PixelPoint(place.x * scale, place.y * scale)
    result.margin = margin?.enlarged(by: scale)
    result.others = others?.map { $0.enlarged(by: scale) }
    return result
  }
}

extension TextBlock {
  /// The same text with everything `scale` times as large.
  package func enlarged(by scale: Double) -> TextBlock {
    func scaled(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
    var block = self
    block.size *= scale
    block.wrapWidth = wrapWidth.map(scaled)
    block.box = box.map { PixelSize(scaled($0.width), scaled($0.height)) }
    block.lineHeight = lineHeight.map { $0 * scale }
    block.letterSpacing *= scale
    block.outlines = outlines.map { $0.enlarged(by: scale) }
    block.background?.padding = background?.padding.map { $0 * scale } ?? []
    block.background?.radius *= scale
    block.spans = spans.map { $0.enlarged(by: scale) }
    block.margin = scaled(margin)
    block.gradient = gradient?.enlarged(by: scale)
    return block
  }
}
