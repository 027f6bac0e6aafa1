// SPDX-License-Identifier: Apache-2.0

import Actions

/// Gives the parameter sets of an H.264 stream another number: in the sets, and in the slices that name
/// them.
///
/// Encoders number their sets from 0, so that those of two sources clash as soon as they differ. What is
/// decoded stays the same to the bit: the number stands in headers alone.
struct H264Renumbering {
  private let sets: H264ParameterSets
  private let number: Int
  private var editor = RBSPEditor()

  /// Gives both of `sets` the number `number`, at most 31.
  init(_ sets: H264ParameterSets, number: Int) {
    (self.sets, self.number) = (sets, number)
  }

  /// The record of the sets with their new numbers; nil where they make no sense.
  mutating func record() -> AVCRecord? {
    guard var record = AVCRecord(sets.record),
      let sequence = edited(sets.sequenceUnit, skipping: 32, numbers: 1),
      let picture = edited(sets.pictureUnit, skipping: 8, numbers: 2)
    else { return nil }
    (record.sequences, record.pictures) = ([sequence], [picture])
    return record
  }

  /// The parameter set `unit` with the new number in place of `numbers` codes after some bits.
  private mutating func edited(_ unit: [UInt8], skipping bits: Int, numbers: Int) -> [UInt8]? {
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

  /// The slice `unit` with the new number.
  mutating func edited(slice unit: UnsafeRawBufferPointer) throws(CodingObstacle) -> [UInt8] {
    guard let header = H264SliceHeader(unit, sets) else { throw .damage }
    let change = RBSPEditor.Change(bits: header.number, number: number)
    let data: RBSPEditor.Data = sets.picture.isArithmetic ? .bytes(after: header.end) : .bits
    guard let edited = editor.edit(unit, [change], data: data) else { throw .damage }
    return edited
  }

  /// Whether the supplemental information in `unit` names a parameter set: a buffering period does
  /// (ITU-T H.264, D.1.2), and no decoder needs it.
  static func namesSet(_ unit: UnsafeRawBufferPointer) -> Bool {
    var reader = RBSPReader(unit)
    _ = reader.bits(8)
    while !reader.isDamaged {
      var (type, size) = (0, 0)
      var byte = reader.bits(8)
      while byte == 255, !reader.isDamaged { (type, byte) = (type + 255, reader.bits(8)) }
      type += byte
      byte = reader.bits(8)
      while byte == 255, !reader.isDamaged { (size, byte) = (size + 255, reader.bits(8)) }
      size += byte
      if type == 0, !reader.isDamaged { return true }
      guard size <= unit.count else { return false }
      for _ in 0..<size { _ = reader.bits(8) }
    }
    return false
  }
}
