// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// Lossless coding of a stream of H.264.
package enum H264Losslessness {
  /// Returns true if all sequence parameter sets of the container's `extradata`, an avcC record or
  /// a byte stream, allow pictures without loss, as encoders write them for such streams alone; nil
  /// if there are none that can be read.
  package static func isGiven(by extradata: [UInt8]) -> Bool? {
    let units =
      ByteStream.isOne(extradata)
      ? ByteStream.units(of: [7], in: extradata) { $0 & 0x1f }[0]
      : AVCRecord(extradata)?.sequences ?? []
    let sets = units.compactMap { $0.withUnsafeBytes { H264SequenceSet($0) } }
    guard !sets.isEmpty, sets.count == units.count else { return nil }
    return sets.allSatisfy(\.canBeLossless)
  }
}
