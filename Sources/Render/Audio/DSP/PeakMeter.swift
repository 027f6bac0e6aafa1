// SPDX-License-Identifier: Apache-2.0

import Base

/// The peaks of a sound between its samples, as BS.1770-4 asks of a true-peak meter: at four times
/// its rate.
struct PeakMeter {
  /// Samples to either side that a value between two samples depends on.
  static let reach = 6

  /// Weights for a quarter, a half and three quarters of the way from a sample to the next, of the samples from 5 before
  /// it to 6 after it: a sinc in a Hann window.
  private static let weights: [[Float]] = (1...3).map { quarter in
    let share = Double(quarter) / 4
    return (0..<(2 * reach)).map { tap in
      let x = Double(tap - (reach - 1)) - share
      let window = 0.5 + 0.5 * Portable.cos(Double.pi * x / Double(reach))
      return Float(Portable.sin(Double.pi * x) / (Double.pi * x) * window)
    }
  }

  /// The greatest magnitude of one channel between sample `index` and the next.
  ///
  /// - Parameter samples: At least `reach` samples on either side of it.
  static func between(_ samples: UnsafePointer<Float>, _ index: Int) -> Float {
    var greatest: Float = 0
    let first = samples + (index - (reach - 1))
    for weights in weights {
      var sum: Float = 0
      for tap in 0..<(2 * reach) { sum += first[tap] * weights[tap] }
      greatest = max(greatest, abs(sum))
    }
    return greatest
  }
}
