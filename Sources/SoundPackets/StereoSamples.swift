// SPDX-License-Identifier: Apache-2.0

package import AV

/// A run of stereo samples: 32-bit float, one array per channel.
package struct StereoSamples {
  /// The most samples that are mixed, stored or read at once.
  package static let blockSize = 4096

  /// The left channel.
  package private(set) var left: [Float] = []
  /// The right channel, of the same length as the left.
  package private(set) var right: [Float] = []

  /// An empty run.
  package init() {}

  /// Samples of two channels of equal length.
  package init(left: [Float], right: [Float]) {
    precondition(left.count == right.count, "two channels of one length")
    (self.left, self.right) = (left, right)
  }

  /// Samples per channel.
  package var count: Int { left.count }

  /// Appends `count` samples of silence.
  package mutating func appendSilence(_ count: Int) {
    left.append(contentsOf: repeatElement(0, count: count))
    right.append(contentsOf: repeatElement(0, count: count))
  }

  /// Appends all but the first `dropped` samples of `other`.
  package mutating func append(_ other: StereoSamples, dropping dropped: Int = 0) {
    left.append(contentsOf: other.left[min(dropped, other.count)...])
    right.append(contentsOf: other.right[min(dropped, other.count)...])
  }

  /// Adds samples to the existing ones from `place` on, up to the end.
  package mutating func add(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, at place: Int
  ) {
    for n in 0..<max(0, min(count, self.count - place)) {
      self.left[place + n] += left[n]
      self.right[place + n] += right[n]
    }
  }

  /// Crossfades the first samples from their value if `lead` had continued as `trail` does; if both are equal,
  /// nothing changes.
  ///
  /// - Parameter place: Number of preceding samples.
  package mutating func fadeOver(from trail: StereoSamples, to lead: StereoSamples, at place: Int) {
    let whole = min(trail.count, lead.count)
    guard place < whole else { return }
    for n in 0..<min(count, whole - place) {
      let share = 1 - Float(place + n) / Float(whole)
      left[n] += (trail.left[place + n] - lead.left[place + n]) * share
      right[n] += (trail.right[place + n] - lead.right[place + n]) * share
    }
  }

  /// Removes the first `count` samples.
  package mutating func removeFirst(_ count: Int) {
    left.removeFirst(count)
    right.removeFirst(count)
  }

  /// Removes all samples and keeps the memory.
  package mutating func removeAll() {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
  }

  /// Appends the samples of a mono or stereo frame; mono goes to both channels at unity gain, not at the −3.01
  /// dB of libswresample's matrix.
  ///
  /// Integers become ±1 floats as in libswresample. NaN becomes silence.
  ///
  /// - Returns: Whether the frame's format is supported.
  package mutating func append(_ frame: borrowing Frame) -> Bool {
    let channels = frame.channels
    guard channels == 1 || channels == 2, let newLeft = StereoSamples.channel(0, of: frame),
      let newRight = channels == 1 ? newLeft : StereoSamples.channel(1, of: frame)
    else { return false }
    left += newLeft
    right += newRight
    return true
  }

  /// The channels of `frame` with these numbers, from 1 on: one for both sides, or two; silence where it has none.
  ///
  /// Nil if the frame's format is not supported.
  package init?(_ frame: borrowing Frame, channels: [Int]) {
    var made: [[Float]] = []
    for number in channels {
      guard number <= frame.channels else {
        made.append([Float](repeating: 0, count: frame.sampleCount))
        continue
      }
      guard let samples = StereoSamples.channel(number - 1, of: frame) else { return nil }
      made.append(samples)
    }
    guard let first = made.first, let last = made.last else { return nil }
    self.init(left: first, right: last)
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
