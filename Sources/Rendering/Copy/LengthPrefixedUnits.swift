// SPDX-License-Identifier: Apache-2.0

/// NAL units, each behind its length in four bytes, in memory that serves many packets.
final class LengthPrefixedUnits {
  /// libav's bit readers may look so far beyond the end of a packet.
  private static let slackBytes = 64

  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
  private var count = 0

  deinit { memory.deallocate() }

  /// What was appended; good until it changes.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Forgets all units.
  func removeAll() { count = 0 }

  /// Appends `unit`, with the first byte `head` if there is one.
  func append(_ unit: UnsafeRawBufferPointer, head: UInt8? = nil) {
    begin(unit.count)
    let start = count
    put(unit)
    if let head, !unit.isEmpty { memory[start] = head }
    end()
  }

  /// Makes room for a unit of `size` bytes, and puts that down.
  private func begin(_ size: Int) {
    let end = count + 4 + size
    if end + LengthPrefixedUnits.slackBytes > memory.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 2 * end + LengthPrefixedUnits.slackBytes, alignment: 64)
      larger.copyMemory(from: bytes)
      memory.deallocate()
      memory = larger
    }
    withUnsafeBytes(of: UInt32(size).bigEndian) { put($0) }
  }

  private func put(_ more: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + more.count])
      .copyMemory(from: more)
    count += more.count
  }

  private func end() {
    // What lies behind is read, if not used.
    for at in count..<count + LengthPrefixedUnits.slackBytes { memory[at] = 0 }
  }
}
