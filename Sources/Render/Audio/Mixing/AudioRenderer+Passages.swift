// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension AudioRenderer {
  /// Encodes a passage of the sections of `request`.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been read.
  func encode(
    _ passage: AudioPassage, of request: EncodeRequest, progress: (Int) -> Void
  ) throws(RenderFailure) -> SegmentFacts {
    let rate = request.sampleRate
    guard let level = request.encoding.level, level.loudness == nil, passage.skipped >= 0 else {
      throw RenderFailure(kind: .program, message: "a passage of a sound whose level is measured")
    }
    var writer = try PassageWriter(passage, request.encoding, rate: rate, output: request.output)
    let start = passage.skipped + passage.samples.lowerBound
    var leveler = Leveler(
      level, rate: rate, channels: request.encoding.layout.count,
      counted: start..<start + Int64(passage.samples.count))
    var skipped = passage.skipped
    func take(_ samples: AudioBuffer) throws(RenderFailure) {
      var samples = samples
      let unused = min(skipped, Int64(samples.count))
      samples.removeFirst(Int(unused))
      skipped -= unused
      try writer.write(samples)
    }
    try forEachBlock(of: request, progress: progress) { (block) throws(RenderFailure) in
      try leveler.push(block, to: take)
      return !writer.isComplete
    }
    if !writer.isComplete { try leveler.finish(to: take) }
    var facts = try writer.finish()
    facts.notes = leveler.notes(isMeasured: true)
    for index in facts.notes.indices { facts.notes[index].frame? -= Int(start) }
    return facts
  }

  /// Joins the passages of `request`.
  func join(_ request: EncodeRequest) throws(RenderFailure) -> SegmentFacts {
    var join: PassageJoin?
    var overs = AudioOvers(count: 0, peak: 0)
    var place: Int64 = 0
    var silence: RenderNote?
    var isHeard = false
    var count: Int64 = 0
    for interval in request.intervals {
      guard case .passage(let path, let passage, let first, let note) = interval else {
        throw RenderFailure(kind: .program, message: "a sound of packets and of samples")
      }
      if join == nil { join = try PassageJoin(path, output: request.output) }
      try join?.add(path, passage, first: first)
      if let note, note.isOfSilence { silence = note } else { isHeard = true }
      if let note, let new = note.overs {
        if new.peak > overs.peak {
          overs.peak = new.peak
          place = count + Int64(note.frame ?? 0)
        }
        overs.count += new.count
      }
      count += Int64(passage.samples.count)
    }
    guard let bytes = try join?.finish(count: count) else {
      throw RenderFailure(kind: .program, message: "a sound of no passages")
    }
    var facts = SegmentFacts(frames: count, bytes: bytes)
    if overs.count > 0, let level = request.encoding.level {
      let leveler = Leveler(
        level, rate: request.sampleRate, channels: request.encoding.layout.count)
      facts.notes = [leveler.note(on: overs, at: place)]
    }
    if !isHeard, let silence { facts.notes.append(silence) }
    return facts
  }
}
