// SPDX-License-Identifier: Apache-2.0

import Base

/// The header of a slice segment, read to its end (ITU-T H.265, 7.3.6.1).
struct HEVCSliceHeader {
  /// True if it is the first segment of its picture.
  var isFirst: Bool
  /// `no_output_of_prior_pics_flag`.
  var dropsEarlier = false
  /// The position of the picture parameter set number in the unit, in bits.
  var pictureBits = 0..<0
  /// True if it takes the rest of its header from the previous segment.
  var isDependent = false
  var isShown = true
  /// The least significant bits of its picture's POC.
  var lowestOrder = 0
  var references = HEVCReferenceSet()
  /// Where the byte-aligned data begins, in bits without emulation prevention bytes.
  var end = 0

  /// The maximum number of reference pictures in a list.
  private static let maximumReferences = 16

  /// Reads the header of `unit`, which is a slice segment; nil if it is invalid.
  init?(_ unit: UnsafeRawBufferPointer, _ sequence: HEVCSequenceSet, _ picture: HEVCPictureSet) {
    var reader = RBSPReader(unit)
    let type = reader.bits(16) >> 9 & 0x3f
    isFirst = reader.flag()
    if (16...23).contains(type) { dropsEarlier = reader.flag() }
    let start = reader.position
    guard reader.unsigned() == picture.id else { return nil }
    pictureBits = start..<reader.position
    if !isFirst {
      if picture.allowsDependentSlices { isDependent = reader.flag() }
      reader.skip(sequence.addressBits)
    }
    if !isDependent {
      guard readSegment(&reader, isIDR: type == 19 || type == 20, sequence, picture) else {
        return nil
      }
    }
    if picture.hasEntryPoints {
      let count = reader.unsigned()
      guard count <= 440 * 22 else { return nil }
      if count > 0 {
        let bits = reader.unsigned() + 1
        guard bits <= 32 else { return nil }
        reader.skip(count * bits)
      }
    }
    if picture.hasExtension {
      let count = reader.unsigned()
      guard count <= 256 else { return nil }
      reader.skip(8 * count)
    }
    end = reader.position
    // A one bit, and zeros up to the next byte.
    guard reader.flag() else { return nil }
    while reader.position % 8 != 0 { if reader.flag() { return nil } }
    if reader.isDamaged { return nil }
  }

  private mutating func readSegment(
    _ reader: inout RBSPReader, isIDR: Bool, _ sequence: HEVCSequenceSet,
    _ picture: HEVCPictureSet
  ) -> Bool {
    reader.skip(picture.extraBits)
    let type = reader.unsigned()
    guard type <= 2 else { return false }
    if picture.saysOutput { isShown = reader.flag() }
    if sequence.hasSeparatePlanes { reader.skip(2) }
    var (usesMotion, longTerm) = (false, 0)
    if !isIDR {
      lowestOrder = reader.bits(sequence.orderBits)
      guard readReferences(&reader, sequence) else { return false }
      if let known = sequence.longTerm {
        guard let used = HEVCSliceHeader.longTerm(&reader, known, sequence) else { return false }
        longTerm = used
      }
      if sequence.usesMotion { usesMotion = reader.flag() }
    }
    var filters = false
    let hasChroma = sequence.chroma != 0 && !sequence.hasSeparatePlanes
    if sequence.filtersSamples {
      filters = reader.flag()
      if hasChroma, reader.flag() { filters = true }
    }
    if type < 2 {
      let total = references.all.count { $0.isUsed } + longTerm
      guard
        HEVCSliceHeader.skipPrediction(
          &reader, isTwoWay: type == 0, total: total, usesMotion: usesMotion,
          hasChroma: hasChroma, picture)
      else { return false }
    }
    _ = reader.signed()
    if picture.hasSliceOffsets { (_, _) = (reader.signed(), reader.signed()) }
    var isDeblockingOff = picture.isDeblockingOff
    if picture.overridesDeblocking, reader.flag() {
      isDeblockingOff = reader.flag()
      if !isDeblockingOff { (_, _) = (reader.signed(), reader.signed()) }
    }
    if picture.filtersAcrossSlices, filters || !isDeblockingOff { _ = reader.flag() }
    return !reader.isDamaged
  }

