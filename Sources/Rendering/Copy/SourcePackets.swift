// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// The packets of whole groups of pictures of a source, in decoding order, as a film holds them.
///
/// Each is one frame: `shown` counts frames from the first of the stretch. What a packet says beside
/// its picture (parameter sets, delimiters) is left out: the film says it once, for all. H.264 that
/// comes as a byte stream gets lengths instead of start codes, and parameter sets get another number
/// where other packets of the film have theirs.
final class SourcePackets {
  /// What the packets are.
  let stream: SegmentStream

  private let source: SourceStream
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
  private var renumbering: H264Renumbering?

  /// The packets of the frames that `read` shows, `frameCount` of them at `rate`.
  ///
  /// - Parameter number: What the parameter sets' number is to be; nil for what it is.
  init(
    _ read: VideoRead, frameCount: Int, rate: FrameRate, number: Int?
  ) throws(RenderFailure) {
    let source = try SourceStream(
      read.stream, of: read.file, origin: read.origin, subject: "from ")
    let found = source.parameters
    guard found.codec == "h264", let sets = try? H264ParameterSets(extradata: found.extradata),
      var record = AVCRecord(sets.record)
    else { throw source.strange("it has no parameter sets") }
    if let number, [sets.sequence.id, sets.picture.id] != [number, number] {
      var renumbering = H264Renumbering(sets, number: number)
      guard let renumbered = renumbering.record() else {
        throw source.strange("its parameter sets make no sense")
      }
      record = renumbered
      self.renumbering = renumbering
    }
    record.lengthBytes = 4
    var parameters = CodecParameters(isSound: false, codec: found.codec)
    parameters.extradata = record.bytes
    (parameters.profile, parameters.level) = (found.profile, found.level)
    (parameters.size, parameters.format) = (found.size, found.format)
    parameters.delay = found.delay
    stream = SegmentStream(parameters, timeBase: rate.frameDuration)
    frameTicks = rate.frameDuration / source.timeBase
    lengthBytes = sets.lengthBytes
    (self.source, self.frameCount) = (source, frameCount)
    try find(((read.zero + read.start) / source.timeBase).rounded)
  }

  /// Goes to the packet of the frame that is shown at `time`, which must begin a group.
  private func find(_ time: Int64) throws(RenderFailure) {
    anchor.ticks = time
    // Some formats go by decoding time, and may come out behind it; some cannot be sought at all.
    if source.seek(to: time), try skip(to: time) { return }
    try source.rewind()
    guard try skip(to: time) else {
      throw source.strange("no group of pictures begins where one did")
    }
  }

  /// Reads up to the packet of the group whose first frame is shown at `wanted`.
  private func skip(to wanted: Int64) throws(RenderFailure) -> Bool {
    while try source.read() {
      guard let time = source.packet.presentation, time >= wanted, isFresh else { continue }
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
      guard try source.read() else { throw strange("it ends too early") }
    }
    guard let time = source.packet.presentation, !source.packet.isDamaged,
      !source.packet.isDiscarded
    else {
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
    guard try source.read() else { return true }
    guard let time = source.packet.presentation else { return false }
    return isFresh && place(of: time).shown >= Int64(frameCount)
  }

  /// Which frame of the stretch is shown at `time`, and by how many ticks it is off its time.
  private func place(of time: Int64) -> (shown: Int64, distance: Time) {
    let place = Time(time - anchor.ticks) / frameTicks
    let distance = (place - Time(place.rounded)) * frameTicks
    return (anchor.place + place.rounded, max(distance, -distance))
  }

  /// Whether decoding can start with the packet that was read: a container's key flag says less.
  private var isFresh: Bool { (try? contents)?.isIDR ?? false }

  /// What the NAL units of the packet that was read are, and whether it is kept as it is.
  private var contents: (hasPicture: Bool, isIDR: Bool, isKept: Bool) {
    get throws(CodingObstacle) {
      var (hasPicture, isIDR, isKept) = (false, false, true)
      var units = PacketUnits(source.packet.bytes, lengthBytes: lengthBytes)
      while let unit = try units.next() {
        let kind = SourcePackets.kind(of: unit)
        hasPicture = hasPicture || kind == 1 || kind == 5
        isIDR = isIDR || kind == 5
        isKept = isKept && !SourcePackets.leftOut.contains(kind)
      }
      return (hasPicture, isIDR, isKept && lengthBytes == 4 && renumbering == nil)
    }
  }

  /// Types of NAL units (ITU-T H.264, table 7-1) that say what the film says once for all packets, or
  /// nothing: parameter sets, delimiters, ends and filling.
  private static let leftOut: ClosedRange<UInt8> = 7...13

  /// Gives `packet` the bytes of the one that was read, as the film holds them; whether decoding can
  /// start with it.
  private func take(_ packet: borrowing Packet) throws(RenderFailure) -> Bool {
    let contents: (hasPicture: Bool, isIDR: Bool, isKept: Bool)
    do throws(CodingObstacle) {
      contents = try self.contents
      if !contents.isKept { try rewrite() }
    } catch { throw strange(error.rawValue) }
    guard contents.hasPicture, count > 0 || contents.isIDR else {
      throw strange("no group of pictures begins there")
    }
    packet.lend(contents.isKept ? source.packet.bytes : changed.bytes)
    return contents.isIDR
  }

  /// Collects the NAL units of the packet that was read that are kept.
  private func rewrite() throws(CodingObstacle) {
    changed.removeAll()
    var units = PacketUnits(source.packet.bytes, lengthBytes: lengthBytes)
    while let unit = try units.next() {
      let unit = lengthBytes == nil ? unit.withoutTrailingZeros : unit
      let kind = SourcePackets.kind(of: unit)
      if SourcePackets.leftOut.contains(kind) { continue }
      switch kind {
      case 1 where renumbering != nil, 5 where renumbering != nil:
        if let slice = try renumbering?.edited(slice: unit) {
          slice.withUnsafeBytes { changed.append($0) }
        }
      case 6 where renumbering != nil && H264Renumbering.namesSet(unit): break
      default: changed.append(unit)
      }
    }
  }

  private static func kind(of unit: UnsafeRawBufferPointer) -> UInt8 { (unit.first ?? 0) & 0x1f }

  /// The source is not what it was when it was probed, or was not understood.
  func strange(_ reason: String) -> RenderFailure { source.strange(reason) }
}
