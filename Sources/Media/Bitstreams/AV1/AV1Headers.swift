// SPDX-License-Identifier: Apache-2.0

import Base

/// The fields of an AV1 sequence header that are needed to read the size of frames (AV1 bitstream specification, 5.5).
struct AV1Sequence {
  /// The size of frames that do not code their own.
  private(set) var size = PixelSize(0, 0)
  private var sizeBits = (width: 0, height: 0)
  /// Bits of the presentation time of each frame, if frames have one.
  private var timeBits: Int?
  /// Bits of the buffer removal time of frames, if the operating point has one.
  private var removalBits: Int?
  private var hasDecoderModel = false
  /// The temporal and spatial layers of the only operating point; 0 for all.
  private var layers = 0
  /// Bits of a frame ID, and of the difference between two.
  private var numberBits: (own: Int, distance: Int)?
  private var orderBits = 0
  /// True if frames use screen content tools and integer motion vectors; nil if each frame codes
  /// it.
  private var screenContent: Bool?, wholeMotion: Bool?
  private var mayBeScaled = false

  /// Reads the header `payload`; throws for streams with several layers, and for stills, which have other headers.
  init(_ payload: UnsafeRawBufferPointer) throws(CodingObstacle) {
    var reader = RBSPReader(payload, hasEscapes: false)
    _ = reader.bits(3)
    // `still_picture`, `reduced_still_picture_header`.
    guard reader.bits(2) == 0 else { throw .strangeParameterSets }
    try readOperatingPoint(&reader)
    sizeBits = (reader.bits(4) + 1, reader.bits(4) + 1)
    size = PixelSize(reader.bits(sizeBits.width) + 1, reader.bits(sizeBits.height) + 1)
    if reader.flag() {
      let distance = reader.bits(4) + 2
      numberBits = (distance + reader.bits(3) + 1, distance)
    }
    // Superblock size, and tools for intra and inter coding.
    reader.skip(7)
    let isOrdered = reader.flag()
    if isOrdered { reader.skip(2) }
    screenContent = reader.flag() ? nil : reader.flag()
    // Integer motion vectors are only coded along with screen content tools.
    if screenContent != false { wholeMotion = reader.flag() ? nil : reader.flag() }
    if isOrdered { orderBits = reader.bits(3) + 1 }
    mayBeScaled = reader.flag()
    if reader.isDamaged { throw .strangeParameterSets }
  }

  private mutating func readOperatingPoint(_ reader: inout RBSPReader) throws(CodingObstacle) {
    var delayBits = 0
    var model = (removal: 0, time: 0)
    var isEven = false
    if reader.flag() {
      reader.skip(64)
      isEven = reader.flag()
      if isEven { _ = reader.unsigned() }
      hasDecoderModel = reader.flag()
      if hasDecoderModel {
        delayBits = reader.bits(5) + 1
        reader.skip(32)
        model = (reader.bits(5) + 1, reader.bits(5) + 1)
        if !isEven { timeBits = model.time }
      }
    }
    let hasDelays = reader.flag()
    guard reader.bits(5) == 0 else { throw reader.isDamaged ? .strangeParameterSets : .layers }
    layers = reader.bits(12)
    guard (layers >> 8).nonzeroBitCount <= 1 else { throw .layers }
    if reader.bits(5) > 7 { reader.skip(1) }
    if hasDecoderModel, reader.flag() {
      reader.skip(2 * delayBits + 1)
      removalBits = model.removal
    }
    if hasDelays, reader.flag() { reader.skip(4) }
  }

  /// The relevant fields of a frame header.
  struct Frame {
    var isKey = false
    var isShown = true
  }

  /// Reads a frame header up to the frame size (5.9.2); throws if the frame or render size differs from the sequence's.
  func frame(_ unit: AV1Units.Unit) throws(CodingObstacle) -> Frame {
    var reader = RBSPReader(unit.payload, hasEscapes: false)
    // `show_existing_frame`.
    if reader.flag() { return Frame() }
    let type = reader.bits(2)
    let (isKey, isIntra, isSwitch) = (type == 0, type == 0 || type == 2, type == 3)
    let isShown = reader.flag()
    if isShown {
      if let timeBits { reader.skip(timeBits) }
    } else {
      reader.skip(1)
    }
    let isStart = isKey && isShown
    let isResilient = isSwitch || isStart || reader.flag()
    reader.skip(1)
    if screenContent ?? reader.flag(), wholeMotion == nil { reader.skip(1) }
    if let numberBits { reader.skip(numberBits.own) }
    let hasSize = isSwitch || reader.flag()
    reader.skip(orderBits)
    if !isIntra, !isResilient { reader.skip(3) }
    if hasDecoderModel, reader.flag(), let removalBits, isOfPoint(unit) { reader.skip(removalBits) }
    let refreshed = isSwitch || isStart ? 0xff : reader.bits(8)
    if !isIntra || refreshed != 0xff, isResilient, orderBits > 0 {
      for _ in 0..<8 { reader.skip(orderBits) }
    }
    if !isIntra { skipReferences(&reader) }
    try checkSize(&reader, hasSize, mayBeReferences: !isIntra && !isResilient)
    if reader.isDamaged { throw .damage }
    return Frame(isKey: isKey, isShown: isShown)
  }

  private func isOfPoint(_ unit: AV1Units.Unit) -> Bool {
    layers == 0 || layers >> unit.temporalLayer & 1 == 1 && layers >> (unit.layer + 8) & 1 == 1
  }

  private func skipReferences(_ reader: inout RBSPReader) {
    let isShort = orderBits > 0 && reader.flag()
    if isShort { reader.skip(6) }
    for _ in 0..<7 {
      if !isShort { reader.skip(3) }
      if let numberBits { reader.skip(numberBits.distance) }
    }
  }

  private func checkSize(
    _ reader: inout RBSPReader, _ hasSize: Bool, mayBeReferences: Bool
  ) throws(CodingObstacle) {
    // All reference frames whose size it may copy have the right size.
    if hasSize, mayBeReferences {
      for _ in 0..<7 where reader.flag() {
        try checkScale(&reader)
        return
      }
    }
    if hasSize {
      let found = PixelSize(reader.bits(sizeBits.width) + 1, reader.bits(sizeBits.height) + 1)
      if !reader.isDamaged, found != size { throw .frameSize }
    }
    try checkScale(&reader)
    // `render_and_frame_size_different`.
    if reader.flag() {
      let shown = PixelSize(reader.bits(16) + 1, reader.bits(16) + 1)
      if !reader.isDamaged, shown != size { throw .frameSize }
    }
  }

  /// `use_superres`: coded narrower than shown, which decoders and players handle differently.
  private func checkScale(_ reader: inout RBSPReader) throws(CodingObstacle) {
    if mayBeScaled, reader.flag(), !reader.isDamaged { throw .frameSize }
  }
}
