// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// The packets of whole groups of pictures of a source, in decoding order, as a film holds them.
///
/// Each is one frame: `shown` counts frames from the first of the stretch. What a packet says beside
/// its picture (parameter sets, delimiters) is left out: the film says it once, for all. H.264 that
/// comes as a byte stream gets lengths instead of start codes.
final class SourcePackets {
  /// What the packets are.
  let stream: SegmentStream

  private let name: String
  private let origin: Origin
  private var demuxer: Demuxer
  private let raw: Packet
  private let index: Int
  private let frameCount: Int
  /// Bytes of the lengths in front of NAL units; nil for start codes.
  private let lengthBytes: Int?
  private let frameTicks: Time
  /// When the first frame of the group is shown, in ticks, and its place in the stretch.
  private var anchor: (ticks: Int64, place: Int64) = (0, 0)
  /// Packets so far.
  private(set) var count = 0
  /// The NAL units of a packet that are kept, each behind its length.
  private let changed = LengthPrefixedUnits()

  /// The packets of the frames that `read` shows, `frameCount` of them at `rate`.
  init(_ read: VideoRead, frameCount: Int, rate: FrameRate) throws(RenderFailure) {
    let name = String(read.file.path.split(separator: "/").last ?? "")
    let demuxer = try SourcePackets.open(read)
    let raw = try SourcePackets.emptyPacket()
    guard let found = demuxer.parameters(of: read.stream), found.codec == "h264",
      let sets = try? H264ParameterSets(extradata: found.extradata),
      var record = AVCRecord(sets.record)
    else {
      throw RenderFailure(
        kind: .media, message: "cannot copy from '\(name)': it has no parameter sets",
        origin: read.origin)
    }
    record.lengthBytes = 4
    var parameters = CodecParameters(isSound: false, codec: found.codec)
    parameters.extradata = record.bytes
    (parameters.profile, parameters.level) = (found.profile, found.level)
    (parameters.size, parameters.format) = (found.size, found.format)
    parameters.delay = found.delay
    stream = SegmentStream(parameters, timeBase: rate.frameDuration)
    let timeBase = demuxer.streams[read.stream].timeBase
    frameTicks = rate.frameDuration / timeBase
    (lengthBytes, index, origin) = (sets.lengthBytes, read.stream, read.origin)
    (self.name, self.frameCount) = (name, frameCount)
    self.demuxer = demuxer
    self.raw = raw
    try find(((read.zero + read.start) / timeBase).rounded, path: read.file.path)
  }

  private static func emptyPacket() throws(RenderFailure) -> Packet {
    do throws(AVError) { return try Packet() } catch { throw RenderFailure(reading: error) }
  }

  private static func open(_ read: VideoRead) throws(RenderFailure) -> Demuxer {
    do throws(AVError) {
      let demuxer = try Demuxer(path: read.file.path)
      demuxer.select([read.stream])
      return demuxer
    } catch { throw RenderFailure(reading: error, origin: read.origin) }
  }

  /// Goes to the packet of the frame that is shown at `time`, which must begin a group.
  private func find(_ time: Int64, path: String) throws(RenderFailure) {
    anchor.ticks = time
    do throws(AVError) {
      // Some formats go by decoding time, and may come out behind it; some cannot be sought at all.
      if canSeek(to: time), try skip(to: time) { return }
      demuxer = try Demuxer(path: path)
      demuxer.select([index])
      if try skip(to: time) { return }
    } catch { throw RenderFailure(reading: error, origin: origin) }
    throw strange("no group of pictures begins where one did")
  }

  private func canSeek(to time: Int64) -> Bool {
    do throws(AVError) {
      try demuxer.seek(stream: index, to: time)
      return true
    } catch { return false }
  }

  /// Reads up to the packet of the group whose first frame is shown at `wanted`.
  private func skip(to wanted: Int64) throws(AVError) -> Bool {
    while try demuxer.read(into: raw) {
      Logbook.touch()
      guard raw.stream == index, let time = raw.presentation, time >= wanted, isFresh else {
        continue
      }
      return time == wanted
    }
    return false
  }

