// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The packets of a segment that are copied from a source during linking.
///
/// They are verified against the reference that was stored when the segment was made.
struct CopiedPackets {
  private let packets: SourcePackets
  private let reference: CopyReference
  private var sum = CopySum()

  /// The packets that `reader`'s file refers to, read from `source`; nil if the packets are in the file because
  /// they could not be copied.
  init?(
    _ source: VideoRead, reference reader: inout SegmentReader, rate: FrameRate
  ) throws(RenderFailure) {
    guard let reference = try reader.reference() else { return nil }
    guard let frames = reader.frames, let count = Int(exactly: frames) else {
      throw RenderFailure(kind: .program, message: "a copy of no frames")
    }
    packets = try SourcePackets(
      source, frameCount: count, rate: rate, number: reader.stream.parameterNumber)
    self.reference = reference
  }

  /// Reads the next packet; returns the frame at which it is shown, or nil at the end.
  mutating func next(into packet: borrowing Packet) throws(RenderFailure) -> Int? {
    guard let place = try packets.next(into: packet) else {
      guard sum.reference == reference else {
        throw packets.strange("its packets are not those that were found before")
      }
      return nil
    }
    sum.add(packet, place)
    return place
  }
}
