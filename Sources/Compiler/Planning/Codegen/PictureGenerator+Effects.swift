// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

extension PictureGenerator {
  /// The layers of `id` after a filter, which gets pixels of the canvas at any scale of display.
  func filtered(_ effect: EffectUse, on id: NodeID, window: Range<Int>) -> [Layer] {
    var inner = self
    let box = effect.box ?? PixelRect(canvas)
    (inner.scale, inner.magnification) = (1, 1)
    inner = inner.showing(box)
    let drawn = inner.layers(of: id, window: window, onto: nil)
    if drawn.isEmpty { return [] }
    let sheet = Sheet(generator: inner, box: box)
    var layer = self.layer(.stack(sheet.laid(drawn.isolated)), on: sheet)
    layer.treatment = LayerTreatment(
      .filter(effect.filter(from: window.lowerBound, at: rate)),
      sample(window, isConstant: effect.isConstant) { effect.numbers(at: $0) })
    if drawn.count == 1 { layer.combine(as: drawn[0]) }
    return [layer]
  }
}
