// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import RenderProtocol

// Motion blur: what moves is drawn at several moments of each frame, as layers of which the mean is taken.

extension PictureGenerator {
  /// The layers of `id` with motion blur, the mean of several moments of each frame; unchanged
  /// without motion.
  ///
  /// Nested motion blur has no effect of its own: its moments are those of the whole.
  func smeared(_ id: NodeID, _ blur: MotionBlur, window: Range<Int>) -> [Layer] {
    if isMoment { return layers(of: id, window: window, onto: nil) }
    guard let sheet = sheet(showing: box(of: id), drawnBy: self) else { return [] }
    let moments = blur.moments(at: rate).map { moment -> [Layer] in
      var generator = sheet.generator
      (generator.shift, generator.isMoment) = (shift + moment, true)
      return generator.layers(of: id, window: window, onto: nil)
    }
    guard let first = moments.first, moments.contains(where: { $0 != first }) else {
      return layers(of: id, window: window, onto: nil)
    }
    // What is clear at a moment is no layer then, and counts as one.
    let layers = moments.compactMap { one(sheet.laid($0)) }
    let plain = layers.map { layer in
      var layer = layer
      (layer.blend, layer.backdrop) = (nil, nil)
      return layer
    }
    var whole = layer(.stack(plain), on: sheet)
    if let first = layers.first { whole.combine(as: first) }
    whole.moments = blur.samples
    return [whole]
  }
}
