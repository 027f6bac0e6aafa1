// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Foundation

/// The packets of a sound segment file, cut to the exact length of the sound.
///
/// Encoders put silence in front and fill up the last packet; what is too much at the end is marked
/// on the last packet, in its duration and as samples to be dropped, for containers that keep either.
final class SoundTrack {
  /// What the packets are.
  let stream: SegmentStream
  /// The end of the file, read in advance.
  let trailer: SegmentTrailer
  private var reader: SegmentReader
  private var ahead: Packet?

  /// Opens the sound segment file at `path`.
  init(path: String) throws(RenderFailure) {
    let reader = try SegmentReader(path: path)
    trailer = try SegmentTrailer(path: path)
    stream = reader.stream
    self.reader = reader
  }

  /// Codecs whose packets always decode to whole frames, so that the end must be cut off.
  private static let padding: Set = ["aac", "mp3", "opus", "ac3", "eac3", "mp2"]

  /// When the next packet starts, in the stream's ticks; nil at the end.
  func nextStart() throws(RenderFailure) -> Int64? {
    if ahead == nil { ahead = try reader.next() }
    guard let start = ahead?.presentation else { return nil }
    if start >= trailer.frames {
      // All of it is padding; the rest of the file is read only to check it.
      ahead = nil
      while try reader.next() != nil {}
      return nil
    }
    return start
  }

  /// The next packet.
  func take() throws(RenderFailure) -> Packet? {
    guard let packet = ahead.take(), let start = packet.presentation else { return nil }
    let isPadded = SoundTrack.padding.contains(stream.codec) && stream.frameSize > 0
    let whole = isPadded ? Int64(stream.frameSize) : packet.duration
    let rest = trailer.frames - start
    if rest < whole {
      packet.duration = rest
      if isPadded { packet.trim = (packet.trim.start, Int(whole - rest)) }
    }
    return packet
  }
}

/// The last bytes of a segment file: how many packets and frames (or samples) there are.
struct SegmentTrailer {
  /// The number of packets.
  let packets: Int64
  /// Frames, or samples of the sound.
  let frames: Int64
  /// Size of the whole file in bytes.
  let fileSize: Int64

  /// Reads the end of the segment file at `path`; the checksum is the reader's business.
  init(path: String) throws(RenderFailure) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    var status = stat()
    var bytes = [UInt8](repeating: 0, count: SegmentFormat.trailerBytes)
    guard file >= 0, fstat(file, &status) == 0, Int(status.st_size) > bytes.count,
      pread(file, &bytes, bytes.count, status.st_size - off_t(bytes.count)) == bytes.count,
      bytes[0] == SegmentFormat.endMark
    else {
      throw RenderFailure(
        kind: .disk, message: "cannot read a segment file: it is damaged", log: [path])
    }
    func number(_ offset: Int) -> Int64 {
      bytes.withUnsafeBytes {
        Int64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int64.self))
      }
    }
    (packets, frames, fileSize) = (number(1), number(9), Int64(status.st_size))
    guard packets >= 0, frames >= 0, packets <= fileSize else {
      throw RenderFailure(
        kind: .disk, message: "cannot read a segment file: it is damaged", log: [path])
    }
  }
}
