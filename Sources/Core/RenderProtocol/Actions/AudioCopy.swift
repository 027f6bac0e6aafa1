// SPDX-License-Identifier: Apache-2.0

/// The audio of a film as packets: most are copied from sources, the rest is mixed and encoded.
///
/// All packets decode to as many samples and lie on one grid; each has samples that overlap with those of the
/// next. Numbers count samples at the rate of the packets, not of the mix, from the film's first on.
public struct AudioCopy: Hashable, Sendable, Codable {
  /// Samples per second.
  public var sampleRate: Int
  /// Samples that a packet decodes to; 1 where packets can be divided at any sample.
  public var packetSamples: Int64
  /// The position of the first packet; samples before 0 are decoded and not heard.
  public var start: Int64
  /// The number of samples that are heard.
  public var sampleCount: Int64
  /// The sources of the packets, one after the other.
  public var intervals: [Interval]
  /// The whole mix, from which the encoded packets are made; nil where all packets are copied.
  ///
  /// Each clip lies exactly where its packets do, to the sample.
  public var mix: AudioProgram?
  /// The encoding of packets between copied ones; nil where there are none.
  public var encoding: AudioEncoding?

  private enum CodingKeys: String, CodingKey {
    case sampleRate, packetSamples, start, sampleCount
    // The name that it has in keys.
    case intervals = "stretches"
    case mix, encoding
  }

  /// Consecutive packets from one origin.
  public enum Interval: Hashable, Sendable, Codable {
    /// So many packets of a source.
    case copied(Source, packets: Int64)
    /// So many packets of an encoder, which is given the mix.
    ///
    /// The worker chooses where copied and encoded packets meet, within a few packets of the source, because they do
    /// not fit everywhere.
    case encoded(packets: Int64)
  }

  /// A place in a stream.
  public struct Source: Hashable, Sendable, Codable {
    /// The media file.
    public var file: MediaFile
    /// The stream's index in the file.
    public var stream: Int
    /// The time of the packet with which it starts, on the container's own clock, in samples.
    public var sample: Int64
    /// The clip that is heard.
    public var origin: Origin

    /// The packet at `sample` of a stream.
    public init(file: MediaFile, stream: Int, sample: Int64, origin: Origin) {
      self.file = file
      self.stream = stream
      self.sample = sample
      self.origin = origin
    }
  }

  /// A sound of `intervals`.
  public init(
    sampleRate: Int, packetSamples: Int64, start: Int64, sampleCount: Int64, intervals: [Interval],
    mix: AudioProgram? = nil, encoding: AudioEncoding? = nil
  ) {
    self.sampleRate = sampleRate
    self.packetSamples = packetSamples
    self.start = start
    self.sampleCount = sampleCount
    self.intervals = intervals
    self.mix = mix
    self.encoding = encoding
  }
}

extension AudioCopy.Interval {
  /// The number of packets.
  public var packets: Int64 {
    switch self {
    case .copied(_, let packets), .encoded(let packets): packets
    }
  }

  /// True if the packets are copied from a source.
  public var isCopied: Bool {
    if case .copied = self { return true }
    return false
  }
}
