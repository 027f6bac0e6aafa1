// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Makes the segment of a section whose packets are copied.
///
/// It reads them once, so that obstacles are found before a film is linked, and stores a reference and a checksum.
struct SegmentCopier {
  /// Copies the packets of the frames that `request` shows, and reports every frame to `progress`.
  func copy(
    _ request: SegmentRequest, progress: (Int) -> Void
  ) throws(RenderFailure) -> SegmentFacts {
    let program = request.program
    guard let read = program.read else {
      throw RenderFailure(kind: .program, message: "the program to copy is not a single video read")
    }
    let count = program.frameCount
    let packets = try SourcePackets(
      read, frameCount: count, rate: program.canvas.rate, number: request.encoding.copyNumber)
    let packet = try Packet.empty()
    var sum = CopySum()
    var isShown = [Bool](repeating: false, count: count)
    // The container may state a smaller reordering delay than the actual one.
    var delay = packets.stream.parameters.delay
    while let place = try packets.next(into: packet) {
      delay = max(delay, packets.count - 1 - place)
      guard !isShown[place] else { throw packets.strange("two frames have one time") }
      isShown[place] = true
      sum.add(packet, place)
      progress(1)
    }
    guard try packets.endsWithGroup() else {
      throw packets.strange("the next group of pictures does not begin where it did")
    }
    var stream = packets.stream
    stream.parameters.delay = delay
    // Only packets in this format are copied; the colour tags state full range.
    stream.parameters.color = program.canvas.color.tags
    stream.parameters.format = program.canvas.color.pixelFormat
    // Likewise, only packets with this field order are copied.
    stream.parameters.fields = request.encoding.fields
    var writer = try SegmentWriter(path: request.output, stream: stream)
    try writer.write(sum.reference)
    let bytes = try writer.finish(frames: Int64(count))
    return SegmentFacts(frames: Int64(count), bytes: bytes, notes: [])
  }
}
