// SPDX-License-Identifier: Apache-2.0

import Base

/// Windowed-sinc interpolation at any place of a sound, for any width of its band.
///
/// It is the filter of a `RateConverter`, worked out at 512 places between two of its samples and straight between these, which
/// is off by less than −100 dB.
package enum SincKernel {
  /// The samples on either side of a place, where the whole band is kept.
  package static let reach = 48
  private static let steps = 512

  private static let table: [Float] = {
    let (beta, cutoff) = (9.0, 0.47)
    let top = RateConverter.bessel(beta)
    let values = (0...(reach * steps)).map { index -> Float in
      let distance = Double(index) / Double(steps)
      let place = distance / Double(reach)
      guard place < 1 else { return 0 }
      let window = RateConverter.bessel(beta * (1 - place * place).squareRoot()) / top
      let angle = 2 * Double.pi * cutoff * distance
      return Float(window * (angle < 1e-9 ? 1 : Portable.sin(angle) / angle))
    }
    // One more for what lies beyond the last, twice for roundings.
    return values + [0, 0]
  }()

  /// The number of samples on either side of a place that count at `speed` samples for each that is
  /// made.
  package static func reach(at speed: Double) -> Int {
    Int((Double(reach) * max(1, speed)).rounded(.up)) + 1
  }

  /// The two channels at `place`, counted from the first sample of `left` and `right`, which have all samples in reach.
  package static func value(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, at place: Double,
    speed: Double
  ) -> (left: Float, right: Float) {
    let scale = max(1, speed)
    let width = Double(reach) * scale
    let step = Double(steps) / scale
    let first = Int((place - width).rounded(.up))
    let last = Int((place + width).rounded(.down))
    var (sumLeft, sumRight, sum) = (Float(0), Float(0), Float(0))
    table.withUnsafeBufferPointer { table in
      guard let values = table.baseAddress, first <= last else { return }
      for n in first...last {
        let distance = (Double(n) - place).magnitude * step
        let index = Int(distance)
        let share = Float(distance - Double(index))
        let (a, b) = (values[index], values[index &+ 1])
        let weight = a + (b - a) * share
        sum += weight
        sumLeft += weight * left[n]
        sumRight += weight * right[n]
      }
    }
    return (sumLeft / sum, sumRight / sum)
  }
}
