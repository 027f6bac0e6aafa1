// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The only sequence and picture parameter sets of an H.264 stream whose pictures can be copied.
package struct H264ParameterSets {
  /// The NAL units.
  let sequenceUnit, pictureUnit: [UInt8]
  /// The parsed sets.
  let sequence: H264SequenceSet
  let picture: H264PictureSet
  /// The record of both, in canonical form.
  package let record: [UInt8]
  /// Bytes of the length in front of each NAL unit of a packet; nil for start codes.
  let lengthBytes: Int?

  /// Reads the container's extradata: an avcC record or a byte stream.
  package init(extradata: [UInt8]) throws(CodingObstacle) {
    let units: [[[UInt8]]]
    if ByteStream.isOne(extradata) {
      lengthBytes = nil
      units = ByteStream.units(of: [7, 8], in: extradata) { $0 & 0x1f }
    } else {
      guard !extradata.isEmpty else { throw .noParameterSets }
      guard let record = AVCRecord(extradata) else { throw .strangeParameterSets }
      lengthBytes = record.lengthBytes
      units = [record.sequences, record.pictures]
    }
    let (sequences, pictures) = (Set(units[0]), Set(units[1]))
    guard let sequenceUnit = sequences.first, let pictureUnit = pictures.first else {
      throw .noParameterSets
    }
    guard sequences.count == 1, pictures.count == 1 else { throw .twoParameterSets }
    guard let sequence = sequenceUnit.withUnsafeBytes({ H264SequenceSet($0) }),
      let picture = pictureUnit.withUnsafeBytes({ H264PictureSet($0) }),
      picture.sequence == sequence.id,
      let record = AVCRecord(
        sets: [[sequenceUnit], [pictureUnit], []], lengthBytes: lengthBytes ?? 4)
    else { throw .strangeParameterSets }
    (self.sequenceUnit, self.pictureUnit) = (sequenceUnit, pictureUnit)
    (self.sequence, self.picture, self.record) = (sequence, picture, record.bytes)
    // Pictures that may be lossless confuse decoders next to other pictures, even with separate sets.
    guard ![44, 244].contains(sequence.profile) else { throw .profile }
    // The baseline profile has no fields.
    guard sequence.isProgressive || sequence.profile != 66 else { throw .strangeParameterSets }
    // Baseline profile without the constraint of main profile compatibility, and extended profile.
    let isLoose = sequence.profile == 66 && sequence.constraints & 0x40 == 0
    guard !isLoose, sequence.profile != 88, picture.sliceGroups == 1,
      !picture.allowsRedundantSlices
    else { throw .looseSlices }
  }
}
