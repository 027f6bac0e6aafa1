// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A mass on a damped spring, let go at rest at a distance of 1 from where it comes to rest.
///
/// Units are those of Core Animation's `CASpringAnimation`: seconds, and forces at a distance of 1.
public struct Spring: Hashable, Sendable, Codable {
  /// The mass on the spring; above zero.
  public let mass: Double
  /// The force back at a distance of 1; above zero.
  public let stiffness: Double
  /// The force against a speed of 1 a second; above zero.
  public let damping: Double

  /// The remaining distance below which the spring counts as settled.
  static let tolerance = 0.001

  /// A spring; all numbers are above zero.
  public init(mass: Double, stiffness: Double, damping: Double) {
    precondition(mass > 0 && stiffness > 0 && damping > 0, "a spring that never settles")
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
  }

  /// The spring that does in one second what this one does in `length`.
  public func filling(_ length: Time) -> Spring {
    let seconds = length.approximate
    return Spring(
      mass: mass, stiffness: stiffness * seconds * seconds, damping: damping * seconds)
  }

  /// The angular frequency without damping, in radians a second.
  private var frequency: Double { (stiffness / mass).squareRoot() }
  /// The rate of decay, per second: the frequency times the damping ratio.
  private var decay: Double { damping / (2 * mass) }

  /// The share of the way that is done `seconds` after it was let go.
  public func value(at seconds: Double) -> Double {
    // Where both rates are nearly equal, the difference of two rounded numbers would have few digits.
    seconds <= 0 ? 0 : Portable.rounded(1 - rest(at: seconds))
  }

  /// The remaining distance; the three closed forms of a damped oscillation.
  private func rest(at seconds: Double) -> Double {
    let (frequency, decay) = (frequency, decay)
    // Where both rates are nearly equal the other two forms lose their digits.
    let difference = (decay - frequency) * (decay + frequency)
    if abs(difference) < 1e-9 * frequency * frequency {
      return exp(-frequency * seconds) * (1 + frequency * seconds)
    }
    if difference < 0 {
      let damped = (-difference).squareRoot()
      return exp(-decay * seconds)
        * (cos(damped * seconds) + decay / damped * sin(damped * seconds))
    }
    let spread = difference.squareRoot()
    let (slow, fast) = (frequency * frequency / (decay + spread), decay + spread)
    return (fast * exp(-slow * seconds) - slow * exp(-fast * seconds))
      / (fast - slow)
  }

  /// The time at which it has settled to a thousandth of the way, rounded up to a millisecond.
  ///
  /// As `CASpringAnimation.settlingDuration`: where it swings, from the curve around its swings; else the first tenth
  /// of a second at which less than a thousandth is left.
  public var settlingTime: Time {
    let (frequency, decay) = (frequency, decay)
    if decay < frequency * (1 - 1e-9) {
      let damped = ((frequency - decay) * (frequency + decay)).squareRoot()
      let seconds = log((1 + decay / damped) / Spring.tolerance) / decay
      return Time(Int64((seconds * 1000).rounded(.up)), over: 1000)
    }
    // What is left only falls.
    var (before, after) = (Int64(0), Int64(1))
    while rest(at: Double(after) / 10) >= Spring.tolerance { (before, after) = (after, after * 2) }
    while after - before > 1 {
      let middle = (before + after) / 2
      if rest(at: Double(middle) / 10) < Spring.tolerance {
        after = middle
      } else {
        before = middle
      }
    }
    return Time(after, over: 10)
  }
}
