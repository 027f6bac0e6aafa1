// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// The masks of all layers.
struct LayerMasks {
  /// Those that layers have of their own.
  private(set) var own: [LayerTarget: PlacedOverlay] = [:]
  /// Those that instructions give them.
  private(set) var instructed: [LayerTarget: [PlacedOverlay]] = [:]

  init(of timeline: Timeline) {
    for placed in timeline.overlays where placed.overlay.mask != nil {
      guard let owner = placed.overlay.group else { continue }
      if placed.instructed == nil {
        own[owner] = placed
      } else {
        instructed[owner, default: []].append(placed)
      }
    }
  }
}

/// Masks: a layer's mask lies on a canvas of its own, which is as large as the layer's box and lies there.
extension TimelineLowering {
  /// The visible part of `node` through the masks of `layer`, whose box is `box`: an instruction's
  /// mask replaces the layer's own in its frames.
  mutating func masked(
    _ node: RenderGraph.NodeID, _ layer: LayerDrawing, in box: PixelBox
  ) -> RenderGraph.NodeID {
    let all = layer.frames
    let own =
      layer.mask.map { masked(node, by: $0.placed, in: box, all, own: $0.own) } ?? node
    let uses = layer.instructedMasks.filter { $0.frames.overlaps(all) }
    if uses.isEmpty { return own }
    let parts = uses.map { $0.frames.clamped(to: all) }.intervals(in: all).map { range in
      let local = range.earlier(by: all.lowerBound)
      guard let use = uses.last(where: { $0.frames.overlaps(range) }) else {
        return graph.add(.cut(local), [own], origin: layer.origin)
      }
      let part =
        range == all ? node : graph.add(.cut(local), [node], origin: use.placed.overlay.span)
      return masked(part, by: use.placed, in: box, range, own: range)
    }
    return parts.count == 1 ? parts[0] : graph.add(.join, parts, origin: layer.origin)
  }

  /// The visible part of `node` through the mask `placed`.
  ///
  /// - Parameters:
  ///   - box: The box of the layer.
  ///   - frames: The film's frames of the layer.
  ///   - own: Those of them that are not there for a transition alone.
  mutating func masked(
    _ node: RenderGraph.NodeID, by placed: PlacedOverlay, in box: PixelBox, _ frames: Range<Int>,
    own: Range<Int>
  ) -> RenderGraph.NodeID {
    guard let use = placed.overlay.mask else { return node }
    let outer = (frame, isInGroup)
    frame.size = PixelSize(near: box.width, box.height)
    isInGroup = true
    let member = timeline.layer(placed).extended(within: frames, of: own)
    var members: [RenderGraph.NodeID] = []
    if let picture = picture(of: member, from: frames.lowerBound) { members = [picture] }
    let group = graph.add(
      .group(frame.size, frames: frames.count), members, origin: placed.overlay.span)
    (frame, isInGroup) = outer
    let fitted = graph.add(.fit(.stretch, box: box), [group], origin: placed.overlay.span)
    return graph.add(.mask(use), [node, fitted], origin: placed.overlay.span)
  }
}

extension DrawnLayer {
  /// A member of something that lasts `outer` and is drawn in `all`: what is seen at an edge of that stays during the
  /// transition there.
  func extended(within all: Range<Int>, of outer: Range<Int>) -> DrawnLayer {
    var layer = self
    if own.isEmpty {
      layer.frames = all.lowerBound..<all.lowerBound
      return layer
    }
    let first = own.lowerBound <= outer.lowerBound ? all.lowerBound : own.lowerBound
    let end = own.upperBound >= outer.upperBound ? all.upperBound : own.upperBound
    layer.frames = first..<max(first, end)
    layer.clip?.hold(layer.frames)
    assert(
      layer.clip.map { $0.drawn == layer.frames } ?? true, "a clip is drawn as long as its layer")
    return layer
  }
}
