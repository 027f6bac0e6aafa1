// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Packets from an encoder between copied ones: a part of the mix, encoded on demand.
final class EncodedAudioRun: AudioRun {
  /// Number of packets after which the encoder's output equals that in the middle of a sound.
  private static let warmUp: Int64 = 2

  /// The stream of the packets.
  var stream: SegmentStream { encoder.stream }
  private var mixer: AudioMixer
  private var encoder: AudioEncoder
  private let block: AudioBlock
  private let packetSamples: Int64
  /// The film's number of the first encoded packet.
  private let start: Int64
  private var ready: [AudioPacket] = []
  private var isEnded = false
  private var leveler: Leveler?
  /// Samples that only have an effect on how others are limited, and those that are encoded behind them.
  private var skipped: Int
  private var rest: Int
  /// The film's sample that is mixed first.
  private let origin: Int64
  private let peaks: EncodedPeaks
  /// The stretch in which peaks count.
  private let counted: Range<Int64>

  /// The packets `numbers` of `copy`.
  ///
  /// - Parameters:
  ///   - counted: Those in which it matters where the sound is over its limit.
  ///   - peaks: Takes where that is.
  init(
    _ numbers: Range<Int64>, counted: Range<Int64>, of copy: AudioCopy, peaks: EncodedPeaks,
    pool: AudioPool
  ) throws(RenderFailure) {
    guard let mix = copy.mix, let encoding = copy.encoding else {
      throw RenderFailure(kind: .program, message: "a sound that is not said how to encode")
    }
    packetSamples = copy.packetSamples
    block = AudioBlock(channels: mix.layout.count)
    let overhang = packetSamples > 1 ? EncodedAudioRun.warmUp : 0
    start = numbers.lowerBound - overhang
    let lower = copy.start + start * packetSamples
    let upper = copy.start + (numbers.upperBound + overhang) * packetSamples
    let reach = encoding.level == nil ? 0 : Limiter.reach(rate: copy.sampleRate)
    origin = lower - Int64(reach)
    let window = origin..<upper + Int64(reach)
    let mixer = try AudioMixer(mix.slice(window), keepsGoing: false, pool: pool)
    encoder = try AudioEncoder(encoding, rate: copy.sampleRate, count: upper - lower)
    self.mixer = mixer
    (skipped, rest) = (reach, Int(upper - lower))
    (self.peaks, self.counted) = (peaks, counted)
    let first = counted.lowerBound * packetSamples + copy.start - origin
    leveler = encoding.level.map { level in
      Leveler(
        level, rate: copy.sampleRate, channels: mix.layout.count,
        counted: first..<first + Int64(counted.count) * packetSamples)
    }
  }

  deinit { mixer.close() }

  func next() throws(RenderFailure) -> AudioPacket? {
    while ready.isEmpty, !isEnded { try encodeMore() }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private func encodeMore() throws(RenderFailure) {
    var packets: [AudioPacket] = []
    let take: AudioEncoder.Taker = { [start, packetSamples] packet throws(RenderFailure) in
      guard let time = packet.presentation, time % packetSamples == 0 else {
        throw RenderFailure(kind: .encoder, message: "the encoder's packets lie on another grid")
      }
      packets.append(
        AudioPacket(
          number: start + time / packetSamples, count: packetSamples > 1 ? 1 : packet.duration,
          bytes: Array(packet.bytes)))
    }
    // Mixing only what is requested matters because only a few packets are encoded at a joint.
    let count =
      packetSamples > 1
      ? try mixer.mix(into: block.memory, atMost: packetSamples)
      : try mixer.mix(into: block.memory)
    let encode = { [self] (samples: AudioBuffer) throws(RenderFailure) in
      try self.encode(samples, to: take)
    }
    if count > 0 {
      let samples = block.samples(count)
      if leveler == nil { try encode(samples) }
      try leveler?.push(samples, to: encode)
    } else {
      isEnded = true
      try leveler?.finish(to: encode)
      try encoder.finish(to: take)
    }
    if let overs = leveler?.overs { peaks.set(overs, from: origin, of: counted) }
    ready += packets
  }

  /// Encodes what of `samples` is not there for the limit alone.
  private func encode(
    _ samples: AudioBuffer, to taker: AudioEncoder.Taker
  ) throws(RenderFailure) {
    let unused = min(skipped, samples.count)
    let used = min(rest, samples.count - unused)
    (skipped, rest) = (skipped - unused, rest - used)
    if used > 0 { try encoder.write(samples.part(unused..<unused + used), to: taker) }
  }
}
