// SPDX-License-Identifier: Apache-2.0

/// The fields of a picture parameter set on which slice headers depend (ITU-T H.265, 7.3.2.3.1).
struct HEVCPictureSet {
  var id, sequence: Int
  /// The positions of both in the unit, in bits.
  var idBits, sequenceBits: Range<Int>
  var allowsDependentSlices: Bool
  /// True if slices code the output flag of their picture.
  var saysOutput: Bool
  var extraBits: Int
  var choosesTables: Bool
  /// Default numbers of references of P and B slices.
  var activeReferences: (Int, Int)
  var hasSliceOffsets: Bool
  var weighsOne, weighsTwo: Bool
  /// True if slices code entry points of parts that can be decoded in parallel.
  var hasEntryPoints: Bool
  var filtersAcrossSlices: Bool
  var overridesDeblocking = false, isDeblockingOff = false
  var ordersReferences: Bool
  var hasExtension: Bool
  /// True if it has the syntax of the range extensions, which slices depend on.
  var hasRangeSyntax: Bool

  /// Reads the NAL unit `unit`; nil if it is invalid.
  init?(_ unit: UnsafeRawBufferPointer) {
    var reader = RBSPReader(unit)
    guard reader.bits(16) >> 9 == 34 else { return nil }
    let start = reader.position
    id = reader.unsigned()
    idBits = start..<reader.position
    sequence = reader.unsigned()
    sequenceBits = idBits.upperBound..<reader.position
    allowsDependentSlices = reader.flag()
    saysOutput = reader.flag()
    extraBits = reader.bits(3)
    _ = reader.flag()
    choosesTables = reader.flag()
    activeReferences = (reader.unsigned() + 1, reader.unsigned() + 1)
    _ = reader.signed()
    reader.skip(2)
    if reader.flag() { _ = reader.unsigned() }
    (_, _) = (reader.signed(), reader.signed())
    hasSliceOffsets = reader.flag()
    (weighsOne, weighsTwo) = (reader.flag(), reader.flag())
    _ = reader.flag()
    let (hasTiles, isSynchronized) = (reader.flag(), reader.flag())
    hasEntryPoints = hasTiles || isSynchronized
    if hasTiles {
      let (columns, rows) = (reader.unsigned(), reader.unsigned())
      guard columns < 64, rows < 64 else { return nil }
      if !reader.flag() { for _ in 0..<columns + rows { _ = reader.unsigned() } }
      _ = reader.flag()
    }
    filtersAcrossSlices = reader.flag()
    if reader.flag() {
      (overridesDeblocking, isDeblockingOff) = (reader.flag(), reader.flag())
      if !isDeblockingOff { (_, _) = (reader.signed(), reader.signed()) }
    }
    if reader.flag() { HEVCSequenceSet.skipScaling(&reader) }
    ordersReferences = reader.flag()
    _ = reader.unsigned()
    hasExtension = reader.flag()
    hasRangeSyntax = reader.flag() && reader.flag()
    guard !reader.isDamaged, id <= 63, sequence <= 15, activeReferences.0 <= 16,
      activeReferences.1 <= 16
    else { return nil }
  }
}
