// SPDX-License-Identifier: Apache-2.0

package import Base

/// The coding of a VP9 stream: key frames contain all information (VP9 bitstream specification, 6.2).
package struct VP9Coding: PictureCoding {
  /// 0 for 8 bits, 2 for 10.
  package let profile: Int
  /// True if the container gives the profile; else packets do.
  private let isSaid: Bool
  package let level: Int
  package let record: [UInt8] = []
  package let parameterRecord: [UInt8] = []
  /// The size that all frames must have.
  let size: PixelSize

  /// A coding of pictures of `size`, with the profile that the container gives.
  package init(profile: Int, level: Int, size: PixelSize) throws(CodingObstacle) {
    // Other profiles have other chroma formats than 4:2:0.
    guard profile <= 0 || profile == 2 else { throw .profile }
    isSaid = profile >= 0
    (self.profile, self.level, self.size) = (max(profile, 0), level, size)
  }

  package func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture {
    let frames = try VP9Coding.frames(in: packet).map { frame throws(CodingObstacle) in
      try header(of: frame)
    }
    guard let first = frames.first, frames.count(where: \.isShown) == 1 else {
      throw .notOnePicture
    }
    // A key frame that is not shown may be shown later, by a packet that cannot be a starting point.
    let isFresh = first.isKey && first.isShown
    return CodedPicture(
      isFresh: isFresh, isReference: true, number: 0, format: isFresh ? [first.format] : [])
  }

  package func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle) {}

  /// The frames of a packet: several if it ends with an index (annex B).
  private static func frames(
    in packet: UnsafeRawBufferPointer
  ) throws(CodingObstacle) -> [UnsafeRawBufferPointer] {
    guard let mark = packet.last else { throw .notOnePicture }
    guard mark & 0xe0 == 0xc0 else { return [packet] }
    let (count, bytes) = (Int(mark & 7) + 1, Int(mark >> 3 & 3) + 1)
    let index = packet.count - 2 - count * bytes
    guard index > 0, packet[index] == mark else { return [packet] }
    var frames: [UnsafeRawBufferPointer] = []
    var at = 0
    for frame in 0..<count {
      let place = index + 1 + frame * bytes
      let size = (0..<bytes).reduce(0) { $0 | Int(packet[place + $1]) << (8 * $1) }
      guard size > 0, size <= index - at else { throw .damage }
      frames.append(UnsafeRawBufferPointer(rebasing: packet[at..<at + size]))
      at += size
    }
    return frames
  }

  private struct Header {
    var isKey = false
    var isShown = true
    var format: UInt8 = 0
  }

  /// The start of a frame, up to its size (`uncompressed_header`).
  private func header(of frame: UnsafeRawBufferPointer) throws(CodingObstacle) -> Header {
    var reader = RBSPReader(frame, hasEscapes: false)
    var header = Header()
    guard reader.bits(2) == 2 else { throw .damage }
    // The low bit of the profile comes first; it is set for other chroma formats.
    let isDeep = reader.bits(2)
    guard isDeep <= 1, !isSaid || isDeep == profile >> 1 else { throw .profile }
    if reader.flag() { return header }
    header.isKey = !reader.flag()
    header.isShown = reader.flag()
    let isResilient = reader.flag()
    if header.isKey {
      guard reader.bits(24) == VP9Coding.syncCode else { throw .damage }
      header.format = try color(&reader, isDeep: isDeep == 1)
      try checkSize(&reader)
    } else {
      let isIntra = !header.isShown && reader.flag()
      if !isResilient { _ = reader.bits(2) }
      if isIntra {
        guard reader.bits(24) == VP9Coding.syncCode else { throw .damage }
        // At 8 bits the format is implied.
        if isDeep == 1 { _ = try color(&reader, isDeep: true) }
        _ = reader.bits(8)
        try checkSize(&reader)
      } else {
        _ = reader.bits(8 + 3 * 4)
        // All reference frames whose size it may copy have the right size.
        if !(reader.flag() || reader.flag() || reader.flag()) { try checkSize(&reader) }
      }
    }
    if reader.isDamaged { throw .damage }
    return header
  }

  /// Bit depth, colour space and range (`color_config`).
  private func color(
    _ reader: inout RBSPReader, isDeep: Bool
  ) throws(CodingObstacle) -> UInt8 {
    guard !isDeep || !reader.flag() else { throw .profile }
    let format = UInt8(reader.bits(4))
    // RGB belongs to neither profile.
    guard format >> 1 != 7 else { throw .profile }
    return isDeep ? format | 0x10 : format
  }

  private static let syncCode = 0x498342

  private func checkSize(_ reader: inout RBSPReader) throws(CodingObstacle) {
    let found = PixelSize(reader.bits(16) + 1, reader.bits(16) + 1)
    // If the render size differs, pixels may not be square.
    if reader.isDamaged { throw .damage }
    guard found == size, !reader.flag() else { throw .format }
  }
}
