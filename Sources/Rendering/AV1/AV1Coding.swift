// SPDX-License-Identifier: Apache-2.0

/// How an AV1 stream is coded: one sequence header, and temporal units of one frame that is shown
/// (AV1 bitstream specification, 5.3 to 5.9).
struct AV1Coding: PictureCoding {
  let profile, level: Int
  let record: [UInt8]
  var filmRecord: [UInt8] { record }
  /// The record's sequence header, without the header of its unit, if it has one.
  private let sequence: [UInt8]

  /// Reads what a container says before the first packet: an av1C record.
  init(extradata: [UInt8], profile: Int, level: Int) throws(CodingObstacle) {
    guard !extradata.isEmpty else { throw .noParameterSets }
    guard extradata.count >= 4, extradata[0] == 0x81 else { throw .strangeParameterSets }
    let sequence = extradata.withUnsafeBytes { bytes in
      AV1Coding.sequence(in: UnsafeRawBufferPointer(rebasing: bytes[4...]))
    }
    self.sequence = sequence ?? []
    (self.profile, self.level) = (profile, level)
    record = extradata
  }

  /// The sequence header among `bytes`; nil where there is none.
  private static func sequence(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var units = AV1Units(bytes)
    while let unit = try? units.next() {
      if unit.type == AV1Units.sequence { return Array(unit.payload) }
    }
    return nil
  }

  func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture {
    var units = AV1Units(packet)
    var frames: [(isKey: Bool, isShown: Bool)] = []
    var format: [UInt8] = []
    while let unit = try units.next() {
      guard unit.layer == 0 else { throw .layers }
      switch unit.type {
      case AV1Units.sequence:
        // Still pictures have other headers: `still_picture`, `reduced_still_picture_header`.
        guard let head = unit.payload.first, head & 0x18 == 0 else { throw .strangeParameterSets }
        format = Array(unit.payload)
      case AV1Units.header, AV1Units.frame:
        guard let head = unit.payload.first else { throw .damage }
        // `show_existing_frame`, `frame_type`, `show_frame`.
        let isRepeated = head & 0x80 != 0
        frames.append(
          (!isRepeated && head >> 5 & 3 == 0, isRepeated || head & 0x10 != 0))
      case AV1Units.tileList: throw .layers
      default: break
      }
    }
    guard let first = frames.first, frames.count(where: \.isShown) == 1 else {
      throw .notOnePicture
    }
    let isFresh = first.isKey && first.isShown
    // Some encoders' records say something else than their packets, which are what counts.
    if isFresh, format.isEmpty { format = sequence }
    guard !isFresh || !format.isEmpty else { throw .noParameterSets }
    return CodedPicture(isFresh: isFresh, isReference: true, number: 0, format: format)
  }

  func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle) {}
}

/// The units of a packet of AV1 (open bitstream units).
struct AV1Units {
  static let sequence = 1, header = 3, frame = 6, tileList = 8

  /// A unit without its header.
  struct Unit {
    var type: Int
    /// The spatial layer.
    var layer: Int
    var payload: UnsafeRawBufferPointer
  }

  private let packet: UnsafeRawBufferPointer
  private var at = 0

  init(_ packet: UnsafeRawBufferPointer) { self.packet = packet }

  /// The next unit; nil at the end.
  mutating func next() throws(CodingObstacle) -> Unit? {
    guard at < packet.count else { return nil }
    let head = packet[at]
    at += 1
    guard head & 0x80 == 0 else { throw .damage }
    var layer = 0
    if head & 4 != 0 {
      guard at < packet.count else { throw .damage }
      layer = Int(packet[at] >> 3 & 3)
      at += 1
    }
    let size = head & 2 != 0 ? try length() : packet.count - at
    guard size <= packet.count - at else { throw .damage }
    defer { at += size }
    return Unit(
      type: Int(head >> 3 & 0xf), layer: layer,
      payload: UnsafeRawBufferPointer(rebasing: packet[at..<at + size]))
  }

  /// A number in groups of seven bits: leb128().
  private mutating func length() throws(CodingObstacle) -> Int {
    var value = 0
    for group in 0..<8 {
      guard at < packet.count else { throw .damage }
      let byte = packet[at]
      at += 1
      value |= Int(byte & 0x7f) << (7 * group)
      if byte & 0x80 == 0 { return value }
    }
    throw .damage
  }
}
