// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import RenderIR

// Motion blur: what moves is drawn at several moments of each frame, as layers of which the mean is taken.

extension PictureGenerator {
  /// What `id` draws, as the mean of several moments of each frame; as it is where it does not move.
  ///
  /// Within what is blurred nothing is blurred apart: its moments are those of the whole.
  func smeared(_ id: NodeID, _ blur: MotionBlur, window: Range<Int>) -> [Layer] {
    if isMoment { return layers(of: id, window: window, onto: nil) }
    let moments = blur.moments(at: rate).map { moment -> [Layer] in
      var generator = self
      (generator.shift, generator.isMoment) = (shift + moment, true)
      return generator.layers(of: id, window: window, onto: nil)
    }
    guard let first = moments.first, moments.contains(where: { $0 != first }) else {
      return layers(of: id, window: window, onto: nil)
    }
    // What is clear at a moment is no layer then, and counts as one.
    let layers = moments.compactMap { one($0) }
    guard let mode = layers.first?.blend else {
      return [Layer(content: .stack(layers), placement: .at(x: 0, y: 0), moments: blur.samples)]
    }
    let plain = layers.map { layer in
      var layer = layer
      layer.blend = nil
      return layer
    }
    return [
      Layer(
        content: .stack(plain), placement: .at(x: 0, y: 0), blend: mode, moments: blur.samples)
    ]
  }
}
