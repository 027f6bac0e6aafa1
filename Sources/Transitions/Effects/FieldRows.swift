// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The weights of a field in one frame, row by row.
struct FieldRows {
  /// Writes the weights of row `y`.
  let fill: (_ y: Int, _ weights: Weights) -> Void

  init<E: FieldEffect>(_ effect: E, _ frame: EffectFrame) {
    let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    let width = frame.width
    fill = { y, weights in
      let v = 1 - (Float(y) + 0.5) * down
      for x in 0..<width {
        let weight = effect.weight(Point((Float(x) + 0.5) * across, v))
        weights[x] = Weight(truncatingIfNeeded: (clamped(weight, 1) * 65535 + 8_388_608).bitPattern)
      }
    }
  }
}
