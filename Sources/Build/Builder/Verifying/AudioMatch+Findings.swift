// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

// What samples of a film that were laid beside those that it should let hear say.

extension AudioMatch {
  /// A power in hundredths of a decibel as a factor.
  static func factor(_ level: Int16) -> Double { Portable.pow(10, Double(level) / 1000) }

  private static func time(_ values: Range<Int>) -> TimeRange {
    TimeRange(
      Int64(values.lowerBound)..<Int64(values.upperBound), ticks: Time(valuesPerSecond))
  }

  private func values(in range: TimeRange?) -> Range<Int> {
    guard let range else { return 0..<own.count }
    let rate = Time(AudioMatch.valuesPerSecond)
    let first = max(0, Int((range.start * rate).floor))
    return first..<max(first, min(own.count, Int((range.end * rate).ceiling)))
  }

  /// By how many decibels the film is louder than it should be.
  var gain: Double {
    var (one, other) = (0.0, 0.0)
    for index in own.indices where planned[index] > -6000 {
      one += AudioMatch.factor(own[index])
      other += AudioMatch.factor(planned[index])
    }
    return one > 0 && other > 0 ? 10 * Portable.log(one / other) / Portable.log(10) : 0
  }

  /// Returns true if the film is louder than planned, or quieter by more than `least` decibels and
  /// the loss by coding.
  ///
  /// Another gain leaves the samples as similar as they were. Coding at few bits removes and adds
  /// detail: at a likeness of 0.965, Opus at 48 kbit/s has 1.4 dB less.
  func isLouderOrQuieter(byMoreThan least: Double) -> Bool {
    let loss = AudioMatch.loss(max(0, likenessOfHeard ?? likeness(in: nil) ?? 1))
    return gain > 0.25 + 0.5 * loss || gain < -least - loss
  }

  /// The correlation of both in `range`, or in all, from -1 to 1; nil if one of them is silent.
  func likeness(in range: TimeRange?) -> Double? {
    var (one, other, common) = (0.0, 0.0, 0.0)
    for index in values(in: range) {
      let (film, plan) = (AudioMatch.factor(own[index]), AudioMatch.factor(planned[index]))
      one += film
      other += plan
      common += Double(likeness[index]) / 1000 * (film * plan).squareRoot()
    }
    guard one > 1e-8, other > 1e-8 else { return nil }
    return common / (one * other).squareRoot()
  }

  /// Where the film is silent, or nearly so, and should be heard, and how loud in decibels.
  ///
  /// Clicks are heard in single values: pauses between them that are silent in both are no end of a silence.
  var missing: [(range: TimeRange, level: Double)] {
    var found: [(range: TimeRange, level: Double)] = []
    var (values, count): (Range<Int>?, Int) = (nil, 0)
    for index in 0...own.count {
      let isAtEnd = index == own.count
      if !isAtEnd, planned[index] > -5000, own[index] < planned[index] - 2500 {
        values = (values?.lowerBound ?? index)..<(index + 1)
        count += 1
      } else if let range = values, isAtEnd || planned[index] > -5000 || own[index] > -5000 {
        values = nil
        let most = planned[range].max() ?? 0
        if count >= 2 || most > -3500 {
          found.append((AudioMatch.time(range), Double(most) / 100))
        }
        count = 0
      }
    }
    return found
  }

  /// Where the film is heard later or earlier than it should be.
  var places: [AudioShift] {
    if let shift, isShifted(shift), let first = shifts.first, let last = shifts.last {
      return [
        AudioShift(
          range: TimeRange(first.range.start, last.range.end), shift: shift.shift,
          likeness: shift.likeness, likenessInPlace: shift.likenessInPlace)
      ]
    }
    var found: [AudioShift] = []
    for shift in shifts where AudioMatch.isFound(shift, by: 0.15) {
      if let last = found.last, last.range.end == shift.range.start,
        (last.shift - shift.shift).magnitude <= Time(1, over: 200)
      {
        found[found.count - 1].range.end = shift.range.end
      } else {
        found.append(shift)
      }
    }
    // What is alike elsewhere for a second may be so by chance.
    return found.filter { $0.range.duration > Time(3, over: 2) }
  }

  private static func isFound(_ shift: AudioShift, by margin: Double) -> Bool {
    shift.shift.magnitude >= Time(15, over: 1000) && shift.likeness > 0.5
      && shift.likeness > shift.likenessInPlace + margin
  }

  /// Returns true if `shift`, that of all `shifts` together, says that the film is late or early.
  ///
  /// A steady tone is as alike some periods further on, except where it begins, ends or changes, which is little of a film. Each
  /// such place lowers the sum over seconds of the logarithm of the unexplained share by 0.3 to 3; coding alone lowers it by less
  /// than 0.01.
  private func isShifted(_ shift: AudioShift) -> Bool {
    let magnitude = shift.shift.magnitude
    // Beats are as alike a few of them further on, and the finer for coding that moves low tones by parts of a value.
    let margin =
      magnitude < Time(6, over: 100) ? 0 : magnitude < Time(1, over: 2) ? 0.01 : 0.15
    guard AudioMatch.isFound(shift, by: margin) else { return false }
    func unexplained(_ likeness: Double) -> Double { max(1e-9, 1 - likeness * likeness) }
    let share = unexplained(shift.likenessInPlace) / unexplained(shift.likeness)
    return Double(shifts.count) * Portable.log(share) > AudioMatch.leastEvidence
  }

  /// The least sum of logarithms that says of a shift that it is there.
  private static let leastEvidence = 0.25

  /// Where peaks of the film are cut off.
  var cutCrests: [TimeRange] { AudioMatch.cut(crests) }

  static func cut(_ crests: [Int16]) -> [TimeRange] {
    var found: [TimeRange] = []
    for (index, crest) in crests.enumerated() where (1..<AudioMatch.leastCrest).contains(crest) {
      let range = TimeRange(Int64(index)..<Int64(index + 1), ticks: Time(2))
      if let last = found.last, last.end == range.start {
        found[found.count - 1].end = range.end
      } else {
        found.append(range)
      }
    }
    return found
  }

  /// Coding leaves more than so many thousandths of peaks.
  private static let leastCrest: Int16 = 650
}

extension AudioComparison {
  /// Where the film is heard later or earlier, as far as changes of its power say so: for sounds of high frequencies alone.
  func shiftsByPower(beside match: AudioMatch) -> [AudioShift] {
    var late: [AudioShift] = []
    for stretch in shifts
    where stretch.shift.magnitude >= Time(1, over: 50) && stretch.likeness > 0.3
      && stretch.likeness > 1.25 * stretch.likenessInPlace
      && match.likeness(in: stretch.range).map({ $0 < 0.5 }) ?? true
    {
      if let last = late.last, last.range.end == stretch.range.start,
        (last.shift - stretch.shift).magnitude <= Time(1, over: 100)
      {
        late[late.count - 1].range.end = stretch.range.end
      } else {
        late.append(stretch)
      }
    }
    // Beats are alike a few of them further on: for a second, that may be by chance.
    return late.filter {
      $0.shift.magnitude < Time(1, over: 2) || $0.range.duration > Time(3, over: 2)
    }
  }

  /// Where the film is nothing like what it should be.
  func strangers(beside match: AudioMatch) -> [TimeRange] {
    shifts.filter { stretch in
      max(stretch.likeness, stretch.likenessInPlace) < 0.2
        && match.likeness(in: stretch.range).map { $0 < 0.3 } ?? true
        && (planned.map { film.strangeness(to: $0, in: stretch.range) } ?? 0) > 9
    }.map(\.range)
  }
}
