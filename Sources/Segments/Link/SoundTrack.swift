// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import MediaFiles
import Packets

/// The packets of a sound segment file, cut to the exact length of the sound.
///
/// Encoders put silence in front and fill up the last packet; what is too much at the end is marked
/// on the last packet, in its duration and as samples to be dropped, for containers that keep either.
final class SoundTrack {
  /// What the packets are.
  let stream: SegmentStream
  /// The end of the file, read in advance.
  let trailer: SegmentTrailer
  /// The next packet, when `nextStart` has told its start; its bytes are the reader's.
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

  /// Codecs whose packets always decode to whole frames, so that the end must be cut off.
  private static let padding: Set = ["aac", "mp3", "opus", "ac3", "eac3", "mp2"]

  /// When the next packet starts, in the stream's ticks; nil at the end.
  func nextStart() throws(RenderFailure) -> Int64? {
    if !isAhead {
      guard try reader.next(into: packet) else { return nil }
      isAhead = true
      cut()
    }
    guard let start = packet.presentation, start < trailer.frames else {
      // All of it is padding; the rest of the file is read only to check it.
      while try reader.next(into: packet) {}
      return nil
    }
    return start
  }

  /// Notes that `packet` has been used.
  func advance() { isAhead = false }

  /// Why `packet` cannot be used: a damaged file gives strange packets before it shows in its checksum.
  func cause(of failure: RenderFailure) -> RenderFailure { reader.cause(of: failure, packet) }

  /// Cuts off what `packet` has beyond the end of the sound.
  private func cut() {
    guard let start = packet.presentation, start < trailer.frames else { return }
    let isPadded = SoundTrack.padding.contains(stream.codec) && stream.frameSize > 0
    let whole = isPadded ? Int64(stream.frameSize) : packet.duration
    let rest = trailer.frames - start
    if rest < whole {
      packet.duration = rest
      if isPadded { packet.trim = (packet.trim.start, Int(whole - rest)) }
    }
  }
}
