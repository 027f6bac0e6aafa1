// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Stereo sound at 48,000 samples per second, with interleaved channels.
public struct Sound: Sendable {
  /// Samples per second.
  public static let rate = 48_000

  /// Interleaved left and right samples.
  public var values: [Float]

  /// The number of samples of a channel.
  public var count: Int { values.count / 2 }

  /// The sound of `range`, in samples; silence where there is none.
  public subscript(range: Range<Int>) -> Sound {
    var part = [Float](repeating: 0, count: range.count * 2)
    let known = range.clamped(to: 0..<count)
    if !known.isEmpty {
      let offset = (known.lowerBound - range.lowerBound) * 2
      part.replaceSubrange(
        offset..<(offset + known.count * 2),
        with: values[(known.lowerBound * 2)..<(known.upperBound * 2)])
    }
    return Sound(values: part)
  }

  /// The ratio of this sound to its difference from `other`, in dB.
  ///
  /// Infinite if they are equal; also if both are below −80 dB, and so silent.
  public func likeness(to other: Sound) -> Double {
    var (signal, noise) = (0.0, 0.0)
    values.withUnsafeBufferPointer { a in
      other.values.withUnsafeBufferPointer { b in
        for index in 0..<min(a.count, b.count) {
          let (x, y) = (Double(a[index]), Double(b[index]))
          signal += x * x
          noise += (x - y) * (x - y)
        }
      }
    }
    let quiet = Double(max(values.count, 1)) * 1e-8
    if noise == 0 || (signal < quiet && noise < quiet) { return .infinity }
    return 10 * log10(max(signal, 1e-12) / noise)
  }

  /// The level of the difference from `other`, in dB of full scale; rounding to 16 bits is at −101.
  public func difference(from other: Sound) -> Double {
    var noise = 0.0
    for (x, y) in zip(values, other.values) { noise += Double(x - y) * Double(x - y) }
    return 10 * log10(max(noise / Double(max(values.count, 1)), 1e-20))
  }

  /// The offset in samples at which `other` is most similar to this, within `reach`.
  public func lag(of other: Sound, reach: Int) -> Int {
    var best = (lag: 0, likeness: -Double.infinity)
    let middle = reach..<(count - reach)
    guard !middle.isEmpty else { return 0 }
    let own = self[middle]
    // Nearest first, so that silence has no offset.
    for lag in (-reach...reach).sorted(by: { abs($0) < abs($1) }) {
      let moved = other[(middle.lowerBound + lag)..<(middle.upperBound + lag)]
      let likeness = own.likeness(to: moved)
      if likeness > best.likeness { best = (lag, likeness) }
    }
    return best.lag
  }
}

extension FFmpeg {
  /// The sound of a stream from the container's start on, as stereo; mono is heard on both sides at unity gain.
  public func sound(of path: String, stream: MediaListing.Stream? = nil) async throws -> Sound {
    let isMono = stream?.channels == 1
    let filters = [
      "aresample=osr=\(Sound.rate):filter_size=96:phase_shift=12:cutoff=0.95:async=1:first_pts=0"
        + ":min_hard_comp=0.05",
      isMono ? "pan=stereo|c0=c0|c1=c0" : "aresample=rematrix_maxval=1",
      "aformat=sample_fmts=flt:channel_layouts=stereo",
    ]
    let output = try await ffmpeg.data([
      "-nostdin", "-v", "error", "-i", path, "-map", stream.map { "0:\($0.index)" } ?? "0:a:0",
      "-af", filters.joined(separator: ","), "-f", "f32le", "-",
    ])
    return Sound(values: output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
  }
}
