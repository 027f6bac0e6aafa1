// SPDX-License-Identifier: Apache-2.0

import AV
import SoundShaping

/// A sound whose pitch goes along with a speed that changes.
///
/// Each sample is the source at its place on a path, limited to the band that is left at its speed. It depends on nothing
/// else, so that any part of it is the same whoever makes it.
final class RampedSound {
  private let path: SoundPath
  /// The samples in which a part that is heard comes and goes.
  private let fade: Int64
  private var samples = SourceSamples()
  private var places: [Double] = []
  private var speeds: [Double] = []

  /// Sound along `path` in `rate` samples a second.
  init(_ path: SoundPath, rate: Int) {
    self.path = path
    fade = SoundPath.fade(at: rate)
  }

  /// The first sample of the source that is read for sample `index`.
  func firstSource(of index: Int64) -> Int64 {
    Int64(path.place(index).rounded(.down)) - Int64(SincKernel.reach(at: path.speed(index)))
  }

  /// Makes `count` samples, starting with sample `index`, of what `source` reads.
  func read(
    from index: Int64, count: Int, left target: UnsafeMutablePointer<Float>,
    right other: UnsafeMutablePointer<Float>, of source: Resampling.Reader
  ) throws(AVError) {
    target.update(repeating: 0, count: count)
    other.update(repeating: 0, count: count)
    let end = index + Int64(count)
    var next = index
    while let part = path.part(from: next), part.lowerBound < end {
      let range = part.clamped(to: next..<end)
      // At high speeds as much of the source as fits.
      var start = range.lowerBound
      while start < range.upperBound {
        let length = min(range.upperBound - start, path.speed(start) > 8 ? 64 : 4096)
        let offset = Int(start - index)
        try make(
          start..<(start + length), of: part, target + offset, other + offset, source)
        start += length
      }
      next = range.upperBound
      if next >= end { break }
    }
  }

  private func make(
    _ range: Range<Int64>, of part: Range<Int64>, _ target: UnsafeMutablePointer<Float>,
    _ other: UnsafeMutablePointer<Float>, _ source: Resampling.Reader
  ) throws(AVError) {
    let count = range.count
    if places.count < count {
      places = [Double](repeating: 0, count: count)
      speeds = places
    }
    places.withUnsafeMutableBufferPointer { places in
      speeds.withUnsafeMutableBufferPointer { speeds in
        path.fill(
          .init(rebasing: places[..<count]), .init(rebasing: speeds[..<count]),
          from: range.lowerBound)
      }
    }
    var fastest = 1.0
    for n in 0..<count { fastest = max(fastest, speeds[n]) }
    let reach = SincKernel.reach(at: fastest)
    let first = Int64(places[0].rounded(.down)) - Int64(reach)
    let needed = Int(Int64(places[count - 1].rounded(.up)) + Int64(reach) - first) + 1
    try samples.read(first, needed, of: source) { left, right in
      for n in 0..<count {
        let loudness = part.loudness(at: range.lowerBound + Int64(n), fade: fade)
        let value = SincKernel.value(left, right, at: places[n] - Double(first), speed: speeds[n])
        target[n] = value.left * loudness
        other[n] = value.right * loudness
      }
    }
  }
}

extension SoundPath {
  /// The samples in which a part that is heard comes out of silence: 5 ms.
  static func fade(at rate: Int) -> Int64 { Int64(max(1, rate / 200)) }
}
