// SPDX-License-Identifier: Apache-2.0

package import LibAV

extension AudioBuffer {
  /// Writes the first `count` samples into a frame of any format with as many channels.
  ///
  /// Integers are rounded to nearest and clamped at full scale, without dither.
  ///
  /// - Parameter bits: The number of integer bits that the consumer keeps; only 24 makes a difference.
  package func copyFirst(_ count: Int, to frame: borrowing Frame, bits: Int = 0) {
    let format = frame.sampleFormat
    for (index, channel) in channels.enumerated() {
      let (plane, offset) = format.isPlanar ? (index, 0) : (0, index * format.bytes)
      frame.withPlane(plane) { base, _ in
        let target = UnsafeMutableRawPointer(base + offset)
        AudioBuffer.write(
          channel.prefix(count), to: target, format,
          step: format.isPlanar ? 1 : channels.count, bits: bits)
      }
    }
  }

  /// Writes the samples of one channel to `target` and where its next samples lie, `step` samples on.
  private static func write(
    _ channel: ArraySlice<Float>, to target: UnsafeMutableRawPointer, _ format: SampleFormat,
    step: Int, bits: Int
  ) {
    func each<Sample>(_ convert: (Float) -> Sample) {
      let stride = step * MemoryLayout<Sample>.size
      channel.withUnsafeBufferPointer { samples in
        for index in samples.indices {
          target.storeBytes(
            of: convert(samples[index]), toByteOffset: index &* stride, as: Sample.self)
        }
      }
    }
    switch format.description {
    case "flt", "fltp": each { $0 }
    case "dbl", "dblp": each { Double($0) }
    case "u8", "u8p": each { UInt8(integer($0, 0x1p7) + 128) }
    case "s16", "s16p": each { Int16(integer($0, 0x1p15)) }
    case "s32", "s32p":
      let unused = Int32(bits == 24 ? 8 : 0)
      let scale = bits == 24 ? 0x1p23 : 0x1p31
      each { Int32(integer($0, scale)) << unused }
    default: preconditionFailure("no encoder takes \(format)")
    }
  }

  private static func integer(_ sample: Float, _ scale: Double) -> Int64 {
    let value = (Double(sample) * scale).rounded(.toNearestOrEven)
    return Int64(min(max(value, -scale), scale - 1))
  }
}
