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
final class SoundSource {
  /// What broke while a stretch was decoded.
  struct Problem {
    /// libav's error.
    var error: AVError
    /// The source time at which sound went on, or ended.
    var time: Time
  }

  /// Samples per second.
  let rate: Int
  private let path: String
  private let stream: Int
  private let codec: String
  /// Whether timestamps are whole samples, so that any packet tells its place.
  private let isExact: Bool
  private let zero: Time
  private let timeBase: Time
  private var demuxer: Demuxer
  private var decoder: Decoder
  private let downmix: Downmix
  private let packet: Packet
  private let frame: Frame

  /// Tells the lengths of packets that are passed over, where they must be counted from the start.
  private var lengths: PacketLength?
  /// Packets seen since the start, and how many more to decode before sound is what it should be.
  private var packetCount = 0
  private var unsettled = 0
  /// Whether the last packet's sound lacks what came before it; silence has been placed for it.
  private var isUnheard = false
  /// Up to here on the clock there may be silence for sound that was passed over.
  private var passed: Int64 = .min
  /// The length of the last packet, until a frame has confirmed it.
  private var expected: Int?

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
  /// The clock's sample that was last sought; nothing is decoded that ends `preroll` before it.
  private var target: Int64 = .min
  private var broken: (error: AVError, count: Int)?
  private var problem: Problem?

  /// How much is decoded before a place that was jumped to, so that every codec has settled.
  private var preroll: Int64 { Int64(rate / 2) }
  private var end: Int64 { start + Int64(samples.count) }

  /// Opens `stream` of the file at `path`; `zero` is the container timestamp of source time 0.
  init(path: String, stream: Int, zero: Time) throws(AVError) {
    demuxer = try Demuxer(path: path)
    decoder = try Decoder(stream: stream, of: demuxer)
    demuxer.select([stream])
    let info = demuxer.streams[stream]
    (self.path, self.stream, self.zero) = (path, stream, zero)
    timeBase = info.timeBase
    rate = info.sampleRate > 0 ? info.sampleRate : 48000
    codec = info.codec
    // One over the ticks of a sample; Opus packets last whole milliseconds in practice.
    let ticks = Time(1) / (info.timeBase * Time(Int64(rate)))
    isExact = ticks.denominator == 1 || info.codec == "opus"
    lengths = isExact ? nil : PacketLength(stream: stream, of: demuxer)
    placer = SoundPlacer(rate: rate, codec: codec, fallback: 0)
    downmix = try Downmix(rate: rate)
    packet = try Packet()
    frame = try Frame()
  }

  /// The first sample of the clock from which reading goes on without a jump.
  var position: Int64 { isPristine ? 0 : known }

  /// What broke since this was last asked.
  func takeProblem() -> Problem? {
    defer { problem = nil }
    return problem
  }

