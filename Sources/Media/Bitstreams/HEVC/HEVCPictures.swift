// SPDX-License-Identifier: Apache-2.0

extension HEVCParameterSets: UnitCoding {
  package var profile: Int { sequence.profile }
  package var level: Int { sequence.level }

  package func renumbering(to number: Int) -> (any UnitRenumbering)? {
    HEVCRenumbering(extradata: parameterRecord, number: number)
  }

  /// The picture in `packet`; if units have lengths, only headers are read.
  package func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture {
    var units = PacketUnits(packet, lengthBytes: lengthBytes)
    var found: (picture: CodedPicture, type: UInt8)?
    while let unit = try units.next() {
      guard unit.count >= 2, unit[0] & 0x80 == 0, unit[1] & 7 != 0 else { throw .damage }
      guard unit[0] & 1 == 0, unit[1] >> 3 == 0 else { throw .layers }
      let type = unit[0] >> 1
      switch type {
      case 0...9, 16...21:
        if let slice = try firstSlice(unit, type) {
          guard found == nil else { throw .notOnePicture }
          found = (slice, type)
        } else if found?.type != type {
          throw .notOnePicture
        }
      case 10...15, 22...31: throw .damage
      case 32...34:
        let known = self.units[Int(type) - 32]
        guard unit.withoutTrailingZeros.elementsEqual(known) else { throw .twoParameterSets }
      // Any picture after the end of a sequence starts a new one.
      case 36, 37: throw .sequenceEnd
      default: break
      }
    }
    guard let found else { throw .notOnePicture }
    return found.picture
  }

  /// The information in a slice header; nil if the slice is not the first of its picture.
  private func firstSlice(
    _ unit: UnsafeRawBufferPointer, _ type: UInt8
  ) throws(CodingObstacle) -> CodedPicture? {
    guard let header = HEVCSliceHeader(unit, sequence, picture) else { throw .damage }
    guard header.isFirst else { return nil }
    guard header.isShown else { throw .notOnePicture }
    // The POC is not derived from leading pictures or sub-layer non-reference pictures.
    let isAnchor = unit[1] & 7 == 1 && !(6...9).contains(type) && (type >= 16 || type & 1 == 1)
    let entries = header.references.all
    return CodedPicture(
      isFresh: type >= 16, isReference: true, number: header.lowestOrder,
      dropsEarlier: header.dropsEarlier, isLeading: type == 8 || type == 9,
      order: PictureOrder(
        lowest: header.lowestOrder, bits: sequence.orderBits, isReset: (16...20).contains(type),
        isAnchor: isAnchor, used: entries.filter(\.isUsed).map(\.offset),
        kept: entries.map(\.offset)))
  }

  /// Every picture lists the earlier ones that a decoder must still hold (8.3.1 and 8.3.2).
  package func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle) {
    guard let order = picture.order else { return }
    let number = order.number(after: references.number)
    if order.isAnchor { references.number = number }
    if picture.isFresh {
      // Leading pictures are not shown at the start of the stream or after a cut.
      references.isLeadingLost = order.isReset || !references.hasBegun
      references.earlier = order.isReset ? [] : references.earlier + references.own
      (references.own, references.hasBegun) = ([], true)
    }
    let kept = order.kept.map { number + $0 }
    references.own.removeAll { !kept.contains($0) }
    references.earlier.removeAll { !kept.contains($0) }
    let known = references.own + (picture.isLeading ? references.earlier : [])
    let isWhole = order.used.allSatisfy { known.contains(number + $0) }
    if picture.isLeading {
      references.earlier.append(number)
      if references.isLeadingLost { throw .openGOP }
    } else {
      references.own.append(number)
    }
    // A random access picture has no references, whatever is kept for leading pictures.
    guard isWhole || picture.isFresh else { throw .missingFrames }
  }

  func kind(of unit: UnsafeRawBufferPointer) -> UnitKind {
    switch (unit.first ?? 0) >> 1 & 0x3f {
    case 0...7: .picture
    case 8, 9: .leading
    case 16...20: .fresh
    case 21: .open
    // SEI; all other units (table 7-1) are omitted: parameter sets, delimiters, ends and filler data.
    case 39, 40:
      SupplementalMessages(unit, headerBytes: 2).turnsPictures ? .leftOut : .beside
    default: .leftOut
    }
  }

  /// A CRA picture becomes a BLA picture (BLA_W_RADL), so that decoders neither wait for the references of its
  /// leading pictures nor continue the POC from before it.
  func freshHead(_ head: UInt8) -> UInt8 { head & 0x81 | 17 << 1 }
}

extension PictureOrder {
  /// The full POC after a picture with POC `last` (8.3.1).
  fileprivate func number(after last: Int) -> Int {
    if isReset { return lowest }
    let modulus = 1 << bits
    let lastLowest = last & (modulus - 1)
    var number = last - lastLowest + lowest
    if lowest < lastLowest, lastLowest - lowest >= modulus / 2 { number += modulus }
    if lowest > lastLowest, lowest - lastLowest > modulus / 2 { number -= modulus }
    return number
  }
}
