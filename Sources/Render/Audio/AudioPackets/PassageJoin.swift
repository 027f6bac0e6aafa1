// SPDX-License-Identifier: Apache-2.0

import Bitstreams
import LibAV
import MediaIO
package import RenderProtocol

/// Joins passages, which were encoded by themselves, into the packets of one sound.
///
/// Passages overlap by some packets. Two of them meet where both have the same packets, if there is such a place: what
/// is decoded there is what one encoder would have made. With AAC, they do so behind the last packet that differs. Else they
/// meet as near to their border as the windows of their packets allow, and only the noise of coding goes over from one into the other.
package struct PassageJoin: ~Copyable {
  /// A packet with its number in the sound.
  fileprivate struct Held {
    var number: Int64
    var bytes: [UInt8]
    var duration: Int64
    var trim: (start: Int, end: Int)
  }

  private var reader: SegmentReader
  private var file: SegmentWriter
  private let packet: Packet
  private let stream: SegmentStream
  private let packetSamples: Int64
  /// Packets of the last passage that are not written yet.
  private var held: [Held] = []

  /// A joined sound in the file `output`, with the format of the passage in the file `path`.
  package init(_ path: String, output: String) throws(RenderFailure) {
    let reader = try SegmentReader(path: path)
    let stream = reader.stream
    guard stream.parameters.frameSize > 0 else {
      throw PassageJoin.strange("its packets have no length")
    }
    let packet = try Packet.empty()
    let file = try SegmentWriter(path: output, stream: stream)
    packetSamples = Int64(stream.parameters.frameSize)
    self.stream = stream
    self.packet = packet
    self.file = file
    self.reader = reader
  }

  /// Adds the passage in the file `path`, whose encoder began at packet `first` of the sound.
  package mutating func add(
    _ path: String, _ passage: AudioPassage, first: Int64
  ) throws(RenderFailure) {
    let packets = try packets(path, first)
    guard !held.isEmpty else { return held = packets }
    let border = first + passage.samples.lowerBound / packetSamples
    let meeting = try meeting(of: packets, near: border)
    try write { $0.number < meeting }
    held = packets.filter { $0.number >= meeting }
  }

  /// Completes the sound of `count` samples; returns the size of the file in bytes.
  package mutating func finish(count: Int64) throws(RenderFailure) -> Int64 {
    try write { _ in true }
    return try file.finish(frames: count)
  }

  private mutating func packets(_ path: String, _ first: Int64) throws(RenderFailure) -> [Held] {
    try reader.open(path)
    guard reader.stream == stream else {
      throw PassageJoin.strange("its passages are of several kinds")
    }
    let padding = Int64(stream.parameters.initialPadding)
    var packets: [Held] = []
    while try reader.next(into: packet) {
      let place = (packet.presentation ?? 0) + padding
      let number = first + place / packetSamples
      guard place % packetSamples == 0, number == packets.last.map({ $0.number + 1 }) ?? number
      else { throw PassageJoin.strange("its packets do not follow each other") }
      packets.append(
        Held(
          number: number, bytes: Array(packet.bytes), duration: packet.duration, trim: packet.trim))
    }
    return packets
  }

  /// The number of the first packet that is taken of `packets`, after those of the passage before.
  private func meeting(of packets: [Held], near border: Int64) throws(RenderFailure) -> Int64 {
    guard let first = packets.first?.number, let start = held.first?.number else {
      throw PassageJoin.strange("a passage has no packets")
    }
    // Both have the packet before the joint, and the one after it.
    let lower = max(first, start) + 1
    let upper = min(first + Int64(packets.count), start + Int64(held.count))
    guard lower < upper else { throw PassageJoin.strange("its passages are apart") }
    let common = lower..<upper
    let places = common.sorted { (abs($0 - border), $0) < (abs($1 - border), $1) }
    func pair(_ number: Int64) -> (before: Held, after: Held) {
      (held[Int(number - start)], packets[Int(number - first)])
    }
    func isSame(_ number: Int64) -> Bool {
      let pair = pair(number)
      return pair.before.bytes == pair.after.bytes
    }
    let isAAC = stream.parameters.codec == "aac"
    // A packet of AAC goes over into the next one. A decoder of Opus remembers more of those before.
    let memory: Int64 = isAAC ? 1 : 8
    func isSettled(_ place: Int64) -> Bool {
      place - memory >= common.lowerBound - 1 && (place - memory...place).allSatisfy(isSame)
    }
    // An encoder of AAC that began later differs in single packets, up to one that may be far from its first.
    let last = isAAC ? common.last { !isSame($0) } : nil
    let same =
      last.flatMap { last in places.first { $0 > last + 1 } } ?? places.first(where: isSettled)
    if let same { return same }
    guard isAAC else { return places[0] }
    let place = places.first { place in
      let last = pair(place - 1)
      guard let before = last.before.window, let expected = last.after.window,
        let after = pair(place).after.window
      else { return false }
      return before.canBeFollowed(by: after, madeToFollow: expected)
    }
    return place ?? places[0]
  }

  private mutating func write(_ isTaken: (Held) -> Bool) throws(RenderFailure) {
    let padding = Int64(stream.parameters.initialPadding)
    for held in held where isTaken(held) {
      var failure: RenderFailure?
      held.bytes.withUnsafeBytes {
        packet.lend($0)
        packet.isKey = true
        packet.presentation = held.number * packetSamples - padding
        packet.decoding = held.number * packetSamples - padding
        packet.duration = held.duration
        if held.trim != (0, 0) { packet.trim = held.trim }
        do throws(RenderFailure) { try file.write(packet) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  private static func strange(_ reason: String) -> RenderFailure {
    RenderFailure(kind: .program, message: "cannot join an encoded sound: \(reason)")
  }
}

extension PassageJoin.Held {
  fileprivate var window: AACWindow? { bytes.withUnsafeBytes { AACWindow($0) } }
}
