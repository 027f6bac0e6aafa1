// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// Measures how the samples of two sounds agree, side by side; memory does not grow with their length but by what is listed.
///
/// A coded sound has nearly the samples of what it was made of, whatever it is, but for high frequencies: means of some
/// samples are compared.
package struct MatchMeter {
  private let rate: Int64
  /// Samples of which one mean is made.
  private let width: Int
  private var match = AudioMatch()
  private var finder: LagFinder
  private var crests: CrestMeter
  private var channels: ChannelMeter
  /// The samples that make no whole mean yet.
  private var (films, plans): (AudioBuffer, AudioBuffer)
  /// Samples of which the means have been added.
  private var heard: Int64 = 0
  private var (own, planned, common) = (0.0, 0.0, 0.0)
  private var count = 0

  /// Means in a second, about.
  private static let meansPerSecond = 8000

  /// For sounds of `rate` samples a second on `channels` channels.
  package init(rate: Int, channels: Int) {
    self.rate = Int64(rate)
    width = max(1, (rate + MatchMeter.meansPerSecond / 2) / MatchMeter.meansPerSecond)
    finder = LagFinder(rate: Time(self.rate, over: Int64(width)))
    crests = CrestMeter(rate: rate)
    self.channels = ChannelMeter(rate: rate, width: width, count: channels)
    (films, plans) = (AudioBuffer(channels: channels), AudioBuffer(channels: channels))
  }

  /// Adds as many samples of both sounds.
  package mutating func add(_ film: AudioBuffer, _ plan: AudioBuffer) {
    crests.add(film, plan)
    channels.addPeaks(film, plan)
    films.append(film)
    plans.append(plan)
    let means = min(films.count, plans.count) / width
    guard means > 0 else { return }
    var (filmSums, planSums) = (
      [Float](repeating: 0, count: means), [Float](repeating: 0, count: means)
    )
    var products = [(own: Double, planned: Double, common: Double)](
      repeating: (0, 0, 0), count: means)
    var (filmMeans, planMeans): ([[Float]], [[Float]]) = ([], [])
    for (channel, (film, plan)) in zip(films.channels, plans.channels).enumerated() {
      // What is upside down on another channel is heard in the sum, too.
      let weight = 1 - 0.13 * Float(min(channel, 7))
      var (ones, others): ([Float], [Float]) = ([], [])
      for n in 0..<means {
        var (one, other): (Float, Float) = (0, 0)
        for index in n * width..<(n + 1) * width {
          one += film[index]
          other += plan[index]
        }
        one /= Float(width)
        other /= Float(width)
        filmSums[n] += weight * one
        planSums[n] += weight * other
        products[n].own += Double(one * one)
        products[n].planned += Double(other * other)
        products[n].common += Double(one * other)
        ones.append(one)
        others.append(other)
      }
      filmMeans.append(ones)
      planMeans.append(others)
    }
    channels.add(filmMeans, planMeans)
    for product in products {
      own += product.own
      planned += product.planned
      common += product.common
      count += 1
      heard += Int64(width)
      if heard >= Int64(match.own.count + 1) * rate / AudioMatch.valuesPerSecond { close() }
    }
    finder.add(filmSums, planSums)
    films.removeFirst(means * width)
    plans.removeFirst(means * width)
  }

  /// The measured match.
  package mutating func finish() -> AudioMatch {
    if count > 0 { close() }
    (match.shifts, match.shift) = finder.finish()
    match.crests = crests.finish()
    match.channels = channels.finish()
    return match
  }

  private mutating func close() {
    match.own.append(MatchMeter.level(own, count))
    match.planned.append(MatchMeter.level(planned, count))
    match.likeness.append(MatchMeter.likeness(common, own, planned))
    (own, planned, common, count) = (0, 0, 0, 0)
  }

  /// The mean of `count` squares as a power.
  fileprivate static func level(_ sum: Double, _ count: Int) -> Int16 {
    AudioLevels.hundredths(
      sum > 0 ? 10 * Portable.log(sum / Double(max(1, count))) / Portable.log(10) : -200)
  }

  fileprivate static func likeness(_ common: Double, _ own: Double, _ planned: Double) -> Int16 {
    let scale = (own * planned).squareRoot()
    return scale > 0 && scale.isFinite ? Int16((common / scale * 1000).rounded()) : 0
  }
}

