// SPDX-License-Identifier: Apache-2.0

/// Room for one block of stereo samples.
final class SoundBlock {
  /// The samples of one channel each, `SoundMixer.blockSize` at most.
  let left = UnsafeMutablePointer<Float>.allocate(capacity: SoundMixer.blockSize)
  let right = UnsafeMutablePointer<Float>.allocate(capacity: SoundMixer.blockSize)

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// The first `count` of them.
  func samples(_ count: Int) -> StereoSamples {
    StereoSamples(
      left: Array(UnsafeBufferPointer(start: left, count: count)),
      right: Array(UnsafeBufferPointer(start: right, count: count)))
  }
}

/// Counts samples and tells when another second is full.
struct SoundTally {
  private let rate: Int64
  private var samples: Int64 = 0
  private var told: Int64 = 0

  /// Counts samples of which there are `rate` in a second.
  init(rate: Int) { self.rate = Int64(rate) }

  /// Hundredths of a second since it last told some, when they are a second or more.
  mutating func add(_ count: Int) -> Int? {
    samples += Int64(count)
    let hundredths = samples * 100 / rate
    guard hundredths >= told + 100 else { return nil }
    defer { told = hundredths }
    return Int(hundredths - told)
  }
}
