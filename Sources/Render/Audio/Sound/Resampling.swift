// SPDX-License-Identifier: Apache-2.0

import LibAV

/// Reads samples of one clock out of samples of another by a `RateConverter`.
final class Resampling {
  typealias Reader = SourceSamples.Reader

  private let converter: RateConverter
  private var samples = SourceSamples()

  /// Conversion by `converter`.
  init(_ converter: RateConverter) { self.converter = converter }

  /// The first sample that is read for sample `index`.
  func firstSource(of index: Int64) -> Int64 { converter.firstSource(of: index) }

  /// Makes `count` samples, starting with sample `index`, of what `source` reads.
  func read(
    from index: Int64, count: Int, into memory: ChannelMemory, of source: Reader
  ) throws(AVError) {
    let first = converter.firstSource(of: index)
    let last = converter.firstSource(of: index + Int64(count) - 1) + Int64(2 * converter.reach)
    let needed = Int(last - first)
    try samples.read(first, needed, channels: memory.channels, of: source) { found in
      for channel in 0..<memory.channels {
        // Of what is silent nothing else comes, and in surround most channels often are.
        if (0..<needed).allSatisfy({ found[channel][$0] == 0 }) {
          memory[channel].update(repeating: 0, count: count)
        } else {
          converter.convert(found[channel], from: index, count: count, into: memory[channel])
        }
      }
    }
  }
}
