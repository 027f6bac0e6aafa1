// SPDX-License-Identifier: Apache-2.0

import Base

/// The positions of the parts of a slice header (ITU-T H.264, 7.3.3), in bits of the NAL unit without emulation
/// prevention bytes.
struct H264SliceHeader: Hashable {
  /// The number of the picture parameter set: `pic_parameter_set_id`.
  let number: Range<Int>
  /// The end of the header, where the slice data begins.
  let end: Int

  /// Reads the header of the slice `unit`, which refers to `sets`; nil if it is invalid.
  init?(_ unit: UnsafeRawBufferPointer, _ sets: H264ParameterSets) {
    var reader = RBSPReader(unit)
    let head = reader.bits(8)
    let (isReference, isIDR) = (head & 0x60 != 0, head & 0x1f == 5)
    _ = reader.unsigned()
    guard let kind = Kind(rawValue: reader.unsigned() % 5) else { return nil }
    let start = reader.position
    guard reader.unsigned() == sets.picture.id else { return nil }
    number = start..<reader.position
    let (sequence, picture) = (sets.sequence, sets.picture)
    if sequence.hasSeparatePlanes { _ = reader.bits(2) }
    _ = reader.bits(sequence.frameNumberBits)
    let field = H264SliceHeader.field(&reader, sequence)
    if isIDR { _ = reader.unsigned() }
    H264SliceHeader.skipOrder(&reader, sequence, picture, isField: field != nil)
    if kind == .bidirectional { _ = reader.flag() }
    var counts = (picture.firstReferences, picture.secondReferences)
    if kind != .intra, reader.flag() {
      counts.0 = reader.unsigned() + 1
      if kind == .bidirectional { counts.1 = reader.unsigned() + 1 }
    }
    if kind != .bidirectional { counts.1 = 0 }
    guard max(counts.0, counts.1) <= 32 else { return nil }
    if kind != .intra {
      for _ in 0..<(kind == .bidirectional ? 2 : 1) where reader.flag() {
        guard H264SliceHeader.skipModifications(&reader) else { return nil }
      }
      let isWeighted = kind == .bidirectional ? picture.weighsBoth == 1 : picture.weighsOne
      if isWeighted { H264SliceHeader.skipWeights(&reader, counts, sequence) }
    }
    if isReference {
      guard H264SliceHeader.skipMarking(&reader, isIDR: isIDR) else { return nil }
    }
    if picture.isArithmetic, kind != .intra { _ = reader.unsigned() }
    _ = reader.signed()
    if picture.controlsDeblocking, reader.unsigned() != 1 {
      (_, _) = (reader.signed(), reader.signed())
    }
    guard !reader.isDamaged else { return nil }
    end = reader.position
  }

  /// `slice_type` modulo 5; switching slices occur in the extended profile only.
  private enum Kind: Int {
    case predicted = 0
    case bidirectional = 1
    case intra = 2
  }

  /// The field of the slice; nil for a slice of a frame: `field_pic_flag`, `bottom_field_flag`.
  static func field(_ reader: inout RBSPReader, _ sequence: H264SequenceSet) -> FieldOrder? {
    guard !sequence.isProgressive, reader.flag() else { return nil }
    return reader.flag() ? .bottom : .top
  }

  /// Skips the display order.
  static func skipOrder(
    _ reader: inout RBSPReader, _ sequence: H264SequenceSet, _ picture: H264PictureSet,
    isField: Bool
  ) {
    // A frame may code the POC offset of its second field.
    let hasOffset = picture.codesFieldOffset && !isField
    switch sequence.order {
    case .counted(let bits):
      _ = reader.bits(bits)
      if hasOffset { _ = reader.signed() }
    case .expected(areOffsetsCoded: true):
      _ = reader.signed()
      if hasOffset { _ = reader.signed() }
    default: break
    }
  }

  /// `ref_pic_list_modification` (7.3.3.1), after its flag.
  private static func skipModifications(_ reader: inout RBSPReader) -> Bool {
    // One entry for each reference picture, and one that ends the list.
    for _ in 0...66 {
      switch reader.unsigned() {
      case 0, 1, 2: _ = reader.unsigned()
      case 3: return !reader.isDamaged
      default: return false
      }
    }
    return false
  }

  /// `pred_weight_table` (7.3.3.2).
  private static func skipWeights(
    _ reader: inout RBSPReader, _ counts: (Int, Int), _ sequence: H264SequenceSet
  ) {
    let hasChroma = sequence.chroma != 0 && !sequence.hasSeparatePlanes
    _ = reader.unsigned()
    if hasChroma { _ = reader.unsigned() }
    for _ in 0..<counts.0 + counts.1 {
      if reader.flag() { (_, _) = (reader.signed(), reader.signed()) }
      if hasChroma, reader.flag() { for _ in 0..<4 { _ = reader.signed() } }
    }
  }

  /// `dec_ref_pic_marking` (7.3.3.3).
  private static func skipMarking(_ reader: inout RBSPReader, isIDR: Bool) -> Bool {
    if isIDR {
      _ = reader.bits(2)
      return true
    }
    guard reader.flag() else { return true }
    for _ in 0...66 {
      switch reader.unsigned() {
      case 0: return !reader.isDamaged
      case 1, 2, 4, 6: _ = reader.unsigned()
      case 3: (_, _) = (reader.unsigned(), reader.unsigned())
      case 5: break
      default: return false
      }
    }
    return false
  }
}
