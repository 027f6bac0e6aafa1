// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

// Faults of single channels of a film, which the sum of its channels does not show.

/// A stretch in which a channel of a film is not the planned one.
struct ChannelFault: Equatable {
  enum Kind: Equatable {
    /// It is silent; the planned power in decibels.
    case silent(Double)
    /// It is upside down.
    case inverted
    /// It is the planned channel of this index.
    case other(Int)
    /// It is louder by so many decibels; quieter, if less than zero.
    case gain(Double)
  }

  var kind: Kind
  /// The indices of the channels, in the order of samples.
  var channels: [Int]
  var range: TimeRange
  /// The likeness of the channels to what the kind says of them, from 0 to 1.
  var likeness: Double
}

extension AudioMatch {
  /// Faults of channels, in the order of their times, those of the same kind and time together.
  var channelFaults: [ChannelFault] {
    var found: [ChannelFault] = []
    for index in channels.indices where !isLowFrequency(index) {
      let exchanges = exchanges(of: index)
      let others = silences(of: index) + inversions(of: index)
      for fault in others + exchanges + gains(of: index, besides: exchanges) {
        if let same = found.firstIndex(where: { $0.isSame(as: fault) }) {
          found[same].channels.append(index)
          found[same].likeness = min(found[same].likeness, fault.likeness)
        } else {
          found.append(fault)
        }
      }
    }
    // What all channels lack is missing from the sound, and a sound whose channels are louder alike is louder.
    let (heard, missing) = (heardChannels, missing.map(\.range))
    return found.filter { fault in
      switch fault.kind {
      case .silent:
        fault.channels.count < heard.count && !missing.contains { $0.overlaps(fault.range) }
      case .gain: fault.channels.count < heard.count
      case .inverted, .other: true
      }
    }
    .sorted {
      ($0.range.start, $0.channels[0]) < ($1.range.start, $1.channels[0])
    }
  }

  /// The layout of the channels.
  var layout: ChannelLayout? { ChannelLayout.allCases.first { $0.count == channels.count } }

  /// Coding cuts off most frequencies of this channel.
  private func isLowFrequency(_ index: Int) -> Bool {
    layout.map { $0.speakers[index] == .lowFrequency } ?? false
  }

  /// The indices of the channels that should be heard.
  var heardChannels: [Int] {
    channels.indices.filter { index in
      !isLowFrequency(index) && channels[index].planned.contains { $0 > -5000 }
    }
  }

  /// Returns true if the planned channel is heard at `value`, and not less than `below` the louder one of its pair, in
  /// hundredths of a decibel: encoders that code pairs together at few bits leave little of the quieter one.
  private func isJudged(_ index: Int, _ value: Int, below: Int) -> Bool {
    let planned = channels[index].planned[value]
    guard planned > -5000 else { return false }
    let pair = layout?.pairs.first { $0.left == index || $0.right == index }
    guard let pair else { return true }
    let partner = channels[pair.left == index ? pair.right : pair.left].planned[value]
    return Int(planned) >= Int(partner) - below
  }

  /// The stretches of values that are judged and have a fault; those that are not judged neither end one nor count.
  private func stretches(
    of index: Int, below: Int, atLeast count: Int, where isFaulty: (Int) -> Bool
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (first, last, faulty): (Int, Int, Int) = (0, 0, 0)
    let end = channels[index].own.count
    for value in 0...end {
      if value < end, !isJudged(index, value, below: below) { continue }
      if value < end, isFaulty(value) {
        if faulty == 0 { first = value }
        (last, faulty) = (value, faulty + 1)
      } else {
        if faulty >= count { found.append(first..<(last + 1)) }
        faulty = 0
      }
    }
    return found
  }

  private func fault(
    _ kind: ChannelFault.Kind, _ index: Int, _ values: Range<Int>, likeness: Double = 0
  ) -> ChannelFault {
    ChannelFault(
      kind: kind, channels: [index],
      range: TimeRange(
        Int64(values.lowerBound)..<Int64(values.upperBound), ticks: Time(Channel.valuesPerSecond)),
      likeness: likeness)
  }

