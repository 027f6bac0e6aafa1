// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// A place in a stream that cannot be decoded although more follows.
struct StreamBreak: Hashable {
  /// The broken frame's time, in the stream's ticks.
  var ticks: Int64
  /// libav's words.
  var log: [String]
}

/// An open video stream that gives the frame shown at a time.
///
/// It holds the frame last asked for and the one after it, goes on decoding while times grow, and
/// seeks when they fall or jump. The frame it gives for a time does not depend on what was asked
/// before.
final class VideoSource {
  let path: String
  let stream: Int
  /// Seconds per tick.
  let timeBase: Time

  private var demuxer: Demuxer
  private var decoder: Decoder
  private let threads: Int
  private let maximumPixels: Int
  private let packet: Packet
  private let info: StreamInfo
  /// Whether leaving out pictures that none needs is known to be safe with this codec.
  private let canSkip: Bool

  private(set) var current: SharedFrame?
  private var next: SharedFrame?
  /// The frame after the current one, decoded in advance; nil at the end.
  var following: SharedFrame? { next }
  private var isDraining = false
  private var hasEnded = false
  /// Whether decoding began with the file's first packet, so that the first frame is *the* first.
  private var isFromStart = true
  private var isCurrentFirst = false
  /// After a seek: the time of the key frame where decoding began.
  ///
  /// Pictures before it in time lean
  /// on what was not decoded.
  private var entry: Int64?
  private var waitsForEntry = false
  private var skipBefore: Int64 = .min
  /// The latest time of the packets that were decoded leaving out what none needs.
  private var skippedUpTo: Int64 = .min
  private var readUpTo: Int64 = .min
  private var lastTicks: Int64 = 0
  private var broken: StreamBreak?
  /// After a seek: times of frames that could not be decoded, or not well; from further back they may.
  private var doubted: [Int64] = []

  init(path: String, stream: Int, threads: Int, maximumPixels: Int) throws(AVError) {
    let demuxer = try Demuxer(path: path, maximumPixels: maximumPixels)
    let decoder = try Decoder(
      stream: stream, of: demuxer, threads: threads, maximumPixels: maximumPixels)
    packet = try Packet()
    let info = demuxer.streams[stream]
    demuxer.select([stream])
    self.path = path
    self.stream = stream
    (self.threads, self.maximumPixels) = (threads, maximumPixels)
    self.info = info
    timeBase = info.timeBase
    canSkip = ["h264", "mpeg2video", "mpeg4"].contains(info.codec)
    self.demuxer = demuxer
    self.decoder = decoder
  }

  /// Bytes of memory that it holds, about.
  var memory: Int64 {
    MemoryUse.source(info.size, bitsPerPixel: info.pixelFormat.bitsPerPixel, threads: threads)
  }

  /// The last frame at or before `limit` (the first, when there is none); nil when no frame can be
  /// decoded at all.
  func frame(upTo limit: Int64) throws(AVError) -> SharedFrame? {
    if needsSeek(limit) { try seek(limit, skipping: canSkip) }
    try advance(limit)
    // A frame that was left out on the way may be the one that is shown.
    if skippedUpTo > current?.ticks ?? .min, skippedUpTo != .min {
      try seek(limit, skipping: false)
      try advance(limit)
    }
    // The key frame that was found may lie too late: go back until one fits.
    var step: Int64 = max(1, (Time(1) / timeBase).rounded)
    while !isFromStart && ((current?.ticks ?? .max) > limit || isInDoubt(limit)) {
      let before = entry
      let isBack = step < 1 << 40 ? try seek(back: limit, by: step) : false
      if isBack { try advance(limit) }
      if !isBack || entry == before {
        try rewind()
        try advance(limit)
      }
      step *= 4
    }
    return current
  }

  /// Whether a frame that could not be decoded from here is the one to show.
  private func isInDoubt(_ limit: Int64) -> Bool {
    doubted.contains { $0 <= limit && $0 > current?.ticks ?? .min }
  }

  /// The break that shows at `limit`, if there is one; asking forgets it.
  ///
  /// What cannot be decoded at the very end of a stream is no break: cut-off files end so.
  func takeBreak(upTo limit: Int64) -> StreamBreak? {
    guard let found = broken, found.ticks <= limit else { return nil }
    broken = nil
    let goesOn = next != nil || (current?.ticks ?? .min) > found.ticks || !hasEnded
    return goesOn ? found : nil
  }

  /// The source's clock, `ticks` on it as seconds.
  func time(_ ticks: Int64) -> Time { Time(ticks: ticks, base: timeBase) }

  // MARK: - Going to a place

