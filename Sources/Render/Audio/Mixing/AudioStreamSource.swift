// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

/// The audio of one stream on the channels of a mix, on the source's clock, at the stream's rate.
///
/// Sample 0 of the clock is source time 0; positions without sound are silent. The clock is that of the samples: where it was
/// slow or fast beside that of the file, a sample lasts as much longer or shorter. Any section can be read; reading
/// forward is cheap. Timestamps place the sound: since containers round them, a running count is followed until
/// it is off by more than 10 ms. If timestamps are inexact, the count always starts with the stream's first
/// packet, so that sections join as if the sound had never been cut.
///
/// After a seek, the samples depend only on its target: a new decoder always gets the same packets.
final class AudioStreamSource {
  /// Samples per second.
  let rate: Int
  let feed: AudioFeed
  let codec: String
  private let channels: [Int]?
  private let layout: ChannelLayout
  var decoder: Decoder
  private var converter: LayoutConverter
  private let frame: Frame

  /// Number of packets still to be decoded before the output is correct.
  private var unsettled = 0
  /// True if the last packet's output lacks its predecessors; silence was placed for it.
  private var isUnheard = false
  /// The clock position up to which silence may replace skipped sound.
  private var passed: Int64 = .min
  /// The packet whose frame was not received yet.
  var sent: AudioFeed.Entry?

  /// Decoded samples, starting at clock position `start`.
  private var samples: AudioBuffer
  private var start: Int64 = 0
  /// Everything from here to the end of `samples` is known: samples, preceded by silence.
  private var known: Int64 = 0
  var placer: AudioPlacer

  private var isPristine = true
  /// True if the position of the first of `samples` is known to be `start`.
  private var isPlaced = false
  private var isFromStart = true
  private var isAtEnd = false
  private var isDraining = false
  private var hasDecodedAll = false
  private var hasSent = false
  /// True if a decoder has given sound since the file was opened.
  private var hasDecoded = false
  /// True if an irregularity was found that a seek would have skipped.
  var isIrregular = false
  /// The place of its first sample on the clock, where its packets' times say less.
  private let base: Int64?
  /// The tolerance of packets' times, in samples.
  private let tolerance: Int64
  /// True if the whole stream is decoded, because packets have no other known positions.
  private var decodesAll: Bool
  /// The clock position last sought; packets that end `preroll` before it are not decoded.
  var target: Int64 = .min
  /// A problem whose place is not known yet.
  var broken: Break?
  var problem: Problem?

  /// The number of samples decoded before a seek target, sufficient for every codec to settle.
  private var preroll: Int64 { Int64(rate / 2) }
  /// Positions before this are reached by decoding from the start.
  private var nearStart: Int64 { Int64(rate) * 2 }
  private var end: Int64 { start + Int64(samples.count) }

  /// Opens `stream` of the file at `path`; `zero` is the container timestamp of source time 0.
  ///
  /// - Parameters:
  ///   - channels: The channels that are heard, from 1 on; nil for all.
  ///   - drift: Seconds of the file's clock in which one second of its samples goes by; nil for 1.
  ///   - restarts: Where times begin anew in the file.
  ///   - uneven: When it begins, where times run ahead of the samples and come back.
  ///   - layout: The channels of the mix.
  init(
    path: String, stream: Int, channels: [Int]? = nil, zero: Time, drift: Time? = nil,
    restarts: [TimeRestart]? = nil, uneven: UnevenAudio? = nil, layout: ChannelLayout = .stereo
  ) throws(AVError) {
    feed = try AudioFeed(
      path: path, stream: stream, zero: zero, drift: drift, restarts: restarts,
      isUneven: uneven != nil)
    decoder = try feed.makeDecoder()
    rate = feed.rate
    codec = feed.info.codec
    decodesAll = !feed.isExact && !feed.tellsLengths
    tolerance = AudioPlacer.tolerance(rate: rate, codec: codec, isUneven: uneven != nil)
    base = uneven.map { [feed] in feed.clock($0.start) }
    placer = AudioPlacer(rate: rate, tolerance: tolerance, base: base, fallback: 0)
    (self.channels, self.layout) = (channels, layout)
    samples = AudioBuffer(channels: layout.count)
    converter = try LayoutConverter(rate: rate, layout: layout, picking: channels)
    frame = try Frame()
  }

  /// The filters that its samples have gone through since the last seek.
  var filters: [Filter] { converter.filters }
  /// The mapping of its channels to those of the mix in surround.
  var mapping: String? { converter.mapping }

  /// The first clock position from which reading continues without a seek.
  var position: Int64 { isPristine ? 0 : known }

  /// The problem since the last call, if any.
  func takeProblem() -> Problem? {
    defer { problem = nil }
    return problem
  }

