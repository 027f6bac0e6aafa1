// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import RenderProtocol

// What is found from the sound of a film beside the planned mix.

extension FilmReport {
  /// Compares how loud the film is, and when, with what is expected.
  mutating func checkSound(_ sound: AudioComparison, _ expected: ExpectedOutput) {
    let whole = TimeRange(.zero, expected.duration + Time(1))
    let own = sound.film.loudness(in: whole)
    let mix = sound.planned?.loudness(in: whole)
    checkLoudness(own, mix, sound, expected)
    checkPeaks(sound, expected)
    // By how much the film is made louder than the mix.
    let leveled = expected.loudness == nil ? nil : sound.leveled
    let gain = leveled.flatMap { leveled in mix.map { leveled - $0 } } ?? 0
    checkSilence(sound, gain: gain)
    guard let match = sound.match else { return }
    let found = match.places.isEmpty ? sound.shiftsByPower(beside: match) : match.places
    // What is heard late is unlike its channels, and a sum without one of its channels, or with an inverted one, may be
    // more alike elsewhere: what explains more of the sound is right.
    let faults = match.channelFaults
    let places = found.filter { place in
      !faults.contains { $0.range.overlaps(place.range) && $0.likeness > place.likeness }
    }
    let channelFaults = faults.filter { fault in
      !places.contains { $0.range.overlaps(fault.range) }
    }
    checkChannels(channelFaults, match, upTo: expected.duration)
    checkPlace(sound, match, places, channelFaults, upTo: expected.duration)
    checkCrests(match, faults, upTo: expected.duration)
  }

  private mutating func checkLoudness(
    _ own: Double?, _ mix: Double?, _ sound: AudioComparison, _ expected: ExpectedOutput
  ) {
    let shown = own.map { "\($0.tenths) LUFS" } ?? "too quiet to be measured"
    // Of a short or a quiet sound, the blocks that count are few, and others once it is coded: its power is that of the plan.
    // A limiter lets go of a peak slowly, and what lies behind it is quieter, too.
    let isLimited = mix.map { $0 - (sound.limited ?? $0) > 0.1 } ?? false
    let isOff = sound.match?.isLouderOrQuieter(byMoreThan: isLimited ? 2 : 0.25) ?? false
    if let asked = expected.loudness {
      figure("loudness", "\(shown), asked \(asked.tenths) LUFS")
      guard mix != nil, own.map({ abs($0 - asked) > 0.35 }) ?? true else { return }
      if let leveled = sound.leveled, abs(leveled - asked) > 0.3,
        own.map({ abs($0 - leveled) <= 0.5 }) ?? false || !isOff
      {
        add(
          .note(
            "loudness",
            "its loudness is \(shown), asked \(asked.tenths) LUFS: its peaks do not allow more"))
        return
      }
      guard isOff else { return }
      add(
        .error(
          "loudness", "its loudness is \(shown), asked \(asked.tenths) LUFS", hint: FilmReport.again
        ))
      return
    }
    guard let mix else {
      figure("loudness", shown)
      return
    }
    figure("loudness", "\(shown), that of the mix is \(mix.tenths) LUFS")
    // What is limited gets quieter.
    let least = min(mix, sound.limited ?? mix) - 0.5
    guard own.map({ $0 > mix + 0.5 || $0 < least }) ?? true, isOff else { return }
    add(
      .error(
        "loudness", "its loudness is \(shown), that of the project's mix \(mix.tenths) LUFS",
        hint: FilmReport.again))
  }

  private mutating func checkPeaks(_ sound: AudioComparison, _ expected: ExpectedOutput) {
    guard let peak = sound.film.peaks.max(), peak > AudioLevels.silence else { return }
    let dB = Double(peak) / 100
    let limit = expected.peak ?? 0
    figure(
      "true peak",
      "\(dB.tenths) dBTP, \(expected.isLimited ? "limited to \(limit.tenths)" : "not limited")")
    // Coding with loss moves peaks, the more the fewer bits it has: where no limit is asked for, that is no fault.
    let place = sound.film.overs.first.map(\.range)
    if let asked = expected.peak, dB > asked + 1 {
      add(
        .error(
          "overs", "its true peak is \(dB.tenths) dBTP, limited to \(limit.tenths) dBTP", at: place,
          hint: "build it again; where that changes nothing, coding at so few bits moves peaks:"
            + " raise the bit rate of the sound, or write peak: \(Int((2 * limit - dB).rounded(.down))) dBTP"
        ))
    } else if sound.overs > 0 {
      add(
        .note(
          "overs",
          "\(counted(Int(clamping: sound.overs), "sample")) over full scale, by \(dB.tenths) dB at most, as coding with loss moves peaks",
          at: place))
    }
  }

  private mutating func checkSilence(_ sound: AudioComparison, gain: Double) {
    guard let planned = sound.planned else { return }
    let edge = Time(1, over: 10)
    func inside(_ range: TimeRange) -> TimeRange? {
      let (start, end) = (range.start + edge, range.end - edge)
      return start < end ? TimeRange(start, end) : nil
    }
    let missing = sound.match?.missing ?? []
    for (range, level) in missing.prefix(20) {
      add(
        .error(
          "silence", "it is silent, and the project has sound of \(level.tenths) dB there",
          at: range, hint: FilmReport.again))
    }
    let asked = sound.film.silences(below: -60, of: Time(1, over: 2)).count { silence in
      inside(silence).map { (planned.greatestPower(in: $0) ?? -120) + gain <= -50 } ?? false
    }
    for silence in planned.silences(below: -70, of: Time(1, over: 2)) {
      guard let range = inside(silence), let most = sound.film.greatestPower(in: range), most > -45
      else { continue }
      add(
        .error(
          "noise", "it has sound of \(most.tenths) dB, and the project is silent there",
          at: silence,
          hint: FilmReport.again))
    }
    let words = [
      asked > 0 ? "\(counted(asked, "time")), as in the project" : nil,
      missing.isEmpty ? nil : "\(counted(missing.count, "time")), unlike the project",
    ].compactMap(\.self)
    figure("silence", words.isEmpty ? "none" : words.joined(separator: "; "))
  }

