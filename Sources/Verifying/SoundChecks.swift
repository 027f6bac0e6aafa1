// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import Facilities

// What is found from the sound of a film beside the planned mix.

extension FilmReport {
  /// Compares how loud the film is, and when, with what is expected.
  mutating func checkSound(_ sound: SoundComparison, _ expected: ExpectedOutput) {
    let whole = TimeRange(.zero, expected.duration + Time(1))
    let own = sound.film.loudness(in: whole)
    let mix = sound.planned?.loudness(in: whole)
    checkLoudness(own, mix, sound, expected)
    // By how much the film was made louder than the mix, as far as that is known.
    let gain = expected.loudness.flatMap { asked in mix.map { asked - $0 } } ?? 0
    checkPeaks(sound, expected)
    checkSilence(sound, gain: gain)
    checkShifts(sound)
  }

  private mutating func checkLoudness(
    _ own: Double?, _ mix: Double?, _ sound: SoundComparison, _ expected: ExpectedOutput
  ) {
    let shown = own.map { "\($0.tenths) LUFS" } ?? "too quiet to be measured"
    if let asked = expected.loudness {
      figure("loudness", "\(shown), asked \(asked.tenths) LUFS")
      guard mix != nil else { return }
      if own.map({ abs($0 - asked) > 0.35 }) ?? true {
        add(
          .error(
            "loudness", "its loudness is \(shown), asked \(asked.tenths) LUFS",
            hint:
              "build it again; where the build says that the peak does not allow it, ask for less"))
      }
      return
    }
    guard let mix else {
      figure("loudness", shown)
      return
    }
    figure("loudness", "\(shown), that of the mix is \(mix.tenths) LUFS")
    // What is limited gets quieter.
    guard let own, own <= mix + 0.5, own >= min(mix, sound.limited ?? mix) - 0.5 else {
      add(
        .error(
          "loudness", "its loudness is \(shown), that of the project's mix \(mix.tenths) LUFS",
          hint: FilmReport.again))
      return
    }
  }

  private mutating func checkPeaks(_ sound: SoundComparison, _ expected: ExpectedOutput) {
    guard let peak = sound.film.peaks.max(), peak > SoundLevels.silence else { return }
    let dB = Double(peak) / 100
    let limit = expected.peak ?? 0
    figure(
      "true peak",
      "\(dB.tenths) dBTP, \(expected.isLimited ? "limited to \(limit.tenths)" : "not limited")")
    // Coding with loss moves peaks; without a limit that is asked for, samples are limited, between which sound is higher.
    let slack = expected.peak == nil ? 2.5 : 1.0
    let place = sound.film.overs.first.map(\.range)
    if expected.isLimited, dB > limit + slack {
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

  private mutating func checkSilence(_ sound: SoundComparison, gain: Double) {
    guard let planned = sound.planned else { return }
    let edge = Time(1, over: 10)
    func inside(_ range: TimeRange) -> TimeRange? {
      let (start, end) = (range.start + edge, range.end - edge)
      return start < end ? TimeRange(start, end) : nil
    }
    var (asked, others) = (0, 0)
    for silence in sound.film.silences(below: -60, of: Time(1, over: 2)) {
      guard let range = inside(silence) else { continue }
      let most = planned.greatestPower(in: range)
      // A shift is said as one.
      guard let most, most + gain > -50 else {
        asked += 1
        continue
      }
      others += 1
      add(
        .error(
          "silence", "it is silent, and the project has sound of \((most + gain).tenths) dB there",
          at: silence,
          hint: FilmReport.again))
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
      others > 0 ? "\(counted(others, "time")), unlike the project" : nil,
    ].compactMap(\.self)
    figure("silence", words.isEmpty ? "none" : words.joined(separator: "; "))
  }

  private mutating func checkShifts(_ sound: SoundComparison) {
    let known = sound.shifts.filter { max($0.likeness, $0.likenessInPlace) > 0.3 }
    var late: [(range: TimeRange, shift: Time)] = []
    for stretch in known
    where stretch.shift.magnitude >= Time(1, over: 50)
      && stretch.likeness > 1.25 * stretch.likenessInPlace
    {
      if let last = late.last, last.range.end == stretch.range.start,
        (last.shift - stretch.shift).magnitude <= Time(1, over: 100)
      {
        late[late.count - 1].range.end = stretch.range.end
      } else {
        late.append((stretch.range, stretch.shift))
      }
    }
    for place in late.prefix(20) {
      let milliseconds = (place.shift.magnitude * Time(1000)).rounded
      add(
        .error(
          "sync",
          "the sound is \(milliseconds) ms too \(place.shift > .zero ? "late" : "early") beside the pictures",
          at: place.range, hint: FilmReport.again))
    }
    let strange = sound.shifts.filter { stretch in
      max(stretch.likeness, stretch.likenessInPlace) < 0.2
        && (sound.planned.map { sound.film.strangeness(to: $0, in: stretch.range) } ?? 0) > 9
    }
    for stretch in strange.prefix(20) {
      add(
        .error(
          "sound", "the sound is not that of the project", at: stretch.range, hint: FilmReport.again
        ))
    }
    guard !sound.shifts.isEmpty else { return }
    let most = known.map(\.shift.magnitude).max()
    figure(
      "sync",
      known.isEmpty
        ? "the sound has nothing by which its place could be known"
        : late.isEmpty && !strange.isEmpty
          ? "the sound is not that of the project"
          : late.isEmpty
            ? "the sound lies where it should"
            : "off by \(((most ?? .zero) * Time(1000)).rounded) ms"
    )
  }
}

extension SoundLevels {
  /// The greatest power of a twentieth of a second in `range`, in dB; nil where it has none.
  func greatestPower(in range: TimeRange) -> Double? {
    let rate = Time(SoundLevels.powersPerSecond)
    let first = max(0, Int((range.start * rate).floor))
    let end = min(powers.count, Int((range.end * rate).ceiling))
    guard first < end else { return nil }
    return powers[first..<end].max().map { Double($0) / 100 }
  }

  /// By how many dB the powers in half of `range` differ from those of `other` at least, whatever is louder as a whole.
  func strangeness(to other: SoundLevels, in range: TimeRange) -> Double {
    let rate = Time(SoundLevels.powersPerSecond)
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
