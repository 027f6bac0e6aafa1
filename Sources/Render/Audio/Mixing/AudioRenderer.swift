// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
public import RenderProtocol

/// Performs audio requests: mixes sections, and encodes them as one sound.
///
/// One worker owns it for its whole life. It keeps sources open between sections, which does not affect samples.
public final class AudioRenderer {
  let pool = AudioPool()

  /// A renderer without open files.
  public init() {}

  /// Mixes the program of `request` into its sample file.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been mixed.
  public func mix(
    _ request: MixRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    let program = request.program
    var mixer = try AudioMixer(program, keepsGoing: request.keepsGoing, pool: pool)
    var writer = try SampleWriter(
      path: request.output, rate: program.sampleRate, channels: program.layout.count,
      lead: program.leadCount)
    var tally = AudioTally(rate: program.sampleRate)
    let block = AudioBlock(channels: program.layout.count)
    var isFirst = true
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      if isFirst { try writer.write(lead: mixer.lead) }
      isFirst = false
      try writer.write(block.memory, count: count)
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    let trail = try mixer.mixTrail(into: block.memory)
    if trail > 0 { try writer.write(block.memory, count: trail) }
    var facts = try writer.finish(count: program.sampleCount)
    facts.notes = mixer.notes
    return facts
  }

  /// Assembles a sound from copied packets; if they turn out not to be copyable, it is mixed and encoded.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that are done.
  public func copy(
    _ request: CopyAudioRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    var repeated = RepeatedProgress()
    do throws(RenderFailure) {
      let copier = try AudioCopier(request, pool: pool)
      let bytes = try copier.run {
        repeated.record($0)
        progress($0)
      }
      var facts = SegmentFacts(frames: request.otherwise.sampleCount, bytes: bytes)
      facts.notes = copier.peaks.notes(on: request)
      return facts
    } catch {
      guard error.kind == .media else { throw error }
      var facts = try encode(request.otherwise, request.encoding, output: request.output) {
        if let new = repeated.unreported(of: $0) { progress(new) }
      }
      // The reason is said first.
      let others = facts.notes
      facts.notes = []
      facts.note(error)
      facts.notes += others
      return facts
    }
  }

  /// Mixes and encodes `program` at once.
  private func encode(
    _ program: AudioProgram, _ encoding: AudioEncoding, output: String, progress: (Int) -> Void
  ) throws(RenderFailure) -> SegmentFacts {
    var mixer = try AudioMixer(program, keepsGoing: false, pool: pool)
    var encoder = try AudioWriter(
      encoding, rate: program.sampleRate, count: program.sampleCount, output: output)
    var tally = AudioTally(rate: program.sampleRate)
    let block = AudioBlock(channels: program.layout.count)
    let level = encoding.level ?? AudioLevel(isLimited: false)
    var leveler = Leveler(level, rate: program.sampleRate, channels: program.layout.count)
    while case let count = try mixer.mix(into: block.memory), count > 0 {
      try leveler.push(block.samples(count)) { (samples) throws(RenderFailure) in
        try encoder.write(samples)
      }
      if let hundredths = tally.add(count) { progress(hundredths) }
    }
    try leveler.finish { (samples) throws(RenderFailure) in try encoder.write(samples) }
    var facts = try encoder.finish()
    if encoding.level != nil { facts.notes = leveler.notes(isMeasured: true) }
    return facts
  }

  /// Encodes the sections of `request` in one pass.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been encoded.
  public func encode(
    _ request: EncodeRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> SegmentFacts {
    let rate = request.sampleRate
    guard (1000...768_000).contains(rate), request.sampleCount > 0 else {
      throw RenderFailure(kind: .program, message: "a sound of no usable length or rate")
    }
    if let passage = request.passage { return try encode(passage, of: request, progress: progress) }
    if case .passage = request.intervals.first { return try join(request) }
    var encoder = try AudioWriter(
      request.encoding, rate: rate, count: request.sampleCount, output: request.output)
    guard let level = request.encoding.level else {
      try forEachBlock(of: request, progress: progress) { (block) throws(RenderFailure) in
        try encoder.write(block)
        return true
      }
      return try encoder.finish()
    }
    let gain = try gain(for: level, of: request)
    var leveler = Leveler(
      level, gain: gain?.gain ?? 0, rate: rate, channels: request.encoding.layout.count)
    try forEachBlock(of: request, progress: progress) { (block) throws(RenderFailure) in
      try leveler.push(block) { (samples) throws(RenderFailure) in try encoder.write(samples) }
      return true
    }
    try leveler.finish { (samples) throws(RenderFailure) in try encoder.write(samples) }
    var facts = try encoder.finish()
    facts.notes = leveler.notes(
      isMeasured: gain != nil, target: level.loudness, missed: gain?.missed)
    return facts
  }

  /// Reads the sections of `request`, crossfaded where a sound goes on from one to the next.
  ///
  /// A loudness takes several rounds of that, before there is progress to report: each block is a sign of life.
  ///
  /// - Parameters:
  ///   - progress: Called with the number of additional hundredths of a second that have been read.
  ///   - body: Takes a block; returns whether it takes another one.
  func forEachBlock(
    of request: EncodeRequest, progress: (Int) -> Void = { _ in },
    _ body: (AudioBuffer) throws(RenderFailure) -> Bool
  ) throws(RenderFailure) {
    let rate = request.sampleRate
    var tally = AudioTally(rate: rate)
    let channels = request.encoding.layout.count
    var trail = AudioBuffer(channels: channels)
    for interval in request.intervals {
      switch interval {
      case .silence(var rest):
        while rest > 0 {
          var block = AudioBuffer(channels: channels)
          block.appendSilence(Int(min(rest, Int64(AudioBuffer.blockSize))))
          CrashBreadcrumbs.touch()
          guard try body(block) else { return }
          rest -= Int64(block.count)
          if let hundredths = tally.add(block.count) { progress(hundredths) }
        }
        trail.removeAll()
      case .mixed(let path, let count):
        var reader = try SampleReader(path: path, rate: rate, channels: channels, count: count)
        var place = 0
        while var block = try reader.read() {
          block.fadeOver(from: trail, to: reader.lead, at: place)
          CrashBreadcrumbs.touch()
          guard try body(block) else { return }
          place += block.count
          if let hundredths = tally.add(block.count) { progress(hundredths) }
        }
        trail = reader.trail
      case .passage:
        throw RenderFailure(kind: .program, message: "a sound of samples and of packets")
      }
    }
  }
}

extension EncodeRequest {
  /// The total length in samples.
  var sampleCount: Int64 {
    intervals.reduce(0) {
      switch $1 {
      case .silence(let count), .mixed(_, let count): $0 + count
      case .passage(_, let passage, _, _): $0 + Int64(passage.samples.count)
      }
    }
  }
}
