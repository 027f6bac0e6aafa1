// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// Renumbers the parameter sets of an H.264 stream.
final class H264Renumbering: UnitRenumbering {
  let parameterRecord: [UInt8]
  private let sets: H264ParameterSets
  private let number: Int
  private var editor = RBSPEditor()

  /// Gives both `sets` the number `number`, at most 31; nil if they are invalid.
  init?(_ sets: H264ParameterSets, number: Int) {
    (self.sets, self.number) = (sets, number)
    var editor = RBSPEditor()
    guard var record = AVCRecord(sets.parameterRecord),
      let sequence = H264Renumbering.edited(
        sets.sequenceUnit, skipping: 32, numbers: 1, number, &editor),
      let picture = H264Renumbering.edited(
        sets.pictureUnit, skipping: 8, numbers: 2, number, &editor),
      max(sequence.count, picture.count) <= AVCRecord.maximumSetBytes
    else { return nil }
    (record.sequences, record.pictures) = ([sequence], [picture])
    parameterRecord = record.bytes
  }

  /// The parameter set `unit` with `number` in place of the `numbers` codes that follow the skipped bits.
  private static func edited(
    _ unit: [UInt8], skipping bits: Int, numbers: Int, _ number: Int, _ editor: inout RBSPEditor
  ) -> [UInt8]? {
    unit.withUnsafeBytes { unit in
      var reader = RBSPReader(unit)
      for _ in 0..<bits / 8 { _ = reader.bits(8) }
      var changes: [RBSPEditor.Change] = []
      for _ in 0..<numbers {
        let start = reader.position
        _ = reader.unsigned()
        changes.append(RBSPEditor.Change(bits: start..<reader.position, number: number))
      }
      return reader.isDamaged ? nil : editor.edit(unit, changes, data: .bits)
    }
  }

  func edited(
    _ unit: UnsafeRawBufferPointer, _ kind: UnitKind
  ) throws(CodingObstacle) -> [UInt8]? {
    if kind == .leftOut { return nil }
    if kind == .beside { return H264Renumbering.namesSet(unit) ? nil : Array(unit) }
    guard let header = H264SliceHeader(unit, sets) else { throw .damage }
    let change = RBSPEditor.Change(bits: header.number, number: number)
    let data: RBSPEditor.Data = sets.picture.isArithmetic ? .bytes(after: header.end) : .bits
    guard let edited = editor.edit(unit, [change], data: data) else { throw .damage }
    return edited
  }

  /// Returns true if `unit` is SEI that refers to a parameter set: a buffering period does (ITU-T
  /// H.264, D.1.2), and decoders do not need it.
  private static func namesSet(_ unit: UnsafeRawBufferPointer) -> Bool {
    (unit.first ?? 0) & 0x1f == 6
      && SupplementalMessages(unit, headerBytes: 1).contains { $0 == 0 }
  }
}
