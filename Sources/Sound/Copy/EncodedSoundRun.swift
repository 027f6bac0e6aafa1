// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Packets
import Samples
import SoundPackets

/// Packets from an encoder between copied ones: a part of the mix, encoded on demand.
final class EncodedSoundRun: SoundRun {
  /// Number of packets after which the encoder's output equals that in the middle of a sound.
  private static let warmUp: Int64 = 2

  /// The stream of the packets.
  var stream: SegmentStream { encoder.stream }
  private var mixer: SoundMixer
  private var encoder: SoundEncoder
  private let block: SoundBlock
  private let packetSamples: Int64
  /// The film's number of the first encoded packet.
  private let start: Int64
  private var ready: [SoundPacket] = []
  private var isEnded = false

  /// The packets `numbers` of `copy`.
  init(
    _ numbers: Range<Int64>, of copy: SoundCopy, pool: SoundPool
  ) throws(RenderFailure) {
    guard let mix = copy.mix, let encoding = copy.encoding else {
      throw RenderFailure(kind: .program, message: "a sound that is not said how to encode")
    }
    packetSamples = copy.packetSamples
    block = SoundBlock(channels: mix.layout.count)
    let overhang = packetSamples > 1 ? EncodedSoundRun.warmUp : 0
    start = numbers.lowerBound - overhang
    let lower = copy.start + start * packetSamples
    let upper = copy.start + (numbers.upperBound + overhang) * packetSamples
    let mixer = try SoundMixer(mix.slice(lower..<upper), keepsGoing: false, pool: pool)
    encoder = try SoundEncoder(encoding, rate: copy.sampleRate, count: upper - lower)
    self.mixer = mixer
  }

  deinit { mixer.close() }

  func next() throws(RenderFailure) -> SoundPacket? {
    while ready.isEmpty, !isEnded { try encodeMore() }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private func encodeMore() throws(RenderFailure) {
    var packets: [SoundPacket] = []
    let take: SoundEncoder.Taker = { [start, packetSamples] packet throws(RenderFailure) in
      guard let time = packet.presentation, time % packetSamples == 0 else {
        throw RenderFailure(kind: .encoder, message: "the encoder's packets lie on another grid")
      }
      packets.append(
        SoundPacket(
          number: start + time / packetSamples, count: packetSamples > 1 ? 1 : packet.duration,
          bytes: Array(packet.bytes)))
    }
    // Mixing only what is requested matters because only a few packets are encoded at a joint.
    let count =
      packetSamples > 1
      ? try mixer.mix(into: block.memory, atMost: packetSamples)
      : try mixer.mix(into: block.memory)
    if count > 0 {
      try encoder.write(block.samples(count), to: take)
    } else {
      isEnded = true
      try encoder.finish(to: take)
    }
    ready += packets
  }
}
