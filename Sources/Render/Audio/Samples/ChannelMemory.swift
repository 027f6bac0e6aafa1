// SPDX-License-Identifier: Apache-2.0

/// Memory for samples of some channels, one channel after the other.
///
/// It is borrowed: whoever allocated it frees it, and says how many samples there is room for.
package struct ChannelMemory {
  /// The first sample of channel 0.
  package let base: UnsafeMutablePointer<Float>
  /// The samples from one channel to the next.
  package let stride: Int
  /// The number of channels.
  package let channels: Int

  /// Memory from `base` on, with `stride` samples for each channel.
  package init(_ base: UnsafeMutablePointer<Float>, stride: Int, channels: Int) {
    (self.base, self.stride, self.channels) = (base, stride, channels)
  }

  /// The first sample of a channel.
  package subscript(_ channel: Int) -> UnsafeMutablePointer<Float> { base + channel &* stride }

  /// The same memory from sample `count` on.
  package func advanced(by count: Int) -> ChannelMemory {
    ChannelMemory(base + count, stride: stride, channels: channels)
  }

  /// Makes the first `count` samples of all channels silent.
  package func silence(_ count: Int) {
    for channel in 0..<channels { self[channel].update(repeating: 0, count: count) }
  }
}
