// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A row of pixels whose weights are asked for: the shares of the second picture.
struct WeightRow {
  /// The number of the row, from the top.
  let y: Int
  /// The number of pixels.
  let width: Int
  /// Their height, 0…1 from the bottom.
  let v: Float
  let weights: Weights
  fileprivate let across: Float

  /// Where pixel `x` lies across.
  @inline(__always)
  func u(_ x: Int) -> Float { (Float(Int32(truncatingIfNeeded: x)) + 0.5) * across }

  /// Writes the weights of all places, 0…1.
  @inline(__always)
  func write(_ weight: (_ p: Point) -> Float) {
    // Read before the loop, as it writes.
    let (across, v) = (across, v)
    writeColumns {
      weight(Point((Float(Int32(truncatingIfNeeded: $0)) + 0.5) * across, v))
    }
  }

  /// Writes the weights of all columns, 0…1.
  @inline(__always)
  func writeColumns(_ weight: (_ x: Int) -> Float) {
    let (weights, width) = (weights, width)
    for x in 0..<width { weights[x] = Weight(of: weight(x)) }
  }
}

extension Weight {
  /// A share as a weight, within 0…1.
  @inline(__always)
  init(of share: Float) {
    self.init(truncatingIfNeeded: (clamped(share, 1) * 65535 + 8_388_608).bitPattern)
  }
}

extension TransitionFrame {
  /// Draws both pictures with the weights that `fill` writes.
  func drawWeights(_ fill: (WeightRow) -> Void) {
    let (width, across, down) = (width, 1 / Float(width), 1 / Float(height))
    drawMix { y, weights in
      fill(
        WeightRow(
          y: y, width: width, v: 1 - (Float(y) + 0.5) * down, weights: weights, across: across))
    }
  }
}
