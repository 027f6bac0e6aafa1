// SPDX-License-Identifier: Apache-2.0

import Actions

/// The one sequence and the one picture parameter set of an H.264 stream whose pictures can be copied.
struct H264ParameterSets {
  /// The NAL units.
  let sequenceUnit, pictureUnit: [UInt8]
  /// What they say.
  let sequence: H264SequenceSet
  let picture: H264PictureSet
  /// The record of both, in the one form that there is of it.
  let record: [UInt8]
  /// Bytes of the length in front of each NAL unit of a packet; nil for start codes.
  let lengthBytes: Int?

  /// Reads what a container says before the first packet: an avcC record or a byte stream.
  init(extradata: [UInt8]) throws(CodingObstacle) {
    let units: (sequence: [[UInt8]], picture: [[UInt8]])
    if LengthPrefixedH264.isByteStream(extradata) {
      lengthBytes = nil
      units = H264ParameterSets.units(ofByteStream: extradata)
    } else {
      guard !extradata.isEmpty else { throw .noParameterSets }
      guard let record = AVCRecord(extradata) else { throw .strangeParameterSets }
      lengthBytes = record.lengthBytes
      units = (record.sequences, record.pictures)
    }
    let (sequences, pictures) = (Set(units.sequence), Set(units.picture))
    guard let sequenceUnit = sequences.first, let pictureUnit = pictures.first else {
      throw .noParameterSets
    }
    guard sequences.count == 1, pictures.count == 1 else { throw .twoParameterSets }
    guard let sequence = sequenceUnit.withUnsafeBytes({ H264SequenceSet($0) }),
      let picture = pictureUnit.withUnsafeBytes({ H264PictureSet($0) }),
      picture.sequence == sequence.id,
      let record = LengthPrefixedH264.record(
        [[sequenceUnit], [pictureUnit], []], lengthBytes: lengthBytes ?? 4)
    else { throw .strangeParameterSets }
    (self.sequenceUnit, self.pictureUnit) = (sequenceUnit, pictureUnit)
    (self.sequence, self.picture, self.record) = (sequence, picture, record)
    guard sequence.isProgressive else { throw .interlaced }
    guard sequence.hasSquarePixels else { throw .aspect }
    // The baseline profile without the constraint that the main profile can decode it, and the
    // extended profile.
    let isLoose = sequence.profile == 66 && sequence.constraints & 0x40 == 0
    guard !isLoose, sequence.profile != 88, picture.sliceGroups == 1,
      !picture.allowsRedundantSlices
    else { throw .looseSlices }
  }

  private static func units(
    ofByteStream bytes: [UInt8]
  ) -> (sequence: [[UInt8]], picture: [[UInt8]]) {
    var units: (sequence: [[UInt8]], picture: [[UInt8]]) = ([], [])
    bytes.withUnsafeBytes { raw in
      for range in NALUnits(raw) {
        let unit = UnsafeRawBufferPointer(rebasing: raw[range]).withoutTrailingZeros
        switch (unit.first ?? 0) & 0x1f {
        case 7: units.sequence.append(Array(unit))
        case 8: units.picture.append(Array(unit))
        default: break
        }
      }
    }
    return units
  }
}

extension UnsafeRawBufferPointer {
  /// These bytes without the zeros at their end, which belong to no NAL unit of a byte stream.
  var withoutTrailingZeros: UnsafeRawBufferPointer {
    var end = count
    while end > 0, self[end - 1] == 0 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }
}
