// SPDX-License-Identifier: Apache-2.0

/// The weights of a field in one frame, row by row.
@frozen @usableFromInline package struct FieldRows {
  /// Writes the weights of row `y`: shares of 65535.
  @usableFromInline package let fill: (_ y: Int, _ weights: UnsafeMutablePointer<UInt16>) -> Void

  /// The weights of `effect`.
  @inlinable package init<E: FieldEffect>(_ effect: E, _ frame: EffectFrame) {
    let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    let width = frame.width
    fill = { y, weights in
      let v = 1 - (Float(y) + 0.5) * down
      for x in 0..<width {
        let weight = effect.weight(Point((Float(x) + 0.5) * across, v))
        weights[x] = UInt16(truncatingIfNeeded: (clamped(weight, 1) * 65535 + 8_388_608).bitPattern)
      }
    }
  }
}