  /// Resets it to the state of a newly opened source that is first read at `position`; returns false if the
  /// file must be reopened for that.
  func renew(at position: Int64) throws(AVError) -> Bool {
    if isPristine { return true }
    guard !isIrregular, position > nearStart else { return false }
    if decodesAll {
      // Decoding continues from the current position.
      guard position >= known else { return false }
      target = position
      return true
    }
    return try jump(to: position)
  }

  /// Copies `count` samples, starting at clock position `position`.
  func read(
    from position: Int64, count: Int, into memory: ChannelMemory
  ) throws(AVError) {
    let last = position + Int64(count)
    if isPristine {
      (target, known) = (position, position)
      if position > nearStart { try seek(to: position) }
    } else if position < known {
      try seek(to: position)
    } else if !isAtEnd && position > (placer.tail ?? end) + Int64(rate) * 5 {
      // If packets are counted, reading on skips them without decoding.
      if feed.isExact { try seek(to: position) } else { target = position }
    }
    while !isAtEnd, !isPlaced || end < last {
      try decodeMore()
      if isPlaced, position - start > 16384 {
        let dropped = min(Int(position - start), samples.count)
        samples.removeFirst(dropped)
        start += Int64(dropped)
        known = start
      }
    }
    reportPending(before: last)
    known = max(known, passed)
    copy(from: position, count, to: memory)
  }

  private func copy(from position: Int64, _ count: Int, to memory: ChannelMemory) {
    memory.silence(count)
    guard isPlaced else { return }
    let first = max(position, start)
    let last = min(position + Int64(count), end)
    guard first < last else { return }
    samples.copy(
      from: Int(first - start), count: Int(last - first),
      to: memory.advanced(by: Int(first - position)))
  }

  // MARK: - Seeking

  private func seek(to position: Int64) throws(AVError) {
    if !feed.isIndexed, isIrregular { return try restart(for: position) }
    if try !jump(to: position) { try restart(for: position) }
  }

  /// Seeks to where decoding must start for `position`, without reopening the file; returns false, with no
  /// change, if that is impossible.
  private func jump(to position: Int64) throws(AVError) -> Bool {
    let threshold = position - preroll
    if feed.isIndexed {
      guard position > 2 * preroll, feed.jump(to: threshold) else { return false }
      try begin(at: position, isFromStart: false)
      return true
    }
    if feed.isExact {
      guard let index = feed.firstEnding(notBefore: threshold) else { return false }
      feed.rewind(to: index)
      try begin(at: position, isFromStart: true)
      return true
    }
    guard let (index, place) = counted(for: threshold) else { return false }
    feed.rewind(to: index)
    try begin(at: position, isFromStart: true)
    placer = AudioPlacer(rate: rate, tolerance: tolerance, base: place, fallback: nil)
    unsettled = AudioStreamSource.settling
    return true
  }

  /// Restarts at the first packet.
  private func restart(for position: Int64) throws(AVError) {
    if !isPristine { try feed.reopen() }
    hasDecoded = false
    isIrregular = false
    decodesAll = !feed.isExact && !feed.tellsLengths
    try begin(at: position, isFromStart: true)
  }

  /// Discards decoded samples, to continue with the next packet.
  private func begin(at position: Int64, isFromStart: Bool) throws(AVError) {
    if !isPristine {
      // A flush does not restore the complete initial state.
      decoder = try feed.makeDecoder()
      converter = try LayoutConverter(rate: rate, layout: layout, picking: channels)
    }
    target = position
    samples.removeAll()
    placer = AudioPlacer(
      rate: rate, tolerance: tolerance, base: base, fallback: isFromStart ? 0 : nil)
    (start, known) = (target, target)
    (isPlaced, isAtEnd, isDraining, hasSent, isPristine) = (false, false, false, false, false)
    hasDecodedAll = false
    (unsettled, sent, passed, isUnheard) = (0, nil, .min, false)
    self.isFromStart = isFromStart
    broken = nil
  }

  // MARK: - Decoding

  /// Appends some samples, or detects the end.
  private func decodeMore() throws(AVError) {
    isPristine = false
    if try takePlaced() { return }
    if hasDecodedAll {
      isAtEnd = true
      return
    }
    switch try receive() {
    case .filled: try place()
    case .needsInput: try sendNext()
    case .end:
      finishDecoding()
      reportEnd()
    }
  }

  /// Appends samples that have been placed; returns false if there are none.
  private func takePlaced() throws(AVError) -> Bool {
    if !isPlaced {
      // The index may have led past the target, or to packets without timestamps.
      if !isFromStart, placer.isLost || placer.head.map({ $0 > target }) ?? false {
        try restart(for: target)
        return true
      }
      guard let head = placer.head else { return false }
      (start, known, isPlaced) = (head, min(head, target), true)
    }
    switch placer.next() {
    case .silence(let count): samples.appendSilence(Int(count))
    case .sound(let sound): samples.append(sound)
    case nil: return false
    }
    return true
  }

