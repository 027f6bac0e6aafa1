// SPDX-License-Identifier: Apache-2.0

import LibAV
import MediaIO
package import RenderProtocol

/// Encodes a passage of a sound into an audio segment file, whose packets have the times of the encoder.
package struct PassageWriter: ~Copyable {
  private var encoder: AudioEncoder
  private var file: SegmentWriter
  private let passage: AudioPassage
  /// The number of the encoder's next packet.
  private var next: Int64 = 0

  /// An encoder of `passage` into the file `output`.
  package init(
    _ passage: AudioPassage, _ encoding: AudioEncoding, rate: Int, output: String
  ) throws(RenderFailure) {
    let encoder = try AudioEncoder(encoding, rate: rate, count: Int64(passage.samples.count))
    let file = try SegmentWriter(path: output, stream: encoder.stream)
    self.encoder = encoder
    self.file = file
    self.passage = passage
  }

  /// True if all packets of the passage are made.
  package var isComplete: Bool { next >= passage.packets.upperBound }

  /// Encodes more samples.
  package mutating func write(_ samples: AudioBuffer) throws(RenderFailure) {
    try encoder.write(samples) { packet throws(RenderFailure) in
      if passage.packets.contains(next) { try file.write(packet) }
      next += 1
    }
  }

  /// Completes the file; a passage that is not complete ends with the sound.
  package mutating func finish() throws(RenderFailure) -> SegmentFacts {
    if !isComplete {
      try encoder.finish { packet throws(RenderFailure) in
        if passage.packets.contains(next) { try file.write(packet) }
        next += 1
      }
    }
    let count = Int64(passage.samples.count)
    return SegmentFacts(frames: count, bytes: try file.finish(frames: count))
  }
}
