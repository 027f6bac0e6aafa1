// SPDX-License-Identifier: Apache-2.0

package import LibAV

/// The reference to packets that are copied from a source, one per frame.
package struct CopyReference: Hashable {
  /// The total size of the packets in bytes.
  package var bytes: Int64
  /// The checksum of their bytes and positions.
  var checksum: UInt64
}

/// Accumulates the reference of copied packets.
package struct CopySum {
  private var checksum = Checksum()
  private var bytes: Int64 = 0

  package init() {}

  /// Adds the next packet, which is shown as frame `place`.
  package mutating func add(_ packet: borrowing Packet, _ place: Int) {
    withUnsafeBytes(of: UInt64(place).littleEndian) { checksum.update($0) }
    checksum.update(packet.bytes)
    bytes += Int64(packet.bytes.count)
  }

  /// The reference to all packets so far.
  package var reference: CopyReference {
    CopyReference(bytes: bytes, checksum: checksum.value)
  }
}
