// SPDX-License-Identifier: Apache-2.0

import Basics

/// What of a sequence header of AV1 has to be known to read the size of its frames (AV1 bitstream
/// specification, 5.5).
struct AV1Sequence {
  /// The size that frames have that do not say another.
  private(set) var size = PixelSize(0, 0)
  private var sizeBits = (width: 0, height: 0)
  /// Bits of the time that is told of frames, where each has one.
  private var timeBits: Int?
  /// Bits of the time at which a decoder lets go of frames, where the operating point has one.
  private var removalBits: Int?
  private var hasDecoderModel = false
  /// The temporal and spatial layers of the one operating point; 0 for all.
  private var layers = 0
  /// Bits of a frame's number, and of the distance to another's.
  private var numberBits: (own: Int, distance: Int)?
  private var orderBits = 0
  /// Whether frames use tools for screen content, and motion in whole pixels; nil where each says it.
  private var screenContent: Bool?, wholeMotion: Bool?
  private var mayBeScaled = false

  /// Reads the header `payload`; throws for streams of several layers, and for stills, which have other
  /// headers.
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
    // Sizes of blocks, and tools that are used within and between frames.
    reader.skip(7)
    let isOrdered = reader.flag()
    if isOrdered { reader.skip(2) }
    screenContent = reader.flag() ? nil : reader.flag()
    // Motion in whole pixels goes along with those tools.
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

  /// What the header of a frame says.
  struct Frame {
    var isKey = false
    var isShown = true
  }

  /// Reads the header of a frame as far as its size (5.9.2); throws where that is another, or the frame
  /// is to be shown in another.
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
    // All that it may have the size of have the right one.
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

  /// `use_superres`: coded narrower than it is shown, which decoders and players disagree about.
  private func checkScale(_ reader: inout RBSPReader) throws(CodingObstacle) {
    if mayBeScaled, reader.flag(), !reader.isDamaged { throw .frameSize }
  }
}