  private func silences(of index: Int) -> [ChannelFault] {
    let channel = channels[index]
    return stretches(of: index, below: 2500, atLeast: 2) { channel.isSilent($0) }.map {
      // The other channels say whether the sound is in its place.
      fault(
        .silent(Double(channel.planned[$0].max() ?? 0) / 100), index, $0,
        likeness: greatestLikeness(in: $0))
    }
  }

  private func inversions(of index: Int) -> [ChannelFault] {
    let channel = channels[index]
    return stretches(of: index, below: 1200, atLeast: 4) { channel.likeness[$0] < -700 }
      .compactMap { values in
        let likeness = -channel.likeness(in: values)
        return likeness > 0.9 ? fault(.inverted, index, values, likeness: likeness) : nil
      }
  }

  /// Where a channel has the sound of another one.
  ///
  /// Pairs that are coded together at few bits get nearer to each other, and the quieter channel of a pair to the louder one;
  /// but the louder one keeps its own sound then.
  private func exchanges(of index: Int) -> [ChannelFault] {
    let channel = channels[index]
    func isExchanged(_ value: Int) -> Bool {
      let (own, likeness) = (Int(channel.likeness[value]), Int(channel.otherLikeness[value]))
      guard channel.own[value] > -5000, likeness > 600, own < likeness - 300 else { return false }
      let source = channels[Int(channel.other[value])]
      return source.likeness[value] < 500 || (likeness > 950 && own < 250)
    }
    return stretches(of: index, below: 1200, atLeast: 4, where: isExchanged).compactMap { values in
      let others = values.filter(isExchanged).map { channel.other[$0] }
      guard let other = others.first, others.allSatisfy({ $0 == other }) else { return nil }
      return fault(
        .other(Int(other)), index, values, likeness: channel.otherLikeness(in: values))
    }
  }

  /// Where a channel is louder or quieter than the others by more than coding makes it, or in all of the film a little.
  private func gains(of index: Int, besides exchanges: [ChannelFault]) -> [ChannelFault] {
    guard exchanges.isEmpty, channels.count > 1 else { return [] }
    let channel = channels[index]
    let others = channels.indices.filter { !isLowFrequency($0) }
    func isCounted(_ other: Int, _ value: Int) -> Bool {
      isJudged(other, value, below: 1200) && !channels[other].isSilent(value)
    }
    /// The gain of all channels, as that which changed least has it: it is compared for the sound as a whole.
    func common(_ value: Int) -> Double {
      others.filter { isCounted($0, value) }.map { channels[$0].gain(in: [value]) }
        .min { abs($0) < abs($1) } ?? 0
    }
    func isOff(_ value: Int, _ isLouder: Bool) -> Bool {
      guard !channel.isSilent(value) else { return false }
      let gain = channel.gain(in: [value]) - common(value)
      let loss = AudioMatch.loss(Double(channel.likeness[value]) / 1000)
      return isLouder ? gain > 3 + loss : gain < -3 - loss
    }
    func gain(_ values: some Sequence<Int>) -> ChannelFault.Kind { .gain(channel.gain(in: values)) }
    var found: [ChannelFault] = []
    for isLouder in [true, false] {
      for values in stretches(of: index, below: 1200, atLeast: 4, where: { isOff($0, isLouder) }) {
        found.append(fault(gain(values), index, values, likeness: channel.likeness(in: values)))
      }
    }
    let judged = channel.own.indices.filter { isCounted(index, $0) }
    guard found.isEmpty, judged.count >= 4, let first = judged.first, let last = judged.last else {
      return found
    }
    let likeness = channel.likeness(in: judged)
    let least = others.compactMap { other -> Double? in
      let values = channels[other].own.indices.filter { isCounted(other, $0) }
      return values.isEmpty ? nil : channels[other].gain(in: values)
    }
    .min { abs($0) < abs($1) }
    guard abs(channel.gain(in: judged) - (least ?? 0)) > 1 + AudioMatch.loss(likeness) else {
      return []
    }
    return [fault(gain(judged), index, first..<(last + 1), likeness: likeness)]
  }

