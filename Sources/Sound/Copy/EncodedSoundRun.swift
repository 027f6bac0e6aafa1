// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Packets

/// Packets of an encoder that stand between those of sources: of a part of the mix, as they are asked for.
final class EncodedSoundRun: SoundRun {
  /// Packets that an encoder needs until what comes out is what it would be in the middle of a sound.
  private static let warmUp: Int64 = 2

  /// What the packets are.
  var stream: SegmentStream { encoder.stream }
  private var mixer: SoundMixer
  private var encoder: SoundEncoder
  private let block = SoundBlock()
  private let packetSamples: Int64
  /// The film's number of the packet with which what is encoded starts.
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
    // No more than what is asked for: all that is encoded of a joint is a few packets.
    let count =
      packetSamples > 1
      ? try mixer.mix(into: block.left, block.right, atMost: packetSamples)
      : try mixer.mix(into: block.left, block.right)
    if count > 0 {
      try encoder.write(block.samples(count), to: take)
    } else {
      isEnded = true
      try encoder.finish(to: take)
    }
    ready += packets
  }
}
