// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Bitstreams
import Packets

/// The packets of whole groups of pictures of a source, in decoding order, as a film holds them.
///
/// Each is one frame: `shown` counts frames from the first of the stretch. What a packet says beside
/// its picture (parameter sets, delimiters) is left out: the film says it once, for all. What comes as a
/// byte stream gets lengths instead of start codes, and parameter sets get another number where other
/// packets of the film have theirs.
final class SourcePackets {
  /// What the packets are.
  let stream: SegmentStream

  private let source: SourceStream
  private let frameCount: Int
  private let coding: any PictureCoding
  private let frameTicks: Time
  /// When the first frame of the group is shown, in ticks, and its place in the stretch.
  private var anchor: (ticks: Int64, place: Int64) = (0, 0)
  /// Packets so far.
  private(set) var count = 0
  /// Groups so far.
  private var groups = 0
  /// The NAL units of a packet that are kept, each behind its length.
  private let changed = LengthPrefixedUnits()
  /// What gives parameter sets another number, if they get one.
  private let renumbering: (any UnitRenumbering)?

  /// The packets of the frames that `read` shows, `frameCount` of them at `rate`.
  ///
  /// - Parameter number: What the parameter sets' number is to be; nil for what it is.
  init(
    _ read: VideoRead, frameCount: Int, rate: FrameRate, number: Int?
  ) throws(RenderFailure) {
    let source = try SourceStream(
      read.stream, of: read.file, origin: read.origin, subject: "from ")
    let found = source.parameters
    guard PictureCodings.contains(found.codec), let coding = try? PictureCodings.coding(found)
    else { throw source.strange("it has no parameter sets") }
    let renumbering = try SourcePackets.renumbering(source, coding, to: number)
    var parameters = CodecParameters(isSound: false, codec: found.codec)
    parameters.extradata = renumbering?.filmRecord ?? coding.filmRecord
    (parameters.profile, parameters.level) = (found.profile, found.level)
    (parameters.size, parameters.format) = (found.size, found.format)
    parameters.delay = found.delay
    stream = SegmentStream(parameters, timeBase: rate.frameDuration)
    frameTicks = rate.frameDuration / source.timeBase
    (self.source, self.coding, self.frameCount) = (source, coding, frameCount)
    self.renumbering = renumbering
    try find(((read.zero + read.map.start) / source.timeBase).rounded)
  }

  private static func renumbering(
    _ source: SourceStream, _ coding: any PictureCoding, to number: Int?
  ) throws(RenderFailure) -> (any UnitRenumbering)? {
    let record = ParameterRecord(codec: source.parameters.codec, coding.filmRecord)
    guard let number, record?.commonNumber != number else { return nil }
    guard let renumbering = coding.renumbering(to: number) else {
      throw source.strange("its parameter sets make no sense")
    }
    return renumbering
  }

  /// Goes to the packet of the frame that is shown at `time`, which must begin a group.
  private func find(_ time: Int64) throws(RenderFailure) {
    anchor.ticks = time
    // Some formats go by decoding time, and may come out behind it; some cannot be sought at all.
    if source.seek(to: time), try skip(isFromStart: false) { return }
    try source.rewind()
    guard try skip(isFromStart: true) else {
      throw source.strange("no group of pictures begins where one did")
    }
  }

  /// Reads up to the packet that begins the stretch.
  ///
  /// In HEVC, frames may be shown before the one that their group begins with; where those before the
  /// group have been read, it can be no later group.
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

  /// Reads the next packet that the film holds; false at the end.
  ///
  /// Those that lean on what comes before the stretch are left out.
  private func readNext() throws(RenderFailure) -> Bool {
    while try source.read() {
      guard groups == 1, (try? contents)?.isLeading == true else { return true }
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
    guard let time = source.packet.presentation, !source.packet.isDamaged,
      !source.packet.isDiscarded
    else {
      throw strange("a packet is damaged")
    }
    let isFresh = try take(packet)
    packet.isKey = isFresh
    if isFresh { groups += 1 }
    let (shown, distance) = place(of: time)
    // From group to group, times may drift by as much as no frame takes another's place.
    if isFresh, shown >= Int64(count) { anchor = (time, shown) }
    guard (0..<Int64(frameCount)).contains(shown),
      isFresh ? shown >= Int64(count) : distance <= Time(1)
    else { throw strange("its frames are not at a constant rate") }
    count += 1
    return Int(shown)
  }

  /// Whether a group begins after the last packet, or nothing comes: asked after all of them.
  func endsWithGroup() throws(RenderFailure) -> Bool {
    guard try readNext() else { return true }
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
  private var isFresh: Bool { (try? contents)?.isFresh ?? false }

  private var contents: PacketContents {
    get throws(CodingObstacle) {
      var contents = try coding.contents(of: source.packet.bytes)
      if renumbering != nil { contents.isKept = false }
      return contents
    }
  }

  /// Gives `packet` the bytes of the one that was read, as the film holds them; whether decoding can
  /// start with it.
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

  /// The source is not what it was when it was probed, or was not understood.
  func strange(_ reason: String) -> RenderFailure { source.strange(reason) }
}
