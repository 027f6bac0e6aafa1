// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// What is cut out of layers: a crop, round corners.

extension PictureGenerator {
  /// The layers of `id` after a step of a cutting stage.
  func cut(_ step: LayerStep, on id: NodeID, window: Range<Int>) -> [Layer] {
    if let part = part(step, of: id, window: window) { return part.map { framed($0, by: step) } }
    // Cut out on a larger canvas where it is enlarged afterwards, so that it is sharp. What the cut itself enlarges
    // is drawn larger below it only.
    let outer = enlarged(for: [id], window: window)
    let inner = outer.magnified(by: [step]).enlarged(for: [id], window: window)
    let layers = outer.shaped(
      outer.brought(inner.layers(of: id, window: window, onto: nil), drawnBy: inner), step, window)
    if layers.isEmpty { return layers }
    if outer.scale == scale { return layers.map { framed($0, by: step) } }
    if layers.count == 1, layers[0].outline != nil {
      return moved(
        [outer.framed(layers[0], by: step, isMoved: true)],
        .constant(Projection(onto(scale, from: outer.scale))))
    }
    return [gathered(layers, drawnBy: outer)]
  }

  /// The layers left of `layers` by a shape.
  private func shaped(_ layers: [Layer], _ step: LayerStep, _ window: Range<Int>) -> [Layer] {
    let maps = sample(window, isConstant: step.isConstant) {
      drawn(Projection(step.cut(at: $0, canvas: canvas).map))
    }
    guard var layer = one(moved(layers, maps)) else { return layers }
    if layer.outline != nil { layer = framed(layer) }
    layer.outline = sample(window, isConstant: step.isConstant) {
      step.cut(at: $0, canvas: canvas).outline.scaled(by: Double(scale))
    }
    return [layer]
  }

  /// A layer that `step` has cut out, on a canvas that is as large as what that ever leaves, where it is moved next: the
  /// canvas of one whose shape changes is then the same in whatever frames it is drawn.
  private func framed(_ layer: Layer, by step: LayerStep, isMoved: Bool? = nil) -> Layer {
    guard isMoved ?? self.isMoved else { return layer }
    return framed(
      layer, around: step.isConstant ? nil : step.outlineHull(on: canvas).scaled(by: scale))
  }

  /// A layer that was cut out as a stack, on a canvas that is as large as what is left of it: so it stays cut when it is
  /// moved, also where it lies beside the film's canvas.
  ///
  /// - Parameter hull: The bounds of other content of the canvas, in drawn pixels.
  func framed(_ layer: Layer, around hull: PixelRect? = nil) -> Layer {
    guard let outline = layer.outline else { return layer }
    let hulls = outline.values.map(\.hull) + (hull.map { [$0] } ?? [])
    let whole = PixelRect(drawnCanvas)
    let near = whole.grown(by: max(drawnCanvas.width, drawnCanvas.height))
      .union(sight.scaled(by: scale))
    var box = hulls.dropFirst().reduce(hulls[0]) { $0.union($1) }.intersection(near).even
    let most = PictureGenerator.mostPixelsOfSheet
    if PictureGenerator.isTooLarge(box, scale: 1, most: most) { box = box.intersection(whole) }
    if box.isEmpty || box == whole { return wrapped([layer]) }
    let own = [layer].isolated.map { $0.moved(from: drawnCanvas, to: box) }
    var framed = Layer(
      content: .stack(own), placement: .at(x: box.x, y: box.y), canvas: box.size)
    framed.combine(as: layer)
    return framed
  }
}
