// SPDX-License-Identifier: Apache-2.0

import AV

/// A run of stereo samples: 32-bit float, one array a channel.
struct StereoSamples {
  /// The left channel.
  private(set) var left: [Float] = []
  /// The right channel, as long as the left.
  private(set) var right: [Float] = []

  /// No samples.
  init() {}

  /// Samples of two channels of one length.
  init(left: [Float], right: [Float]) {
    precondition(left.count == right.count, "two channels of one length")
    (self.left, self.right) = (left, right)
  }

  /// Samples of each channel.
  var count: Int { left.count }

  /// Adds `count` samples of silence.
  mutating func appendSilence(_ count: Int) {
    left.append(contentsOf: repeatElement(0, count: count))
    right.append(contentsOf: repeatElement(0, count: count))
  }

  /// Adds all but the first `dropped` samples of `other`.
  mutating func append(_ other: StereoSamples, dropping dropped: Int = 0) {
    left.append(contentsOf: other.left[min(dropped, other.count)...])
    right.append(contentsOf: other.right[min(dropped, other.count)...])
  }

  /// Adds samples to those that are here from `place` on, as far as they go.
  mutating func add(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, at place: Int
  ) {
    for n in 0..<max(0, min(count, self.count - place)) {
      self.left[place + n] += left[n]
      self.right[place + n] += right[n]
    }
  }

  /// Fades the first samples over to what they are from what they would have been, had `lead` gone on
  /// as `trail` does; where those are the same, nothing changes.
  ///
  /// - Parameter place: How many samples have gone before.
  mutating func fadeOver(from trail: StereoSamples, to lead: StereoSamples, at place: Int) {
    let whole = min(trail.count, lead.count)
    guard place < whole else { return }
    for n in 0..<min(count, whole - place) {
      let share = 1 - Float(place + n) / Float(whole)
      left[n] += (trail.left[place + n] - lead.left[place + n]) * share
      right[n] += (trail.right[place + n] - lead.right[place + n]) * share
    }
  }

  /// Forgets the first `count` samples.
  mutating func removeFirst(_ count: Int) {
    left.removeFirst(count)
    right.removeFirst(count)
  }

  /// Forgets everything and keeps the memory.
  mutating func removeAll() {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
  }

  /// Adds the samples of a frame of one or two channels; one goes to both at unity, not at the
  /// −3.01 dB of libswresample's matrix.
  ///
  /// Integers become ±1 floats as libswresample makes them. What is not a number becomes silence.
  ///
  /// - Returns: Whether the frame was of a kind that this can read.
  mutating func append(_ frame: borrowing Frame) -> Bool {
    let channels = frame.channels
    guard channels == 1 || channels == 2, let first = frame.plane(0) else { return false }
    let format = frame.sampleFormat
    let step = format.isPlanar ? 1 : channels
    var second = first
    if channels == 2 {
      if !format.isPlanar {
        second = first + format.bytes
      } else if let plane = frame.plane(1) {
        second = plane
      } else {
        return false
      }
    }
    let count = frame.sampleCount
    guard
      let newLeft = StereoSamples.floats(first, count, step: step, format.description)
    else { return false }
    left += newLeft
    if channels == 1 {
      right += newLeft
    } else {
      right += StereoSamples.floats(second, count, step: step, format.description) ?? newLeft
    }
    return true
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
