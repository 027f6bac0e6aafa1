// SPDX-License-Identifier: Apache-2.0

import LibAV

/// Memory for samples of a source, from which others are computed; it grows as needed.
struct SourceSamples {
  /// A function that copies so many samples from a position on into memory.
  typealias Reader = (
    _ from: Int64, _ count: Int, _ memory: ChannelMemory
  ) throws(AVError) -> Void

  private var block: AudioBlock?

  /// Calls `body` with the memory of `count` samples that `source` reads from sample `first` on.
  mutating func read(
    _ first: Int64, _ count: Int, channels: Int, of source: Reader, _ body: (ChannelMemory) -> Void
  ) throws(AVError) {
    let known = block.flatMap { $0.memory.stride >= count ? $0 : nil }
    let used = known ?? AudioBlock(channels: channels, capacity: count)
    block = used
    try source(first, count, used.memory)
    body(used.memory)
  }
}
