// SPDX-License-Identifier: Apache-2.0

public import AV
public import Actions
import Foundation

/// Writes a segment file, packet by packet.
///
/// The file is complete, and on the disk, only after `finish`; dropping a writer before leaves a
/// file that no reader takes.
public struct SegmentWriter: ~Copyable {
  private let file: Int32
  private let path: String
  private var buffer: [UInt8] = []
  private var checksum = Checksum()
  private var packets: UInt64 = 0
  private var bytesWritten: Int64 = 0

  /// A new file at `path`; what was there is overwritten.
  public init(path: String, stream: SegmentStream) throws(RenderFailure) {
    let header: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      header = try encoder.encode(stream)
    } catch { preconditionFailure("a stream's description can always be encoded: \(error)") }
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    self.path = path
    guard file >= 0 else { throw SegmentWriter.failure("create", path) }
    buffer.append(contentsOf: SegmentFormat.magic)
    try flush(isChecked: false)
    append(SegmentFormat.version)
    append(UInt32(header.count))
    buffer.append(contentsOf: header)
    try flush()
  }

  deinit { if file >= 0 { close(file) } }

  /// Appends a packet; its times must be known.
  public mutating func write(_ packet: borrowing Packet) throws(RenderFailure) {
    let bytes = packet.bytes
    precondition(bytes.count <= SegmentFormat.maximumBytes, "a packet beyond all bounds")
    buffer.append(SegmentFormat.packetMark)
    append(UInt32(packet.isKey ? 1 : 0))
    append(UInt32(bytes.count))
    append(packet.presentation ?? 0)
    append(packet.decoding ?? 0)
    append(packet.duration)
    append(UInt32(clamping: packet.trim.start))
    append(UInt32(clamping: packet.trim.end))
    try flush()
    try put(bytes)
    packets += 1
  }

  /// Completes the file with the number of `frames` (or samples) and waits until it is on the disk.
  ///
  /// - Returns: The size of the file in bytes.
  public mutating func finish(frames: Int64) throws(RenderFailure) -> Int64 {
    buffer.append(SegmentFormat.endMark)
    append(packets)
    append(frames)
    try flush()
    append(checksum.value)
    try flush(isChecked: false)
    guard fsync(file) == 0 else { throw SegmentWriter.failure("write", path) }
    return bytesWritten
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { buffer.append(contentsOf: $0) }
  }

  private mutating func flush(isChecked: Bool = true) throws(RenderFailure) {
    let pending = buffer
    buffer.removeAll(keepingCapacity: true)
    var failure: RenderFailure?
    pending.withUnsafeBytes { bytes in
      do throws(RenderFailure) { try put(bytes, isChecked: isChecked) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private mutating func put(
    _ bytes: UnsafeRawBufferPointer, isChecked: Bool = true
  ) throws(RenderFailure) {
    if isChecked { checksum.update(bytes) }
    var done = 0
    while done < bytes.count {
      let count = systemWrite(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SegmentWriter.failure("write", path) }
      done += count
    }
    bytesWritten += Int64(done)
  }

  private static func failure(_ verb: String, _ path: String) -> RenderFailure {
    let reason = String(cString: strerror(errno))
    return RenderFailure(
      kind: .disk, message: "cannot \(verb) a segment file: \(reason)", log: [path])
  }
}

/// `write(2)`, where a method of that name hides it.
private let systemWrite = write
