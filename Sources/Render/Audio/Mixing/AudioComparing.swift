// SPDX-License-Identifier: Apache-2.0

import Base
public import RenderProtocol

extension AudioRenderer {
  /// Measures the sound of a film, and finds how much later it is heard than planned; what cannot be decoded is silent.
  ///
  /// Memory does not grow with the length of the film but by the levels themselves.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been heard.
  public func compare(
    _ request: AudioComparisonRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> AudioComparison {
    let film = request.film
    if let planned = request.planned {
      guard planned.sampleRate == film.sampleRate, planned.layout == film.layout else {
        throw RenderFailure(kind: .program, message: "sounds of two rates are not compared")
      }
    }
    var mixer = try AudioMixer(film, keepsGoing: true, pool: pool)
    var plan = try request.planned.map { (program) throws(RenderFailure) in
      try LeveledMix(program, request.level, by: self)
    }
    var own = try Meters(film)
    var shifts = ShiftFinder(rate: film.sampleRate)
    var meter = MatchMeter(rate: film.sampleRate, channels: film.layout.count)
    var tally = AudioTally(rate: film.sampleRate)
    let block = AudioBlock(channels: film.layout.count)
    var overs: Int64 = 0
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      let samples = block.samples(count)
      overs += samples.overs
      try own.add(samples)
      if let planned = try plan?.next(count) {
        shifts.add(samples, planned)
        meter.add(samples, planned)
      }
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    var result = AudioComparison(film: try own.finish(), overs: overs)
    result.damage = mixer.takeNotes().prefix(20).map(\.message)
    mixer.close()
    guard let measured = try plan?.finish() else { return result }
    (result.planned, result.leveled) = (measured.mix, measured.leveled)
    (result.shifts, result.match) = (shifts.finish(), meter.finish())
    if let level = request.level, level.isLimited, level.loudness == nil,
      let peak = measured.mix.peaks.max(), Double(peak) / 100 > measured.limit
    {
      // What is limited in loud places gets quieter by more than these: quieter places count, too, then.
      result.limited = measured.leveled
    }
    return result
  }
}

/// The planned audio of an output: a mix, at its level.
private struct LeveledMix {
  private var mixer: AudioMixer
  private var meters: Meters
  private var leveler: Leveler
  private let loudness: LoudnessMeter
  private let block: AudioBlock
  private var ready: AudioBuffer
  private var isAtEnd = false

  init(
    _ program: AudioProgram, _ level: AudioLevel?, by renderer: AudioRenderer
  ) throws(RenderFailure) {
    let (rate, layout) = (program.sampleRate, program.layout)
    let level = level ?? AudioLevel(isLimited: false)
    let gain = try renderer.gain(for: level, rate: rate, layout: layout) {
      (take) throws(RenderFailure) in
      var mixer = try AudioMixer(program, keepsGoing: true, pool: AudioPool())
      let block = AudioBlock(channels: layout.count)
      while case let count = try mixer.mix(into: block.memory), count > 0 {
        try take(block.samples(count))
      }
      mixer.close()
    }
    mixer = try AudioMixer(program, keepsGoing: true, pool: AudioPool())
    meters = try Meters(program)
    leveler = Leveler(level, gain: gain?.gain ?? 0, rate: rate, channels: layout.count)
    loudness = try LoudnessMeter(rate: rate, layout: layout)
    block = AudioBlock(channels: layout.count)
    ready = AudioBuffer(channels: layout.count)
  }

  /// The next `count` samples; silence after the last one.
  mutating func next(_ count: Int) throws(RenderFailure) -> AudioBuffer {
    while ready.count < count, !isAtEnd { try mixMore() }
    let given = min(count, ready.count)
    var samples = ready.part(0..<given)
    ready.removeFirst(given)
    samples.appendSilence(count - given)
    return samples
  }

  /// The levels of all of the mix, its loudness at the level of the film, and the peak to which that limits it.
  mutating func finish() throws(RenderFailure) -> (mix: AudioLevels, leveled: Double, limit: Double)
  {
    while !isAtEnd { try mixMore() }
    mixer.close()
    return (try meters.finish(), try loudness.finish(), leveler.peak)
  }

  private mutating func mixMore() throws(RenderFailure) {
    let count = try mixer.mix(into: block.memory)
    var leveled = AudioBuffer(channels: block.memory.channels)
    if count > 0 {
      let samples = block.samples(count)
      try meters.add(samples)
      leveler.push(samples) { leveled.append($0) }
    } else {
      isAtEnd = true
      leveler.finish { leveled.append($0) }
    }
    try loudness.add(leveled)
    ready.append(leveled)
  }
}

/// The meters of a sound.
private struct Meters {
  private let loudness: LoudnessMeter
  private var levels: LevelMeter

  init(_ program: AudioProgram) throws(RenderFailure) {
    loudness = try LoudnessMeter(rate: program.sampleRate, layout: program.layout)
    levels = LevelMeter(rate: program.sampleRate, channels: program.layout.count)
  }

  mutating func add(_ samples: AudioBuffer) throws(RenderFailure) {
    try loudness.add(samples)
    levels.add(samples)
  }

  mutating func finish() throws(RenderFailure) -> AudioLevels {
    _ = try loudness.finish()
    var found = levels.finish()
    found.momentary = loudness.momentary
    return found
  }
}

extension AudioBuffer {
  /// Samples that are beyond full scale.
  fileprivate var overs: Int64 {
    channels.reduce(0) { sum, channel in
      channel.reduce(sum) { $0 + ($1.magnitude > 1 ? 1 : 0) }
    }
  }
}
