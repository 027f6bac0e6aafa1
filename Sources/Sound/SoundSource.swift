// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// The sound of one stream, as stereo samples on the source's own clock, at the stream's own rate.
///
/// Sample 0 of the clock is source time 0; where the stream has no sound there is silence. Any
/// stretch can be asked for, going forward is cheap. Timestamps place the sound: a running count
/// is followed, because containers round them, until it is off by more than 10 ms. Where timestamps
/// are not exact, that count starts with the stream's first packet whatever is asked for, so that
/// pieces of one sound join as if it had never been cut.
///
/// After a jump, what is heard depends on where it led and on nothing else: a new decoder is given the
/// same packets, whether the file has just been opened or has been read from before.
final class SoundSource {
  /// Samples per second.
  let rate: Int
  private let feed: SoundFeed
  private let codec: String
  private var decoder: Decoder
  private var downmix: Downmix
  private let frame: Frame

  /// How many more packets to decode before sound is what it should be.
  private var unsettled = 0
  /// Whether the last packet's sound lacks what came before it; silence has been placed for it.
  private var isUnheard = false
  /// Up to here on the clock there may be silence for sound that was passed over.
  private var passed: Int64 = .min
  /// The packet whose frame has not come yet.
  private var sent: SoundFeed.Entry?

  /// What has been decoded: `samples` start at `start` of the clock.
  private var samples = StereoSamples()
  private var start: Int64 = 0
  /// From here on everything up to the end of `samples` is known: samples, and silence before them.
  private var known: Int64 = 0
  private var placer: SoundPlacer

  private var isPristine = true
  /// Whether the first of `samples` is known to lie at `start`.
  private var isPlaced = false
  private var isFromStart = true
  private var isAtEnd = false
  private var isDraining = false
  private var hasDecodedAll = false
  private var hasSent = false
  /// Whether something was found on the way that one who jumps over it would not have found.
  private var isIrregular = false
  /// Whether all of the stream is decoded, as only that tells where its packets lie.
  private var decodesAll: Bool
  /// The clock's sample that was last sought; nothing is decoded that ends `preroll` before it.
  private var target: Int64 = .min
  private var broken: (error: AVError, count: Int)?
  private var problem: Problem?

  /// How much is decoded before a place that was jumped to, so that every codec has settled.
  private var preroll: Int64 { Int64(rate / 2) }
  /// Places before this are reached from the start.
  private var nearStart: Int64 { Int64(rate) * 2 }
  private var end: Int64 { start + Int64(samples.count) }

  /// Opens `stream` of the file at `path`; `zero` is the container timestamp of source time 0.
  init(path: String, stream: Int, zero: Time) throws(AVError) {
    feed = try SoundFeed(path: path, stream: stream, zero: zero)
    decoder = try feed.makeDecoder()
    rate = feed.rate
    codec = feed.info.codec
    decodesAll = !feed.isExact && !feed.tellsLengths
    placer = SoundPlacer(rate: rate, codec: codec, fallback: 0)
    downmix = try Downmix(rate: rate)
    frame = try Frame()
  }

  /// The first sample of the clock from which reading goes on without a jump.
  var position: Int64 { isPristine ? 0 : known }

  /// What broke since this was last asked.
  func takeProblem() -> Problem? {
    defer { problem = nil }
    return problem
  }

  /// Makes it what a newly opened source would be that is first read at `position`; false if for that
  /// the file has to be opened anew.
  func renew(at position: Int64) throws(AVError) -> Bool {
    if isPristine { return true }
    guard !isIrregular, position > nearStart else { return false }
    if decodesAll {
      // It goes on as it began.
      guard position >= known else { return false }
      target = position
      return true
    }
    return try jump(to: position)
  }

  /// Copies `count` samples from sample `position` of the clock on.
  func read(
    from position: Int64, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) throws(AVError) {
    let last = position + Int64(count)
    if isPristine {
      (target, known) = (position, position)
      if position > nearStart { try seek(to: position) }
    } else if position < known {
      try seek(to: position)
    } else if !isAtEnd && position > (placer.tail ?? end) + Int64(rate) * 5 {
      // Where packets are counted, going on passes over them.
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
    known = max(known, passed)
    copy(from: position, count, left, right)
  }

  private func copy(
    from position: Int64, _ count: Int, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) {
    left.update(repeating: 0, count: count)
    right.update(repeating: 0, count: count)
    guard isPlaced else { return }
    let first = max(position, start)
    let last = min(position + Int64(count), end)
    guard first < last else { return }
    let (target, source, length) = (
      Int(first - position), Int(first - start), Int(last - first)
    )
    samples.left.withUnsafeBufferPointer { all in
      if let base = all.baseAddress { (left + target).update(from: base + source, count: length) }
    }
    samples.right.withUnsafeBufferPointer { all in
      if let base = all.baseAddress { (right + target).update(from: base + source, count: length) }
    }
  }

  // MARK: - Jumping

  private func seek(to position: Int64) throws(AVError) {
    if !feed.isIndexed, isIrregular { return try restart(for: position) }
    if try !jump(to: position) { try restart(for: position) }
  }

  /// Goes to where decoding has to start for `position`, without opening the file again; false, and
  /// nothing has changed, if that cannot be done.
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
    placer = SoundPlacer(rate: rate, codec: codec, at: place)
    unsettled = SoundSource.settling
    return true
  }

  /// Starts over with the first packet.
  private func restart(for position: Int64) throws(AVError) {
    if !isPristine { try feed.reopen() }
    isIrregular = false
    decodesAll = !feed.isExact && !feed.tellsLengths
    try begin(at: position, isFromStart: true)
  }

