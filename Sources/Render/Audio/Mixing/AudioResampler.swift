// SPDX-License-Identifier: Apache-2.0

import LibAV

/// Reads samples of one clock out of samples of another, at a constant ratio or along a path; their pitch goes along.
///
/// Each sample is the source at its place, limited to the band that is left at its speed. It depends on nothing else, so that
/// any part of a sound is the same whoever makes it.
final class AudioResampler {
  typealias Reader = SourceSamples.Reader

  private enum Method {
    case converter(RateConverter)
    /// The samples in which a part of the path that is heard comes and goes.
    case path(AudioPath, fade: Int64)
  }

  private let method: Method
  private var samples = SourceSamples()
  private var places: [Double] = []
  private var speeds: [Double] = []

  /// Conversion by `converter`.
  init(_ converter: RateConverter) { method = .converter(converter) }

  /// Sound along `path` in `rate` samples a second.
  init(_ path: AudioPath, rate: Int) { method = .path(path, fade: AudioPath.fade(at: rate)) }

  /// The first sample of the source that is read for sample `index`.
  func firstSource(of index: Int64) -> Int64 {
    switch method {
    case .converter(let converter): converter.firstSource(of: index)
    case .path(let path, _):
      Int64(path.place(index).rounded(.down)) - Int64(SincKernel.reach(at: path.speed(index)))
    }
  }

  /// Makes `count` samples, starting with sample `index`, of what `source` reads.
  func read(
    from index: Int64, count: Int, into memory: ChannelMemory, of source: Reader
  ) throws(AVError) {
    switch method {
    case .converter(let converter):
      try convert(from: index, count: count, into: memory, of: source, by: converter)
    case .path(let path, let fade):
      try follow(path, from: index, count: count, into: memory, of: source, fade: fade)
    }
  }

  private func convert(
    from index: Int64, count: Int, into memory: ChannelMemory, of source: Reader,
    by converter: RateConverter
  ) throws(AVError) {
    let first = converter.firstSource(of: index)
    let last = converter.firstSource(of: index + Int64(count) - 1) + Int64(2 * converter.reach)
    let needed = Int(last - first)
    try samples.read(first, needed, channels: memory.channels, of: source) { found in
      for channel in 0..<memory.channels {
        // Of what is silent nothing else comes, and in surround most channels often are.
        if (0..<needed).allSatisfy({ found[channel][$0] == 0 }) {
          memory[channel].update(repeating: 0, count: count)
        } else {
          converter.convert(found[channel], from: index, count: count, into: memory[channel])
        }
      }
    }
  }

  private func follow(
    _ path: AudioPath, from index: Int64, count: Int, into memory: ChannelMemory,
    of source: Reader, fade: Int64
  ) throws(AVError) {
    memory.silence(count)
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
          start..<(start + length), of: part, path, memory.advanced(by: offset), source, fade: fade)
        start += length
      }
      next = range.upperBound
      if next >= end { break }
    }
  }

  private func make(
    _ range: Range<Int64>, of part: Range<Int64>, _ path: AudioPath, _ memory: ChannelMemory,
    _ source: Reader, fade: Int64
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
    try samples.read(first, needed, channels: memory.channels, of: source) { found in
      for n in 0..<count {
        let loudness = part.loudness(at: range.lowerBound + Int64(n), fade: fade)
        // Films are mixed on an even number of channels.
        for channel in stride(from: 0, to: memory.channels, by: 2) {
          let value = SincKernel.value(
            found[channel], found[channel + 1], at: places[n] - Double(first), speed: speeds[n])
          memory[channel][n] = value.left * loudness
          memory[channel + 1][n] = value.right * loudness
        }
      }
    }
  }
}

extension AudioPath {
  /// The samples in which a part that is heard comes out of silence: 5 ms.
  static func fade(at rate: Int) -> Int64 { Int64(max(1, rate / 200)) }
}
