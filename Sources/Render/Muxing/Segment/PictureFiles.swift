// SPDX-License-Identifier: Apache-2.0

import Base
import Compositor
import LibAV
import MediaIO
import RenderProtocol

/// Encodes all frames of `frames` as pictures in files of their own, and writes each file as a packet into a segment file.
///
/// A frame is what a still of it would be, to the byte.
func encodePictures(
  _ frames: FrameRenderer, _ request: SegmentRequest, progress: (Int) -> Void
) throws(RenderFailure) -> Int64 {
  let program = request.program
  var parameters = CodecParameters(isSound: false, codec: request.encoding.encoder)
  parameters.size = program.codedSize
  var writer = try SegmentWriter(
    path: request.output,
    stream: SegmentStream(parameters, timeBase: program.canvas.rate.frameDuration))
  var count: Int64 = 0
  while let frame = try frames.next() {
    CrashBreadcrumbs.note(WorkerStatus(.encoding, frame: Int(count)))
    let bytes = try encodeStill(
      frame, color: program.canvas.color, encoder: request.encoding.encoder)
    let packet = try packet(of: bytes)
    packet.presentation = count
    packet.decoding = count
    packet.duration = 1
    packet.isKey = true
    try writer.write(packet)
    count += 1
    progress(1)
  }
  return try writer.finish(frames: count)
}

/// A packet that is a copy of `bytes`.
private func packet(of bytes: [UInt8]) throws(RenderFailure) -> Packet {
  do throws(AVError) {
    let packet = try Packet(size: bytes.count)
    bytes.withUnsafeBytes { packet.fill(from: $0) }
    return packet
  } catch { throw RenderFailure(writing: error) }
}
