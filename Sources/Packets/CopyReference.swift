// SPDX-License-Identifier: Apache-2.0

package import AV

/// What is kept of packets that are copied from a source, one for each frame.
package struct CopyReference: Hashable {
  /// The bytes of all of them.
  package var bytes: Int64
  /// The checksum of their bytes and places.
  var checksum: UInt64
}

/// Adds up packets that are copied.
package struct CopySum {
  private var checksum = Checksum()
  private var bytes: Int64 = 0

  package init() {}

  /// Takes in the next packet, which is shown as frame `place`.
  package mutating func add(_ packet: borrowing Packet, _ place: Int) {
    withUnsafeBytes(of: UInt64(place).littleEndian) { checksum.update($0) }
    checksum.update(packet.bytes)
    bytes += Int64(packet.bytes.count)
  }

  /// All of them.
  package var reference: CopyReference {
    CopyReference(bytes: bytes, checksum: checksum.value)
  }
}
