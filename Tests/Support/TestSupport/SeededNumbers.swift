// SPDX-License-Identifier: Apache-2.0

/// A small deterministic random number generator (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// A generator that depends only on `seed`.
  ///
  /// The constant differs from the step below, so that seeds are not positions in one sequence.
  public init(seed: UInt64) { state = (seed &+ 1) &* 0xD134_2543_DE82_EF95 }

  /// The next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
