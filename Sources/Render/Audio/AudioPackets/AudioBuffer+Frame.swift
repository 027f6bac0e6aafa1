// SPDX-License-Identifier: Apache-2.0

package import LibAV

extension AudioBuffer {
  /// Appends the samples of a frame with as many channels, or to two channels those of a mono frame, which goes to both at
  /// unity gain, not at the −3.01 dB of libswresample's matrix.
  ///
  /// Integers become ±1 floats as in libswresample. NaN becomes silence.
  ///
  /// - Returns: Whether the frame has such channels, and its format is supported.
  package mutating func append(_ frame: borrowing Frame) -> Bool {
    let isMono = frame.channels == 1 && channels.count == 2
    guard isMono || frame.channels == channels.count else { return false }
    var made: [[Float]] = []
    for channel in channels.indices {
      if isMono, let first = made.first {
        made.append(first)
      } else if let samples = AudioBuffer.channel(channel, of: frame) {
        made.append(samples)
      } else {
        return false
      }
    }
    append(AudioBuffer(channels: made))
    return true
  }

  /// All channels of `frame`; nil if its format is not supported.
  package init?(_ frame: borrowing Frame) {
    self.init(frame, channels: Array(1...max(1, frame.channels)))
  }

  /// The channels of `frame` with these numbers, from 1 on; silence where it has none.
  ///
  /// Nil if the frame's format is not supported.
  package init?(_ frame: borrowing Frame, channels numbers: [Int]) {
    var made: [[Float]] = []
    for number in numbers {
      guard number <= frame.channels else {
        made.append([Float](repeating: 0, count: frame.sampleCount))
        continue
      }
      guard let samples = AudioBuffer.channel(number - 1, of: frame) else { return nil }
      made.append(samples)
    }
    guard !made.isEmpty else { return nil }
    self.init(channels: made)
  }

  /// The first place of `frame` at which a sample is no number, or none that a sound has, and so becomes silence; nil where all
  /// are.
  package static func firstOddity(of frame: borrowing Frame) -> Int? {
    let (format, count) = (frame.sampleFormat, frame.sampleCount)
    let planes = format.isPlanar ? frame.channels : 1
    let step = format.isPlanar ? 1 : frame.channels
    func first<Sample: BinaryFloatingPoint>(_ type: Sample.Type) -> Int? {
      (0..<planes).compactMap { plane in
        frame.withPlane(plane) { base, _ in
          let raw = UnsafeRawPointer(base)
          return (0..<(count * step)).first { index in
            let place = index * MemoryLayout<Sample>.size
            return !(abs(raw.loadUnaligned(fromByteOffset: place, as: type)) < 0x1p20)
          }.map { $0 / step }
        } ?? nil
      }.min()
    }
    switch format.description {
    case "flt", "fltp": return first(Float.self)
    case "dbl", "dblp": return first(Double.self)
    default: return nil
    }
  }

  /// The samples of channel `index`; nil if the frame's format is not supported.
  private static func channel(_ index: Int, of frame: borrowing Frame) -> [Float]? {
    let (format, count) = (frame.sampleFormat, frame.sampleCount)
    let (plane, offset) = format.isPlanar ? (index, 0) : (0, index * format.bytes)
    let step = format.isPlanar ? 1 : frame.channels
    return frame.withPlane(plane) { base, _ in
      floats(base + offset, count, step: step, format.description)
    } ?? nil
  }

  private static func floats(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, step: Int, _ format: String
  ) -> [Float]? {
    func each<Sample>(_ type: Sample.Type, _ convert: (Sample) -> Float) -> [Float] {
      let raw = UnsafeRawPointer(bytes)
      let stride = step * MemoryLayout<Sample>.size
      return [Float](unsafeUninitializedCapacity: count) { buffer, done in
        for index in 0..<count {
          buffer[index] = convert(raw.loadUnaligned(fromByteOffset: index &* stride, as: type))
        }
        done = count
      }
    }
    switch format {
    case "u8", "u8p": return each(UInt8.self) { (Float($0) - 128) * 0x1p-7 }
    case "s16", "s16p": return each(Int16.self) { Float($0) * 0x1p-15 }
    case "s32", "s32p": return each(Int32.self) { Float($0) * 0x1p-31 }
    case "s64", "s64p": return each(Int64.self) { Float($0) * 0x1p-63 }
    case "flt", "fltp": return each(Float.self) { abs($0) < 0x1p20 ? $0 : 0 }
    case "dbl", "dblp": return each(Double.self) { abs($0) < 0x1p20 ? Float($0) : 0 }
    default: return nil
    }
  }
}
