// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

/// Renumbers the parameter sets of an HEVC stream.
///
/// x265 numbers its sets 0, as most cameras do, and has no option for another number. Only slice headers are
/// shifted: slice data begins at a whole byte.
package final class HEVCRenumbering: UnitRenumbering {
  /// The record of the renumbered sets.
  package let record: HEVCRecord
  /// Number of frames that a decoder holds back.
  package var delay: Int { sets.sequence.delay }
  /// The level that a decoder needs, times 30: `general_level_idc`.
  package var level: Int { sets.sequence.level }

  package var parameterRecord: [UInt8] { record.bytes }

  private let sets: HEVCParameterSets
  private let number: Int
  private let units = LengthPrefixedUnits()
  private var editor = RBSPEditor()

  /// A renumbering of an encoder's `extradata` to `number`, at most 15; nil if it is invalid.
  package init?(extradata: [UInt8], number: Int) {
    guard (0...15).contains(number),
      let sets = try? HEVCParameterSets(extradata: extradata, isOwn: true),
      var record = HEVCRecord(sets.parameterRecord)
    else { return nil }
    (self.sets, self.number) = (sets, number)
    var editor = RBSPEditor()
    func edited(_ unit: [UInt8], _ places: [Range<Int>]) -> [UInt8]? {
      let changes = places.map { RBSPEditor.Change(bits: $0, number: number) }
      return unit.withUnsafeBytes { editor.edit($0, changes, data: .bits) }
    }
    let (picture, video) = (sets.picture, HEVCRenumbering.setVideo(number, in: sets.units[0]))
    let renamed = HEVCRenumbering.setVideo(number, in: sets.units[1])
    guard let sequenceUnit = edited(renamed, [sets.sequence.idBits]),
      let pictureUnit = edited(sets.units[2], [picture.idBits, picture.sequenceBits]),
      max(sequenceUnit.count, pictureUnit.count) <= AVCRecord.maximumSetBytes
    else { return nil }
    record.sets = [[video], [sequenceUnit], [pictureUnit]]
    self.record = record
  }

  /// `unit` with another number of the video parameter set, which is in the four bits after the unit's header.
  private static func setVideo(_ number: Int, in unit: [UInt8]) -> [UInt8] {
    var unit = unit
    unit[2] = unit[2] & 0x0f | UInt8(number << 4)
    return unit
  }

  /// `packet` with the new number and four-byte lengths in front of its NAL units; valid until the next call.
  package func renumbered(
    _ packet: UnsafeRawBufferPointer
  ) throws(CodingObstacle) -> UnsafeRawBufferPointer {
    units.removeAll()
    try sets.copy(packet, isFirst: false, renumbering: self, to: units)
    return units.bytes
  }

  package func edited(
    _ unit: UnsafeRawBufferPointer, _ kind: UnitKind
  ) throws(CodingObstacle) -> [UInt8]? {
    switch kind {
    case .leftOut: return nil
    case .beside: return HEVCRenumbering.namesSet(unit) ? nil : Array(unit)
    default:
      guard let header = HEVCSliceHeader(unit, sets.sequence, sets.picture) else { throw .damage }
      let change = RBSPEditor.Change(bits: header.pictureBits, number: number)
      guard let edited = editor.edit(unit, [change], data: .bytesBehindStop(after: header.end))
      else {
        throw .damage
      }
      return edited
    }
  }

  /// Returns true if `unit` is SEI that refers to a parameter set: a buffering period and active
  /// parameter sets do (ITU-T H.265, D.2.1), and decoders do not need them.
  private static func namesSet(_ unit: UnsafeRawBufferPointer) -> Bool {
    guard (39...40).contains((unit.first ?? 0) >> 1 & 0x3f) else { return false }
    return SupplementalMessages(unit, headerBytes: 2).contains { [0, 129].contains($0) }
  }
}
