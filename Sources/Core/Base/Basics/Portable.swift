// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Transcendental functions with the same results on every processor.
///
/// The C library chooses an implementation by what the processor can do, and implementations differ in the last bit of
/// some results. Whatever is computed from such a result goes into keys, so results are rounded to 32 significant bits:
/// two that differ in their last bit are rounded apart once in a million times at most.
public enum Portable {
  /// The sine of an angle in radians.
  public static func sin(_ angle: Double) -> Double { rounded(Glibc.sin(angle)) }

  /// The cosine of an angle in radians.
  public static func cos(_ angle: Double) -> Double { rounded(Glibc.cos(angle)) }

  /// The tangent of an angle in radians.
  public static func tan(_ angle: Double) -> Double { rounded(Glibc.tan(angle)) }

  /// The angle in radians, from -π to π, of the direction (`x`, `y`).
  public static func atan2(_ y: Double, _ x: Double) -> Double { rounded(Glibc.atan2(y, x)) }

  /// The angle in radians, from 0 to π, that has a cosine.
  public static func acos(_ cosine: Double) -> Double { rounded(Glibc.acos(cosine)) }

  /// e to the power of `exponent`.
  public static func exp(_ exponent: Double) -> Double { rounded(Glibc.exp(exponent)) }

  /// The progress of a fade that is linear in decibels, over 60 dB, at `x` in 0...1 of its time.
  public static func decibelShare(at x: Double, isRising: Bool) -> Double {
    func rising(_ x: Double) -> Double { (pow(1000, x) - 1) / 999 }
    return isRising ? rising(x) : 1 - rising(1 - x)
  }

  /// 2 to the power of `exponent`.
  public static func exp2(_ exponent: Double) -> Double { rounded(Glibc.exp2(exponent)) }

  /// `base` to the power of `exponent`.
  public static func pow(_ base: Double, _ exponent: Double) -> Double {
    rounded(Glibc.pow(base, exponent))
  }

  /// The natural logarithm.
  public static func log(_ number: Double) -> Double { rounded(Glibc.log(number)) }

  /// `number` with 32 significant bits; infinities and what is no number stay as they are.
  static func rounded(_ number: Double) -> Double {
    guard number.isFinite else { return number }
    let lost: UInt64 = 1 << 21
    return Double(bitPattern: (number.bitPattern + lost / 2) & ~(lost - 1))
  }
}
