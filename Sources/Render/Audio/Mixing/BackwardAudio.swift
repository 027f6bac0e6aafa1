// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// A sound from its end to its start: sample 0 is the one before a place, sample 1 the one before that.
///
/// It is decoded forwards, in blocks that lie at the same places of a source whoever plays it, so that samples do not
/// depend on where playing begins.
final class BackwardAudio {
  /// The samples of a block.
  private static let length = AudioRemap.backwardBlock

  /// A block that was decoded.
  private struct Block {
    var index: Int64
    var samples: AudioBuffer
  }

  /// The last two: what is read by pieces that overlap goes from one to the other and back.
  private var blocks: [Block] = []
  private let channels: Int

  /// A sound on `channels` channels.
  init(channels: Int) { self.channels = channels }

  /// Copies `count` samples from `index` on of what comes before sample `base` of `sound`.
  func read(
    from index: Int64, count: Int, before base: Int64, of sound: any PlayableAudio,
    into memory: ChannelMemory
  ) throws(AVError) {
    var done = 0
    while done < count {
      let place = base - 1 - index - Int64(done)
      let block = try block(containing: place, of: sound)
      let inside = Int(place - block.index * BackwardAudio.length)
      let run = min(count - done, inside + 1)
      block.samples.copyBackwards(from: inside, count: run, to: memory.advanced(by: done))
      done += run
    }
  }

  private func block(
    containing place: Int64, of sound: any PlayableAudio
  ) throws(AVError) -> Block {
    let (quotient, rest) = place.quotientAndRemainder(dividingBy: BackwardAudio.length)
    let index = rest < 0 ? quotient - 1 : quotient
    if let known = blocks.first(where: { $0.index == index }) { return known }
    var samples = AudioBuffer(channels: channels)
    let block = AudioBlock(channels: channels)
    let start = index * BackwardAudio.length
    while samples.count < BackwardAudio.length {
      let count = min(AudioBuffer.blockSize, Int(BackwardAudio.length) - samples.count)
      try sound.read(from: start + Int64(samples.count), count: count, into: block.memory)
      samples.append(block.memory, count: count)
    }
    let made = Block(index: index, samples: samples)
    if blocks.count == 2 { blocks.removeFirst() }
    blocks.append(made)
    return made
  }
}

extension AudioBuffer {
  /// Copies `count` samples, from sample `index` on towards the first.
  fileprivate func copyBackwards(from index: Int, count: Int, to memory: ChannelMemory) {
    for (number, channel) in channels.enumerated() {
      let target = memory[number]
      for n in 0..<count { target[n] = channel[index - n] }
    }
  }
}
