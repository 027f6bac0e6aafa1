// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The packets of consecutive segments, with their positions in the film.
final class PictureTrack {
  /// The common stream of all segments.
  let stream: SegmentStream
  /// The packet that `next` returned; its bytes belong to the reader.
  let packet: Packet
  private let rate: FrameRate
  private var reader: SegmentReader
  private var path: String
  /// The packets of the segment, if they are copied from a source.
  private var copied: CopiedPackets?
  /// Number of frames in the segments before this one.
  private var framesBefore: Int64 = 0
  /// Number of packets of this segment so far.
  private var index: Int64 = 0

  /// A track of `segments`, at least one; the first is not opened yet.
  init(_ segments: [LinkedSegment], rate: FrameRate) throws(RenderFailure) {
    path = segments[0].path
    self.rate = rate
    reader = try SegmentReader(path: path)
    var stream = reader.stream
    // If all segments were encoded for this film, they have the same stream, which is verified as they are opened.
    if segments.contains(where: { $0.source != nil }) {
      for segment in segments.dropFirst() {
        try reader.open(segment.path)
        guard let merged = stream.merged(with: reader.stream) else {
          throw PictureTrack.mismatch(segment.path)
        }
        stream = merged
      }
    }
    self.stream = stream
    packet = try Packet.empty()
  }

  /// Starts with `segment`, after the previous one has ended.
  func open(_ segment: LinkedSegment) throws(RenderFailure) {
    path = segment.path
    try reader.open(path)
    index = 0
    copied = nil
    guard stream.merged(with: reader.stream) == stream else { throw PictureTrack.mismatch(path) }
    if let source = segment.source {
      copied = try CopiedPackets(source, reference: &reader, rate: rate)
    }
  }

  /// Reads the next packet; returns the frames of the film at which it is decoded and shown, or nil at the end
  /// of the segment.
  func next() throws(RenderFailure) -> (decoding: Int64, shown: Int64)? {
    guard let place = try nextPlace() else {
      framesBefore += index
      return nil
    }
    let decoding = framesBefore + index - Int64(stream.parameters.delay)
    let shown = framesBefore + place
    guard decoding <= shown else {
      throw cause(of: failure("the encoder reorders frames further than it says"))
    }
    index += 1
    return (decoding, shown)
  }

  /// Reads the next packet; returns the frame of the segment at which it is shown, or nil at the end.
  private func nextPlace() throws(RenderFailure) -> Int64? {
    if copied != nil {
      let place = try copied?.next(into: packet) ?? nil
      return place.map { Int64($0) }
    }
    if try reader.next(into: packet) { return packet.presentation ?? index }
    guard reader.frames == index else {
      throw RenderFailure(
        kind: .program, message: "a segment with packets that are not frames", log: [path])
    }
    return nil
  }

  /// The number of frames of the segment that is open, as its trailer says.
  var frameCount: Int64 {
    get throws(RenderFailure) { try reader.trailer().frames }
  }

  /// The number of frames in the segment, known at its end.
  var frames: Int { Int(index) }

  /// The reason why `packet` cannot be used: damage can show as invalid packets before the checksum is verified.
  func cause(of failure: RenderFailure) -> RenderFailure { reader.cause(of: failure, packet) }

  private static func mismatch(_ path: String) -> RenderFailure {
    RenderFailure(
      kind: .encoder, message: "segments were encoded differently and cannot be joined", log: [path]
    )
  }

  private func failure(_ message: String) -> RenderFailure {
    RenderFailure(kind: .encoder, message: message, log: [path])
  }
}
