// SPDX-License-Identifier: Apache-2.0

/// NAL units, each preceded by a four-byte length, in memory that is reused for many packets.
package final class LengthPrefixedUnits {
  /// libav's bit readers may read this far beyond the end of a packet.
  private static let slackBytes = 64

  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
  private var count = 0

  package init() {}

  deinit { memory.deallocate() }

  /// The appended bytes, valid until the next change.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Removes all units.
  package func removeAll() { count = 0 }

  /// Appends `unit`, replacing its first byte by `head` if given.
  func append(_ unit: UnsafeRawBufferPointer, head: UInt8? = nil) {
    let end = count + 4 + unit.count
    if end + LengthPrefixedUnits.slackBytes > memory.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 2 * end + LengthPrefixedUnits.slackBytes, alignment: 64)
      larger.copyMemory(from: bytes)
      memory.deallocate()
      memory = larger
    }
    withUnsafeBytes(of: UInt32(unit.count).bigEndian) {
      UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + 4]).copyMemory(from: $0)
    }
    UnsafeMutableRawBufferPointer(rebasing: memory[count + 4..<end]).copyMemory(from: unit)
    if let head, !unit.isEmpty { memory[count + 4] = head }
    count = end
    // Readers access these bytes, although they do not use them.
    for at in count..<count + LengthPrefixedUnits.slackBytes { memory[at] = 0 }
  }
}
