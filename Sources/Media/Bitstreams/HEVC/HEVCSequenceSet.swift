// SPDX-License-Identifier: Apache-2.0

import Base

/// The fields of a sequence parameter set that are needed to copy pictures (ITU-T H.265, 7.3.2.2.1).
struct HEVCSequenceSet: Hashable {
  var id = 0, video = 0
  /// The position of `id` in the unit, in bits.
  var idBits = 0..<0
  var layers = 1
  var isNested = false
  /// The twelve bytes of general profile, compatibility, constraints and level.
  var general: [UInt8] = []
  /// The chroma format: 0 for grey, 1 to 3 for 4:2:0, 4:2:2 and 4:4:4.
  var chroma = 1
  var hasSeparatePlanes = false
  var size = PixelSize(0, 0)
  /// Bits per sample minus 8.
  var lumaDepth = 0, chromaDepth = 0
  /// Number of POC bits in slice headers.
  var orderBits = 4
  /// Number of frames that a decoder holds back.
  var delay = 0
  /// The base-2 logarithm of the side of a coding tree block.
  var blockBits = 4
  var filtersSamples = false
  var references: [HEVCReferenceSet] = []
  /// The number of long-term reference pictures that the set lists; nil if there are none in the stream.
  var longTerm: Int? { keepsLong ? usedLongTerm.count : nil }
  var keepsLong = false
  var usedLongTerm: [Bool] = []
  var usesMotion = false
  /// True if pictures are fields: `field_seq_flag`.
  var isOfFields = false

  var profile: Int { Int(general[0] & 0x1f) }
  var level: Int { Int(general[11]) }
  /// True if the general flags allow interlaced pictures.
  var isInterlaced: Bool { general[5] & 0x40 != 0 }

  /// Reads the NAL unit `unit`; nil if it is invalid.
  init?(_ unit: UnsafeRawBufferPointer) {
    var reader = RBSPReader(unit)
    guard reader.bits(16) >> 9 == 33 else { return nil }
    video = reader.bits(4)
    layers = reader.bits(3) + 1
    isNested = reader.flag()
    general = (0..<12).map { _ in UInt8(reader.bits(8)) }
    HEVCSequenceSet.skipLayerLevels(&reader, layers: layers)
    let start = reader.position
    id = reader.unsigned()
    idBits = start..<reader.position
    chroma = reader.unsigned()
    if chroma == 3 { hasSeparatePlanes = reader.flag() }
    let (width, height) = (reader.unsigned(), reader.unsigned())
    guard layers <= 7, id <= 15, chroma <= 3, (1...1 << 16).contains(width),
      (1...1 << 16).contains(height)
    else { return nil }
    size = PixelSize(width, height)
    if reader.flag() { for _ in 0..<4 { _ = reader.unsigned() } }
    (lumaDepth, chromaDepth) = (reader.unsigned(), reader.unsigned())
    orderBits = reader.unsigned() + 4
    for _ in (reader.flag() ? 0 : layers - 1)..<layers {
      _ = reader.unsigned()
      delay = reader.unsigned()
      _ = reader.unsigned()
    }
    blockBits = reader.unsigned() + 3
    blockBits += reader.unsigned()
    for _ in 0..<4 { _ = reader.unsigned() }
    if reader.flag(), reader.flag() { HEVCSequenceSet.skipScaling(&reader) }
    _ = reader.flag()
    filtersSamples = reader.flag()
    if reader.flag() {
      reader.skip(8)
      (_, _) = (reader.unsigned(), reader.unsigned())
      _ = reader.flag()
    }
    guard lumaDepth <= 8, chromaDepth <= 8, orderBits <= 16, delay <= 15,
      (4...6).contains(blockBits), readReferences(&reader)
    else { return nil }
    usesMotion = reader.flag()
    _ = reader.flag()
    if reader.flag() { readUsability(&reader) }
    if reader.isDamaged { return nil }
  }

  private mutating func readReferences(_ reader: inout RBSPReader) -> Bool {
    let count = reader.unsigned()
    guard count <= 64 else { return false }
    for index in 0..<count {
      guard
        let set = HEVCReferenceSet(&reader, index: index, known: references, isInSlice: false)
      else { return false }
      references.append(set)
    }
    if reader.flag() {
      let count = reader.unsigned()
      guard count <= 32 else { return false }
      keepsLong = true
      for _ in 0..<count {
        reader.skip(orderBits)
        usedLongTerm.append(reader.flag())
      }
    }
    return true
  }

  /// Reads the video usability information (E.2.1) up to the last field that is needed.
  private mutating func readUsability(_ reader: inout RBSPReader) {
    // `aspect_ratio_idc`: 255 is followed by the ratio.
    if reader.flag(), reader.bits(8) == 255 { reader.skip(32) }
    if reader.flag() { _ = reader.flag() }
    if reader.flag() {
      reader.skip(4)
      if reader.flag() { reader.skip(24) }
    }
    if reader.flag() { (_, _) = (reader.unsigned(), reader.unsigned()) }
    _ = reader.flag()
    isOfFields = reader.flag()
  }

  private static func skipLayerLevels(_ reader: inout RBSPReader, layers: Int) {
    guard layers > 1 else { return }
    let present = (1..<layers).map { _ in (reader.flag(), reader.flag()) }
    reader.skip(2 * (9 - layers))
    for (profile, level) in present { reader.skip((profile ? 88 : 0) + (level ? 8 : 0)) }
  }

  static func skipScaling(_ reader: inout RBSPReader) {
    for size in 0..<4 {
      for _ in 0..<(size == 3 ? 2 : 6) {
        guard reader.flag() else {
          _ = reader.unsigned()
          continue
        }
        if size > 1 { _ = reader.signed() }
        for _ in 0..<min(64, 16 << (2 * size)) { _ = reader.signed() }
      }
    }
  }
}