  /// The change of power by coding, in decibels, that goes with a likeness.
  static func loss(_ likeness: Double) -> Double {
    let kept = min(1, max(0.5, abs(likeness)))
    return 20 * (1 - kept * kept)
  }

  /// The likeness of the channels that are heard in the film, each by itself; nil for none.
  ///
  /// Silence and gains are left out, as they are no losses of coding.
  var likenessOfHeard: Double? {
    var (sum, weights) = (0.0, 0.0)
    for channel in channels {
      var (one, other, common) = (0.0, 0.0, 0.0)
      for value in channel.own.indices where !channel.isSilent(value) {
        let film = AudioMatch.factor(channel.own[value])
        let plan = AudioMatch.factor(channel.planned[value])
        one += film
        other += plan
        common += Double(channel.likeness[value]) / 1000 * (film * plan).squareRoot()
      }
      guard one > 1e-8, other > 1e-8 else { continue }
      sum += common * (other / one).squareRoot()
      weights += other
    }
    return weights > 0 ? sum / weights : nil
  }

  /// The likeness of channels in place, at most: of those that are heard in `values`.
  private func greatestLikeness(in values: Range<Int>) -> Double {
    channels.map { channel in
      channel.likeness(in: values.filter { channel.planned[$0] > -5000 })
    }.max() ?? 0
  }

  /// Where peaks of single channels are cut off, each beside the index of its channel.
  func cutCrestsOfChannels(besides faults: [ChannelFault]) -> [(channel: Int, range: TimeRange)] {
    let all = cutCrests
    return channels.indices.filter { !isLowFrequency($0) }.flatMap { index in
      let channel = channels[index]
      let judged = channel.crests.enumerated().map { half, crest -> Int16 in
        let values = [2 * half, 2 * half + 1].filter { $0 < channel.own.count }
        let isSure = values.allSatisfy {
          isJudged(index, $0, below: 1200) && channel.likeness[$0] > 500
        }
        return isSure ? crest : 0
      }
      return AudioMatch.cut(judged).filter { range in
        !all.contains { $0.overlaps(range) } && !faults.contains { $0.range.overlaps(range) }
      }
      .map { (index, $0) }
    }
  }
}

extension ChannelFault {
  fileprivate func isSame(as other: ChannelFault) -> Bool {
    guard range == other.range else { return false }
    switch (kind, other.kind) {
    case (.silent, .silent), (.inverted, .inverted): return true
    case (.gain(let one), .gain(let other)): return abs(one - other) < 0.5
    case (.other(let one), .other(let source)):
      return channels == [source] && other.channels == [one]
    default: return false
    }
  }
}

extension AudioMatch.Channel {
  fileprivate func isSilent(_ value: Int) -> Bool { Int(own[value]) < Int(planned[value]) - 2500 }

  private func likeness(_ likenesses: [Int16], _ values: some Sequence<Int>) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for value in values {
      let weight = AudioMatch.factor(own[value])
      sum += weight * Double(likenesses[value]) / 1000
      weights += weight
    }
    return weights > 0 ? sum / weights : 0
  }

  fileprivate func likeness(in values: some Sequence<Int>) -> Double { likeness(likeness, values) }

  fileprivate func otherLikeness(in values: some Sequence<Int>) -> Double {
    likeness(otherLikeness, values)
  }

  fileprivate func gain(in values: some Sequence<Int>) -> Double {
    var (one, other) = (0.0, 0.0)
    for value in values {
      one += AudioMatch.factor(own[value])
      other += AudioMatch.factor(planned[value])
    }
    return one > 0 && other > 0 ? 10 * Portable.log(one / other) / Portable.log(10) : 0
  }
}

extension ChannelLayout.Speaker {
  /// The channel in words.
  func words(in layout: ChannelLayout) -> String {
    let front = layout.isSurround ? "front " : ""
    return switch self {
    case .frontLeft: "\(front)left"
    case .frontRight: "\(front)right"
    case .frontCenter: "centre"
    case .lowFrequency: "low-frequency"
    case .backLeft: "back left"
    case .backRight: "back right"
    case .sideLeft: "side left"
    case .sideRight: "side right"
    }
  }
}
