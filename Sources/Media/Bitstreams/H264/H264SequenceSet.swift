// SPDX-License-Identifier: Apache-2.0

/// The fields of a sequence parameter set that are needed to copy pictures (ITU-T H.264, 7.3.2.1.1).
package struct H264SequenceSet: Hashable {
  var profile, constraints, level, id: Int
  /// The chroma format: 0 for grey, 1 to 3 for 4:2:0, 4:2:2 and 4:4:4.
  var chroma = 1
  /// Bits per sample minus 8.
  var lumaDepth = 0, chromaDepth = 0
  var hasSeparatePlanes = false
  /// True if blocks with the quantiser 0 are coded without loss:
  /// `qpprime_y_zero_transform_bypass_flag`.
  var canBeLossless = false
  /// Bits of `frame_num` in a slice's header.
  var frameNumberBits: Int
  var allowsFrameGaps: Bool
  var order: Order
  /// True if all pictures are frames, not fields: `frame_mbs_only_flag`.
  var isProgressive: Bool

  /// The coding of the display order in slices: `pic_order_cnt_type`.
  enum Order: Hashable {
    /// As the least significant bits of the POC.
    case counted(bits: Int)
    /// As offsets from the expected POC, if slices may code them.
    case expected(areOffsetsCoded: Bool)
    /// Display order is decoding order.
    case coded
  }

  /// Reads the NAL unit `unit`; nil if it is invalid.
  init?(_ unit: UnsafeRawBufferPointer) {
    var reader = RBSPReader(unit)
    guard reader.bits(8) & 0x1f == 7 else { return nil }
    (profile, constraints, level) = (reader.bits(8), reader.bits(8), reader.bits(8))
    id = reader.unsigned()
    if H264SequenceSet.profilesWithSampleFormat.contains(profile) {
      chroma = reader.unsigned()
      if chroma == 3 { hasSeparatePlanes = reader.flag() }
      (lumaDepth, chromaDepth) = (reader.unsigned(), reader.unsigned())
      canBeLossless = reader.flag()
      if reader.flag() { H264SequenceSet.skipScaling(&reader, lists: chroma == 3 ? 12 : 8) }
    }
    frameNumberBits = reader.unsigned() + 4
    switch reader.unsigned() {
    case 0: order = .counted(bits: reader.unsigned() + 4)
    case 1:
      order = .expected(areOffsetsCoded: !reader.flag())
      (_, _) = (reader.signed(), reader.signed())
      let count = reader.unsigned()
      guard count <= 255 else { return nil }
      for _ in 0..<count { _ = reader.signed() }
    case 2: order = .coded
    default: return nil
    }
    _ = reader.unsigned()
    allowsFrameGaps = reader.flag()
    (_, _) = (reader.unsigned(), reader.unsigned())
    isProgressive = reader.flag()
    if !isProgressive { _ = reader.flag() }
    _ = reader.flag()
    if reader.flag() { for _ in 0..<4 { _ = reader.unsigned() } }
    if case .counted(let bits) = order, bits > 16 { return nil }
    guard !reader.isDamaged, id <= 31, chroma <= 3, lumaDepth <= 6, chromaDepth <= 6,
      frameNumberBits <= 16
    else { return nil }
  }

  /// Profiles whose sets contain the sample format; in all others it is 8-bit 4:2:0.
  static let profilesWithSampleFormat = [
    44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
  ]

  private static func skipScaling(_ reader: inout RBSPReader, lists: Int) {
    for list in 0..<lists where reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + reader.signed() % 256 + 256) % 256 }
        if next != 0 { last = next }
      }
    }
  }
}

/// The fields of a picture parameter set that are needed to copy pictures (ITU-T H.264, 7.3.2.2).
struct H264PictureSet: Hashable {
  var id, sequence: Int
  /// True if entropy coding is arithmetic (CABAC), with byte-aligned slice data:
  /// `entropy_coding_mode_flag`.
  var isArithmetic: Bool
  /// True if slices code the POC offset of the second field:
  /// `bottom_field_pic_order_in_frame_present_flag`.
  var codesFieldOffset: Bool
  /// `num_slice_groups_minus1` + 1.
  var sliceGroups: Int
  /// True if there may be redundant slices: `redundant_pic_cnt_present_flag`.
  var allowsRedundantSlices = false
  /// The default number of references in each of two lists.
  var firstReferences = 1, secondReferences = 1
  /// True if prediction from one reference is weighted, and the weighting of prediction from two:
  /// `weighted_pred_flag`, `weighted_bipred_idc`.
  var weighsOne = false, weighsBoth = 0
  /// True if slices control deblocking: `deblocking_filter_control_present_flag`.
  var controlsDeblocking = false

  /// Reads the NAL unit `unit`; nil if it is invalid.
  init?(_ unit: UnsafeRawBufferPointer) {
    var reader = RBSPReader(unit)
    guard reader.bits(8) & 0x1f == 8 else { return nil }
    (id, sequence) = (reader.unsigned(), reader.unsigned())
    isArithmetic = reader.flag()
    codesFieldOffset = reader.flag()
    sliceGroups = reader.unsigned() + 1
    if sliceGroups == 1 {
      (firstReferences, secondReferences) = (reader.unsigned() + 1, reader.unsigned() + 1)
      (weighsOne, weighsBoth) = (reader.flag(), reader.bits(2))
      (_, _, _) = (reader.signed(), reader.signed(), reader.signed())
      controlsDeblocking = reader.flag()
      _ = reader.flag()
      allowsRedundantSlices = reader.flag()
    }
    guard !reader.isDamaged, id <= 255, sequence <= 31, sliceGroups <= 8,
      max(firstReferences, secondReferences) <= 32
    else { return nil }
  }
}
