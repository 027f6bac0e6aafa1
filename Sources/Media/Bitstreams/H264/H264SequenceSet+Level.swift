// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

extension H264SequenceSet {
  /// The name of its level, such as `4.1` or `1b` (ITU-T H.264, A.3).
  private var levelName: String {
    // Profiles without 8x8 transforms say 1b with a constraint beside 1.1.
    let isBelow = level == 9 || level == 11 && constraints & 0x10 != 0
    return isBelow ? "1b" : "\(level / 10).\(level % 10)"
  }

  /// The name of the level in `extradata`, an encoder's with start codes; nil if there is no sequence parameter set.
  package static func levelName(in extradata: [UInt8]) -> String? {
    extradata.withUnsafeBytes { bytes in
      NALUnits(bytes).lazy.compactMap {
        H264SequenceSet(UnsafeRawBufferPointer(rebasing: bytes[$0]))
      }.first
    }?.levelName
  }
}
