// SPDX-License-Identifier: Apache-2.0

package import Actions
import Glibc

/// A segment file read forwards through one piece of memory, which serves many files one after the
/// other.
///
/// What it gives lies in that memory and is good until the next call. The memory grows no larger
/// than the largest part that is asked for, and a part that the file is too short for is refused
/// before there is memory for it. The checksum is worked out as the bytes come in.
package struct SegmentWindow: ~Copyable {
  /// Bytes asked of the system at a time; they are used while they are in the processor's cache.
  private static let readBytes = 1 << 18
  /// libav's bit readers may look so far beyond the end of a packet.
  private static let slackBytes = 64

  private var memory: UnsafeMutableRawBufferPointer
  /// The bytes in memory that have not been given yet.
  private var held = 0..<0
  private var file: Int32 = -1
  /// The file.
  private(set) var path = ""
  /// Size of the file in bytes when it was opened.
  private(set) var size = 0
  /// Bytes of the file that are not in memory yet.
  private var unread = 0
  /// The checksum of what has been read and is covered by it.
  private(set) var checksum = Checksum()

  /// A window on no file yet.
  package init() { memory = SegmentWindow.allocate(SegmentWindow.readBytes) }

  deinit {
    memory.deallocate()
    if file >= 0 { close(file) }
  }

  private static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count + slackBytes, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }

  private var capacity: Int { memory.count - SegmentWindow.slackBytes }

  /// Starts with the file at `path`; the one before is closed.
  package mutating func open(_ path: String) throws(RenderFailure) {
    if file >= 0 { close(file) }
    (held, unread, size, checksum) = (0..<0, 0, 0, Checksum())
    self.path = path
    file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else { throw failure(because: errno) }
    size = Int(status.st_size)
    unread = size
  }

  /// Bytes of the file that have not been given yet.
  var left: Int { held.count + unread }

  /// The next byte, which stays the next one.
  mutating func peek() throws(RenderFailure) -> UInt8 {
    if held.isEmpty { try fill(1) }
    return memory[held.lowerBound]
  }

  /// The next `count` bytes.
  mutating func take(_ count: Int) throws(RenderFailure) -> UnsafeRawBufferPointer {
    if count > held.count { try fill(count) }
    let start = held.lowerBound
    held = (start + count)..<held.upperBound
    return UnsafeRawBufferPointer(rebasing: memory[start..<start + count])
  }

  /// The last `count` bytes of the file, wherever reading has come to.
  func last(_ count: Int) throws(RenderFailure) -> [UInt8] {
    guard size >= count else { throw .damagedSegment(path, "it was cut off") }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(file, &bytes, count, off_t(size - count))
    guard got >= 0 else { throw failure(because: errno) }
    guard got == count else { throw .damagedSegment(path, "it was cut off") }
    return bytes
  }

  /// Reads on until `count` bytes are held.
  private mutating func fill(_ count: Int) throws(RenderFailure) {
    guard count <= left else { throw .damagedSegment(path, "it was cut off") }
    if count > capacity {
      let larger = SegmentWindow.allocate(count)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[held]))
      memory.deallocate()
      memory = larger
    } else if held.lowerBound > 0, let base = memory.baseAddress {
      memmove(base, base + held.lowerBound, held.count)
    }
    held = 0..<held.count
    while held.count < count {
      let room = memory[held.upperBound..<capacity]
      let got = read(
        file, UnsafeMutableRawBufferPointer(rebasing: room).baseAddress, min(room.count, unread))
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw failure(because: errno) }
      guard got > 0 else { throw .damagedSegment(path, "it was cut off") }
      sum(UnsafeRawBufferPointer(rebasing: memory[held.upperBound..<held.upperBound + got]))
      held = 0..<(held.upperBound + got)
      unread -= got
    }
  }

  /// Takes the bytes that have just been read into the checksum, as far as it covers them.
  private mutating func sum(_ bytes: UnsafeRawBufferPointer) {
    let start = size - unread
    let covered =
      SegmentFormat.magic
      .count..<max(
        SegmentFormat.magic.count, size - SegmentFormat.checksumBytes)
    let part = covered.clamped(to: start..<start + bytes.count)
    checksum.update(
      UnsafeRawBufferPointer(rebasing: bytes[part.lowerBound - start..<part.upperBound - start]))
  }

  private func failure(because code: Int32) -> RenderFailure {
    .damagedSegment(path, String(cString: strerror(code)))
  }
}

extension RenderFailure {
  /// The segment file at `path` cannot be used.
  static func damagedSegment(_ path: String, _ reason: String = "it is damaged") -> RenderFailure {
    RenderFailure(kind: .disk, message: "cannot read a segment file: \(reason)", log: [path])
  }
}