  /// Checks the place of the audio, and its similarity to the project's.
  private mutating func checkPlace(
    _ sound: AudioComparison, _ match: AudioMatch, _ places: [AudioShift],
    _ channelFaults: [ChannelFault], upTo end: Time
  ) {
    for place in places.prefix(20) {
      let milliseconds = (place.shift.magnitude * Time(1000)).rounded
      add(
        .error(
          "sync",
          "the sound is \(milliseconds) ms too \(place.shift > .zero ? "late" : "early") beside the pictures",
          at: place.range.upTo(end), hint: FilmReport.again))
    }
    let strange = places.isEmpty ? sound.strangers(beside: match) : []
    for range in strange.prefix(20) {
      add(
        .error("sound", "the sound is not that of the project", at: range, hint: FilmReport.again))
    }
    guard let likeness = match.likeness(in: nil) else { return }
    let most = places.map(\.shift.magnitude).max()
    figure(
      "sync",
      most.map { "off by \(($0 * Time(1000)).rounded) ms" }
        ?? (strange.isEmpty
          ? likeness > 0.5 || !channelFaults.isEmpty
            ? "the sound lies where it should"
            : "the sound has nothing by which its place could be known"
          : "the sound is not that of the project"))
  }

  /// Reports channels that are not the planned ones.
  private mutating func checkChannels(
    _ faults: [ChannelFault], _ match: AudioMatch, upTo end: Time
  ) {
    for fault in faults.prefix(20) {
      let names = match.names(of: fault.channels)
      let (verb, noun) =
        fault.channels.count == 1 ? ("is", "channel \(names)") : ("are", "channels \(names)")
      let (code, message) =
        switch fault.kind {
        case .silent(let level):
          (
            "silence",
            "its \(noun) \(verb) silent, and the project has sound of \(level.tenths) dB there"
          )
        case .inverted where fault.channels.count == match.heardChannels.count:
          ("sound", "its sound is inverted")
        case .inverted: ("sound", "its \(noun) \(verb) inverted")
        case .other where fault.channels.count > 1: ("sound", "its \(noun) are swapped")
        case .other(let source):
          (
            "sound",
            "its \(noun) has the sound of the project's channel \(match.names(of: [source]))"
          )
        case .gain(let gain):
          (
            "loudness",
            "its \(noun) \(verb) \(abs(gain).tenths) dB \(gain > 0 ? "louder" : "quieter") than the project's"
          )
        }
      add(.error(code, message, at: fault.range.upTo(end), hint: FilmReport.again))
    }
  }

  private mutating func checkCrests(
    _ match: AudioMatch, _ faults: [ChannelFault], upTo end: Time
  ) {
    for range in match.cutCrests.prefix(20) {
      add(
        .error(
          "clipped", "its peaks are cut off, and those of the project are not",
          at: range.upTo(end), hint: FilmReport.again))
    }
    for (channel, range) in match.cutCrestsOfChannels(besides: faults).prefix(20) {
      add(
        .error(
          "clipped",
          "the peaks of its channel \(match.names(of: [channel])) are cut off, and those of the project are not",
          at: range.upTo(end), hint: FilmReport.again))
    }
  }
}

extension AudioMatch {
  /// The names of the channels of these indices, with quotes.
  fileprivate func names(of indices: [Int]) -> String {
    let names = indices.map { index in
      "'\(layout.map { $0.speakers[index].words(in: $0) } ?? "\(index + 1)")'"
    }
    return names.count < 2
      ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }
}

extension TimeRange {
  /// The part of it before `end`: an audio encoder codes whole packets.
  fileprivate func upTo(_ end: Time) -> TimeRange {
    TimeRange(min(start, end), min(self.end, end))
  }
}

extension AudioLevels {
  /// The greatest power of a twentieth of a second in `range`, in dB; nil where it has none.
  func greatestPower(in range: TimeRange) -> Double? {
    let rate = Time(AudioLevels.powersPerSecond)
    let first = max(0, Int((range.start * rate).floor))
    let end = min(powers.count, Int((range.end * rate).ceiling))
    guard first < end else { return nil }
    return powers[first..<end].max().map { Double($0) / 100 }
  }

  /// By how many dB the powers in half of `range` differ from those of `other` at least, whatever is louder as a whole.
  func strangeness(to other: AudioLevels, in range: TimeRange) -> Double {
    let rate = Time(AudioLevels.powersPerSecond)
    let first = max(0, Int((range.start * rate).floor))
    let end = min(powers.count, other.powers.count, Int((range.end * rate).ceiling))
    guard end - first > 20 else { return 0 }
    // What is silent has no level.
    let changes = (first..<end).map {
      Int(max(powers[$0], -7000)) - Int(max(other.powers[$0], -7000))
    }
    let middle = changes.sorted()[changes.count / 2]
    let off = changes.map { abs($0 - middle) }.sorted()[changes.count / 2]
    return Double(off) / 100
  }
}
