// SPDX-License-Identifier: Apache-2.0

/// Consecutive packets of a sound, encoded by themselves.
///
/// Packets and samples are counted from the start of the encoder, which is some packets before the passage, until
/// the bits that it spends depend on what it hears alone.
public struct AudioPassage: Hashable, Sendable, Codable {
  /// Samples of the request before the encoder's first, on which its limiter depends.
  public var skipped: Int64
  /// The packets that are kept: those of the passage, and some beyond its borders, where a joint is chosen.
  public var packets: Range<Int64>
  /// The samples of the passage itself.
  public var samples: Range<Int64>

  /// The passage of `samples`.
  public init(skipped: Int64, packets: Range<Int64>, samples: Range<Int64>) {
    (self.skipped, self.packets, self.samples) = (skipped, packets, samples)
  }
}

/// Peaks of a sound over its limit.
public struct AudioOvers: Hashable, Sendable, Codable {
  /// The number of times that the audio exceeds its limit.
  public var count: Int
  /// The highest peak, as a factor of full scale.
  public var peak: Float

  /// So many peaks, of which `peak` is the highest.
  public init(count: Int, peak: Float) { (self.count, self.peak) = (count, peak) }
}
