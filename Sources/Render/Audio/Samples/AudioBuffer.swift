// SPDX-License-Identifier: Apache-2.0

/// A run of samples: 32-bit float, one array per channel, all of one length.
package struct AudioBuffer {
  /// The most samples of a channel that are mixed, stored or read at once.
  package static let blockSize = 4096

  /// The samples of each channel; there is one channel at least.
  package private(set) var channels: [[Float]]

  /// An empty run of `count` channels.
  package init(channels count: Int) {
    precondition(count > 0, "a sound of no channels")
    channels = Array(repeating: [], count: count)
  }

  /// Samples of channels of equal length.
  package init(channels: [[Float]]) {
    precondition(
      !channels.isEmpty && channels.allSatisfy { $0.count == channels[0].count },
      "channels of one length")
    self.channels = channels
  }

  /// Samples per channel.
  package var count: Int { channels[0].count }

  /// Appends `count` samples of silence.
  package mutating func appendSilence(_ count: Int) {
    for channel in channels.indices {
      channels[channel].append(contentsOf: repeatElement(0, count: count))
    }
  }

  /// Appends all but the first `dropped` samples of `other`, which has as many channels.
  package mutating func append(_ other: AudioBuffer, dropping dropped: Int = 0) {
    let first = min(dropped, other.count)
    for channel in channels.indices {
      channels[channel].append(contentsOf: other.channels[channel][first...])
    }
  }

  /// Appends the first `count` samples of `memory`, which has as many channels.
  package mutating func append(_ memory: ChannelMemory, count: Int) {
    for channel in channels.indices {
      channels[channel].append(
        contentsOf: UnsafeBufferPointer(start: memory[channel], count: count))
    }
  }

  /// Adds samples to the existing ones from `place` on, up to the end.
  package mutating func add(_ memory: ChannelMemory, count: Int, at place: Int) {
    let length = max(0, min(count, self.count - place))
    for channel in channels.indices {
      let samples = memory[channel]
      for n in 0..<length { channels[channel][place + n] += samples[n] }
    }
  }

  /// Crossfades the first samples from their value if `lead` had continued as `trail` does; if both are equal,
  /// nothing changes.
  ///
  /// - Parameter place: Number of preceding samples.
  package mutating func fadeOver(from trail: AudioBuffer, to lead: AudioBuffer, at place: Int) {
    let whole = min(trail.count, lead.count)
    guard place < whole else { return }
    for channel in channels.indices {
      for n in 0..<min(count, whole - place) {
        let share = 1 - Float(place + n) / Float(whole)
        channels[channel][n] +=
          (trail.channels[channel][place + n] - lead.channels[channel][place + n]) * share
      }
    }
  }

  /// Multiplies every sample by `factor`, in double precision.
  package mutating func multiply(by factor: Double) {
    for channel in channels.indices {
      channels[channel].withUnsafeMutableBufferPointer { samples in
        for n in samples.indices { samples[n] = Float(Double(samples[n]) * factor) }
      }
    }
  }

  /// Multiplies every sample by the factor at its place, in double precision.
  package mutating func multiply(by factors: [Double]) {
    precondition(factors.count == count, "a factor for each sample")
    for channel in channels.indices {
      channels[channel].withUnsafeMutableBufferPointer { samples in
        factors.withUnsafeBufferPointer { factors in
          for n in samples.indices { samples[n] = Float(Double(samples[n]) * factors[n]) }
        }
      }
    }
  }

  /// The samples in `range`.
  package func part(_ range: Range<Int>) -> AudioBuffer {
    AudioBuffer(channels: channels.map { Array($0[range]) })
  }

  /// Copies `count` samples from sample `index` on.
  package func copy(from index: Int, count: Int, to memory: ChannelMemory) {
    for channel in channels.indices {
      channels[channel].withUnsafeBufferPointer { all in
        guard let base = all.baseAddress, count > 0 else { return }
        memory[channel].update(from: base + index, count: count)
      }
    }
  }

  /// Removes the first `count` samples.
  package mutating func removeFirst(_ count: Int) {
    for channel in channels.indices { channels[channel].removeFirst(count) }
  }

  /// Removes all samples and keeps the memory.
  package mutating func removeAll() {
    for channel in channels.indices { channels[channel].removeAll(keepingCapacity: true) }
  }
}
