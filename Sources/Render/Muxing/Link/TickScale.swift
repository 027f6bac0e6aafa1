// SPDX-License-Identifier: Apache-2.0

import Base

/// Converts counts of one time base to another exactly, rounding half up.
///
/// This equals dividing `Time` values, without reducing a fraction for every packet.
struct TickScale {
  private let numerator: Int128
  private let denominator: Int128

  /// Converts from ticks of `source` seconds to ticks of `target` seconds.
  init(from source: Time, to target: Time) {
    let ratio = source / target
    numerator = Int128(ratio.numerator)
    denominator = Int128(ratio.denominator)
  }

  /// The nearest number of target ticks.
  func callAsFunction(_ count: Int64) -> Int64 {
    let top = Int128(count) * numerator
    if denominator == 1 { return Int64(clamping: top) }
    let twice = 2 * top + denominator
    let (quotient, remainder) = twice.quotientAndRemainder(dividingBy: 2 * denominator)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}
