// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// Measures the power and the true peaks of a sound over its time.
package struct LevelMeter {
  private let rate: Int64
  private var powers: [Int16] = []
  private var peaks: [Int16] = []
  /// The sum of the squares of the samples for the next of `powers`, and their number.
  private var (sum, sumCount) = (0.0, 0)
  /// The window searched for peaks: samples that the value after the next one depends on, and those
  /// after them.
  private var window: AudioBuffer
  private var peak: Float = 0
  private var (heard, looked): (Int64, Int64) = (0, 0)

  /// A meter of `rate` samples a second on `channels` channels.
  package init(rate: Int, channels: Int) {
    self.rate = Int64(rate)
    window = AudioBuffer(channels: channels)
    window.appendSilence(PeakMeter.reach)
  }

  /// Measures some more samples.
  package mutating func add(_ samples: AudioBuffer) {
    var powers = [Float](repeating: 0, count: samples.count)
    for channel in samples.channels {
      for n in channel.indices { powers[n] += channel[n] * channel[n] }
    }
    for power in powers {
      sum += Double(power)
      sumCount += 1
      heard += 1
      let border = Int64(self.powers.count + 1) * rate / AudioLevels.powersPerSecond
      if heard == border { closePower() }
    }
    window.append(samples)
    look()
  }

  /// The levels of all of it; the loudness is the caller's.
  package mutating func finish() -> AudioLevels {
    window.appendSilence(PeakMeter.reach)
    look()
    if sumCount > 0 { closePower() }
    if looked > Int64(peaks.count) * rate / AudioLevels.blocksPerSecond { closePeak() }
    return AudioLevels(momentary: [], powers: powers, peaks: peaks)
  }

  private mutating func closePower() {
    // The mean of the left and the right; in surround what is on all channels counts as if it were on these two, so that a
    // sound of two channels has the power that it has in stereo.
    let sides = min(2, window.channels.count)
    powers.append(LevelMeter.hundredths(ofPower: sum / Double(sides * sumCount)))
    (sum, sumCount) = (0, 0)
  }

  private mutating func closePeak() {
    peaks.append(LevelMeter.hundredths(ofPower: Double(peak) * Double(peak)))
    peak = 0
  }

  /// Looks at the samples for which all that their peak depends on is known.
  private mutating func look() {
    let reach = PeakMeter.reach
    let count = window.count - 2 * reach
    guard count > 0 else { return }
    var highest = [Float](repeating: 0, count: count)
    for channel in window.channels {
      channel.withUnsafeBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        for n in 0..<count {
          let between = PeakMeter.between(samples, reach + n)
          highest[n] = max(highest[n], max(abs(samples[reach + n]), between))
        }
      }
    }
    for sample in highest {
      peak = max(peak, sample)
      looked += 1
      let border = Int64(peaks.count + 1) * rate / AudioLevels.blocksPerSecond
      if looked == border { closePeak() }
    }
    window.removeFirst(count)
  }

  private static func hundredths(ofPower power: Double) -> Int16 {
    guard power > 1e-12 else { return AudioLevels.silence }
    return AudioLevels.hundredths(10 * Portable.log(power) / Portable.log(10))
  }
}
