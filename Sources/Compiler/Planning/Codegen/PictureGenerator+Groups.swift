// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// Groups with a canvas of their own: they are composed there, and placed as a picture.

extension PictureGenerator {
  /// The group that `id` shows in `window`, and which of its frames; nil for a picture of a source.
  func group(under id: NodeID, window: Range<Int>) -> (id: NodeID, window: Range<Int>)? {
    let node = graph[id]
    switch node.operation {
    case .group: return (id, window)
    case .cut(let range):
      return group(
        under: node.inputs[0],
        window: (window.lowerBound + range.lowerBound)..<(window.upperBound + range.lowerBound))
    default: return nil
    }
  }

  /// A group through the `fit`, `place` or `warp` that brings it onto this canvas.
  ///
  /// - Parameters:
  ///   - inner: The group's frames.
  ///   - window: The same frames of the operation.
  func placed(
    _ id: NodeID, window inner: Range<Int>, by operation: Operation, in window: Range<Int>
  ) -> [Layer] {
    guard case .group(let size, _) = graph[id].operation else {
      preconditionFailure("\(graph[id].operation) is no group")
    }
    let warp = warp(operation, of: size)
    let group = generator(for: id, size, by: warp, window: inner)
    let layers = graph[id].inputs.flatMap { group.layers(of: $0, window: inner, onto: nil) }
      .isolated
    return placed(
      layers, drawnBy: group, by: warp, in: window, origin: origin(graph[id].origin, nil))
  }

  /// The layers of a group or of a film through a map onto this canvas.
  ///
  /// - Parameter pace: Which frames of them are seen, where those are not the window's.
  func placed(
    _ layers: [Layer], drawnBy group: PictureGenerator, by warp: Warp, pace: Pace? = nil,
    in window: Range<Int>, origin: Origin
  ) -> [Layer] {
    var layers = layers
    if layers.isEmpty { return [] }
    if warp.crop != PixelRect(group.canvas) {
      let edges = RoundedBox(warp.crop).scaled(by: Double(group.scale))
      layers = [
        Layer(content: .stack(layers), placement: .at(x: 0, y: 0), outline: .constant(edges))
      ]
    }
    let content = Content.stack(layers)
    let canvas = group.drawnCanvas
    let ontoThis = onto(1, from: group.scale).then(warp.map).then(onto(scale))
    guard warp.motions.isEmpty else {
      let motions = sample(window, isConstant: warp.isConstant) { time in
        drawn(
          warp.motions.reduce(Projection.identity) {
            $0.then($1.map(at: time, canvas: self.canvas))
          })
      }
      guard let clip = warp.clip else {
        var layer = Layer(
          content: content, placement: Placement(motions.map { ontoThis.then($0) }),
          canvas: canvas, origin: origin)
        layer.pace = pace
        return [layer]
      }
      // What is cut off stays off when the rest moves.
      var still = Layer(
        content: content, placement: .warped(.constant(ontoThis)),
        outline: .constant(RoundedBox(clip).scaled(by: Double(scale))), canvas: canvas,
        origin: origin)
      still.pace = pace
      return moved([still], motions)
    }
    let outline = warp.clip.map {
      PerFrame.constant(RoundedBox($0).scaled(by: Double(scale)))
    }
    let (x, y) = (ontoThis.tx.rounded(), ontoThis.ty.rounded())
    let isPlaced = ontoThis == .translation(x, y) && max(abs(x), abs(y)) < 8_388_608
    var layer = Layer(
      content: content,
      placement: isPlaced ? .at(x: Int(x), y: Int(y)) : .warped(.constant(ontoThis)),
      outline: outline, canvas: canvas, origin: origin)
    layer.pace = pace
    return [layer]
  }

  /// The generator of the group `id` of `size`, at the scale at which `warp` shows it.
  func generator(
    for id: NodeID, _ size: PixelSize, by warp: Warp, window: Range<Int>
  ) -> PictureGenerator {
    var group = magnified(by: warp.motions)
    (group.isMoved, group.seen) = (false, nil)
    group.groupCanvas = PixelSize((size.width + 1) / 2 * 2, (size.height + 1) / 2 * 2)
    // A group that has more pixels than are shown of it has them for what enlarges it afterwards.
    let density = max(warp.density, 1e-6)
    group.magnification = max(group.magnification / density, 1)
    let edge = max(group.canvas.width, group.canvas.height)
    let needed = Int((Double(scale) / max(density, 1) - 0.05).rounded(.up))
    group.scale = max(1, min(needed, PixelSize.mostEdge / edge))
    return group.enlarged(for: graph[id].inputs, window: window)
  }

  func warp(_ operation: Operation, of size: PixelSize) -> Warp {
    switch operation {
    case .place(let orientation, let crop, let box, let isBlurred):
      FitGeometry(orientation: orientation, crop: crop, box: box)
        .warp(coded: size, isBlurred: isBlurred)
    case .fit(let fit, let box):
      FitGeometry(
        coded: size, sampleAspect: Time(1), orientation: .upright, fit: fit, box: box
      ).warp(coded: size, isBlurred: false)
    case .warp(let warp): warp
    default: preconditionFailure("\(operation) places nothing")
    }
  }
}
