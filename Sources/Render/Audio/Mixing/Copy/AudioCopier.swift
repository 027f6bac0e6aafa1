// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Assembles a film's audio from packets of its sources, with encoded packets between them.
///
/// The decoded audio begins before the film and may end after it. Padding at both ends is recorded as encoder
/// delay and trailing padding.
final class AudioCopier {
  private let copy: AudioCopy
  private let output: String
  private let pool: AudioPool
  private var writer: SegmentWriter?
  private var parameters: CodecParameters?
  private let packet: Packet
  private var tally: AudioTally
  /// The clip whose packets were copied last.
  private var origin = Origin.none
  /// The number of the packet that is written next.
  private var next: Int64 = 0
  /// The encoded intervals that go over their limit.
  let peaks = EncodedPeaks()

  /// A copier for `request`.
  init(
    _ request: CopyAudioRequest, pool: AudioPool
  ) throws(RenderFailure) {
    copy = request.copy
    output = request.output
    self.pool = pool
    guard copy.isPlausible else {
      throw RenderFailure(kind: .program, message: "a sound of no usable length or rate")
    }
    tally = AudioTally(rate: copy.sampleRate)
    packet = try Packet.empty()
  }

  /// Writes the audio segment file; reports additional hundredths of a second to `progress`.
  ///
  /// - Returns: The size of the file in bytes.
  func run(progress: (Int) -> Void) throws(RenderFailure) -> Int64 {
    var end: Int64 = 0
    var last: AudioQueue?
    for interval in copy.intervals {
      let numbers = end..<end + interval.packets
      if var before = last {
        try take(from: &before, until: max(next, end - AudioCopier.reach - 1), progress)
        let meeting = try meeting(of: &before, interval, numbers)
        try take(from: &before, until: meeting.number, progress)
        last = meeting.queue
        last?.drop(before: next)
      } else {
        last = try open(interval, numbers)
      }
      end = numbers.upperBound
    }
    if var last { try take(from: &last, until: end, progress) }
    let frames = min(copy.start + end * copy.packetSamples, copy.sampleCount)
    guard let bytes = try writer?.finish(frames: frames) else {
      throw RenderFailure(kind: .program, message: "a sound of no packets")
    }
    return bytes
  }

  /// The maximum distance into copied packets at which a joint between source and encoder is searched, and the
  /// distance searched first.
  private static let (reach, nearReach): (Int64, Int64) = (16, 1)

  /// The packets of `interval`, and the number of the first one used after those of `before`.
  private func meeting(
    of before: inout AudioQueue, _ interval: AudioCopy.Interval, _ numbers: Range<Int64>
  ) throws(RenderFailure) -> (queue: AudioQueue, number: Int64) {
    if copy.packetSamples == 1 { return (try open(interval, numbers), numbers.lowerBound) }
    guard !interval.isCopied else {
      var queue = try open(interval, numbers)
      // At low rates a section is hardly longer than that.
      let last = min(numbers.lowerBound + AudioCopier.reach, numbers.upperBound - 1)
      for number in numbers.lowerBound...last
      where try before.canBeFollowed(by: &queue, at: number) {
        return (queue, number)
      }
      throw strange("its packets cannot stand behind encoded ones")
    }
    // The nearest joint is preferred, since a farther one requires more encoding.
    for reach in [AudioCopier.nearReach, AudioCopier.reach] {
      var queue = try open(interval, numbers.lowerBound - reach..<numbers.upperBound)
      for number in (max(next, numbers.lowerBound - reach)...numbers.lowerBound).reversed()
      where try before.canBeFollowed(by: &queue, at: number) {
        return (queue, number)
      }
    }
    throw strange("its packets cannot stand before encoded ones")
  }

  /// The packets `numbers` and the one before; encoded ones continue some packets after the last.
  private func open(
    _ interval: AudioCopy.Interval, _ numbers: Range<Int64>
  ) throws(RenderFailure) -> AudioQueue {
    switch interval {
    case .copied(let place, _):
      origin = place.origin
      let run = try SourceAudioRun(place, first: numbers.lowerBound, of: copy)
      try accept(run.source.parameters)
      return AudioQueue(run)
    case .encoded:
      let end = numbers.upperBound + AudioCopier.reach
      let run = try EncodedAudioRun(
        numbers.lowerBound - 1..<end, counted: numbers, of: copy, peaks: peaks, pool: pool)
      try accept(run.stream.stored)
      return AudioQueue(run)
    }
  }

  /// Checks the parameters of packets, which must be the same for all.
  private func accept(_ found: CodecParameters) throws(RenderFailure) {
    guard let known = parameters else {
      parameters = found
      writer = try open(found)
      return
    }
    guard let codec = CopyableAudioCodec(named: found.codec), found.codec == known.codec,
      found.sampleRate == known.sampleRate, found.channels == known.channels,
      codec.configuration(found.extradata) == codec.configuration(known.extradata)
    else { throw strange("its packets are of several kinds") }
  }

  /// A file for packets with the parameters `found`.
  private func open(_ found: CodecParameters) throws(RenderFailure) -> SegmentWriter {
    var parameters = found
    parameters.initialPadding = max(0, Int(-copy.start))
    if let codec = CopyableAudioCodec(named: found.codec) {
      parameters.extradata = codec.extradata(found.extradata, padding: parameters.initialPadding)
    }
    parameters.frameSize = copy.packetSamples > 1 ? Int(copy.packetSamples) : 0
    return try SegmentWriter(
      path: output,
      stream: SegmentStream(parameters, timeBase: Time(1, over: Int64(copy.sampleRate))))
  }

  /// Writes the packets of `queue` before the film's packet `end`.
  private func take(
    from queue: inout AudioQueue, until end: Int64, _ progress: (Int) -> Void
  ) throws(RenderFailure) {
    while next < end {
      guard let packet = try queue.packet(next) else {
        throw strange("its packets do not follow each other")
      }
      let range = next..<min(end, packet.number + packet.count)
      try write(packet.part(range), range)
      next = range.upperBound
      if let hundredths = tally.add(range.count * Int(copy.packetSamples)) { progress(hundredths) }
      queue.drop(before: next)
    }
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, _ range: Range<Int64>
  ) throws(RenderFailure) {
    let count = Int64(range.count) * copy.packetSamples
    let start = copy.start + range.lowerBound * copy.packetSamples
    var failure: RenderFailure?
    bytes.withUnsafeBytes {
      packet.lend($0)
      packet.isKey = true
      packet.presentation = start
      packet.decoding = start
      packet.duration = count
      do throws(RenderFailure) { try writer?.write(packet) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func strange(_ reason: String) -> RenderFailure {
    RenderFailure(kind: .media, message: "cannot copy the sound: \(reason)", origin: origin)
  }
}
