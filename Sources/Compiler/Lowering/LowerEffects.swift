// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

// Filters of libavfilter. They see a layer's own picture, in its own time: the number of a frame counts from the first that
// is drawn of the layer.

extension TimelineLowering {
  /// `node` after the filters of `layer`; where an instruction names some, only those count in its frames.
  mutating func filtered(
    _ node: RenderGraph.NodeID, _ layer: LayerDrawing, of own: LayerFrame
  ) -> RenderGraph.NodeID {
    let box = (layer.isCropped ? own.box : own.picture).evenHull
    return filtered(
      node, layer.effects, from: layer.start, instructed: layer.instructedEffects,
      frames: layer.frames.count, box: box)
  }

  /// `node`, of so many frames, after filters.
  ///
  /// - Parameters:
  ///   - effects: Its own filters, whose keys count from `start`.
  ///   - instructed: The effects set by instructions, in frames and seconds from the first frame.
  ///   - box: The part of the canvas that filters see; nil for all of it.
  mutating func filtered(
    _ node: RenderGraph.NodeID, _ effects: [ResolvedEffect], from start: Time,
    instructed: [InstructedEffects], frames: Int, box: PixelRect?
  ) -> RenderGraph.NodeID {
    var node = node
    for range in instructed.map(\.frames).intervals(in: 0..<frames) {
      let use = instructed.last { $0.frames.overlaps(range) }
      for effect in use?.effects ?? effects {
        let step = LayerStep(self.effect(effect, from: use?.start ?? start, box: box))
        node = graph.add(
          .step(step, during: range.count == frames ? nil : range), [node], origin: effect.span)
      }
    }
    return node
  }

  private func effect(
    _ effect: ResolvedEffect, from start: Time, box: PixelRect?
  ) -> EffectUse {
    EffectUse(
      name: effect.filter, settings: effect.settings, files: effect.files,
      changing: effect.changing.map { changing in
        EffectUse.Changing(
          option: changing.option,
          curve: curve(changing.keys, of: nil, from: start) { value in
            [value.number ?? 0]
          })
      }, start: effect.isTimed ? .zero : nil, isRenewed: effect.isRenewed, box: box)
  }
}

/// Filters that an instruction names, in frames and seconds from the first frame of their layer.
struct InstructedEffects {
  var frames: Range<Int>
  var start: Time
  var effects: [ResolvedEffect]
}

extension PixelBox {
  /// The least rectangle with even edges around it, no larger than a worker draws; nil where there is none.
  fileprivate var evenHull: PixelRect? {
    let hull = RoundedBox(self).hull.even
    let isDrawn =
      !hull.isEmpty && max(hull.width, hull.height) <= PixelSize.mostEdge
      && hull.width * hull.height <= 1 << 24
    return isDrawn ? hull : nil
  }
}
