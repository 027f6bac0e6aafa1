// SPDX-License-Identifier: Apache-2.0

import Basics
package import Facilities

/// Measures the power and the true peaks of a stereo sound over its time.
package struct LevelMeter {
  private let rate: Int64
  private var powers: [Int16] = []
  private var peaks: [Int16] = []
  /// The sum of the squares of the samples for the next of `powers`, and their number.
  private var (sum, sumCount) = (0.0, 0)
  /// What is looked at for peaks: samples that the value after the next one depends on, and what comes after them.
  private var window = (
    left: [Float](repeating: 0, count: PeakMeter.reach),
    right: [Float](repeating: 0, count: PeakMeter.reach)
  )
  private var peak: Float = 0
  private var (heard, looked): (Int64, Int64) = (0, 0)

  /// A meter of `rate` samples a second.
  package init(rate: Int) { self.rate = Int64(rate) }

  /// Measures some more samples.
  package mutating func add(_ left: [Float], _ right: [Float]) {
    for n in left.indices {
      sum += Double(left[n] * left[n] + right[n] * right[n])
      sumCount += 1
      heard += 1
      let border = Int64(powers.count + 1) * rate / SoundLevels.powersPerSecond
      if heard == border { closePower() }
    }
    window.left += left
    window.right += right
    look()
  }

  /// The levels of all of it; the loudness is the caller's.
  package mutating func finish() -> SoundLevels {
    let silence = [Float](repeating: 0, count: PeakMeter.reach)
    window.left += silence
    window.right += silence
    look()
    if sumCount > 0 { closePower() }
    if looked > Int64(peaks.count) * rate / SoundLevels.blocksPerSecond { closePeak() }
    return SoundLevels(momentary: [], powers: powers, peaks: peaks)
  }

  private mutating func closePower() {
    powers.append(LevelMeter.hundredths(ofPower: sum / Double(2 * sumCount)))
    (sum, sumCount) = (0, 0)
  }

  private mutating func closePeak() {
    peaks.append(LevelMeter.hundredths(ofPower: Double(peak) * Double(peak)))
    peak = 0
  }

  /// Looks at the samples for which all that their peak depends on is known.
  private mutating func look() {
    let reach = PeakMeter.reach
    let count = window.left.count - 2 * reach
    guard count > 0 else { return }
    window.left.withUnsafeBufferPointer { left in
      window.right.withUnsafeBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        for index in reach..<(reach + count) {
          let sample = max(abs(left[index]), abs(right[index]))
          let between = max(PeakMeter.between(left, index), PeakMeter.between(right, index))
          peak = max(peak, max(sample, between))
          looked += 1
          let border = Int64(peaks.count + 1) * rate / SoundLevels.blocksPerSecond
          if looked == border {
            peaks.append(LevelMeter.hundredths(ofPower: Double(peak) * Double(peak)))
            peak = 0
          }
        }
      }
    }
    window.left.removeFirst(count)
    window.right.removeFirst(count)
  }

  private static func hundredths(ofPower power: Double) -> Int16 {
    guard power > 1e-12 else { return SoundLevels.silence }
    return SoundLevels.hundredths(10 * Portable.log(power) / Portable.log(10))
  }
}
