// SPDX-License-Identifier: Apache-2.0

import AV

/// What is kept of packets that are copied from a source, one for each frame.
struct CopyReference: Hashable {
  /// The bytes of all of them.
  var bytes: Int64
  /// The checksum of their bytes and places.
  var checksum: UInt64
}

/// Adds up packets that are copied.
struct CopySum {
  private var checksum = Checksum()
  private var bytes: Int64 = 0

  /// Takes in the next packet, which is shown as frame `place`.
  mutating func add(_ packet: borrowing Packet, _ place: Int) {
    withUnsafeBytes(of: UInt64(place).littleEndian) { checksum.update($0) }
    checksum.update(packet.bytes)
    bytes += Int64(packet.bytes.count)
  }

  /// All of them.
  var reference: CopyReference {
    CopyReference(bytes: bytes, checksum: checksum.value)
  }
}
