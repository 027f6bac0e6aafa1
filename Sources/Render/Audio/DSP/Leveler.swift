// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// Brings the sound of a film to the level that is asked for: a gain, then a limit of its peaks.
package struct Leveler {
  /// The gain, as a factor.
  package let factor: Double
  /// The limit, as a factor of full scale.
  package let limit: Double
  /// The limit in dBTP, or in dBFS where samples alone count.
  package let peak: Double
  /// True if peaks are lowered; else they are only counted.
  package let isLimited: Bool
  private var limiter: Limiter

  /// A leveler of the channels of a sound.
  ///
  /// - Parameters:
  ///   - gain: In decibels.
  ///   - rate: Samples per second.
  ///   - counted: The samples whose peaks count as overs.
  package init(
    _ level: AudioLevel, gain: Double = 0, rate: Int, channels: Int,
    counted: Range<Int64> = 0..<Int64.max
  ) {
    factor = gain == 0 ? 1 : Portable.pow(10, gain / 20)
    isLimited = level.isLimited
    peak = level.peak ?? (level.loudness == nil ? 0 : AudioLevel.usualPeak)
    limit = peak == 0 ? 1 : Portable.pow(10, peak / 20)
    limiter = Limiter(
      to: limit, isTruePeak: level.peak != nil || level.loudness != nil,
      rate: rate, channels: channels, counted: counted)
  }

  /// The intervals in which the sound is over the limit, before it is limited.
  package var overs: Limiter.Overs { limiter.overs }

  /// Takes some more samples, and hands `taker` those that are done.
  package mutating func push<Failure: Error>(
    _ samples: AudioBuffer, to taker: (AudioBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    var samples = samples
    if factor != 1 { samples.multiply(by: factor) }
    guard isLimited else {
      limiter.push(samples) { _ in }
      return try taker(samples)
    }
    try limiter.push(samples, to: taker)
  }

  /// Hands `taker` the rest.
  package mutating func finish<Failure: Error>(
    to taker: (AudioBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    guard isLimited else { return limiter.finish { _ in } }
    try limiter.finish(to: taker)
  }
}
