// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

extension Workshop {
  /// Sizes and offsets of all packets of the first stream, in file order.
  private func packets(of path: String) throws -> [(size: Int, place: Int)] {
    let text = String(
      decoding: try run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "0", "-show_entries", "packet=size,pos", "-of",
          "csv=p=0", path,
        ]), as: UTF8.self)
    return text.split(separator: "\n")
      .map { $0.split(separator: ",").compactMap { Int($0) } }
      .map { ($0[0], $0[1]) }
  }

  /// Changes the middle of packet `index`.
  func damage(_ path: String, packet index: Int) throws {
    let (size, place) = try packets(of: path)[index]
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for byte in place + size / 4..<place + size * 3 / 4 { bytes[byte] = UInt8((byte * 151) % 256) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Overwrites with zeros the bytes from the end of the packet before `range` up to its last packet, including
  /// container headers.
  func erase(_ path: String, packets range: Range<Int>) throws {
    let all = try packets(of: path)
    let (before, last) = (all[range.lowerBound - 1], all[range.upperBound - 1])
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // ffprobe gives the offset of a Matroska block's four-byte header.
    for byte in before.place + before.size + 4..<last.place + last.size { bytes[byte] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}

/// A program that shows `frames` frames of the film at `path`, at 25 frames per second.
func pictureProgram(_ path: String, from start: Time, frames: Int) throws -> RenderProgram {
  let facts = try probeMedia(ProbeRequest(path: path))
  let video = try #require(facts.video)
  let size = PixelSize(160, 96)
  let read = VideoRead(
    file: MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32))),
    stream: video.stream, zero: facts.start, map: TimeRemap(start: start), origin: Origin(5))
  return RenderProgram(
    canvas: CanvasFormat(size: size, rate: FrameRate(25)),
    parts: [
      LayerInterval(
        frameCount: frames, background: .black,
        layers: [
          Layer(
            content: .picture(Picture(source: .video(read), steps: [.scale(size)])),
            placement: .at(x: 0, y: 0))
        ])
    ])
}

/// Draws all frames of `program`.
func drawAll(
  _ program: RenderProgram, threads: Int, keepsGoing: Bool = false
) throws -> (count: Int, notes: [RenderNote]) {
  let run = RenderRun(
    context: RenderContext(), canvas: program.canvas, decoderThreads: threads,
    keepsGoing: keepsGoing)
  let pictures = try FrameRenderer(program, run: run)
  var count = 0
  while try pictures.next() != nil { count += 1 }
  return (count, run.notes)
}
