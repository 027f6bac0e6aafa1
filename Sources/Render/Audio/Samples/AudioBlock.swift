// SPDX-License-Identifier: Apache-2.0

/// A buffer for samples of some channels.
package final class AudioBlock {
  /// The samples of each channel, unset at first.
  package let memory: ChannelMemory

  /// A buffer of `channels` channels.
  ///
  /// - Parameter capacity: Samples of each channel.
  package init(channels: Int, capacity: Int = AudioBuffer.blockSize) {
    memory = ChannelMemory(
      .allocate(capacity: channels * capacity), stride: capacity, channels: channels)
  }

  deinit { memory.base.deallocate() }

  /// The first `count` samples.
  package func samples(_ count: Int) -> AudioBuffer {
    AudioBuffer(
      channels: (0..<memory.channels).map {
        Array(UnsafeBufferPointer(start: memory[$0], count: count))
      })
  }
}
