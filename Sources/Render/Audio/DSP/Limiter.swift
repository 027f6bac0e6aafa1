// SPDX-License-Identifier: Apache-2.0

import Base

/// Makes a sound softer around its peaks, so that none is over a limit: all channels alike, whichever has the peak.
///
/// The gain of a sample is the mean, in a bell-shaped window, of the least gains that samples within the window's half need: it
/// is never more than the sample itself needs, falls before a peak and rises after it in 15 ms each, and is exactly 1
/// elsewhere. It depends on no more than 30 ms of sound to either side, so that parts of a film are limited alike wherever
/// the rest goes.
package struct Limiter {
  /// The intervals in which a sound is over the limit.
  package struct Overs: Hashable, Sendable {
    /// The sample with the highest peak; nil where none is over the limit.
    package var place: Int64?
    /// The highest peak, as a factor of full scale.
    package var peak: Float = 0
    /// The highest sample, over the limit or not.
    package var highest: Float = 0
    /// The number of times it goes over the limit; those within half a second are one.
    package var count = 0
    private var last: Int64 = .min / 2

    mutating func add(_ peak: Float, at sample: Int64, rate: Int64) {
      if sample - last > rate / 2 { count += 1 }
      last = sample
      if peak > self.peak { (self.peak, place) = (peak, sample) }
    }
  }

  /// Samples to either side whose peaks have an effect on how one is limited, at `rate` samples a second.
  package static func reach(rate: Int) -> Int { 2 * half(rate) + PeakMeter.reach }

  private static func third(_ rate: Int) -> Int { max(1, rate / 200) }
  private static func half(_ rate: Int) -> Int { 3 * third(rate) }

  /// A gain of 1.
  private static let one: Int64 = 1 << 30

  private let limit: Float
  private let isTruePeak: Bool
  private let rate: Int64
  /// Samples in each of three equal windows, whose means after one another make the bell.
  private let width: Int
  /// Samples that the bell reaches to either side.
  private let half: Int
  /// The samples not given away yet, after some that were and still have an effect on them.
  private var samples: AudioBuffer
  /// The gain that each of them needs, as far as that is known.
  private var needs: [Int64] = []
  /// The film's sample that is first of them.
  private var first: Int64
  /// The film's sample that is given away next.
  private var next: Int64 = 0
  /// The intervals in which the sound is over the limit, of the samples that count.
  package private(set) var overs = Overs()
  private let counted: Range<Int64>

  /// A limiter to `limit`, a factor of full scale, of a sound of `rate` samples a second on `channels` channels.
  ///
  /// - Parameters:
  ///   - isTruePeak: Whether what lies between samples counts.
  ///   - counted: The samples whose peaks count as overs.
  package init(
    to limit: Double, isTruePeak: Bool, rate: Int, channels: Int,
    counted: Range<Int64> = 0..<Int64.max
  ) {
    self.counted = counted
    self.limit = Float(limit)
    self.isTruePeak = isTruePeak
    self.rate = Int64(rate)
    width = 2 * Limiter.third(rate) + 1
    half = Limiter.half(rate)
    // Before the first sample there is silence.
    let silent = Limiter.reach(rate: rate)
    samples = AudioBuffer(channels: channels)
    samples.appendSilence(silent)
    first = -Int64(silent)
  }

  /// Takes some more samples, and hands `taker` those that are done.
  package mutating func push<Failure: Error>(
    _ samples: AudioBuffer, to taker: (AudioBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    self.samples.append(samples)
    try advance(to: taker)
  }

  /// Hands `taker` the rest.
  package mutating func finish<Failure: Error>(
    to taker: (AudioBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    let end = first + Int64(samples.count)
    samples.appendSilence(2 * half + 2 * PeakMeter.reach)
    try advance(until: end, to: taker)
  }

  private mutating func advance<Failure: Error>(
    until end: Int64 = .max, to taker: (AudioBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    measure()
    let known = first + Int64(needs.count)
    let last = min(end, known - Int64(2 * half))
    guard last > next else { return }
    let (start, count) = (Int(next - first), Int(last - next))
    var part = samples.part(start..<(start + count))
    if let gains = gains(start, count) { part.multiply(by: gains) }
    next = last
    let dropped = max(0, Int(next - first) - 2 * half - PeakMeter.reach)
    samples.removeFirst(dropped)
    needs.removeFirst(dropped)
    first += Int64(dropped)
    try taker(part)
  }

  /// Finds what samples need, as far as enough of those after them is there.
  private mutating func measure() {
    let (start, end) = (needs.count, samples.count - PeakMeter.reach)
    guard end > start else { return }
    needs.reserveCapacity(end)
    for (index, peak) in zip(start..<end, peaks(in: start..<end)) {
      guard peak > limit else {
        needs.append(Limiter.one)
        continue
      }
      needs.append(Int64((Double(limit) / Double(peak) * Double(Limiter.one)).rounded(.down)))
      let sample = first + Int64(index)
      if counted.contains(sample) { overs.add(peak, at: sample, rate: rate) }
    }
  }

  /// The highest peak of any channel at each sample of `range`.
  private mutating func peaks(in range: Range<Int>) -> [Float] {
    var peaks = [Float](repeating: 0, count: range.count)
    for channel in samples.channels {
      channel.withUnsafeBufferPointer { samples in
        peaks.withUnsafeMutableBufferPointer { peaks in
          for n in peaks.indices { peaks[n] = max(peaks[n], abs(samples[range.lowerBound + n])) }
        }
      }
    }
    for peak in peaks { overs.highest = max(overs.highest, peak) }
    guard isTruePeak else { return peaks }
    // A peak between samples is rarely twice as high as those beside it.
    let loud = peaks.indices.filter {
      range.lowerBound + $0 >= PeakMeter.reach && peaks[$0] > limit / 4
    }
    for channel in samples.channels {
      channel.withUnsafeBufferPointer { samples in
        guard let samples = samples.baseAddress else { return }
        for n in loud {
          for place in [range.lowerBound + n - 1, range.lowerBound + n] {
            peaks[n] = max(peaks[n], PeakMeter.between(samples, place))
          }
        }
      }
    }
    return peaks
  }

  /// The gains of `count` samples; nil where all are 1.
  private func gains(_ start: Int, _ count: Int) -> [Double]? {
    let (low, high) = (start - 2 * half, start + count + 2 * half)
    if needs[max(0, low)..<min(high, needs.count)].allSatisfy({ $0 == Limiter.one }) { return nil }
    func need(_ index: Int) -> Int64 { needs.indices.contains(index) ? needs[index] : Limiter.one }
    // The least need within the bell's half.
    var least = [Int64](repeating: Limiter.one, count: count + 2 * half)
    var queue: [Int] = []
    var head = 0
    for index in low..<high {
      while queue.count > head, need(queue[queue.count - 1]) >= need(index) { queue.removeLast() }
      queue.append(index)
      if queue[head] < index - 2 * half { head += 1 }
      if index >= low + 2 * half { least[index - low - 2 * half] = need(queue[head]) }
    }
    // Sums in whole numbers are exact, so that they are the same wherever they begin.
    for _ in 0..<3 {
      var sums: [Int64] = []
      sums.reserveCapacity(least.count)
      var sum = least[..<width].reduce(0, +)
      sums.append(sum)
      for index in width..<least.count {
        sum += least[index] - least[index - width]
        sums.append(sum)
      }
      least = sums
    }
    let whole = Double(width * width * width) * Double(Limiter.one)
    return least.map { Double($0) / whole }
  }
}
