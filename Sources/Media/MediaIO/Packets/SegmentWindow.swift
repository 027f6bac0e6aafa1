// SPDX-License-Identifier: Apache-2.0

import Glibc
package import RenderProtocol

/// A forward reading window on a segment file, whose memory is reused for many files.
///
/// The returned bytes are in that memory and valid until the next call. The memory grows only to the largest
/// part requested, and a request beyond the end of the file is refused before memory is allocated. The checksum
/// is updated while bytes are read.
package struct SegmentWindow: ~Copyable {
  /// Bytes per read; they are used while they are in the CPU cache.
  private static let readBytes = 1 << 18
  /// libav's bit readers may read this far beyond the end of a packet.
  private static let slackBytes = 64

  private var memory: UnsafeMutableRawBufferPointer
  /// The bytes in memory that have not been returned yet.
  private var held = 0..<0
  private var file: Int32 = -1
  /// The path of the file.
  private(set) var path = ""
  /// Size of the file in bytes when it was opened.
  private(set) var size = 0
  /// Bytes of the file that are not in memory yet.
  private var unread = 0
  /// The checksum of the bytes read so far that it covers.
  private(set) var checksum = Checksum()

  /// A window without a file.
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

  /// Opens the file at `path` and closes the previous one.
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

  /// Bytes of the file that have not been returned yet.
  var left: Int { held.count + unread }

  /// The next byte, which is not consumed.
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

  /// The last `count` bytes of the file, regardless of the reading position.
  func last(_ count: Int) throws(RenderFailure) -> [UInt8] {
    guard size >= count else { throw .damagedSegment(path, "it was cut off") }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(file, &bytes, count, off_t(size - count))
    guard got >= 0 else { throw failure(because: errno) }
    guard got == count else { throw .damagedSegment(path, "it was cut off") }
    return bytes
  }

  /// Reads until `count` bytes are held.
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

  /// Adds the bytes that were just read to the checksum, as far as it covers them.
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
  /// The failure that the segment file at `path` cannot be used.
  static func damagedSegment(_ path: String, _ reason: String = "it is damaged") -> RenderFailure {
    RenderFailure(kind: .disk, message: "cannot read a segment file: \(reason)", log: [path])
  }
}
