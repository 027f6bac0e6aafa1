// SPDX-License-Identifier: Apache-2.0

import LibAV
import MediaIO
package import RenderProtocol

/// Encodes a sound in one pass into an audio segment file.
package struct AudioWriter: ~Copyable {
  private var encoder: AudioEncoder
  private var file: SegmentWriter

  /// An encoder of `count` samples into the file `output`.
  package init(
    _ encoding: AudioEncoding, rate: Int, count: Int64, output: String
  ) throws(RenderFailure) {
    let encoder = try AudioEncoder(encoding, rate: rate, count: count)
    let file = try SegmentWriter(path: output, stream: encoder.stream)
    self.encoder = encoder
    self.file = file
  }

  /// Encodes more samples.
  package mutating func write(_ samples: AudioBuffer) throws(RenderFailure) {
    try encoder.write(samples) { packet throws(RenderFailure) in try file.write(packet) }
  }

  /// Encodes the remaining samples and completes the file.
  package mutating func finish() throws(RenderFailure) -> SegmentFacts {
    try encoder.finish { packet throws(RenderFailure) in try file.write(packet) }
    let bytes = try file.finish(frames: encoder.sent)
    return SegmentFacts(frames: encoder.sent, bytes: bytes)
  }
}