  private func needsSeek(_ limit: Int64) -> Bool {
    let second = max(1, (Time(1) / timeBase).rounded)
    guard let current else {
      if readUpTo != .min || hasEnded { return false }
      return limit > (info.claimedStart ?? 0) + second
    }
    if current.ticks > limit { return !(isFromStart && isCurrentFirst) }
    if hasEnded || limit < (next ?? current).ticks + second { return false }
    guard let key = demuxer.notedKeyFrame(stream: stream, before: limit) else {
      return limit > readUpTo + 10 * second
    }
    return key > readUpTo
  }

  private func seek(_ limit: Int64, skipping: Bool) throws(AVError) {
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
    skipBefore = skipping ? limit - half : .min
  }

  private func seek(back limit: Int64, by step: Int64) throws(AVError) -> Bool {
    do throws(AVError) { try demuxer.seek(stream: stream, to: limit - step) } catch { return false }
    restart()
    skipBefore = .min
    return true
  }

  private func rewind() throws(AVError) {
    // Opening anew is the one way to the first packet that every format knows; and a decoder that
    // has begun elsewhere may have learnt another order of frames than the file's.
    let demuxer = try Demuxer(path: path, maximumPixels: maximumPixels)
    decoder = try Decoder(
      stream: stream, of: demuxer, threads: threads, maximumPixels: maximumPixels)
    demuxer.select([stream])
    self.demuxer = demuxer
    restart()
    isFromStart = true
    waitsForEntry = false
    skipBefore = .min
    decoder.showsUnrecovered = false
  }

  private func restart() {
    decoder.flush()
    (current, next) = (nil, nil)
    (isDraining, hasEnded, isFromStart, isCurrentFirst) = (false, false, false, false)
    (entry, waitsForEntry) = (nil, true)
    (skippedUpTo, readUpTo) = (.min, .min)
    broken = nil
    doubted = []
    decoder.showsUnrecovered = true
  }

  // MARK: - Going on

  private func advance(_ limit: Int64) throws(AVError) {
    while true {
      if next == nil && !hasEnded { next = try decodeNext() }
      guard let candidate = next else { return }
      guard current == nil || candidate.ticks <= limit else { return }
      isCurrentFirst = current == nil
      current = candidate
      next = nil
    }
  }

  private func decodeNext() throws(AVError) -> SharedFrame? {
    let frame = try Frame()
    while true {
      do throws(AVError) {
        switch try decoder.receive(into: frame) {
        case .end:
          hasEnded = true
          return nil
        case .needsInput:
          try feed()
          continue
        case .filled: break
        }
      } catch {
        guard error.kind == .invalidData || error.kind == .other else { throw error }
        note(lastTicks, error.log)
        if isDraining {
          hasEnded = true
          return nil
        }
        continue
      }
      let ticks = frame.timestamp ?? min(lastTicks + max(1, frame.duration), 1 << 60)
      lastTicks = ticks
      if waitsForEntry || ticks < entry ?? .min {
        frame.clear()
        continue
      }
      if frame.isDamaged {
        note(ticks, decoder.lastLog)
        frame.clear()
        continue
      }
      return SharedFrame(frame, ticks: ticks)
    }
  }

  /// Gives the decoder the next packet, or tells it that there are none.
  private func feed() throws(AVError) {
    Logbook.touch()
    let isThere: Bool
    do throws(AVError) { isThere = try demuxer.read(into: packet) } catch {
      guard error.kind == .invalidData || error.kind == .other else { throw error }
      // A file that cannot be read on ends here.
      isThere = false
    }
    guard isThere else {
      // Where no key frame has been met, what comes out now is not to be trusted, marked or not.
      isDraining = true
      try decoder.sendEnd()
      return
    }
    guard packet.stream == stream else { return }
    let time = packet.presentation ?? packet.decoding
    if waitsForEntry, packet.isKey {
      entry = time
      waitsForEntry = false
    }
    readUpTo = max(readUpTo, packet.decoding ?? time ?? .min)
    let skips = time.map { $0 < skipBefore } ?? false
    decoder.skipsNonReference = skips
    if skips, let time { skippedUpTo = max(skippedUpTo, time) }
    do throws(AVError) { try decoder.send(packet) } catch {
      guard error.kind == .invalidData || error.kind == .other else { throw error }
      note(time ?? lastTicks, error.log)
    }
  }

  private func note(_ ticks: Int64, _ log: [String]) {
    // What cannot be decoded right after a seek leans on what lies before it.
    if waitsForEntry || ticks < entry ?? .min { return }
    // Only from the start is it known that nothing can be done.
    guard isFromStart else { return doubted.append(ticks) }
    if broken == nil { broken = StreamBreak(ticks: ticks, log: log) }
  }
}