/// Measures each channel beside all planned ones: what is common to the sums of channels tells nothing of their order.
private struct ChannelMeter {
  private let rate: Int64
  private let width: Int64
  private var channels: [AudioMatch.Channel]
  private var crests: [CrestMeter]
  private var (own, planned): ([Double], [Double])
  /// For each channel what it has in common with each planned one.
  private var common: [[Double]]
  private var count = 0
  private var heard: Int64 = 0

  init(rate: Int, width: Int, count: Int) {
    (self.rate, self.width) = (Int64(rate), Int64(width))
    channels = Array(repeating: AudioMatch.Channel(), count: count)
    // One channel is measured already.
    crests = count > 1 ? Array(repeating: CrestMeter(rate: rate), count: count) : []
    own = Array(repeating: 0, count: count)
    planned = own
    common = Array(repeating: own, count: count)
  }

  mutating func addPeaks(_ film: AudioBuffer, _ plan: AudioBuffer) {
    for index in crests.indices {
      crests[index].add(
        AudioBuffer(channels: [film.channels[index]]), AudioBuffer(channels: [plan.channels[index]])
      )
    }
  }

  /// Adds means, channel by channel.
  mutating func add(_ films: [[Float]], _ plans: [[Float]]) {
    let end = films.first?.count ?? 0
    var start = 0
    while start < end {
      let next = Int64(channels[0].own.count + 1) * rate
      let step = width * AudioMatch.Channel.valuesPerSecond
      let left = (next - heard * AudioMatch.Channel.valuesPerSecond + step - 1) / step
      let part = start..<min(end, start + max(1, Int(left)))
      for (index, film) in films.enumerated() {
        for n in part {
          own[index] += Double(film[n] * film[n])
          planned[index] += Double(plans[index][n] * plans[index][n])
        }
        for (other, plan) in plans.enumerated() {
          var sum = 0.0
          for n in part { sum += Double(film[n] * plan[n]) }
          common[index][other] += sum
        }
      }
      count += part.count
      heard += Int64(part.count) * width
      start = part.upperBound
      if heard * AudioMatch.Channel.valuesPerSecond >= next { close() }
    }
  }

  mutating func finish() -> [AudioMatch.Channel] {
    if count > 0 { close() }
    for index in crests.indices { channels[index].crests = crests[index].finish() }
    return channels
  }

  private mutating func close() {
    for index in channels.indices {
      let likenesses = planned.indices.map {
        MatchMeter.likeness(common[index][$0], own[index], planned[$0])
      }
      let other = planned.indices.filter { $0 != index }.max { likenesses[$0] < likenesses[$1] }
      channels[index].own.append(MatchMeter.level(own[index], count))
      channels[index].planned.append(MatchMeter.level(planned[index], count))
      channels[index].likeness.append(likenesses[index])
      channels[index].otherLikeness.append(other.map { likenesses[$0] } ?? 0)
      channels[index].other.append(Int16(other ?? index))
    }
    for index in channels.indices {
      (own[index], planned[index]) = (0, 0)
      for other in channels.indices { common[index][other] = 0 }
    }
    count = 0
  }
}

/// Finds how much later one sound is than another where they are not alike, second by second.
private struct LagFinder {
  /// Values in a second.
  private let rate: Time
  private let reach: Int
  private let length: Int
  /// Values that are still needed; the first ones have the number `base`.
  private var (films, plans): ([Float], [Float])
  private var base: Int
  private var next = 0
  /// For each lag the sum over seconds of the logarithm of what it leaves unexplained of the one sound.
  private var sums: [Double]
  private var shifts: [AudioShift] = []
  /// The number of `shifts` that are nearly alike.
  private var nearlyAlike = 0
  /// The half of a pair that has no other half yet.
  private var rest: (film: Float, plan: Float)?

