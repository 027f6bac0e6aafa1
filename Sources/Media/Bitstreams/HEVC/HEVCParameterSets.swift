// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The only video, sequence and picture parameter sets of an HEVC stream whose pictures can be copied.
package struct HEVCParameterSets {
  /// The NAL units: video, sequence, picture.
  let units: [[UInt8]]
  /// The parsed sets.
  let sequence: HEVCSequenceSet
  let picture: HEVCPictureSet
  /// The record of the sets, in canonical form.
  package let record: [UInt8]
  package let parameterRecord: [UInt8]
  let lengthBytes: Int?

  /// Reads the container's extradata: an hvcC record or a byte stream.
  ///
  /// - Parameter isOwn: Whether it is that of an encoder; of others only 4:2:0 is copied.
  package init(extradata: [UInt8], isOwn: Bool = false) throws(CodingObstacle) {
    var sets: [[[UInt8]]]
    if ByteStream.isOne(extradata) {
      lengthBytes = nil
      sets = ByteStream.units(of: [32, 33, 34], in: extradata) { $0 >> 1 & 0x3f }
    } else {
      guard !extradata.isEmpty else { throw .noParameterSets }
      guard let record = HEVCRecord(extradata) else { throw .strangeParameterSets }
      lengthBytes = record.lengthBytes
      sets = record.sets
    }
    for kind in sets.indices {
      guard let first = sets[kind].first else { throw .noParameterSets }
      guard sets[kind].allSatisfy({ $0 == first }) else { throw .twoParameterSets }
      sets[kind] = [first]
    }
    units = sets.map { $0[0] }
    guard let sequence = units[1].withUnsafeBytes({ HEVCSequenceSet($0) }),
      let picture = units[2].withUnsafeBytes({ HEVCPictureSet($0) }),
      picture.sequence == sequence.id, units[0].count > 2, Int(units[0][2] >> 4) == sequence.video,
      sets.allSatisfy({ $0[0].count <= 0xffff })
    else { throw .strangeParameterSets }
    (self.sequence, self.picture) = (sequence, picture)
    var record = HEVCRecord(
      general: sequence.general, chroma: UInt8(sequence.chroma),
      lumaDepth: UInt8(sequence.lumaDepth & 7), chromaDepth: UInt8(sequence.chromaDepth & 7),
      layers: UInt8(sequence.layers), isNested: sequence.isNested,
      lengthBytes: lengthBytes ?? 4, sets: sets)
    self.record = record.bytes
    record.lengthBytes = 4
    parameterRecord = record.bytes
    guard !sequence.isOfFields, !sequence.isInterlaced else { throw .interlaced }
    // Main, Main 10 and Main Still Picture; other profiles have more syntax, of which encoders may use none.
    switch sequence.profile {
    case 1...3: break
    case 4 where isOwn && !picture.hasRangeSyntax: break
    default: throw .profile
    }
  }
}
