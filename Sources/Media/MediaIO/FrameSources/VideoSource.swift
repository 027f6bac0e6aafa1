// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

/// An open video stream that provides the frame shown at a given time.
///
/// It holds the last requested frame and the one after it, decodes forward while times increase, and seeks when
/// they decrease or jump. The frame for a time does not depend on earlier requests.
package final class VideoSource {
  let path: String
  private let restarts: [TimeRestart]
  let stream: Int
  /// The time of the first picture of the stream that is shown.
  private let opening: Int64
  /// True if pictures may give up references that were never there.
  private let isAmid: Bool
  /// Seconds per tick.
  package let timeBase: Time

  private var demuxer: Demuxer
  private var decoder: Decoder
  /// Decoding threads; 1 after the first suspected damage.
  ///
  /// With more, when a message arrives and whether a frame is marked depend on chance.
  private var threads: Int
  private let maximumPixels: Int
  private let packet: Packet
  let info: StreamInfo
  /// True if skipping non-reference pictures is known to be safe with this codec.
  let canSkip: Bool
  /// True if non-reference pictures between the frames that are wanted are skipped, too: until one
  /// turned out to be shown.
  private var thins: Bool

  /// The number of frames that have come out of the decoder.
  private(set) var decodedCount = 0
  /// The state since decoding began at its present starting point.
  var pass = Pass()
  /// True if several threads reported anything that may be damage, which one thread has not yet
  /// judged.
  var isSuspect = false
  var current: ImageBuffer? { pass.current }
  /// The frame after the one that was handed out last; nil at the end.
  package var after: ImageBuffer? {
    guard let backwards else { return pass.next }
    return backwards.next ?? (backwards.frame === pass.current ? pass.next : nil)
  }
  private var trail: PacketTrail
  private let openingDamage: OpeningDamage
  var damage = StreamDamage()

  /// Frames of it that have been decoded already.
  private var gathered: GatheredFrames?
  /// The frame that was handed out last, if it is one of these.
  private var known: ImageBuffer?
  /// The time of the key frame at which decoding began; nil for the start of the file.
  var entry: Int64? { pass.entry }

  /// True if the frames around the current one are kept: the one before, and the second after it.
  var keepsNeighbours = false
  /// The frames of this pass that are kept where it is played backwards; nil where it is not.
  var window: ReversePlaybackCache?
  /// From where on frames are kept.
  var keepsFrom: Int64 = .min
  /// Up to where they are all that there are.
  var windowEnd: Int64 = .min
  /// The last of them that was shown; nil if it was shown otherwise.
  var backwards: ReversePlaybackCache.Neighbourhood?

  package init(
    path: String, restarts: [TimeRestart]? = nil, openings: [PictureOpening]? = nil, stream: Int,
    threads: Int, maximumPixels: Int
  ) throws(AVError) {
    let demuxer = try Demuxer(path: path, maximumPixels: maximumPixels, restarts: restarts ?? [])
    let known = openings?.first { $0.stream == stream }
    isAmid = known?.isAmid ?? false
    let decoder = try Decoder(
      stream: stream, of: demuxer, isStrict: !isAmid, threads: threads,
      maximumPixels: maximumPixels)
    packet = try Packet()
    let info = demuxer.streams[stream]
    demuxer.select([stream])
    (self.path, self.restarts) = (path, restarts ?? [])
    self.stream = stream
    (self.threads, self.maximumPixels) = (threads, maximumPixels)
    self.info = info
    timeBase = info.timeBase
    opening = known.map { ($0.entry / info.timeBase).rounded } ?? .min
    pass = Pass(waitsForEntry: opening != .min)
    canSkip = ["h264", "mpeg2video", "mpeg4"].contains(info.codec)
    thins = canSkip
    trail = PacketTrail(
      duration: info.rate.map { ($0.frameDuration / info.timeBase).rounded } ?? 1)
    openingDamage = try OpeningDamage(of: demuxer, path: path, stream: stream)
    self.demuxer = demuxer
    self.decoder = decoder
  }

  /// Frames per second, as given by the container.
  package var rate: FrameRate? { info.rate }

  /// True if frames that its decoder refers to may be drawn on, if the samples there are put back
  /// before it is used again.
  package var lends: Bool { known == nil && decoder.isIdleBetweenCalls }

  /// Approximate memory in bytes.
  var memory: Int64 {
    MemoryUse.source(info.size, bitsPerPixel: info.pixelFormat.bitsPerPixel, threads: threads)
  }

  /// The last frame at or before `limit`, or the first if there is none; nil if no frame can be decoded.
  package func frame(upTo limit: Int64) throws(AVError) -> ImageBuffer? {
    known = nil
    if let gathered, !keepsNeighbours, window == nil {
      known = try gathered.frame(upTo: limit) { (time) throws(AVError) in try decoded(upTo: time) }
      if let known { return known }
    }
    return try decoded(upTo: limit)
  }

  /// Takes frames that are in the file at `path` from there; from none where it is nil.
  package func take(gathered path: String?) {
    known = nil
    gathered = path.flatMap { GatheredFrames($0) }
  }

  private func decoded(upTo limit: Int64) throws(AVError) -> ImageBuffer? {
    backwards = nil
    if let target = seekTarget(limit) { try seek(target, skipping: canSkip) }
    if thins, !keepsNeighbours, !pass.isFromStart || current != nil {
      pass.skipBefore = max(pass.skipBefore, max(limit, .min / 2) - lead)
    }
    try find(limit)
    if isSuspect {
      try settle(limit)
      try find(limit)
    }
    return current
  }

  /// Decodes the frame for `limit` from where decoding is, or from further back if that is too late.
  ///
  /// It stops at the first suspected damage if there are several threads.
  func find(_ limit: Int64) throws(AVError) {
    try advance(limit)
    // A skipped frame may be the one that is shown.
    if !isSuspect, pass.skippedUpTo > current?.ticks ?? .min, pass.skippedUpTo != .min {
      thins = false
      try seek(limit, skipping: false)
      try advance(limit)
    }
    // The key frame found may be too late: go further back until one fits.
    var step: Int64 = max(1, (Time(1) / timeBase).rounded)
    // Where decoding began, and the frame that could not be decoded from there.
    var witness: (entry: Int64?, ticks: Int64)?
    while !pass.isFromStart, !isSuspect {
      let isLate = (current?.ticks ?? .max) > limit
      let doubt = damage.first(upTo: limit, shown: current?.ticks)?.ticks
      guard isLate || doubt != nil else { break }
      if let doubt, !isLate {
        // It cannot be decoded from another starting point either, so it is damaged.
        if let witness, witness.ticks == doubt, witness.entry != pass.entry { break }
        witness = (pass.entry, doubt)
      }
      let before = pass.entry
      let isBack = step < 1 << 40 ? try seek(back: limit, by: step) : false
      if isBack { try advance(limit) }
      if !isSuspect, !isBack || (pass.entry == before && isLate) {
        try rewind()
        try advance(limit)
      }
      step *= 4
    }
  }

  /// Begins again for `limit` with one thread, which alone decides whether and where there is damage.
  func settle(_ limit: Int64) throws(AVError) {
    (threads, isSuspect) = (1, false)
    if pass.isFromStart {
      try rewind()
    } else {
      decoder = try makeDecoder()
      try seek(limit, skipping: false)
    }
  }

  /// Gives up the samples of the frame that was handed out last, if another one is shown at `limit`; whether it did.
  package func giveUp(before limit: Int64) throws(AVError) -> Bool {
    guard known == nil, window == nil, backwards == nil, !keepsNeighbours, let current,
      let next = pass.next,
      next.ticks <= limit
    else { return false }
    pass.current = ImageBuffer(try current.frame.withoutSamples(), ticks: current.ticks)
    return true
  }

  /// The break that is visible at `limit`, if there is one; it is returned once.
  package func takeBreak(upTo limit: Int64) -> StreamBreak? {
    // Nothing is gathered of what is damaged.
    if known != nil { return nil }
    let current = backwards?.frame ?? current
    return damage.take(upTo: limit, shown: current?.ticks, isBackwards: window != nil)
  }

  /// `ticks` of the source's clock in seconds.
  package func time(_ ticks: Int64) -> Time { Time(ticks: ticks, base: timeBase) }

  // MARK: - Seeking

  /// The duration of a frame, where all have the same.
  var frameTicks: Int64 { max(1, info.rate.map { ($0.frameDuration / timeBase).rounded } ?? 1) }

  /// The time before the wanted one from which everything is decoded: two frames, the one that is
  /// shown and the one before it.
  private var lead: Int64 { frameTicks * 2 }

  /// Where decoding has to begin anew for `limit`, or does so at less cost; nil where it goes on.
  private func seekTarget(_ limit: Int64) -> Int64? {
    let second = max(1, (Time(1) / timeBase).rounded)
    guard let current else {
      if pass.readUpTo != .min || pass.hasEnded { return nil }
      return limit > (info.claimedStart ?? 0) + second ? limit : nil
    }
    if pass.isGivenUp, keepsNeighbours || limit < pass.next?.ticks ?? .max { return limit }
    if current.ticks > limit { return pass.isFromStart && pass.isCurrentFirst ? nil : limit }
    let next = (pass.next ?? current).ticks
    // A decoder that begins anew makes some frames more than one that goes on.
    if pass.hasEnded || limit < next + min(second, frameTicks * 6) { return nil }
    // What is a second away is decoded from the key frame before it alone.
    let target = limit < next + second ? limit - lead : limit
    guard let key = demuxer.notedKeyFrame(stream: stream, before: target) else {
      return limit > pass.readUpTo + 10 * second ? limit : nil
    }
    return key > pass.readUpTo ? target : nil
  }

  func seek(_ limit: Int64, skipping: Bool) throws(AVError) {
    if limit <= info.claimedStart ?? .min {
      try rewind()
      return
    }
    do throws(AVError) { try demuxer.seek(stream: stream, to: limit) } catch {
      try rewind()
      return
    }
    restart()
    let half = max(1, (Time(1, over: 2) / timeBase).rounded)
    pass.skipBefore = skipping ? limit - half : .min
  }

  private func seek(back limit: Int64, by step: Int64) throws(AVError) -> Bool {
    do throws(AVError) { try demuxer.seek(stream: stream, to: limit - step) } catch { return false }
    restart()
    return true
  }

  private func rewind() throws(AVError) {
    // Reopening is the only way back to the first packet that works in every format; and a decoder that began
    // elsewhere may have assumed another reordering depth.
    demuxer = try Demuxer(path: path, maximumPixels: maximumPixels, restarts: restarts)
    decoder = try makeDecoder()
    demuxer.select([stream])
    restart(isFromStart: true)
  }

  /// A decoder that is not strict logs what it tolerates.
  private func makeDecoder() throws(AVError) -> Decoder {
    try Decoder(
      stream: stream, of: demuxer, isStrict: !isAmid, threads: threads,
      maximumPixels: maximumPixels)
  }

  private func restart(isFromStart: Bool = false) {
    decoder.flush()
    // What the earlier pass left behind says nothing about this one.
    _ = decoder.takeLog()
    pass = Pass(isFromStart: isFromStart, waitsForEntry: !isFromStart || opening != .min)
    trail.restart()
    damage.restart()
    window?.restart(isFromStart: isFromStart)
    decoder.showsUnrecovered = !isFromStart
  }

  // MARK: - Decoding

  private func advance(_ limit: Int64) throws(AVError) {
    while true {
      if pass.next == nil { (pass.next, pass.second) = (pass.second, nil) }
      if pass.next == nil && !pass.hasEnded { pass.next = try decodeNext() }
      guard let candidate = pass.next else { return }
      if keepsNeighbours, pass.second == nil, !pass.hasEnded { pass.second = try decodeNext() }
      guard current == nil || candidate.ticks <= limit else { return }
      pass.isCurrentFirst = current == nil
      pass.before = keepsNeighbours ? current : nil
      pass.current = candidate
      if window != nil { try keep(candidate) }
      pass.next = nil
    }
  }

  private func decodeNext() throws(AVError) -> ImageBuffer? {
    let frame = try Frame()
    while !isSuspect {
      do throws(AVError) {
        switch try decoder.receive(into: frame) {
        case .end:
          noteLog(pass.sentTicks ?? pass.lastTicks)
          pass.hasEnded = true
          return nil
        case .needsInput:
          try feed()
          continue
        case .filled: decodedCount += 1
        }
      } catch {
        guard error.kind.isOfMedia else { throw error }
        _ = decoder.takeLog()
        noteDecoding(pass.sentTicks ?? pass.lastTicks, error.log)
        if pass.isDraining {
          pass.hasEnded = true
          return nil
        }
        continue
      }
      let ticks = frame.timestamp ?? min(pass.lastTicks + max(1, frame.duration), 1 << 60)
      pass.lastTicks = ticks
      noteLog(pass.sentTicks ?? ticks)
      if isBeforeEntry(ticks) {
        frame.clear()
        continue
      }
      if frame.isDamaged || damage.isOf(ticks) {
        note(ticks, frame.isDamaged ? ["the decoder marks the picture as damaged"] : [])
        frame.clear()
        continue
      }
      return ImageBuffer(frame, ticks: ticks)
    }
    return nil
  }

  /// Sends the decoder the next packet, or the end of input.
  private func feed() throws(AVError) {
    CrashBreadcrumbs.touch()
    let isThere: Bool
    do throws(AVError) { isThere = try demuxer.read(into: packet) } catch {
      guard error.kind == .invalidData || error.kind == .other else { throw error }
      // A file that cannot be read further ends here.
      noteHole(from: trail.firstMissing ?? max(pass.readUpTo, pass.lastTicks), error.log)
      isThere = false
    }
    var log = demuxer.lastLog
    guard isThere else {
      // If there was no key frame, the remaining output is unreliable, whether or not it is marked as damaged.
      pass.isDraining = true
      try decoder.sendEnd()
      return
    }
    guard packet.stream == stream else { return }
    let time = packet.presentation ?? packet.decoding
    if pass.waitsForEntry, packet.isKey {
      pass.waitsForEntry = false
      (pass.entry, pass.lastTicks) = (time, time ?? pass.lastTicks)
    }
    if packet.isKey, let time { damage.noteKey(time) }
    pass.packetCount += 1
    if pass.isFromStart, log.isEmpty { log = openingDamage.log(ofPacket: pass.packetCount) }
    if packet.isDamaged, log.isEmpty { log = ["the container's packet is damaged"] }
    if !log.isEmpty {
      // The container's error lies between the previous packet and the end of this one.
      if let hole = trail.firstMissing(before: time ?? .min) { noteHole(from: hole, log) }
      note(time ?? pass.lastTicks, log)
    }
    if pass.isFromStart, pass.waitsForEntry { return }
    trail.take(packet)
    pass.readUpTo = max(pass.readUpTo, packet.decoding ?? time ?? .min)
    let skips = time.map { $0 < pass.skipBefore } ?? false
    decoder.skipsNonReference = skips
    if skips, let time { pass.skippedUpTo = max(pass.skippedUpTo, time) }
    pass.sentTicks = time
    do throws(AVError) { try decoder.send(packet) } catch {
      guard error.kind.isOfMedia else { throw error }
      _ = decoder.takeLog()
      return noteDecoding(time ?? pass.lastTicks, error.log)
    }
    noteLog(time ?? pass.lastTicks)
  }

  /// Records the decoder's log, which concerns the packet at `ticks` if there is one thread.
  private func noteLog(_ ticks: Int64) {
    let log = decoder.takeLog()
    if !log.isEmpty { noteDecoding(ticks, log) }
  }

  /// Records a message of the decoder, which concerns the packet at `ticks` if there is one thread.
  ///
  /// Several threads have decoded every packet up to the frame that they put out, so no message of one that one
  /// thread would have decoded is missing; but its packet is unknown, so it cannot be compared with the entry.
  private func noteDecoding(_ ticks: Int64, _ log: [String]) {
    if isAmid, !log.isEmpty, log.allSatisfy({ $0.contains("mmco: unref short failure") }) {
      return
    }
    if threads > 1, !pass.waitsForEntry {
      isSuspect = true
    } else {
      note(ticks, log)
    }
  }

  /// Records that the frame at `ticks` is damaged.
  private func note(_ ticks: Int64, _ log: [String]) {
    // A failure right after a seek is due to references before the starting point.
    if isBeforeEntry(ticks) { return }
    if threads > 1 { isSuspect = true } else { damage.note(ticks, log) }
  }

  /// Returns true if a frame of that time may refer to some that were not decoded, or to none of
  /// the file.
  private func isBeforeEntry(_ ticks: Int64) -> Bool {
    pass.waitsForEntry || ticks < max(pass.entry ?? .min, opening)
  }

  private func noteHole(from ticks: Int64, _ log: [String]) {
    if pass.waitsForEntry { return }
    if threads > 1 {
      isSuspect = true
    } else {
      damage.noteHole(from: max(ticks, pass.entry ?? .min, opening), log)
    }
  }
}

extension VideoSource {
  /// The stream `stream` of `file`.
  package convenience init(
    _ file: MediaFile, stream: Int, threads: Int, maximumPixels: Int
  ) throws(AVError) {
    try self.init(
      path: file.path, restarts: file.restarts, openings: file.openings, stream: stream,
      threads: threads, maximumPixels: maximumPixels)
  }
}
