// SPDX-License-Identifier: Apache-2.0

public import Actions
import Basics
public import Facilities
import Samples
import SoundPackets
import SoundShaping

extension SoundRenderer {
  /// Measures the sound of a film, and finds how much later it is heard than planned; what cannot be decoded is silent.
  ///
  /// Memory does not grow with the length of the film but by the levels themselves.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been heard.
  public func compare(
    _ request: SoundComparisonRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SoundComparison {
    let film = request.film
    if let planned = request.planned {
      guard planned.sampleRate == film.sampleRate, planned.layout == film.layout else {
        throw RenderFailure(kind: .program, message: "sounds of two rates are not compared")
      }
    }
    var mixer = try SoundMixer(film, keepsGoing: true, pool: pool)
    var other = try request.planned.map { (program) throws(RenderFailure) in
      try SoundMixer(program, keepsGoing: true, pool: SoundPool())
    }
    var (own, planned) = (try Meters(film), try request.planned.map(Meters.init))
    var shifts = ShiftFinder(rate: film.sampleRate)
    var tally = SoundTally(rate: film.sampleRate)
    let channels = film.layout.count
    let (block, beside) = (SoundBlock(channels: channels), SoundBlock(channels: channels))
    var overs: Int64 = 0
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      let samples = block.samples(count)
      overs += samples.overs
      try own.add(samples)
      if var mix = other {
        // The planned mix may be shorter: then it is silent.
        let heard = try mix.mix(into: beside.memory)
        var plan = beside.samples(min(heard, count))
        if heard > 0 { try planned?.add(plan) }
        plan.appendSilence(count - plan.count)
        shifts.add(samples, plan)
        other = mix
      }
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    var result = SoundComparison(film: try own.finish(), overs: overs)
    result.damage = mixer.takeNotes().prefix(20).map(\.message)
    result.planned = try planned?.finish()
    if request.planned != nil { result.shifts = shifts.finish() }
    mixer.close()
    other?.close()
    result.limited = try limitedLoudness(of: request, result.planned)
    return result
  }

  /// The loudness of the planned mix with its peaks limited; nil where none is over the limit.
  ///
  /// What is limited in loud places gets quieter by more than these: quieter places count, too, then.
  private func limitedLoudness(
    of request: SoundComparisonRequest, _ levels: SoundLevels?
  ) throws(RenderFailure) -> Double? {
    guard let planned = request.planned, let level = request.level, level.isLimited,
      level.loudness == nil, let peak = levels?.peaks.max()
    else { return nil }
    var leveler = Leveler(level, rate: planned.sampleRate, channels: planned.layout.count)
    guard Double(peak) / 100 > leveler.peak else { return nil }
    var mixer = try SoundMixer(planned, keepsGoing: true, pool: pool)
    let meter = try LoudnessMeter(rate: planned.sampleRate, layout: planned.layout)
    let block = SoundBlock(channels: planned.layout.count)
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      try leveler.push(block.samples(count)) { (samples) throws(RenderFailure) in
        try meter.add(samples)
      }
    }
    try leveler.finish { (samples) throws(RenderFailure) in try meter.add(samples) }
    mixer.close()
    return try meter.finish()
  }
}

/// What is measured of a sound.
private struct Meters {
  private let loudness: LoudnessMeter
  private var levels: LevelMeter

  init(_ program: SoundProgram) throws(RenderFailure) {
    loudness = try LoudnessMeter(rate: program.sampleRate, layout: program.layout)
    levels = LevelMeter(rate: program.sampleRate, channels: program.layout.count)
  }

  mutating func add(_ samples: SoundSamples) throws(RenderFailure) {
    try loudness.add(samples)
    levels.add(samples)
  }

  mutating func finish() throws(RenderFailure) -> SoundLevels {
    _ = try loudness.finish()
    var found = levels.finish()
    found.momentary = loudness.momentary
    return found
  }
}

extension SoundSamples {
  /// Samples that are beyond full scale.
  fileprivate var overs: Int64 {
    channels.reduce(0) { sum, channel in
      channel.reduce(sum) { $0 + ($1.magnitude > 1 ? 1 : 0) }
    }
  }
}
