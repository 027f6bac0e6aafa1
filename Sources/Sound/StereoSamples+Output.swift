// SPDX-License-Identifier: Apache-2.0

import AV

extension StereoSamples {
  /// Writes the first `count` samples into a stereo frame of any format.
  ///
  /// Integers are rounded to nearest and clamped at full scale, without dither.
  ///
  /// - Parameter bits: The number of integer bits that the consumer keeps; only 24 makes a difference.
  func copyFirst(_ count: Int, to frame: borrowing Frame, bits: Int = 0) {
    let format = frame.sampleFormat
    let step = format.isPlanar ? 1 : 2
    guard let first = frame.plane(0) else { return }
    let second = format.isPlanar ? frame.plane(1) : first + format.bytes
    guard let second else { return }
    for (channel, bytes) in [(left, first), (right, second)] {
      let raw = UnsafeMutableRawPointer(bytes)
      func each<Sample>(_ convert: (Float) -> Sample) {
        let stride = step * MemoryLayout<Sample>.size
        channel.withUnsafeBufferPointer { samples in
          for index in 0..<count {
            raw.storeBytes(
              of: convert(samples[index]), toByteOffset: index &* stride, as: Sample.self)
          }
        }
      }
      switch format.description {
      case "flt", "fltp": each { $0 }
      case "dbl", "dblp": each { Double($0) }
      case "u8", "u8p": each { UInt8(StereoSamples.integer($0, 0x1p7) + 128) }
      case "s16", "s16p": each { Int16(StereoSamples.integer($0, 0x1p15)) }
      case "s32", "s32p":
        let unused = Int32(bits == 24 ? 8 : 0)
        let scale = bits == 24 ? 0x1p23 : 0x1p31
        each { Int32(StereoSamples.integer($0, scale)) << unused }
      default: preconditionFailure("no encoder takes \(format)")
      }
    }
  }

  private static func integer(_ sample: Float, _ scale: Double) -> Int64 {
    let value = (Double(sample) * scale).rounded(.toNearestOrEven)
    return Int64(min(max(value, -scale), scale - 1))
  }
}
