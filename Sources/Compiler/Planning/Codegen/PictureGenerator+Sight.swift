// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// What is seen of what is drawn: the canvas, unless it is moved, blurred or filtered afterwards.

extension PictureGenerator {
  /// The visible area of its drawing, in pixels of its canvas.
  var sight: PixelRect { seen ?? PixelRect(canvas) }

  /// Draws what `box` of the canvas shows, on a canvas of its own.
  func showing(_ box: PixelRect) -> PictureGenerator {
    var result = self
    result.seen = box == PixelRect(canvas) ? nil : box
    result.isMoved = false
    return result
  }

  /// Draws what is moved by `step` afterwards, which may bring into sight what lies beside the canvas.
  func moved(by step: LayerStep) -> PictureGenerator {
    var result = magnified(by: [step])
    result.isMoved = true
    let whole = PixelRect(canvas)
    let times = step.isConstant ? [.zero] : step.tellingTimes
    let hull = times.reduce(whole) { hull, time in
      guard let back = step.map(at: time, canvas: canvas).inverse else { return hull }
      return hull.union(back.hull(of: sight))
    }
    let near = (step.isConstant ? hull : hull.rounded(around: whole))
      .intersection(whole.grown(by: PixelSize.mostEdge)).even
    result.seen = near == whole ? nil : near
    return result
  }

  /// As much of `box`, in pixels of the canvas, as a canvas of its own may show: what lies far beside the canvas is left
  /// out first.
  func drawable(_ box: PixelRect) -> PixelRect {
    if !PictureGenerator.isTooLarge(box, scale: scale, most: Self.mostPixelsOfSheet) { return box }
    let whole = PixelRect(canvas)
    var margin = max(canvas.width, canvas.height)
    while margin > 16 {
      let part = box.intersection(whole.grown(by: margin)).even
      if !PictureGenerator.isTooLarge(part, scale: scale, most: Self.mostPixelsOfSheet) {
        return part
      }
      margin /= 2
    }
    return box.intersection(whole)
  }
}

extension PixelRect {
  /// The same with each edge, as far as it lies outside of `whole`, a power of two away from there.
  fileprivate func rounded(around whole: PixelRect) -> PixelRect {
    PixelRect(
      left: whole.x - (whole.x - x).roundedReach, top: whole.y - (whole.y - y).roundedReach,
      right: whole.x + whole.width + (x + width - whole.x - whole.width).roundedReach,
      bottom: whole.y + whole.height + (y + height - whole.y - whole.height).roundedReach)
  }
}
