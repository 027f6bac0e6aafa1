// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

extension AVCRecord {
  /// The record of the parameter sets in a byte stream; nil if they are invalid.
  package init?(byteStream bytes: [UInt8]) {
    self.init(sets: ByteStream.units(of: [7, 8, 13], in: bytes) { $0 & 0x1f })
  }

  /// The record of `sets`: sequence parameter sets, picture parameter sets, SPS extensions; nil if they are invalid.
  init?(sets: [[[UInt8]]], lengthBytes: Int = 4) {
    guard let sequence = sets[0].first, sequence.count >= 4, !sets[1].isEmpty, sets[0].count < 32,
      sets[1].count < 256, sets[2].count < 256,
      sets.allSatisfy({ units in
        units.allSatisfy { $0.count <= AVCRecord.maximumSetBytes }
      })
    else { return nil }
    var rest: [UInt8] = []
    switch sequence[1] {
    case 66, 77, 88: break  // Baseline, main and extended profile have one format of samples.
    case 44, 100, 110, 122, 244:
      guard let set = sequence.withUnsafeBytes({ H264SequenceSet($0) }) else { return nil }
      rest = [
        0xfc | UInt8(set.chroma), 0xf8 | UInt8(set.lumaDepth), 0xf8 | UInt8(set.chromaDepth),
        UInt8(sets[2].count),
      ]
      rest += AVCRecord.listed(sets[2])
    default: return nil
    }
    self.init(
      profile: sequence[1], compatibility: sequence[2], level: sequence[3],
      lengthBytes: lengthBytes, sequences: sets[0], pictures: sets[1], rest: rest)
  }
}