  private mutating func readReferences(
    _ reader: inout RBSPReader, _ sequence: HEVCSequenceSet
  ) -> Bool {
    let known = sequence.references
    if reader.flag() {
      let index = reader.bits(known.count.bitsToChoose)
      guard index < known.count else { return false }
      references = known[index]
      return true
    }
    guard
      let set = HEVCReferenceSet(&reader, index: known.count, known: known, isInSlice: true)
    else { return false }
    references = set
    return true
  }

  /// Reads the long-term reference pictures; returns how many of them the picture refers to.
  private static func longTerm(
    _ reader: inout RBSPReader, _ known: Int, _ sequence: HEVCSequenceSet
  ) -> Int? {
    let listed = known > 0 ? reader.unsigned() : 0
    let count = reader.unsigned()
    guard listed <= maximumReferences, count <= maximumReferences else { return nil }
    var used = 0
    for index in 0..<listed + count {
      if index < listed {
        let choice = reader.bits(known.bitsToChoose)
        guard choice < sequence.usedLongTerm.count else { return nil }
        used += sequence.usedLongTerm[choice] ? 1 : 0
      } else {
        reader.skip(sequence.orderBits)
        used += reader.flag() ? 1 : 0
      }
      if reader.flag() { _ = reader.unsigned() }
    }
    return reader.isDamaged ? nil : used
  }

  /// Skips the inter prediction parameters of a P or B slice.
  private static func skipPrediction(
    _ reader: inout RBSPReader, isTwoWay: Bool, total: Int, usesMotion: Bool, hasChroma: Bool,
    _ picture: HEVCPictureSet
  ) -> Bool {
    var (first, second) = picture.activeReferences
    if reader.flag() {
      first = reader.unsigned() + 1
      if isTwoWay { second = reader.unsigned() + 1 }
    }
    guard total > 0, first <= maximumReferences, second <= maximumReferences else { return false }
    if !isTwoWay { second = 0 }
    if picture.ordersReferences, total > 1 {
      for count in isTwoWay ? [first, second] : [first] where reader.flag() {
        reader.skip(count * total.bitsToChoose)
      }
    }
    if isTwoWay { _ = reader.flag() }
    if picture.choosesTables { _ = reader.flag() }
    if usesMotion {
      let isFromFirst = isTwoWay ? reader.flag() : true
      if (isFromFirst ? first : second) > 1 { _ = reader.unsigned() }
    }
    if isTwoWay ? picture.weighsTwo : picture.weighsOne {
      _ = reader.unsigned()
      if hasChroma { _ = reader.signed() }
      for count in isTwoWay ? [first, second] : [first] {
        skipWeights(&reader, count, hasChroma: hasChroma)
      }
    }
    return reader.unsigned() <= 4
  }

  private static func skipWeights(_ reader: inout RBSPReader, _ count: Int, hasChroma: Bool) {
    let luma = (0..<count).map { _ in reader.flag() }
    let chroma = (0..<count).map { _ in hasChroma && reader.flag() }
    for index in 0..<count {
      for _ in 0..<(luma[index] ? 2 : 0) + (chroma[index] ? 4 : 0) { _ = reader.signed() }
    }
  }
}

extension Int {
  /// The number of bits that code a number below this one.
  fileprivate var bitsToChoose: Int {
    self > 1 ? Int.bitWidth - (self - 1).leadingZeroBitCount : 0
  }
}

extension HEVCSequenceSet {
  /// The number of bits of a block address, at which slices begin.
  fileprivate var addressBits: Int {
    func blocks(_ length: Int) -> Int { (length + (1 << blockBits) - 1) >> blockBits }
    return (blocks(size.width) * blocks(size.height)).bitsToChoose
  }
}