  /// Copies `count` samples from sample `position` of the clock on.
  func read(
    from position: Int64, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>
  ) throws(AVError) {
    let last = position + Int64(count)
    if isPristine {
      (target, known) = (position, position)
      if position > Int64(rate) * 2 { try seek(to: position) }
    } else if position < known {
      try seek(to: position)
    } else if !isAtEnd && position > (placer.tail ?? end) + Int64(rate) * 5 {
      // Where packets are counted, going on passes over them.
      if isExact { try seek(to: position) } else { target = position }
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

  /// Formats whose index is exact; in the others packets are counted from the start of the file,
  /// without decoding them.
  private static let indexed: Set = [
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "wav", "w64", "aiff", "caf",
  ]

  private func seek(to position: Int64) throws(AVError) {
    target = position
    let time = Time(position - preroll, over: Int64(rate)) + zero
    let canJump =
      isExact && SoundSource.indexed.contains(demuxer.format) && position > 2 * preroll
    if canJump, jump(to: (time / timeBase).floor) {
      decoder.flush()
      forget(isFromStart: false)
    } else {
      try restart()
    }
  }

  private func jump(to ticks: Int64) -> Bool {
    do {
      try demuxer.seek(stream: stream, to: ticks)
      return true
    } catch { return false }
  }

  /// Opens the file again: the only way to its start that gives the same timestamps in every format.
  private func restart() throws(AVError) {
    if !isPristine {
      demuxer = try Demuxer(path: path)
      // A flush does not bring everything back that was so at the start, such as Opus's pre-skip.
      decoder = try Decoder(stream: stream, of: demuxer)
      demuxer.select([stream])
    }
    forget(isFromStart: true)
  }

  private func forget(isFromStart: Bool) {
    samples.removeAll()
    placer = SoundPlacer(rate: rate, codec: codec, fallback: isFromStart ? 0 : nil)
    (start, known) = (target, target)
    (isPlaced, isAtEnd, isDraining, hasSent, isPristine) = (false, false, false, false, false)
    hasDecodedAll = false
    (packetCount, unsettled, expected, passed, isUnheard) = (0, 0, nil, .min, false)
    if !isExact { lengths = PacketLength(stream: stream, of: demuxer) }
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
      // The last packet of a file may be cut off, or be a tag; that is nothing to speak of.
      if let broken, broken.count > 2 { report(broken.error) }
    }
  }

  /// Appends what has found its place; false when there is nothing.
  private func takePlaced() throws(AVError) -> Bool {
    if !isPlaced {
      // The index may have led past the target, or to where there are no timestamps.
      if !isFromStart, placer.isLost || placer.head.map({ $0 > target }) ?? false {
        try restart()
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
    do { return try decoder.receive(into: frame) } catch {
      note(error)
      return .needsInput
    }
  }

  private func sendNext() {
    do throws(AVError) {
      if isDraining { return try decoder.sendEnd() }
      repeat {
        guard try demuxer.read(into: packet) else {
          isDraining = true
          return try decoder.sendEnd()
        }
      } while packet.stream != stream || isExact && isSkipped()
    } catch {
      // Reading has failed: the sound ends here.
      report(error)
      return finishDecoding()
    }
    if !isExact, isCounted() { return }
    hasSent = true
    do { try decoder.send(packet) } catch { note(error) }
  }

  /// Whether the packet ends so long before the target that it need not be decoded.
  private func isSkipped() -> Bool {
    if hasSent { return false }
    guard let ticks = packet.presentation ?? packet.decoding else { return false }
    return clock(ticks + packet.duration) < target - preroll
  }

  /// Whether the packet lies so long before the target that its length alone matters: then it has
  /// been placed, as silence that nobody hears.
  private func isCounted() -> Bool {
    packetCount += 1
    expected = lengths?.samples(in: packet)
    isUnheard = false
    guard let count = expected, let tail = placer.tail, packetCount > SoundSource.confirming,
      lengths != nil
    else { return false }
    let isFar = tail + 2 * Int64(count) < target - preroll
    if isFar {
      if unsettled == 0 { decoder.flush() }
      unsettled = SoundSource.settling
    } else if unsettled > 0 {
      unsettled -= 1
      isUnheard = true
    } else {
      return false
    }
    pass(count)
    return isFar
  }

  private func pass(_ count: Int) {
    var silence = StereoSamples()
    silence.appendSilence(count)
    placer.add(silence, stamp: (packet.presentation ?? packet.decoding).map { clock($0) })
    passed = placer.tail ?? passed
  }

  /// Packets at the start that are decoded in any case, to see whether lengths are told right.
  private static let confirming = 40
  /// Packets after those passed over whose sound still lacks what came before them.
  private static let settling = 6

  private func clock(_ ticks: Int64) -> Int64 {
    ((Time(ticks: ticks, base: timeBase) - zero) * Time(Int64(rate))).rounded
  }

  /// Hands the frame to the placer.
  private func place() throws(AVError) {
    if isUnheard { return }
    // Encoder delay is taken from the first packets; later ones must have the length they told.
    if packetCount > 3, let count = expected, count != frame.sampleCount { lengths = nil }
    expected = nil
    var fresh = StereoSamples()
    let stamp = frame.timestamp.map { clock($0) }
    try downmix.convert(frame, into: &fresh)
    placer.add(fresh, stamp: stamp)
    // What breaks before the target, or before anything has been heard, does not matter.
    if let broken, let tail = placer.tail, tail >= target { report(broken.error) }
    broken = nil
  }

  private func note(_ error: AVError) {
    broken = (broken?.error ?? error, (broken?.count ?? 0) + 1)
  }

  private func report(_ error: AVError) {
    if problem == nil {
      problem = Problem(error: error, time: Time(placer.tail ?? target, over: Int64(rate)))
    }
    broken = nil
  }
}
