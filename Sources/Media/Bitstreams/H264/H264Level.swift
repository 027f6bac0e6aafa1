// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The level of an H.264 stream: what a decoder has to be able to do (ITU-T H.264, A.3).
package struct H264Level: Hashable {
  /// Its name, such as `4.1` or `1b`.
  package let name: String

  /// The level in the sequence parameter set of `extradata`, an encoder's with start codes; nil if there is none.
  package init?(extradata: [UInt8]) {
    let found = extradata.withUnsafeBytes { bytes in
      NALUnits(bytes).lazy.compactMap {
        H264SequenceSet(UnsafeRawBufferPointer(rebasing: bytes[$0]))
      }.first
    }
    guard let sequence = found else { return nil }
    // Profiles without 8x8 transforms say 1b with a constraint beside 1.1.
    let isBelow = sequence.level == 9 || sequence.level == 11 && sequence.constraints & 0x10 != 0
    name = isBelow ? "1b" : "\(sequence.level / 10).\(sequence.level % 10)"
  }
}