  /// A second in which more than this is common to both is in its place.
  ///
  /// A tone that is late by nearly a number of its periods is alike for most of a second, and for all of the next ones: what
  /// tells is the end of a silence, or a cut between two tones, which changes some hundredths.
  private static let alike: Float = 0.995
  /// Seconds in which more than this is common are looked at up to a number: coding at few bits makes many of them.
  private static let nearly: Float = 0.7
  private static let mostNearlyAlike = AudioMatch.mostShifts / 2
  /// The share of a second that coding leaves unexplained in any case: less says nothing.
  private static let leastUnexplained = 3e-4

  /// - Parameter rate: Values that are added for a second: means of two are compared.
  init(rate: Time) {
    self.rate = rate / Time(2)
    length = max(1, Int(self.rate.rounded))
    reach = Int((AudioShift.farthest * self.rate).floor)
    // Before the first value there is silence.
    base = -reach
    films = Array(repeating: 0, count: reach)
    plans = films
    sums = Array(repeating: 0, count: 2 * reach + 1)
  }

  mutating func add(_ film: [Float], _ plan: [Float]) {
    for (one, other) in zip(film, plan) {
      if let first = rest {
        films.append((first.film + one) / 2)
        plans.append((first.plan + other) / 2)
        rest = nil
      } else {
        rest = (one, other)
      }
    }
    look(upTo: base + films.count - reach)
  }

  mutating func finish() -> ([AudioShift], AudioShift?) {
    let end = base + films.count
    films += Array(repeating: 0, count: reach + length)
    plans += Array(repeating: 0, count: reach + length)
    look(upTo: end + length - 1)
    guard !shifts.isEmpty else { return ([], nil) }
    let count = Double(shifts.count)
    return (shifts, shift(sums.map { Portable.exp($0 / count) }, 0..<max(1, next)))
  }

  private mutating func look(upTo end: Int) {
    while next + length <= end {
      let place = next - base
      let (inPlace, own, other) = products(place)
      let scale = (own * other).squareRoot()
      // What is hardly heard has no place.
      if own > 1e-7 * Float(length), other > 1e-7 * Float(length),
        inPlace < LagFinder.alike * scale, shifts.count < AudioMatch.mostShifts
      {
        let isNearlyAlike = inPlace > LagFinder.nearly * scale
        if !isNearlyAlike || nearlyAlike < LagFinder.mostNearlyAlike {
          if isNearlyAlike { nearlyAlike += 1 }
          let unexplained = unexplained(place, own: own)
          for index in sums.indices { sums[index] += Portable.log(unexplained[index]) }
          shifts.append(shift(unexplained, next..<(next + length)))
        }
      }
      next += length
    }
    let dropped = next - base - reach
    if dropped > 4 * length {
      films.removeFirst(dropped)
      plans.removeFirst(dropped)
      base += dropped
    }
  }

  private func products(_ place: Int) -> (common: Float, own: Float, other: Float) {
    var (common, own, other): (Float, Float, Float) = (0, 0, 0)
    for index in place..<(place + length) {
      common += films[index] * plans[index]
      own += films[index] * films[index]
      other += plans[index] * plans[index]
    }
    return (common, own, other)
  }

  /// The share of the power of a second of the one, `own`, that the other one does not explain where it lies up to `reach`
  /// values before and after it.
  private func unexplained(_ place: Int, own: Float) -> [Double] {
    let products = correlations(place)
    var power = 0.0
    for index in place - reach..<(place - reach + length) { power += square(ofPlan: index) }
    return products.indices.map { shift in
      let first = place - reach + shift
      // A little of the other that is like the one by chance explains nothing.
      let scale = max(power, Double(own) / 4) * Double(own)
      power = max(0, power + square(ofPlan: first + length) - square(ofPlan: first))
      let product = Double(max(0, products[shift]))
      return min(1, max(LagFinder.leastUnexplained, 1 - product * product / scale))
    }
  }

  private func square(ofPlan index: Int) -> Double {
    index < plans.count ? Double(plans[index] * plans[index]) : 0
  }

