// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension H264ParameterSets {
  /// The picture in `packet`; if units have lengths, only headers are read.
  package func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture {
    var units = PacketUnits(packet, lengthBytes: lengthBytes)
    var frame: H264Frame?
    while let unit = try units.next() {
      guard let head = unit.first, head & 0x80 == 0 else { throw .damage }
      switch head & 0x1f {
      case 1, 5:
        let isIDR = head & 0x1f == 5
        if let slice = try firstSlice(unit, isIDR: isIDR) {
          frame = try frame?.completed(by: slice) ?? slice
        } else if frame?.isIDR != isIDR {
          throw .notOnePicture
        }
      case 2, 3, 4: throw .partitions
      case 7: try compare(unit, sequenceUnit)
      case 8: try compare(unit, pictureUnit)
      // Subset parameter sets, auxiliary pictures, and slices of other layers and views.
      case 15, 19, 20, 21: throw .layers
      default: break
      }
    }
    guard let frame else { throw .notOnePicture }
    guard frame.field == nil else { throw .fieldsApart }
    return frame.picture
  }

  /// Throws if a parameter set differs from the record's.
  private func compare(
    _ unit: UnsafeRawBufferPointer, _ known: [UInt8]
  ) throws(CodingObstacle) {
    guard unit.withoutTrailingZeros.elementsEqual(known) else { throw .twoParameterSets }
  }

  /// The information in a slice header (ITU-T H.264, 7.3.3); nil if the slice is not the first of its picture.
  private func firstSlice(
    _ unit: UnsafeRawBufferPointer, isIDR: Bool
  ) throws(CodingObstacle) -> H264Frame? {
    var reader = RBSPReader(unit)
    let isReference = reader.bits(8) & 0x60 != 0
    guard reader.unsigned() == 0 else {
      if reader.isDamaged { throw .damage }
      return nil
    }
    let type = reader.unsigned()
    guard type <= 9, reader.unsigned() == picture.id else { throw .damage }
    if sequence.hasSeparatePlanes { _ = reader.bits(2) }
    var slice = CodedPicture(
      isFresh: isIDR, isReference: isReference, number: reader.bits(sequence.frameNumberBits))
    let field = H264SliceHeader.field(&reader, sequence)
    if isIDR {
      // An IDR picture must be a reference picture of I slices.
      guard type % 5 == 2, isReference, slice.number == 0 else { throw .damage }
      _ = reader.unsigned()
      H264SliceHeader.skipOrder(&reader, sequence, picture, isField: field != nil)
      slice.dropsEarlier = reader.flag()
    }
    if reader.isDamaged { throw .damage }
    return H264Frame(picture: slice, isIDR: isIDR, field: field)
  }
}

/// A frame as parsed so far: from its first slice, or from the first slice of each of its fields.
private struct H264Frame {
  var picture: CodedPicture
  /// True if the latest picture is an IDR picture.
  var isIDR: Bool
  /// Which field it is, while only one field was found.
  var field: FieldOrder?

  /// The frame of this field and `second`, which is never a random access picture.
  func completed(by second: H264Frame) throws(CodingObstacle) -> H264Frame {
    guard let field, let other = second.field, field != other, !second.isIDR,
      picture.number == second.picture.number,
      picture.isReference == second.picture.isReference
    else { throw .notOnePicture }
    var frame = H264Frame(picture: picture, isIDR: false, field: nil)
    frame.picture.fields = field
    return frame
  }
}

extension H264ParameterSets: UnitCoding {
  package var hasFields: Bool { !sequence.isProgressive }
  package var profile: Int { sequence.profile }
  package var level: Int { sequence.level }
  package var parameterRecord: [UInt8] {
    var record = AVCRecord(record)
    record?.lengthBytes = 4
    return record?.bytes ?? []
  }

  package func renumbering(to number: Int) -> (any UnitRenumbering)? {
    H264Renumbering(self, number: number)
  }

  /// Pictures are counted by `frame_num`.
  ///
  /// Other resets of the count (`memory_management_control_operation` 5) also look like missing frames; they
  /// are rare enough to be encoded.
  package func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle) {
    if picture.isFresh { references.number = 0 }
    guard !sequence.allowsFrameGaps else { return }
    let (last, number) = (references.number, picture.number)
    if picture.isReference { references.number = number }
    let next = (last + 1) % (1 << sequence.frameNumberBits)
    guard number == last || number == next else { throw .missingFrames }
  }

  func kind(of unit: UnsafeRawBufferPointer) -> UnitKind {
    switch (unit.first ?? 0) & 0x1f {
    case 1: .picture
    case 5: .fresh
    // Parameter sets, delimiters, ends and filler data (ITU-T H.264, table 7-1).
    case 7...13: .leftOut
    case 6 where SupplementalMessages(unit, headerBytes: 1).turnsPictures: .leftOut
    default: .beside
    }
  }
}
