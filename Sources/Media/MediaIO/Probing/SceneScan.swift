// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// Finds the frames of a picture stream at which scenes begin, if key frames do not show them.
///
/// Many encoders put key frames at cuts. Others put them at regular intervals; then the first picture of each
/// group is decoded, and if two of them differ like scenes, or a packet between them is as large as where one begins, the
/// group is decoded to find the frames. For a recording without cuts, this decodes one picture per group.
///
/// The result depends only on the packets; the amount of decoding and memory is bounded.
final class SceneScan {
  /// PTS of the first frames of scenes, in ticks, ascending.
  private(set) var starts: [Int64] = []

  private var decoder: Decoder
  private let frame: Frame
  private let timeBase: Time
  /// Number of packets since the last key frame, and in the first complete group.
  private var groupCount = 0
  private var usualCount: Int?
  /// Number of complete groups, and of those whose length differs from the first.
  private var (groups, oddGroups) = (0, 0)
  /// The first key frame.
  private var first: Time?
  /// The last key frame examined: its time, its picture, and the packets from it on.
  private var sample: (time: Time, picture: ScenePicture)?
  private var held: [HeldPacket] = []
  private var heldBytes = 0
  private var hasEnded = false
  private var pixelsLeft = SceneScan.maximumPixels

  /// Maximum number of pixels decoded per stream: 2,100 pictures of 720p, 240 of 2160p.
  private static let maximumPixels: Int64 = 2_000_000_000
  private static let maximumBytes = 64 << 20
  /// Key frames closer together than this are not all examined.
  private static let shortestGroup = Time(1)
  /// If groups are longer, the encoder puts key frames at cuts and has found almost none.
  private static let longestGroup = Time(11)
  /// Minimum distance between scenes: shorter segments cost more than a cut saves.
  private static let leastDistance = Time(3)
  /// The time of equal groups before anything but key frames is decoded.
  private static let enough = Time(4)
  /// Minimum differences between pictures of two scenes, a group apart and adjacent, in 1/256.
  private static let (farDifference, difference) = (16 << 8, 8 << 8)

  private final class HeldPacket {
    let packet: Packet
    var size: Int { packet.bytes.count }
    init(_ packet: borrowing Packet) throws(AVError) { self.packet = try packet.reference() }
  }

  /// A scan of `stream`; nil if it cannot be decoded.
  init?(_ stream: StreamInfo, of demuxer: borrowing Demuxer, maximumPixels: Int) {
    timeBase = stream.timeBase
    do throws(AVError) {
      decoder = try Decoder(stream: stream.index, of: demuxer, maximumPixels: maximumPixels)
      frame = try Frame()
    } catch { return nil }
    decoder.skipsLoopFilter = true
  }

  /// Adds the next packet, with PTS `time`.
  func take(_ packet: borrowing Packet, at time: Int64) {
    if hasEnded { return }
    do throws(AVError) {
      if packet.isKey {
        countGroup()
        if !hasEnded { try takeKey(packet, at: Time(ticks: time, base: timeBase)) }
      } else if sample != nil {
        try hold(packet)
      }
    } catch { end() }  // Damage is reported by the code that shows the stream.
    groupCount += 1
  }

  /// Signals that there are no more packets.
  func finish() {
    guard !hasEnded, let sample, oddGroups == 0, hasBurst, !isYoung(sample.time) else { return }
    do throws(AVError) { try findCuts() } catch { end() }
  }

  /// True while the stream is too short before `time` to tell its groups.
  private func isYoung(_ time: Time) -> Bool { first.map { time - $0 < SceneScan.enough } ?? true }

  /// Compares the group that ends with earlier ones.
  private func countGroup() {
    defer { groupCount = 0 }
    guard groupCount > 0 else { return }
    groups += 1
    let usual = usualCount ?? groupCount
    usualCount = usual
    if abs(groupCount - usual) > 1 { oddGroups += 1 }
    // A few odd groups occur where recordings were joined.
    if oddGroups * 4 > groups { end() }
  }

  private func takeKey(_ packet: borrowing Packet, at time: Time) throws(AVError) {
    if let sample, time - sample.time < SceneScan.shortestGroup { return try hold(packet) }
    if let sample, time - sample.time > SceneScan.longestGroup { return end() }
    var picture: ScenePicture?
    try decode([HeldPacket(packet)]) { _, found in picture = found }
    guard let picture else { return end() }
    first = first ?? time
    if let sample, !isYoung(time), !held.isEmpty, isFarEnough(time),
      picture.difference(to: sample.picture) >= SceneScan.farDifference || hasBurst
    {
      try hold(packet)
      try findCuts()
    }
    (held, heldBytes) = ([], 0)
    sample = (time, picture)
    try hold(packet)
  }

  /// True if a packet within the held group is as large as one at which another scene begins: the
  /// end of the group may look like its start.
  private var hasBurst: Bool {
    guard let key = held.first?.size else { return false }
    let sizes = held.dropFirst().map(\.size).sorted()
    guard let most = sizes.last else { return false }
    return most * 2 >= key && most * 2 >= sizes[sizes.count / 2] * 5
  }

  /// Returns true if a scene at `time` is far enough from the previous one.
  private func isFarEnough(_ time: Time) -> Bool {
    guard let last = starts.last else { return true }
    return time - Time(ticks: last, base: timeBase) >= SceneScan.leastDistance
  }

  /// Keeps a packet until the next key frame determines whether it is needed.
  private func hold(_ packet: borrowing Packet) throws(AVError) {
    heldBytes += packet.bytes.count
    guard heldBytes <= SceneScan.maximumBytes else {
      (held, sample) = ([], nil)
      return
    }
    held.append(try HeldPacket(packet))
  }

  /// Adds the clear cuts in the held packets.
  private func findCuts() throws(AVError) {
    var times: [Int64] = []
    var differences: [Int] = []
    var last: ScenePicture?
    try decode(held) { time, picture in
      times.append(time)
      differences.append(last.map { picture.difference(to: $0) } ?? 0)
      last = picture
    }
    for index in differences.indices {
      let own = differences[index]
      let beside = max(
        index > 0 ? differences[index - 1] : 0,
        index + 1 < differences.count ? differences[index + 1] : 0)
      // Fast motion and flashes differ on both sides.
      if own >= SceneScan.difference, 2 * own >= 5 * beside,
        isFarEnough(Time(ticks: times[index], base: timeBase))
      {
        starts.append(times[index])
      }
    }
  }

  /// Decodes `packets` on their own.
  private func decode(
    _ packets: [HeldPacket], _ body: (Int64, ScenePicture) -> Void
  ) throws(AVError) {
    decoder.flush()
    for held in packets {
      CrashBreadcrumbs.touch()
      try decoder.send(held.packet)
      try receive(body)
      if hasEnded { return }
    }
    try decoder.sendEnd()
    try receive(body)
  }

  private func receive(_ body: (Int64, ScenePicture) -> Void) throws(AVError) {
    while try decoder.receive(into: frame) == .filled {
      pixelsLeft -= Int64(frame.size.width) * Int64(frame.size.height)
      guard pixelsLeft >= 0, let time = frame.timestamp, let picture = ScenePicture(frame) else {
        return end()
      }
      body(time, picture)
    }
  }

  private func end() {
    hasEnded = true
    (held, sample) = ([], nil)
  }
}
