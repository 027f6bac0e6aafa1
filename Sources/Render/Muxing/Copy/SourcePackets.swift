// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import LibAV
import MediaIO
import RenderProtocol

/// The packets of whole groups of pictures of a source, in decoding order, as stored in a film.
///
/// Each packet is one frame, counted from the first of the section. Units other than the picture (parameter
/// sets, delimiters) are omitted, since the film stores them once. Byte streams get lengths instead of start
/// codes, and parameter sets get another number if their number is used by other packets of the film.
final class SourcePackets {
  /// The stream of the packets.
  let stream: SegmentStream

  private let source: SourceStream
  private let frameCount: Int
  private let coding: any PictureCoding
  private let frameTicks: Time
  /// The PTS of the group's first frame, in ticks, and its frame number in the section.
  private var anchor: (ticks: Int64, place: Int64) = (0, 0)
  /// Number of packets so far.
  private(set) var count = 0
  /// Number of groups so far.
  private var groups = 0
  /// The NAL units of a packet that are kept, each after its length.
  private let changed = LengthPrefixedUnits()
  /// The renumbering of parameter sets, if they get another number.
  private let renumbering: (any UnitRenumbering)?

  /// The packets of the `frameCount` frames that `read` shows at `rate`.
  ///
  /// - Parameter number: The new number of the parameter sets; nil to keep theirs.
  init(
    _ read: VideoRead, frameCount: Int, rate: FrameRate, number: Int?
  ) throws(RenderFailure) {
    guard frameCount >= 1 else {
      throw RenderFailure(kind: .program, message: "a copy of no frames")
    }
    let source = try SourceStream(
      read.stream, of: read.file, origin: read.origin, subject: "from ")
    let found = source.parameters
    guard PictureCodings.contains(found.codec), let coding = try? PictureCodings.coding(found)
    else { throw source.strange("it has no parameter sets") }
    let renumbering = try SourcePackets.renumbering(source, coding, to: number)
    var parameters = CodecParameters(isSound: false, codec: found.codec)
    parameters.extradata = renumbering?.parameterRecord ?? coding.parameterRecord
    (parameters.profile, parameters.level) = (found.profile, found.level)
    (parameters.size, parameters.format) = (found.size, found.format)
    parameters.delay = found.delay
    stream = SegmentStream(parameters, timeBase: rate.frameDuration)
    frameTicks = rate.frameDuration / source.timeBase
    (self.source, self.coding, self.frameCount) = (source, coding, frameCount)
    self.renumbering = renumbering
    let first = read.map.sourceTime(0, rate: rate)
    try find(((read.zero + first) / source.timeBase).rounded)
  }

  private static func renumbering(
    _ source: SourceStream, _ coding: any PictureCoding, to number: Int?
  ) throws(RenderFailure) -> (any UnitRenumbering)? {
    let record = ParameterRecord(codec: source.parameters.codec, coding.parameterRecord)
    guard let number, record?.commonNumber != number else { return nil }
    guard let renumbering = coding.renumbering(to: number) else {
      throw source.strange("its parameter sets make no sense")
    }
    return renumbering
  }

  /// Seeks to the packet of the frame at `time`, which must begin a group.
  private func find(_ time: Int64) throws(RenderFailure) {
    anchor.ticks = time
    // Some formats seek by decoding time and may end up after it; some cannot seek at all.
    if source.seek(to: time), try skip(isFromStart: false) { return }
    try source.rewind()
    guard try skip(isFromStart: true) else {
      throw source.strange("no group of pictures begins where one did")
    }
  }

  /// Reads up to the packet that begins the section.
  ///
  /// In HEVC, leading pictures are shown before the picture that begins their group. If frames before the group
  /// have been read, the group cannot be a later one.
  private func skip(isFromStart: Bool) throws(RenderFailure) -> Bool {
    var hasPassed = isFromStart
    while try source.read() {
      guard let time = source.packet.presentation else { continue }
      let shown = place(of: time).shown
      if shown >= 0, isFresh { return shown == 0 || hasPassed }
      if shown < 0 { hasPassed = true }
    }
    return false
  }

  /// Reads the next packet that the film stores; returns false at the end.
  ///
  /// Packets that refer to pictures before the section are skipped.
  private func readNext() throws(RenderFailure) -> Bool {
    while try source.read() {
      guard groups == 1, (try? contents)?.isLeading == true else { return true }
    }
    return false
  }

  /// Reads the next packet; returns its frame number in the section, or nil at the end of the section.
  ///
  /// The bytes of `packet` are valid until the next call.
  func next(into packet: borrowing Packet) throws(RenderFailure) -> Int? {
    if count == frameCount { return nil }
    if count > 0 {
      guard try readNext() else { throw strange("it ends too early") }
    }
    guard let time = source.packet.presentation, !source.packet.isDamaged,
      !source.packet.isDiscarded
    else {
      throw strange("a packet is damaged")
    }
    let isFresh = try take(packet)
    packet.isKey = isFresh
    if isFresh { groups += 1 }
    let (shown, distance) = place(of: time)
    // Between groups, times may drift as long as no frame takes another one's place.
    if isFresh, shown >= Int64(count) { anchor = (time, shown) }
    guard (0..<Int64(frameCount)).contains(shown),
      isFresh ? shown >= Int64(count) : distance <= Time(1)
    else { throw strange("its frames are not at a constant rate") }
    count += 1
    return Int(shown)
  }

  /// Returns true if a group begins after the last packet, or the stream ends; called after all
  /// packets.
  func endsWithGroup() throws(RenderFailure) -> Bool {
    guard try readNext() else { return true }
    guard let time = source.packet.presentation else { return false }
    return isFresh && place(of: time).shown >= Int64(frameCount)
  }

  /// The number of the frame at `time`, and its deviation from the nominal time in ticks.
  private func place(of time: Int64) -> (shown: Int64, distance: Time) {
    let place = Time(time - anchor.ticks) / frameTicks
    let distance = (place - Time(place.rounded)) * frameTicks
    return (anchor.place + place.rounded, max(distance, -distance))
  }

  /// True if decoding can start with the current packet; a container's key flag is not sufficient.
  private var isFresh: Bool { (try? contents)?.isFresh ?? false }

  private var contents: PacketContents {
    get throws(CodingObstacle) {
      var contents = try coding.contents(of: source.packet.bytes)
      if renumbering != nil { contents.isKept = false }
      return contents
    }
  }

  /// Sets `packet` to the current packet's bytes as stored in the film; returns whether decoding can start with it.
  private func take(_ packet: borrowing Packet) throws(RenderFailure) -> Bool {
    let contents: PacketContents
    do throws(CodingObstacle) {
      contents = try self.contents
      if !contents.isKept {
        changed.removeAll()
        try coding.copy(
          source.packet.bytes, isFirst: count == 0, renumbering: renumbering, to: changed)
      }
    } catch { throw strange(error.rawValue) }
    guard contents.hasPicture, count > 0 || contents.isFresh else {
      throw strange("no group of pictures begins there")
    }
    packet.lend(contents.isKept ? source.packet.bytes : changed.bytes)
    return contents.isFresh
  }

  /// The failure that the source has changed since probing, or was misinterpreted.
  func strange(_ reason: String) -> RenderFailure { source.strange(reason) }
}
