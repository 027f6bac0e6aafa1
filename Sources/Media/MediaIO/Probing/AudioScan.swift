// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import LibAV
import RenderProtocol

/// Checks whether all packets of an audio stream are contiguous and decode to the same number of samples, so
/// that they can be copied.
struct AudioScan: ~Copyable {
  private let codec: CopyableAudioCodec
  private let parameters: CodecParameters
  private let timeBase: Time
  private let rate: Time
  private var length: PacketLength
  private var isEven = true
  /// Time of the first packet, in ticks.
  private var first: Int64?
  /// Number of samples in all packets so far, and in each packet.
  private var samples: Int64 = 0
  private var each: Int?
  /// True if a packet was shorter than those before it.
  private var hasEnded = false
  private var packets = 0
  private var usualWindows = 0

  /// A scan of `stream`; nil if packets of such a stream cannot be copied.
  init?(_ stream: StreamInfo, of demuxer: borrowing Demuxer) {
    guard let parameters = demuxer.parameters(of: stream.index), stream.sampleRate > 0,
      let codec = CopyableAudioCodec(parameters), stream.timeBase <= Time(1, over: 1000),
      let length = PacketLength(stream: stream.index, of: demuxer)
    else { return nil }
    // If packets can be split at any sample, their times must be exact to the sample.
    let isExact = stream.timeBase == Time(1, over: Int64(stream.sampleRate))
    if codec.isDivisible, !isExact { return nil }
    (self.codec, self.parameters) = (codec, parameters)
    (timeBase, rate) = (stream.timeBase, Time(Int64(stream.sampleRate)))
    self.length = length
  }

  /// Adds the next packet.
  mutating func take(_ packet: borrowing Packet) {
    guard isEven else { return }
    guard let time = packet.presentation, !packet.isDamaged,
      packets == 0 || packet.newExtradata == nil,
      let count = length.decodedSamples(in: packet), count > 0
    else {
      isEven = false
      return
    }
    let start = first ?? time
    first = start
    let exact = Time(ticks: start, base: timeBase) + Time(samples) / rate
    let distance = Time(ticks: time, base: timeBase) - exact
    // Coarse ticks are rounded, and clocks of phones have a similar tolerance.
    let doubt = codec.isDivisible ? Time.zero : Time(1, over: 1000)
    if distance > doubt || -distance > doubt { isEven = false }
    samples += Int64(count)
    packets += 1
    switch codec {
    case .pcm: return
    case .aac: if AACWindow(packet.bytes)?.isUsual == true { usualWindows += 1 }
    case .opus, .mp3: break
    }
    if hasEnded || count > each ?? count { isEven = false }
    hasEnded = count < each ?? count
    each = each ?? count
  }

  /// The coding of the stream, with source time 0 at `zero`; nil if it cannot be copied.
  func coding(zero: Time) -> AudioCoding? {
    guard isEven, let first else { return nil }
    let samples = codec.isDivisible ? 1 : each ?? 1
    let isUsual = if case .aac = codec { usualWindows * 4 >= packets * 3 } else { false }
    return AudioCoding(
      packetSamples: samples, leadPackets: codec.leadPackets(of: samples),
      firstPacket: Time(ticks: first, base: timeBase) - zero,
      configuration: codec.configuration(parameters.extradata),
      // Only the windows of the first element of AAC are known: in mono and stereo those of all channels.
      canBeJoined: codec.isDivisible || parameters.channels <= 2 && isUsual)
  }
}