  /// Forgets what was decoded, to go on with the packet that comes next.
  private func begin(at position: Int64, isFromStart: Bool) throws(AVError) {
    if !isPristine {
      // A flush does not bring everything back that was so at the start.
      decoder = try feed.makeDecoder()
      downmix = try Downmix(rate: rate)
    }
    target = position
    samples.removeAll()
    placer = SoundPlacer(rate: rate, codec: codec, fallback: isFromStart ? 0 : nil)
    (start, known) = (target, target)
    (isPlaced, isAtEnd, isDraining, hasSent, isPristine) = (false, false, false, false, false)
    hasDecodedAll = false
    (unsettled, sent, passed, isUnheard) = (0, nil, .min, false)
    self.isFromStart = isFromStart
    broken = nil
  }

  // MARK: - Decoding

  /// Appends some samples, or finds that there are no more.
  private func decodeMore() throws(AVError) {
    isPristine = false
    if try takePlaced() { return }
    if hasDecodedAll {
      isAtEnd = true
      return
    }
    switch receive() {
    case .filled: try place()
    case .needsInput: sendNext()
    case .end:
      finishDecoding()
      // The last packet of a stream of MP3 may be a tag; that is nothing to speak of.
      if let broken, broken.count > 2 || !["mp3", "mp2", "mp1"].contains(codec) {
        report(broken.error)
      }
    }
  }

  /// Appends what has found its place; false when there is nothing.
  private func takePlaced() throws(AVError) -> Bool {
    if !isPlaced {
      // The index may have led past the target, or to where there are no timestamps.
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

  private func receive() -> Outcome {
    do {
      let outcome = try decoder.receive(into: frame)
      noteLog(decoder.takeLog())
      if outcome == .filled, frame.isDamaged { noteLog(["the decoder marks the sound as damaged"]) }
      return outcome
    } catch {
      note(error)
      return .needsInput
    }
  }

  private func sendNext() {
    // A packet that gave no sound was counted as if it had.
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
      // Reading has failed: the sound ends here.
      report(error)
      return finishDecoding()
    }
    do {
      if let sent {
        noteLog(sent.damage)
        try decoder.send(sent.packet)
        noteLog(decoder.takeLog())
      }
    } catch { note(error) }
  }

  /// The next packet; those that end so long before the target that they need not be decoded are
  /// left out.
  private func nextEntry() throws(AVError) -> SoundFeed.Entry? {
    while let entry = try feed.read() {
      guard feed.isExact, !hasSent, let end = entry.end, end < target - preroll else {
        return entry
      }
    }
    return nil
  }

  /// Whether the packet lies so long before the target that its length alone matters: then it has
  /// been placed, as silence that nobody hears.
  private func isCounted(_ entry: SoundFeed.Entry) throws(AVError) -> Bool {
    isUnheard = false
    entry.place = placer.settledTail
    guard entry.number > SoundSource.confirming, feed.tellsLengths, let tail = placer.tail else {
      return false
    }
    guard let count = entry.count else {
      isIrregular = true
      return false
    }
    let isFar = tail + 2 * Int64(count) < target - preroll
    if isFar {
      unsettled = SoundSource.settling
    } else if unsettled > 0 {
      if unsettled == SoundSource.settling { decoder = try feed.makeDecoder() }
      unsettled -= 1
      isUnheard = true
    } else {
      return false
    }
    var silence = StereoSamples()
    silence.appendSilence(count)
    placer.add(
      silence,
      stamp: (entry.packet.presentation ?? entry.packet.decoding).map { feed.clock($0) })
    passed = placer.tail ?? passed
    return isFar
  }

  /// The packet at which decoding starts for what lies `preroll` after `threshold`, and its place,
  /// where the lengths of all before it have been counted.
  private func counted(for threshold: Int64) -> (index: Int, place: Int64)? {
    guard feed.tellsLengths else { return nil }
    var isPassing = false
    for (index, entry) in feed.recent.enumerated() {
      guard entry.number > SoundSource.confirming, let place = entry.place, let count = entry.count
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

  /// Packets at the start that are decoded in any case, to see whether lengths are told right.
  private static let confirming = 40
  /// Packets after those passed over whose sound still lacks what came before them.
  private static let settling = 6

  /// Hands the frame to the placer.
  private func place() throws(AVError) {
    if isUnheard { return }
    // Encoder delay is taken from the first packets; later ones must have the length they told.
    if let sent, sent.number > 3, let count = sent.count, count != frame.sampleCount {
      feed.doubtLengths()
      if sent.number <= SoundSource.confirming { decodesAll = true } else { isIrregular = true }
    }
    sent = nil
    var fresh = StereoSamples()
    let stamp = frame.timestamp.map { feed.clock($0) }
    try downmix.convert(frame, into: &fresh)
    placer.add(fresh, stamp: stamp)
    // What breaks before the target does not matter; after a hole it takes a while to know the place.
    if let broken, let tail = placer.tail {
      if tail >= target { report(broken.error) }
      self.broken = nil
    }
  }

  /// Takes note of what was logged as an error, but made up for.
  private func noteLog(_ log: [String]) {
    guard !log.isEmpty else { return }
    var error = AVError(unreadable: "decode \(codec)", because: "")
    error.log = log
    note(error)
  }

  private func note(_ error: AVError) {
    _ = decoder.takeLog()
    if feed.tellsLengths { isIrregular = true }
    broken = (broken?.error ?? error, (broken?.count ?? 0) + 1)
  }

  private func report(_ error: AVError) {
    if problem == nil {
      problem = Problem(error: error, time: Time(placer.tail ?? target, over: Int64(rate)))
    }
    isIrregular = true
    broken = nil
  }
}
