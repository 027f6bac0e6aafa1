// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// The packets of segment files, one file after the other, with their places in the film.
final class PictureTrack {
  /// What the packets are, in all the files.
  let stream: SegmentStream
  /// The packet that `next` moved on to; its bytes are the reader's.
  let packet: Packet
  private var reader: SegmentReader
  private var path: String
  /// Frames in the files before this one.
  private var framesBefore: Int64 = 0
  /// Packets of this file so far.
  private var index: Int64 = 0

  /// A track that starts with the segment file at `path`, which is still to be opened.
  init(path: String) throws(RenderFailure) {
    reader = try SegmentReader(path: path)
    stream = reader.stream
    self.path = path
    do { packet = try Packet() } catch { throw RenderFailure(reading: error) }
  }

  /// Starts with the segment file at `path`, after all of the one before.
  func open(_ path: String) throws(RenderFailure) {
    self.path = path
    try reader.open(path)
    index = 0
    guard reader.stream == stream else {
      throw failure("segments were encoded differently and cannot be joined")
    }
  }

  /// Moves on to the next packet: the frames of the film at which it is decoded and shown; nil at the end of the file.
  func next() throws(RenderFailure) -> (decoding: Int64, shown: Int64)? {
    guard try reader.next(into: packet) else {
      guard reader.frames == index else {
        throw RenderFailure(
          kind: .program, message: "a segment with packets that are not frames", log: [path])
      }
      framesBefore += index
      return nil
    }
    let decoding = framesBefore + index - Int64(stream.delay)
    let shown = framesBefore + (packet.presentation ?? index)
    guard decoding <= shown else {
      throw cause(of: failure("the encoder reorders frames further than it says"))
    }
    index += 1
    return (decoding, shown)
  }

  /// The number of frames in the file, known at its end.
  var frames: Int { Int(index) }

  /// Why `packet` cannot be used: a damaged file gives strange packets before it shows in its checksum.
  func cause(of failure: RenderFailure) -> RenderFailure { reader.cause(of: failure, packet) }

  private func failure(_ message: String) -> RenderFailure {
    RenderFailure(kind: .encoder, message: message, log: [path])
  }
}
