// SPDX-License-Identifier: Apache-2.0

import AV
import Basics
import MediaFiles
import Packets

/// The packets of one sound stream, in the order of the file.
///
/// In formats with an exact index it jumps; in the others it reads from the start of the file on and
/// keeps the last two seconds, so that a decoder can be started anew a little earlier without reading
/// the file again.
final class SoundFeed {
  /// A packet, and what its neighbours and the container say about it.
  final class Entry {
    /// The packet; not to be changed.
    let packet: Packet
    /// Its number since reading began, from 1.
    let number: Int
    /// What the container logged as an error when it was read, or says of it.
    let damage: [String]
    /// How many samples it decodes to, where they must be counted; nil when only decoding can tell.
    let count: Int?
    /// Where on the clock it ends by its timestamps; nil without.
    let end: Int64?
    /// The latest end of all before it; nil if one of them has none.
    let endBefore: Int64?
    /// About how many samples it has.
    let length: Int64
    /// Where on the clock its sound was placed; nil when it was not clear or not asked.
    var place: Int64?

    init(
      _ packet: consuming Packet, damage: [String], number: Int, count: Int?, length: Int64,
      end: Int64?,
      endBefore: Int64?
    ) {
      self.packet = packet
      self.damage = damage
      (self.number, self.count, self.length) = (number, count, length)
      (self.end, self.endBefore) = (end, endBefore)
    }
  }

  /// What the container says about the stream.
  let info: StreamInfo
  /// Ticks of the clock per second: the stream's samples.
  let rate: Int
  /// Whether timestamps are whole samples, so that any packet tells its place.
  let isExact: Bool
  /// Whether it can jump to any place.
  let isIndexed: Bool
  /// What can be read again, up to what was read last.
  private(set) var recent: [Entry] = []
  /// What of it comes next; its count for what has not been read yet.
  private var next = 0

  private let path: String
  private let zero: Time
  private let openingDamage: OpeningDamage
  private var demuxer: Demuxer
  private let packet: Packet
  /// Tells the lengths of packets where they must be counted; nil once it has been found wrong.
  private var lengths: PacketLength?
  private var clockRate: Time { Time(Int64(rate)) }
  private var number = 0
  private var latestEnd: Int64? = .min
  private var recentLength: Int64 = 0
  private var isOver = false
  /// Whether reading began with the first packet.
  private var isFromStart = true

  /// Opens `stream` of the file at `path`; `zero` is the container timestamp of time 0 of the clock.
  init(path: String, stream: Int, zero: Time) throws(AVError) {
    demuxer = try Demuxer(path: path, depth: .packetsOfOne(stream))
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
    // One over the ticks of a sample; Opus packets last whole milliseconds in practice.
    let ticks = Time(1) / (info.timeBase * Time(Int64(rate)))
    isExact = ticks.denominator == 1 || info.codec == "opus"
    isIndexed = isExact && SourceStream.indexed.contains(demuxer.format)
    lengths = isExact ? nil : PacketLength(stream: stream, of: demuxer)
  }

  /// Whether the lengths of packets are known without decoding them.
  var tellsLengths: Bool { lengths != nil }

  /// Takes note that a length was told wrong.
  func doubtLengths() { lengths = nil }

  /// A decoder that has seen nothing.
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
      Logbook.touch()
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
    let entry = Entry(
      try packet.reference(), damage: damage, number: number, count: count,
      length: count.map { Int64($0) } ?? duration, end: end, endBefore: latestEnd)
    latestEnd = end.flatMap { end in latestEnd.map { max($0, end) } }
    if !isIndexed { keep(entry) }
    return entry
  }

  private func keep(_ entry: Entry) {
    recent.append(entry)
    recentLength += entry.length
    while recent.count > 1024 || recentLength - recent[0].length > 2 * Int64(rate) {
      recentLength -= recent.removeFirst().length
    }
    next = recent.count
  }

  /// Has the packets from `index` of `recent` on read again.
  func rewind(to index: Int) { next = index }

  /// The index in `recent` (its count for what has not been read yet) of the first packet that does
  /// not end before `place`; nil when that is not known.
  func firstEnding(notBefore place: Int64) -> Int? {
    guard let index = recent.firstIndex(where: { $0.end.map { $0 >= place } ?? true }) else {
      return latestEnd.map { $0 < place } ?? false ? recent.count : nil
    }
    // All that came before must end before it, too.
    return recent[index].endBefore.map { $0 < place } ?? false ? index : nil
  }

  /// Goes to the last packet at or before `place` of the clock; false where that fails.
  func jump(to place: Int64) -> Bool {
    let ticks = ((Time(place) / clockRate + zero) / info.timeBase).floor
    do { try demuxer.seek(stream: info.index, to: ticks) } catch { return false }
    (isOver, isFromStart) = (false, false)
    return true
  }

  /// Opens the file again: the only way to its start that gives the same timestamps in every format.
  func reopen() throws(AVError) {
    demuxer = try Demuxer(path: path, depth: .packetsOfOne(info.index))
    demuxer.select([info.index])
    (recent, next, recentLength) = ([], 0, 0)
    (number, latestEnd, isOver, isFromStart) = (0, .min, false, true)
    lengths = isExact ? nil : PacketLength(stream: info.index, of: demuxer)
  }

  /// Where `ticks` of the stream's time base lie on the clock.
  func clock(_ ticks: Int64) -> Int64 {
    ((Time(ticks: ticks, base: info.timeBase) - zero) * clockRate).rounded
  }
}