  /// Moves on to the next packet; its place among the frames, or nil at the end of the stretch.
  ///
  /// The bytes of `packet` are good until the next call.
  func next(into packet: borrowing Packet) throws(RenderFailure) -> Int? {
    if count == frameCount { return nil }
    if count > 0 {
      guard try readNext() else { throw strange("it ends too early") }
    }
    guard let time = raw.presentation, !raw.isDamaged, !raw.isDiscarded else {
      throw strange("a packet is damaged")
    }
    let isIDR = try take(packet)
    packet.isKey = isIDR
    let (shown, distance) = place(of: time)
    // From group to group, times may drift by as much as no frame takes another's place.
    if isIDR, shown == Int64(count) { anchor = (time, shown) }
    guard (0..<Int64(frameCount)).contains(shown),
      isIDR ? shown == Int64(count) : distance <= Time(1)
    else { throw strange("its frames are not at a constant rate") }
    count += 1
    return Int(shown)
  }

  /// Whether a group begins after the last packet, or nothing comes: asked after all of them.
  func endsWithGroup() throws(RenderFailure) -> Bool {
    guard try readNext() else { return true }
    guard let time = raw.presentation else { return false }
    return isFresh && place(of: time).shown >= Int64(frameCount)
  }

  /// Which frame of the stretch is shown at `time`, and by how many ticks it is off its time.
  private func place(of time: Int64) -> (shown: Int64, distance: Time) {
    let place = Time(time - anchor.ticks) / frameTicks
    let distance = (place - Time(place.rounded)) * frameTicks
    return (anchor.place + place.rounded, max(distance, -distance))
  }

  /// Whether decoding can start with the packet that was read: a container's key flag says less.
  private var isFresh: Bool {
    var units = PacketUnits(raw.bytes, lengthBytes: lengthBytes)
    do throws(CodingObstacle) {
      while let unit = try units.next() {
        let kind = (unit.first ?? 0) & 0x1f
        if kind == 1 || kind == 5 { return kind == 5 }
      }
    } catch { return false }
    return false
  }

  /// Reads the next packet of the stream; false at the end.
  private func readNext() throws(RenderFailure) -> Bool {
    do throws(AVError) {
      while try demuxer.read(into: raw) {
        Logbook.touch()
        if raw.stream == index { return true }
      }
      return false
    } catch { throw RenderFailure(reading: error, origin: origin) }
  }

  /// Gives `packet` the bytes of the one that was read, as the film holds them; whether decoding can
  /// start with it.
  private func take(_ packet: borrowing Packet) throws(RenderFailure) -> Bool {
    let bytes = raw.bytes
    changed.removeAll()
    var isSame = lengthBytes == 4
    var hasPicture = false
    var isIDR = false
    do throws(CodingObstacle) {
      var units = PacketUnits(bytes, lengthBytes: lengthBytes)
      while let unit = try units.next() {
        let unit = lengthBytes == nil ? unit.withoutTrailingZeros : unit
        let kind = (unit.first ?? 0) & 0x1f
        hasPicture = hasPicture || kind == 1 || kind == 5
        isIDR = isIDR || kind == 5
        // Parameter sets, delimiters, ends and filling.
        if (7...13).contains(kind) {
          isSame = false
        } else {
          changed.append(unit)
        }
      }
    } catch { throw strange(error.rawValue) }
    guard hasPicture, count > 0 || isIDR else { throw strange("no group of pictures begins there") }
    packet.lend(isSame ? bytes : changed.bytes)
    return isIDR
  }

  /// The source is not what it was when it was probed, or was not understood.
  func strange(_ reason: String) -> RenderFailure {
    RenderFailure(
      kind: .media, message: "cannot copy from '\(name)': \(reason)", origin: origin)
  }
}