  /// The products of a second of the one and of the other where it lies up to `reach` values before and after it.
  private func correlations(_ place: Int) -> [Float] {
    var found = [Float](repeating: 0, count: 2 * reach + 1)
    films.withUnsafeBufferPointer { films in
      plans.withUnsafeBufferPointer { plans in
        for shift in 0...(2 * reach) {
          let offset = place - reach + shift
          var sum = SIMD8<Float>(repeating: 0)
          var index = 0
          while index + 8 <= length {
            var (one, other) = (SIMD8<Float>(), SIMD8<Float>())
            for lane in 0..<8 {
              one[lane] = films[place + index + lane]
              other[lane] = offset + index + lane < plans.count ? plans[offset + index + lane] : 0
            }
            sum += one * other
            index += 8
          }
          found[shift] = sum.sum()
        }
      }
    }
    return found
  }

  /// The shift that leaves least unexplained; of those that leave as little, the least one.
  private func shift(_ unexplained: [Double], _ range: Range<Int>) -> AudioShift {
    var best = reach
    for distance in 0...reach {
      for index in [reach - distance, reach + distance] where unexplained[index] < unexplained[best]
      {
        best = index
      }
    }
    let margin = min(reach, Int((Time(15, over: 1000) * rate).floor))
    let inPlace = unexplained[(reach - margin)...(reach + margin)].min() ?? 1
    // At index i the other sound lies i - reach later: then the one is that much earlier.
    return AudioShift(
      range: TimeRange(Int64(range.lowerBound)..<Int64(range.upperBound), ticks: rate),
      shift: Time(Int64(reach - best)) / rate, likeness: (1 - unexplained[best]).squareRoot(),
      likenessInPlace: (1 - inPlace).squareRoot())
  }
}

/// Measures how much of the peaks of a sound there is in another one, half a second at a time.
private struct CrestMeter {
  private let length: Int
  private var (films, plans): ([Float], [Float]) = ([], [])
  private var crests: [Int16] = []

  init(rate: Int) { length = max(1, rate / 2) }

  mutating func add(_ film: AudioBuffer, _ plan: AudioBuffer) {
    // Channels one after the other, so that each peak is beside its own.
    for n in 0..<film.count {
      for (one, other) in zip(film.channels, plan.channels) {
        films.append(one[n])
        plans.append(other[n])
      }
    }
    let whole = length * max(1, film.channels.count)
    while films.count >= whole { close(whole) }
  }

  mutating func finish() -> [Int16] {
    if films.count > 100 { close(films.count) }
    return crests
  }

  private mutating func close(_ count: Int) {
    let peak = plans[..<count].reduce(0) { max($0, abs($1)) }
    let own = films[..<count].reduce(0) { max($0, abs($1)) }
    var (loud, loudPlan, quiet, quietPlan) = (0.0, 0.0, 0.0, 0.0)
    var (louds, tops, squares) = (0, 0, 0.0)
    for index in 0..<count {
      let plan = plans[index]
      let height = abs(plan)
      let film = Double(plan < 0 ? -films[index] : films[index])
      if height > 0.75 * peak {
        louds += 1
        if film > 0.7 * Double(own) { tops += 1 }
        loud += film
        squares += film * film
        loudPlan += Double(height)
      } else if height > 0.1 * peak, height < 0.3 * peak {
        quiet += film
        quietPlan += Double(height)
      }
    }
    var crest = 0.0
    if peak > 0.003, quietPlan > 0, quiet > 0.1 * quietPlan, loudPlan > 0 {
      crest = loud / loudPlan / (quiet / quietPlan)
      // Peaks that are cut off are alike: they deviate from their mean by a tenth of it, or by a third at few bits. Those
      // that coding leaves of lone clicks deviate by two thirds.
      let deviation = squares * Double(louds) - loud * loud
      let isFlat = tops * 5 >= louds * 2 && deviation < 0.16 * loud * loud
      // What is cut off little is as high as it was, unless it is made louder.
      if !isFlat {
        crest = max(crest, 1)
      } else if crest > 0.55 {
        crest = max(crest, Double(own / peak))
      }
    }
    crests.append(Int16(max(-30_000, min(30_000, (crest * 1000).rounded()))))
    films.removeFirst(count)
    plans.removeFirst(count)
  }
}
