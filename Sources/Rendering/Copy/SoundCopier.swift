// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Makes the sound of a film of a source's packets: those that have samples of a stretch, and those
/// before that a decoder needs to begin with.
///
/// What comes out of them begins before the stretch and ends after it; how far is said as it is of what
/// an encoder puts in front and fills up with, so that it is heard from the first sample to the last.
final class SoundCopier {
  /// Packets that a decoder needs before the first that is heard: each of AAC is overlapped with the
  /// one before it.
  private static let leadPackets: Int64 = 2

  private let request: CopySoundRequest
  private let source: SourceStream
  /// The first sample that is heard, and the first after the last, in ticks of the source.
  private let heard: Range<Int64>

  /// A copier of what `request` wants.
  init(_ request: CopySoundRequest) throws(RenderFailure) {
    let clip = request.clip
    let source = try SourceStream(
      clip.stream, of: clip.file, origin: clip.origin, subject: "the sound of ")
    let parameters = source.parameters
    guard parameters.isSound, parameters.frameSize > 0, parameters.sampleRate > 0,
      source.timeBase == Time(1, over: Int64(parameters.sampleRate))
    else { throw source.strange("its packets are not understood") }
    let (rate, mixRate) = (Time(Int64(parameters.sampleRate)), Time(Int64(request.sampleRate)))
    let start = clip.zero + Time(clip.firstSample(request.sampleRate)) / mixRate
    let first = (start * rate).rounded
    heard = first..<first + max(1, (Time(request.clip.count) / mixRate * rate).rounded)
    (self.request, self.source) = (request, source)
  }

  /// Copies the packets into the sound segment file.
  func copy(progress: (Int) -> Void) throws(RenderFailure) -> SegmentFacts {
    let time = try find()
    var parameters = source.parameters
    parameters.initialPadding = Int(heard.lowerBound - time)
    var writer = try SegmentWriter(
      path: request.output, stream: SegmentStream(parameters, timeBase: source.timeBase))
    let packet = try Packet.empty()
    let check = try SoundCheck(source, of: request.clip)
    let second = Int64(parameters.sampleRate)
    var (end, told) = (time, time)
    repeat {
      guard let start = source.packet.presentation, start == end, source.packet.duration > 0,
        !source.packet.isDamaged
      else {
        throw source.strange("its packets do not follow each other")
      }
      end = start + source.packet.duration
      try check.take(at: start)
      packet.lend(source.packet.bytes)
      packet.isKey = true
      packet.presentation = start - heard.lowerBound
      packet.decoding = packet.presentation
      packet.duration = source.packet.duration
      try writer.write(packet)
      if end - told >= second {
        progress(Int((end - told) * 100 / second))
        told = end
      }
      guard end < heard.upperBound else { break }
    } while try source.read()
    guard end > heard.lowerBound else { throw source.strange("there is no sound at its start") }
    let bytes = try writer.finish(frames: min(end, heard.upperBound) - heard.lowerBound)
    return SegmentFacts(frames: request.sampleCount, bytes: bytes)
  }

  /// Goes to the first packet that is needed; its time.
  private func find() throws(RenderFailure) -> Int64 {
    let frameSize = Int64(source.parameters.frameSize)
    let wanted = heard.lowerBound - SoundCopier.leadPackets * frameSize
    // Where it cannot be sought it is read from the start.
    if source.seek(to: wanted), let time = try skip(to: wanted), time <= wanted { return time }
    try source.rewind()
    guard let time = try skip(to: wanted), time <= heard.lowerBound else {
      throw source.strange("there is no sound at its start")
    }
    return time
  }

  /// Reads up to the packet with the sample at `wanted`, or the first after it.
  private func skip(to wanted: Int64) throws(RenderFailure) -> Int64? {
    while try source.read() {
      guard let time = source.packet.presentation else { continue }
      if time + source.packet.duration > wanted { return time }
    }
    return nil
  }
}
