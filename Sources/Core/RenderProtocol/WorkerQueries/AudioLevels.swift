// SPDX-License-Identifier: Apache-2.0

public import Base

/// The loudness, power and peaks of audio over its time, in hundredths of a decibel.
public struct AudioLevels: Hashable, Sendable, Codable {
  /// The momentary loudness by EBU R 128 (LUFS): that of the 400 ms which end with each tenth of a second.
  public var momentary: [Int16]
  /// The mean power of both channels in each twentieth of a second; a sine of full scale has -3.01 dB.
  public var powers: [Int16]
  /// The greatest true peak of both channels in each tenth of a second (dBTP).
  public var peaks: [Int16]

  /// The value of silence, and of less.
  public static let silence: Int16 = -12_000
  /// Blocks of `momentary` and `peaks` in a second.
  public static let blocksPerSecond: Int64 = 10
  /// Values of `powers` in a second.
  public static let powersPerSecond: Int64 = 20

  /// Levels of a sound.
  public init(momentary: [Int16], powers: [Int16], peaks: [Int16]) {
    (self.momentary, self.powers, self.peaks) = (momentary, powers, peaks)
  }

  /// `decibels` as they are kept.
  public static func hundredths(_ decibels: Double) -> Int16 {
    // The power of samples that are no numbers is none either.
    if decibels.isNaN { return silence }
    return Int16((max(Double(silence) / 100, min(300, decibels)) * 100).rounded())
  }
}

extension AudioLevels {
  /// The integrated loudness of `range` in LUFS, gated as BS.1770-4 says; nil where nothing is louder than -70 LUFS.
  ///
  /// The blocks of 400 ms that lie in the range count; of a shorter range the one that ends with or after it. Of a sound that is
  /// shorter itself there is one block, with the loudness of what is there.
  public func loudness(in range: TimeRange) -> Double? {
    let rate = Time(AudioLevels.blocksPerSecond)
    let first = max(3, Int((range.start * rate).ceiling) + 3)
    let end = min(momentary.count, Int((range.end * rate).floor))
    let blocks: ArraySlice<Int16>
    if first < end {
      blocks = momentary[first..<end]
    } else {
      let last = min(momentary.count, max(4, Int((range.end * rate).ceiling))) - 1
      guard last >= 0 else { return nil }
      blocks = momentary[last...last]
    }
    func power(_ block: Int16) -> Double { Portable.pow(10, Double(block) / 1000) }
    func mean(_ blocks: some Sequence<Int16>) -> Double? {
      var (sum, count) = (0.0, 0)
      for block in blocks {
        sum += power(block)
        count += 1
      }
      return count == 0 ? nil : 10 * Portable.log(sum / Double(count)) / Portable.log(10)
    }
    let loud = blocks.lazy.filter { $0 > -7000 }
    guard let ungated = mean(loud) else { return nil }
    return mean(loud.filter { Double($0) / 100 > ungated - 10 })
  }

  /// The greatest true peak in `range` in dBTP; nil where that is silent.
  public func peak(in range: TimeRange) -> Double? {
    let rate = Time(AudioLevels.blocksPerSecond)
    let first = max(0, Int((range.start * rate).floor))
    let end = min(peaks.count, Int((range.end * rate).ceiling))
    guard first < end, let peak = peaks[first..<end].max(), peak > AudioLevels.silence else {
      return nil
    }
    return Double(peak) / 100
  }

  /// The level in dB that its power exceeds for a twentieth of the time in which it is not silent; nil for silence.
  public var usualPower: Double? {
    let heard = powers.filter { $0 > -7000 }.sorted()
    guard !heard.isEmpty else { return nil }
    return Double(heard[heard.count * 19 / 20]) / 100
  }

  /// The intervals in which its power is at least `threshold` dB, for three twentieths of a second or longer.
  public func stretches(over threshold: Double) -> [TimeRange] {
    let limit = Double(threshold) * 100
    var stretches: [TimeRange] = []
    var start: Int?
    for index in 0...powers.count {
      let isOver = index < powers.count && Double(powers[index]) >= limit
      if isOver {
        start = start ?? index
      } else if let first = start {
        // What is shorter is a click, and no word.
        if index - first >= 3 {
          stretches.append(
            TimeRange(Int64(first)..<Int64(index), ticks: Time(AudioLevels.powersPerSecond)))
        }
        start = nil
      }
    }
    return stretches
  }

  /// The intervals of at least `duration` whose power stays below `threshold` dB.
  public func silences(below threshold: Double, of duration: Time) -> [TimeRange] {
    var silences: [TimeRange] = []
    var start = 0
    for index in 0...powers.count
    where index == powers.count || Double(powers[index]) / 100 >= threshold {
      let range = TimeRange(
        Int64(start)..<Int64(index), ticks: Time(AudioLevels.powersPerSecond))
      if index > start, range.duration >= duration { silences.append(range) }
      start = index + 1
    }
    return silences
  }
}

extension AudioLevels {
  /// The intervals in which its true peaks exceed full scale, to a tenth of a second, and by how many decibels.
  public var overs: [(range: TimeRange, excess: Double)] {
    var overs: [(range: TimeRange, excess: Double)] = []
    for (index, peak) in peaks.enumerated() where peak > 0 {
      let range = TimeRange(
        Int64(index)..<Int64(index + 1), ticks: Time(AudioLevels.blocksPerSecond))
      let excess = Double(peak) / 100
      if let last = overs.last, last.range.end == range.start {
        overs[overs.count - 1].range.end = range.end
        overs[overs.count - 1].excess = max(last.excess, excess)
      } else {
        overs.append((range, excess))
      }
    }
    return overs
  }
}
