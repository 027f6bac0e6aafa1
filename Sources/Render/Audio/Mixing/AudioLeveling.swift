// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension AudioRenderer {
  /// The number of corrections of a gain for the loss by the limiter.
  private static let corrections = 6
  /// In LU.
  private static let tolerance = 0.05
  /// A loudness that is farther from what is asked for is said, in LU.
  private static let promise = 0.3

  /// The gain in decibels with which the sound of `request` has the loudness of `level`, and the loudness in LUFS that it
  /// has where its limit does not allow that one; nil where it is too quiet to be measured.
  func gain(
    for level: AudioLevel, of request: EncodeRequest
  ) throws(RenderFailure) -> (gain: Double, missed: Double?)? {
    try gain(for: level, rate: request.sampleRate, layout: request.encoding.layout) {
      (take) throws(RenderFailure) in
      try forEachBlock(of: request) { (block) throws(RenderFailure) in
        try take(block)
        return true
      }
    }
  }

  /// The same for a sound of `rate` samples a second on the channels of `layout`, all of which `feed` hands over each time.
  func gain(
    for level: AudioLevel, rate: Int, layout: ChannelLayout,
    _ feed: ((AudioBuffer) throws(RenderFailure) -> Void) throws(RenderFailure) -> Void
  ) throws(RenderFailure) -> (gain: Double, missed: Double?)? {
    guard let target = level.loudness else { return (0, nil) }
    func loudness(_ leveler: inout Leveler) throws(RenderFailure) -> Double {
      let meter = try LoudnessMeter(rate: rate, layout: layout)
      try feed { (block) throws(RenderFailure) in
        try leveler.push(block) { (samples) throws(RenderFailure) in try meter.add(samples) }
      }
      try leveler.finish { (samples) throws(RenderFailure) in try meter.add(samples) }
      return try meter.finish()
    }
    var plain = Leveler(AudioLevel(isLimited: false), rate: rate, channels: layout.count)
    let mixed = try loudness(&plain)
    guard mixed > LoudnessMeter.silence else { return nil }
    var gain = target - mixed
    var last = target
    for round in 0...AudioRenderer.corrections {
      var leveler = Leveler(level, gain: gain, rate: rate, channels: layout.count)
      // Where no peak can reach the limit, the gain alone decides.
      if Double(plain.overs.highest) * leveler.factor < leveler.limit / 4 { break }
      last = try loudness(&leveler)
      if abs(last - target) <= AudioRenderer.tolerance || round == AudioRenderer.corrections {
        break
      }
      gain += target - last
    }
    return (gain, abs(last - target) > AudioRenderer.promise ? last : nil)
  }
}

extension Leveler {
  /// The notes on a sound with peaks over the limit, or one whose loudness cannot be measured or
  /// reached.
  ///
  /// - Parameters:
  ///   - target: The loudness that is asked for, in LUFS.
  ///   - missed: What it has instead.
  func notes(isMeasured: Bool, target: Double? = nil, missed: Double? = nil) -> [RenderNote] {
    var notes: [RenderNote] = []
    if isSilent {
      var note = RenderNote(
        message: "the sound is silent throughout: nothing of what is played in it is heard",
        origin: .none)
      note.isOfSilence = true
      notes.append(note)
    } else if !isMeasured {
      notes.append(
        RenderNote(
          message: "the sound is too quiet for its loudness to be measured; it is left as it is",
          origin: .none))
    }
    if let target, let missed {
      let tenths = (missed * 10).rounded() / 10
      notes.append(
        RenderNote(
          message:
            "the sound has \(tenths.shortest) LUFS, not \(target.shortest): its peaks are limited to \(peak.shortest) dBTP",
          origin: .none))
    }
    if let place = overs.place {
      notes.append(note(on: AudioOvers(count: overs.count, peak: overs.peak), at: place))
    }
    return notes
  }

  /// The note on peaks over the limit, of which the highest is at sample `place`.
  func note(on overs: AudioOvers, at place: Int64) -> RenderNote {
    let excess = 20 * Portable.log(Double(overs.peak) / limit) / Portable.log(10)
    let tenths = max(1, Int((excess * 10).rounded()))
    let times = overs.count == 1 ? "once" : "\(overs.count) times"
    let end = isLimited ? "it is lowered there" : "it clips there, as its limit is off"
    var note = RenderNote(
      message:
        "the sound goes over \(limitInWords) \(times), by \(tenths / 10).\(tenths % 10) dB at most; \(end)",
      origin: .none, frame: Int(place))
    note.overs = overs
    return note
  }

  /// True if no sample is heard.
  private var isSilent: Bool { Double(overs.highest) <= Gain.inaudible }

  private var limitInWords: String {
    limit == 1 ? "full scale" : "its peak of \(peak.shortest) dBTP"
  }
}

extension EncodedPeaks {
  /// The notes on them in the sound of `request`.
  func notes(on request: CopyAudioRequest) -> [RenderNote] {
    guard let (overs, place) = found, let level = request.copy.encoding?.level else { return [] }
    let rate = request.copy.sampleRate
    let leveler = Leveler(level, rate: rate, channels: request.otherwise.layout.count)
    // Copied packets may have another rate than the film.
    let sample = place * Int64(request.otherwise.sampleRate) / Int64(rate)
    return [leveler.note(on: overs, at: max(0, sample))]
  }
}
