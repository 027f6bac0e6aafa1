// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Properties
import RenderIR

// What is cut out of layers: a crop, round corners.

extension PictureGenerator {
  /// What a step of a cutting stage leaves of `id`.
  func cut(_ step: LayerStep, on id: NodeID, window: Range<Int>) -> [Layer] {
    if let part = part(step, of: id, window: window) { return part }
    // Cut out on a larger canvas where it is enlarged afterwards, so that it is sharp. What the cut itself enlarges
    // is drawn larger below it only.
    let outer = enlarged(for: [id], window: window)
    let inner = outer.magnified(by: [step]).enlarged(for: [id], window: window)
    let layers = outer.shaped(
      outer.brought(inner.layers(of: id, window: window, onto: nil), drawnBy: inner), step, window)
    if outer.scale == scale || layers.isEmpty { return layers }
    if layers.count == 1, layers[0].outline != nil {
      return moved([outer.framed(layers[0])], .constant(Projection(onto(scale, from: outer.scale))))
    }
    return [gathered(layers, drawnBy: outer)]
  }

  /// What a shape leaves of `layers`.
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

  /// A layer that was cut out as a stack, on a canvas that is as large as what is left of it: so it stays cut when it is
  /// moved, also where it lies beside the film's canvas.
  func framed(_ layer: Layer) -> Layer {
    let hulls: [PixelRect]
    switch layer.outline {
    case nil: return layer
    case .constant(let outline): hulls = [outline.hull]
    case .perFrame(let outlines): hulls = outlines.map(\.hull)
    }
    let whole = PixelRect(drawnCanvas)
    let near = whole.grown(by: max(drawnCanvas.width, drawnCanvas.height))
    var box = hulls.dropFirst().reduce(hulls[0]) { $0.union($1) }.intersection(near).even
    if PictureGenerator.isTooLarge(box) { box = box.intersection(whole) }
    if box.isEmpty || box == whole { return wrapped([layer]) }
    let own = [layer].isolated.map { $0.moved(from: drawnCanvas, to: box) }
    var framed = Layer(
      content: .stack(own), placement: .at(x: box.x, y: box.y), canvas: box.size)
    framed.blend = layer.blend
    return framed
  }
}
