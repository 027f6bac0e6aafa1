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
  private let parameters: CodecParameters
  private var demuxer: Demuxer
  private let raw: Packet
  /// The first sample that is heard, and the first after the last, in ticks of the source.
  private let heard: Range<Int64>

  /// A copier of what `request` wants.
  init(_ request: CopySoundRequest) throws(RenderFailure) {
    let clip = request.clip
    let demuxer = try SoundCopier.open(clip)
    let raw = try SoundCopier.emptyPacket()
    guard let parameters = demuxer.parameters(of: clip.stream), parameters.isSound,
      parameters.frameSize > 0, parameters.sampleRate > 0,
      demuxer.streams[clip.stream].timeBase == Time(1, over: Int64(parameters.sampleRate))
    else { throw SoundCopier.strange("its packets are not understood", clip) }
    let (rate, mixRate) = (Time(Int64(parameters.sampleRate)), Time(Int64(request.sampleRate)))
    let start = clip.zero + Time(clip.firstSample(request.sampleRate)) / mixRate
    let first = (start * rate).rounded
    heard = first..<first + max(1, (Time(request.clip.count) / mixRate * rate).rounded)
    self.request = request
    self.parameters = parameters
    self.demuxer = demuxer
    self.raw = raw
  }

  private static func open(_ clip: SoundClip) throws(RenderFailure) -> Demuxer {
    do throws(AVError) {
      let demuxer = try Demuxer(path: clip.file.path)
      demuxer.select([clip.stream])
      return demuxer
    } catch { throw RenderFailure(reading: error, origin: clip.origin) }
  }

  /// Copies the packets into the sound segment file.
  func copy(progress: (Int) -> Void) throws(RenderFailure) -> SegmentFacts {
    guard var time = try find() else { throw strange("there is no sound at its start") }
    var parameters = parameters
    parameters.initialPadding = Int(heard.lowerBound - time)
    var writer = try SegmentWriter(
      path: request.output,
      stream: SegmentStream(parameters, timeBase: Time(1, over: Int64(parameters.sampleRate))))
    let packet = try SoundCopier.emptyPacket()
    let check = try SoundCheck(clip: request.clip, demuxer)
    var end = time
    var told = time
    repeat {
      guard let start = raw.presentation, start == end, raw.duration > 0, !raw.isDamaged else {
        throw strange("its packets do not follow each other")
      }
      time = start
      end = start + raw.duration
      try check.take(raw, at: start)
      packet.lend(raw.bytes)
      packet.isKey = true
      packet.presentation = start - heard.lowerBound
      packet.decoding = packet.presentation
      packet.duration = raw.duration
      try writer.write(packet)
      if end - told >= Int64(parameters.sampleRate) {
        progress(Int((end - told) * 100 / Int64(parameters.sampleRate)))
        told = end
      }
      guard end < heard.upperBound else { break }
    } while try read()
    guard end > heard.lowerBound else { throw strange("there is no sound at its start") }
    let bytes = try writer.finish(frames: min(end, heard.upperBound) - heard.lowerBound)
    return SegmentFacts(frames: request.sampleCount, bytes: bytes)
  }

  /// Goes to the first packet that is needed; its time, or nil where there is none.
  private func find() throws(RenderFailure) -> Int64? {
    let wanted = heard.lowerBound - SoundCopier.leadPackets * Int64(parameters.frameSize)
    do throws(AVError) {
      try demuxer.seek(stream: request.clip.stream, to: wanted)
    } catch {
      // Where it cannot be sought it is read from the start.
      try rewind()
    }
    if let time = try skip(to: wanted), time <= wanted { return time }
    try rewind()
    guard let time = try skip(to: wanted), time <= heard.lowerBound else { return nil }
    return time
  }

  /// Reads up to the packet with the sample at `wanted`, or the first after it.
  private func skip(to wanted: Int64) throws(RenderFailure) -> Int64? {
    while try read() {
      guard let time = raw.presentation else { continue }
      if time + raw.duration > wanted { return time }
    }
    return nil
  }

  private func rewind() throws(RenderFailure) {
    demuxer = try SoundCopier.open(request.clip)
  }

  /// Reads the next packet of the stream; false at the end.
  private func read() throws(RenderFailure) -> Bool {
    do throws(AVError) {
      while try demuxer.read(into: raw) {
        Logbook.touch()
        if raw.stream == request.clip.stream { return true }
      }
      return false
    } catch { throw RenderFailure(reading: error, origin: request.clip.origin) }
  }

  private func strange(_ reason: String) -> RenderFailure {
    SoundCopier.strange(reason, request.clip)
  }

  private static func strange(_ reason: String, _ clip: SoundClip) -> RenderFailure {
    let name = clip.file.path.split(separator: "/").last ?? ""
    return RenderFailure(
      kind: .media, message: "cannot copy the sound of '\(name)': \(reason)", origin: clip.origin)
  }

  private static func emptyPacket() throws(RenderFailure) -> Packet {
    do throws(AVError) { return try Packet() } catch { throw RenderFailure(reading: error) }
  }
}
