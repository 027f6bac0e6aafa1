// SPDX-License-Identifier: Apache-2.0

public import Base

/// The coding of an audio stream, as far as it matters for copying its packets into a film.
///
/// Only streams have one whose packets all decode to the same number of samples (the last may have fewer) and follow
/// each other without a gap.
public struct AudioCoding: Hashable, Sendable, Codable {
  /// Samples that a packet decodes to; 1 where packets can be divided at any sample, as those of PCM.
  public var packetSamples: Int
  /// Packets that a decoder must decode before the first packet that is heard.
  public var leadPackets: Int
  /// Source time (container start = 0) of the first packet's first sample.
  ///
  /// Encoder delay is skipped, so this is before `AudioFacts.firstSample`.
  public var firstPacket: Time
  /// The decoder configuration, as far as it decides how packets are decoded: packets of streams with different
  /// configurations cannot follow each other.
  public var configuration: [UInt8]
  /// True if encoded packets may come before and after the stream's packets.
  public var canBeJoined: Bool

  /// The coding of a stream.
  public init(
    packetSamples: Int, leadPackets: Int, firstPacket: Time, configuration: [UInt8],
    canBeJoined: Bool
  ) {
    self.packetSamples = packetSamples
    self.leadPackets = leadPackets
    self.firstPacket = firstPacket
    self.configuration = configuration
    self.canBeJoined = canBeJoined
  }
}