  private func finishDecoding() {
    placer.finish()
    hasDecodedAll = true
  }

  private func receive() throws(AVError) -> Outcome {
    do throws(AVError) {
      let outcome = try decoder.receive(into: frame)
      if outcome == .filled { hasDecoded = true }
      noteLog(decoder.takeLog())
      if outcome == .filled, frame.isDamaged { noteLog(["the decoder marks the sound as damaged"]) }
      return outcome
    } catch {
      try note(decoding: error)
      return .needsInput
    }
  }

  /// Notes that the packet that was sent last cannot be decoded.
  private func note(decoding error: AVError) throws(AVError) {
    let failure = try error.ofMedia
    if let sent, !hasDecoded, feed.mayBeginAmid(with: sent.number) {
      _ = decoder.takeLog()
      return
    }
    note(failure)
  }

  private func sendNext() throws(AVError) {
    // A packet without output was counted as if it had some.
    if let sent, sent.number > 3, sent.count != nil, !isUnheard { isIrregular = true }
    sent = nil
    do throws(AVError) {
      if isDraining { return try decoder.sendEnd() }
      guard let entry = try nextEntry() else {
        isDraining = true
        return try decoder.sendEnd()
      }
      if !feed.isExact, try isCounted(entry) { return }
      (sent, hasSent) = (entry, true)
    } catch {
      // Reading has failed, so the sound ends here.
      report(try error.ofMedia)
      return finishDecoding()
    }
    do throws(AVError) {
      if let sent {
        noteLog(sent.damage, hole: sent.hole)
        try decoder.send(sent.packet)
        noteLog(decoder.takeLog())
      }
    } catch { try note(decoding: error) }
  }

  /// The next packet, skipping those that end so far before the target that they need not be decoded.
  private func nextEntry() throws(AVError) -> AudioFeed.Entry? {
    while let entry = try feed.read() {
      guard feed.isExact, !hasSent, let end = entry.end, end < target - preroll else {
        return entry
      }
    }
    return nil
  }

  /// Returns true if the packet is so far before the target that only its length matters.
  ///
  /// If so, it has been placed as silence, which is never read.
  private func isCounted(_ entry: AudioFeed.Entry) throws(AVError) -> Bool {
    isUnheard = false
    entry.place = placer.settledTail
    guard entry.number > AudioStreamSource.confirming, feed.tellsLengths, let tail = placer.tail
    else {
      return false
    }
    guard let count = entry.count else {
      isIrregular = true
      return false
    }
    let isFar = tail + 2 * Int64(count) < target - preroll
    if isFar {
      unsettled = AudioStreamSource.settling
    } else if unsettled > 0 {
      if unsettled == AudioStreamSource.settling { decoder = try feed.makeDecoder() }
      unsettled -= 1
      isUnheard = true
    } else {
      return false
    }
    var silence = AudioBuffer(channels: layout.count)
    silence.appendSilence(count)
    placer.add(
      silence,
      stamp: (entry.packet.presentation ?? entry.packet.decoding).map { feed.clock($0) })
    passed = placer.tail ?? passed
    if isFar, entry.hole != nil { noteLog(entry.damage, hole: entry.hole) }
    if broken?.hole != nil { reportPlaced() }
    return isFar
  }

  /// The packet at which decoding starts for the position `preroll` after `threshold`, and its position, if the
  /// lengths of all packets before it are known.
  private func counted(for threshold: Int64) -> (index: Int, place: Int64)? {
    guard feed.tellsLengths else { return nil }
    var isPassing = false
    for (index, entry) in feed.recent.enumerated() {
      guard entry.number > AudioStreamSource.confirming, let place = entry.place,
        let count = entry.count
      else {
        isPassing = false
        continue
      }
      if place + 2 * Int64(count) < threshold {
        isPassing = true
      } else {
        return isPassing ? (index, place) : nil
      }
    }
    guard isPassing, sent == nil, let place = placer.settledTail else { return nil }
    return (feed.recent.count, place)
  }

  /// Passes the frame to the placer.
  private func place() throws(AVError) {
    if isUnheard { return }
    // Encoder delay is removed from the first packets; later ones must have the computed length.
    if let sent, sent.number > 3, let count = sent.count, count != frame.sampleCount {
      feed.doubtLengths()
      if sent.number <= AudioStreamSource.confirming {
        decodesAll = true
      } else {
        isIrregular = true
      }
    }
    sent = nil
    var fresh = AudioBuffer(channels: layout.count)
    let stamp = frame.timestamp.map { feed.clock($0) }
    try converter.convert(frame, into: &fresh)
    noteOddities(of: frame)
    placer.add(fresh, stamp: stamp)
    reportPlaced()
  }
}
