// SPDX-License-Identifier: Apache-2.0

/// The coding of an AV1 stream: one sequence header, and temporal units of one shown frame (AV1 bitstream
/// specification, 5.3 to 5.9).
package struct AV1Coding: PictureCoding {
  package let profile, level: Int
  package let record: [UInt8]
  package var parameterRecord: [UInt8] { record }
  /// The record's sequence header OBU without its OBU header, if there is one.
  private let sequence: [UInt8]
  /// The state for parsing frames.
  private let current: Current

  /// The latest sequence header: some encoders' records differ from their packets, and the packets are authoritative.
  private final class Current {
    var sequence: AV1Sequence?
  }

  /// Reads the container's extradata: an av1C record.
  package init(extradata: [UInt8], profile: Int, level: Int) throws(CodingObstacle) {
    guard !extradata.isEmpty else { throw .noParameterSets }
    guard extradata.count >= 4, extradata[0] == 0x81 else { throw .strangeParameterSets }
    let sequence = extradata.withUnsafeBytes { bytes in
      AV1Coding.sequence(in: UnsafeRawBufferPointer(rebasing: bytes[4...]))
    }
    self.sequence = sequence ?? []
    current = Current()
    current.sequence = try? self.sequence.withUnsafeBytes { bytes throws(CodingObstacle) in
      try AV1Sequence(bytes)
    }
    (self.profile, self.level) = (profile, level)
    record = extradata
  }

  /// The sequence header in `bytes`; nil if there is none.
  private static func sequence(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var units = AV1Units(bytes)
    while let unit = try? units.next() {
      if unit.type == AV1Units.sequence { return Array(unit.payload) }
    }
    return nil
  }

  package func picture(in packet: UnsafeRawBufferPointer) throws(CodingObstacle) -> CodedPicture {
    var units = AV1Units(packet)
    var frames: [AV1Sequence.Frame] = []
    var format: [UInt8] = []
    while let unit = try units.next() {
      guard unit.layer == 0 else { throw .layers }
      switch unit.type {
      case AV1Units.sequence:
        format = Array(unit.payload)
        current.sequence = try AV1Sequence(unit.payload)
      case AV1Units.header, AV1Units.frame:
        guard let sequence = current.sequence else { throw .noParameterSets }
        frames.append(try sequence.frame(unit))
      case AV1Units.tileList: throw .layers
      default: break
      }
    }
    guard let first = frames.first, frames.count(where: \.isShown) == 1 else {
      throw .notOnePicture
    }
    let isFresh = first.isKey && first.isShown
    if isFresh, format.isEmpty { format = sequence }
    guard !isFresh || !format.isEmpty else { throw .noParameterSets }
    return CodedPicture(isFresh: isFresh, isReference: true, number: 0, format: format)
  }

  package func follow(
    _ picture: CodedPicture, _ references: inout ReferencePictures
  ) throws(CodingObstacle) {}
}

/// The open bitstream units (OBUs) of an AV1 packet.
struct AV1Units {
  static let sequence = 1, header = 3, frame = 6, tileList = 8

  /// A unit without its header.
  struct Unit {
    var type: Int
    /// The spatial and the temporal layer.
    var layer, temporalLayer: Int
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
    var (layer, temporalLayer) = (0, 0)
    if head & 4 != 0 {
      guard at < packet.count else { throw .damage }
      (layer, temporalLayer) = (Int(packet[at] >> 3 & 3), Int(packet[at] >> 5))
      at += 1
    }
    let size = head & 2 != 0 ? try length() : packet.count - at
    guard size <= packet.count - at else { throw .damage }
    defer { at += size }
    return Unit(
      type: Int(head >> 3 & 0xf), layer: layer, temporalLayer: temporalLayer,
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
