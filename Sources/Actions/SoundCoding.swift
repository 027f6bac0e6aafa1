// SPDX-License-Identifier: Apache-2.0

public import Basics

/// How a sound stream is coded, as far as it matters for copying its packets into a film.
///
/// There is such for streams whose packets all decode to as many samples (the last may have fewer) and
/// follow each other without a hole.
public struct SoundCoding: Hashable, Sendable, Codable {
  /// Samples that a packet decodes to; 1 where packets can be divided at any sample, as those of PCM.
  public var packetSamples: Int
  /// Packets that a decoder needs before the first that is heard.
  public var leadPackets: Int
  /// Source time (container start = 0) of the first packet's first sample.
  ///
  /// What an encoder puts in front is skipped, so that is before `AudioFacts.firstSample`.
  public var firstPacket: Time
  /// What a decoder is told before the first packet, as far as it decides how packets are understood: packets
  /// of streams in which it differs cannot follow each other.
  public var configuration: [UInt8]
  /// Whether packets of an encoder may stand before and after them.
  public var canBeJoined: Bool

  /// How a stream is coded.
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
