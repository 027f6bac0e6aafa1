// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO

/// The packets of one audio stream, in file order.
///
/// Formats with an exact index are seeked. Other formats are read from the start of the file, and the last two
/// seconds are kept, so that a decoder can be restarted slightly earlier without reading the file again.
final class AudioFeed {
  /// A packet with information from its neighbours and the container.
  final class Entry {
    /// The packet, which must not be changed.
    let packet: Packet
    /// Its number since reading began, from 1.
    let number: Int
    /// Errors that the container logged or reports for this packet.
    let damage: [String]
    /// The number of decoded samples, if lengths must be counted; nil if it must be decoded.
    let count: Int?
    /// The clock position of its end by timestamps; nil without timestamps.
    let end: Int64?
    /// The latest end of all earlier packets; nil if one of them has none.
    let endBefore: Int64?
    /// Approximate number of samples.
    let length: Int64
    /// The clock position from which sound is missing before this packet; nil if none is.
    let hole: Int64?
    /// True if it is one of the tags behind MPEG audio, not audio data.
    var isTag: Bool {
      ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3", "3DI"].contains {
        packet.bytes.starts(with: $0.utf8)
      }
    }
    /// The clock position where its sound was placed; nil if that was unclear or not needed.
    var place: Int64?

    init(
      _ packet: consuming Packet, damage: [String], number: Int, count: Int?, length: Int64,
      end: Int64?, endBefore: Int64?, hole: Int64?
    ) {
      self.packet = packet
      self.damage = damage
      (self.number, self.count, self.length) = (number, count, length)
      (self.end, self.endBefore, self.hole) = (end, endBefore, hole)
    }
  }

  /// The container's description of the stream.
  let info: StreamInfo
  /// Clock ticks per second: the stream's sample rate.
  let rate: Int
  /// True if timestamps are exact to the sample, so that any packet determines its position.
  let isExact: Bool
  /// True if it can seek to any position.
  let isIndexed: Bool
  /// Packets that can be read again, up to the last one read.
  private(set) var recent: [Entry] = []
  /// The index of the next packet in `recent`; its count if that must be read from the file.
  private var next = 0

  /// Containers in which libavformat finds a place by the rate of bytes that the header has, which for blocks is not exact.
  private static let seeksByRate: Set = ["wav", "w64", "aiff", "caf", "au"]
  /// Codecs whose packets cannot be decoded, or counted, without those before them.
  private static let dependent: Set = ["truehd", "mlp", "tta"]
  /// True if lengths of packets are counted.
  private let isCounted: Bool
  private let path: String
  private let zero: Time
  private let restarts: [TimeRestart]
  private let openingDamage: OpeningDamage
  private var demuxer: Demuxer
  private let packet: Packet
  /// Computes packet lengths if they must be counted; nil once a length was found to be wrong.
  private var lengths: PacketLength?
  /// Samples in a second of the file's clock.
  private let clockRate: Time
  private var number = 0
  private var latestEnd: Int64? = .min
  /// End of the last packet that was read; nil at the start and after a seek.
  private var previousEnd: Int64?
  private var recentLength: Int64 = 0
  private var isOver = false
  /// True if reading began with the first packet.
  private var isFromStart = true

  /// Opens `stream` of the file at `path`; `zero` is the container timestamp of clock position 0, and one second of its samples
  /// goes by in `drift` seconds.
  init(
    path: String, stream: Int, zero: Time, drift: Time? = nil, restarts: [TimeRestart]? = nil,
    isUneven: Bool = false
  ) throws(AVError) {
    self.restarts = restarts ?? []
    demuxer = try Demuxer(path: path, depth: .packetsOfOne(stream), restarts: self.restarts)
    openingDamage = try OpeningDamage(of: demuxer, path: path, stream: stream)
    packet = try Packet()
    demuxer.select([stream])
    let streams = demuxer.streams
    guard streams.indices.contains(stream) else {
      throw AVError(unreadable: "open a decoder", because: "there is no stream \(stream)")
    }
    info = streams[stream]
    rate = info.sampleRate > 0 ? info.sampleRate : 48000
    (self.path, self.zero) = (path, zero)
    clockRate = Time(Int64(rate)) / (drift ?? Time(1))
    // This is 1 / (ticks per sample). In practice Opus packets last whole milliseconds.
    let ticks = Time(1) / (info.timeBase * Time(Int64(rate)))
    isExact = drift == nil && !isUneven && (ticks.denominator == 1 || info.codec == "opus")
    isIndexed =
      isExact && SourceStream.indexed.contains(demuxer.format)
      && !(AudioFeed.seeksByRate.contains(demuxer.format) && info.codec.hasPrefix("adpcm"))
    isCounted = !isExact && !AudioFeed.dependent.contains(info.codec)
    lengths = isCounted ? PacketLength(stream: stream, of: demuxer) : nil
  }

  /// Returns true if packet `number` may be debris before the first true one: recordings are cut
  /// anywhere, and libavformat then takes some bytes of the first packets for the start of others.
  func mayBeginAmid(with number: Int) -> Bool {
    isFromStart && number <= AudioFeed.mostDebris && ["mpeg", "mpegts"].contains(demuxer.format)
  }

  private static let mostDebris = 16

  /// True if packet lengths are known without decoding.
  var tellsLengths: Bool { lengths != nil }

  /// Disables counting after a wrong packet length.
  func doubtLengths() { lengths = nil }

  /// A decoder in its initial state.
  func makeDecoder() throws(AVError) -> Decoder { try Decoder(stream: info.index, of: demuxer) }

  /// The next packet of the stream; nil at the end.
  func read() throws(AVError) -> Entry? {
    if next < recent.count {
      next += 1
      return recent[next - 1]
    }
    if isOver { return nil }
    var damage: [String] = []
    repeat {
      CrashBreadcrumbs.touch()
      guard try demuxer.read(into: packet) else {
        isOver = true
        return nil
      }
      if damage.isEmpty { damage = demuxer.lastLog }
    } while packet.stream != info.index
    number += 1
    if isFromStart, damage.isEmpty { damage = openingDamage.log(ofPacket: number) }
    let count = lengths?.samples(in: packet)
    let duration = (Time(ticks: packet.duration, base: info.timeBase) * clockRate).rounded
    let end = (packet.presentation ?? packet.decoding).map { clock($0 + packet.duration) }
    if packet.isDamaged, damage.isEmpty { damage = ["the container's packet is damaged"] }
    let missing = self.missing(before: end.map { $0 - duration }, duration)
    previousEnd = end
    let entry = Entry(
      try packet.reference(), damage: damage, number: number, count: count,
      length: count.map { Int64($0) } ?? duration, end: end, endBefore: latestEnd,
      hole: missing)
    latestEnd = end.flatMap { end in latestEnd.map { max($0, end) } }
    if !isIndexed { keep(entry) }
    return entry
  }

  /// The hole in the sound between the previous packet and one of `length` samples at `start`; nil if they adjoin.
  ///
  /// A hole alone is no damage: recorders leave one where they pause, and it is silence.
  private func missing(before start: Int64?, _ length: Int64) -> Int64? {
    guard let start, let previousEnd else { return nil }
    let (count, overflow) = start.subtractingReportingOverflow(previousEnd)
    return !overflow && count > max(length / 2, Int64(rate / 50)) ? previousEnd : nil
  }

  /// The clock positions that a packet has by its timestamp; nil without one.
  func place(of entry: Entry) -> Range<Int64>? {
    (entry.packet.presentation ?? entry.packet.decoding).map { stamp in
      let start = clock(stamp)
      return start..<(start + max(entry.length, 1))
    }
  }

  private func keep(_ entry: Entry) {
    recent.append(entry)
    recentLength += entry.length
    while recent.count > 1024 || recentLength - recent[0].length > 2 * Int64(rate) {
      recentLength -= recent.removeFirst().length
    }
    next = recent.count
  }

  /// Continues with the packet at `index` of `recent`.
  func rewind(to index: Int) { next = index }

  /// The index in `recent` (or its count, for unread packets) of the first packet that does not end before
  /// `place`; nil if unknown.
  func firstEnding(notBefore place: Int64) -> Int? {
    guard let index = recent.firstIndex(where: { $0.end.map { $0 >= place } ?? true }) else {
      return latestEnd.map { $0 < place } ?? false ? recent.count : nil
    }
    // All earlier packets must end before it too.
    return recent[index].endBefore.map { $0 < place } ?? false ? index : nil
  }

  /// Seeks to the last packet at or before clock position `place`; returns false on failure.
  func jump(to place: Int64) -> Bool {
    let ticks = ((Time(place) / clockRate + zero) / info.timeBase).floor
    do { try demuxer.seek(stream: info.index, to: ticks) } catch { return false }
    (isOver, isFromStart, previousEnd) = (false, false, nil)
    return true
  }

  /// Reopens the file, the only way to its start that gives the same timestamps in every format.
  func reopen() throws(AVError) {
    demuxer = try Demuxer(path: path, depth: .packetsOfOne(info.index), restarts: restarts)
    demuxer.select([info.index])
    (recent, next, recentLength) = ([], 0, 0)
    (number, latestEnd, isOver, isFromStart) = (0, .min, false, true)
    previousEnd = nil
    lengths = isCounted ? PacketLength(stream: info.index, of: demuxer) : nil
  }

  /// The source time of clock position `place`.
  func time(of place: Int64) -> Time { Time(place) / clockRate }

  /// The clock position of `ticks` of the stream's time base.
  func clock(_ ticks: Int64) -> Int64 { clock(Time(ticks: ticks, base: info.timeBase)) }

  /// The clock position of `time` of the container.
  func clock(_ time: Time) -> Int64 { ((time - zero) * clockRate).rounded }
}
