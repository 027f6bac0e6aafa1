// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Properties
import RenderIR

extension PictureGenerator {
  /// What `id` draws after a filter, which sees it in pixels of the canvas, however large it is shown.
  func filtered(_ effect: EffectUse, on id: NodeID, window: Range<Int>) -> [Layer] {
    var inner = self
    (inner.scale, inner.magnification, inner.isMoved) = (1, 1, false)
    let drawn = inner.layers(of: id, window: window, onto: nil)
    if drawn.isEmpty { return [] }
    let box = effect.box ?? PixelRect(canvas)
    let isWhole = box == PixelRect(canvas)
    var layer = Layer(
      content: .stack(isWhole ? drawn : drawn.map { $0.moved(from: canvas, to: box) }),
      placement: .at(x: box.x, y: box.y),
      treatment: Treatment(
        .filter(effect.filter(from: window.lowerBound, at: rate)),
        sample(window) { effect.numbers(at: $0) }),
      canvas: isWhole && scale == 1 ? nil : box.size)
    if scale != 1 {
      layer.placement = .warped(
        .constant(Affine.translation(Double(box.x), Double(box.y)).then(onto(scale))))
    }
    return [layer]
  }
}
