// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The packets of an audio segment file, trimmed to the exact length of the sound.
///
/// Encoders add delay in front and pad the last packet. The excess at the end is recorded on the last packet,
/// in its duration and as samples to drop, for containers that store either.
final class AudioTrack {
  /// The stream of the packets.
  let stream: SegmentStream
  /// The trailer of the file, read in advance.
  let trailer: SegmentTrailer
  /// The next packet, after `nextStart` has returned its start; its bytes belong to the reader.
  let packet: Packet
  private var reader: SegmentReader
  private var isAhead = false

  /// Opens the sound segment file at `path`.
  init(path: String) throws(RenderFailure) {
    let reader = try SegmentReader(path: path)
    trailer = try reader.trailer()
    stream = reader.stream
    packet = try Packet.empty()
    self.reader = reader
  }

  /// Codecs whose packets always decode to whole frames, so that the end must be trimmed.
  private static let padding: Set = ["aac", "mp3", "opus", "ac3", "eac3", "mp2"]

  /// The start of the next packet in the stream's ticks; nil at the end.
  func nextStart() throws(RenderFailure) -> Int64? {
    if !isAhead {
      guard try reader.next(into: packet) else { return nil }
      isAhead = true
      cut()
    }
    guard let start = packet.presentation, start < trailer.frames else {
      // All of it is padding; the rest of the file is read only to verify it.
      while try reader.next(into: packet) {}
      return nil
    }
    return start
  }

  /// Marks `packet` as used.
  func advance() { isAhead = false }

  /// The reason why `packet` cannot be used: damage can show as invalid packets before the checksum is verified.
  func cause(of failure: RenderFailure) -> RenderFailure { reader.cause(of: failure, packet) }

  /// Trims `packet` at the end of the sound.
  private func cut() {
    guard let start = packet.presentation, start < trailer.frames else { return }
    let isPadded =
      AudioTrack.padding.contains(stream.parameters.codec) && stream.parameters.frameSize > 0
    let whole = isPadded ? Int64(stream.parameters.frameSize) : packet.duration
    let rest = trailer.frames - start
    if rest < whole {
      packet.duration = rest
      if isPadded { packet.trim = (packet.trim.start, Int(whole - rest)) }
    }
  }
}
