// SPDX-License-Identifier: Apache-2.0

/// The NAL units of a packet.
struct PacketUnits {
  private let packet: UnsafeRawBufferPointer
  private let lengthBytes: Int?
  private var byteStream: NALUnits
  private var at = 0

  /// The units of `packet`, each after a length of `lengthBytes`, or after start codes if nil.
  init(_ packet: UnsafeRawBufferPointer, lengthBytes: Int?) {
    self.packet = packet
    self.lengthBytes = lengthBytes
    let isByteStream = lengthBytes == nil
    byteStream = NALUnits(isByteStream ? packet : UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// The next unit, which is never empty; nil at the end.
  mutating func next() throws(CodingObstacle) -> UnsafeRawBufferPointer? {
    guard let lengthBytes else {
      guard let range = byteStream.next() else { return nil }
      guard !range.isEmpty else { throw .damage }
      return UnsafeRawBufferPointer(rebasing: packet[range])
    }
    guard at < packet.count else { return nil }
    guard at + lengthBytes <= packet.count else { throw .damage }
    var length = 0
    for byte in packet[at..<at + lengthBytes] { length = length << 8 | Int(byte) }
    at += lengthBytes
    guard length > 0, length <= packet.count - at else { throw .damage }
    defer { at += length }
    return UnsafeRawBufferPointer(rebasing: packet[at..<at + length])
  }
}
