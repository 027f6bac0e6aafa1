// SPDX-License-Identifier: Apache-2.0

/// A buffer for one block of stereo samples.
package final class SoundBlock {
  /// A buffer of unset samples.
  package init() {}

  /// The samples of one channel each, at most `StereoSamples.blockSize`.
  package let left = UnsafeMutablePointer<Float>.allocate(capacity: StereoSamples.blockSize)
  package let right = UnsafeMutablePointer<Float>.allocate(capacity: StereoSamples.blockSize)

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// The first `count` samples.
  package func samples(_ count: Int) -> StereoSamples {
    StereoSamples(
      left: Array(UnsafeBufferPointer(start: left, count: count)),
      right: Array(UnsafeBufferPointer(start: right, count: count)))
  }
}

/// Counts samples and reports progress every full second.
package struct SoundTally {
  private let rate: Int64
  private var samples: Int64 = 0
  private var reported: Int64 = 0

  /// A counter for `rate` samples per second.
  package init(rate: Int) { self.rate = Int64(rate) }

  /// Hundredths of a second since the last report, if they are at least a second.
  package mutating func add(_ count: Int) -> Int? {
    samples += Int64(count)
    let hundredths = samples * 100 / rate
    guard hundredths >= reported + 100 else { return nil }
    defer { reported = hundredths }
    return Int(hundredths - reported)
  }
}
