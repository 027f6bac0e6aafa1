// SPDX-License-Identifier: Apache-2.0

import Bitstreams
import FoundationEssentials
import Glibc
public import LibAV
public import RenderProtocol

/// Writes a segment file packet by packet.
///
/// The file is complete and synced to disk only after `finish`; dropping a writer earlier leaves a file that
/// readers reject.
public struct SegmentWriter: ~Copyable {
  /// Bytes buffered before they are written.
  private static let writeBytes = 1 << 18

  private let file: Int32
  private let path: String
  /// True if packets come with start codes, which are replaced by lengths.
  private let takesByteStream: Bool
  private var buffer: [UInt8] = []
  private var checksum = Checksum()
  private var packets: UInt64 = 0
  private var bytesWritten: Int64 = 0

  /// Creates a file at `path`, overwriting an existing one.
  public init(path: String, stream: SegmentStream) throws(RenderFailure) {
    takesByteStream = stream.h264Record != nil
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
  }

  deinit { if file >= 0 { close(file) } }

  /// Appends a packet; its times must be known.
  public mutating func write(_ packet: borrowing Packet) throws(RenderFailure) {
    let (bytes, addition) = (packet.bytes, packet.addition)
    let units = takesByteStream ? Array(NALUnits(bytes)) : []
    let size = takesByteStream ? units.reduce(0) { $0 + 4 + $1.count } : bytes.count
    precondition(
      max(size, addition.count) <= SegmentFormat.maximumBytes, "a packet beyond all bounds")
    buffer.append(SegmentFormat.packetMark)
    let kind = addition.isEmpty ? 0 : SegmentFormat.additionFlag
    append(packet.isKey ? SegmentFormat.keyFlag | kind : kind)
    append(UInt32(size))
    append(packet.presentation ?? 0)
    append(packet.decoding ?? 0)
    append(packet.duration)
    append(UInt32(clamping: packet.trim.start))
    append(UInt32(clamping: packet.trim.end))
    if !addition.isEmpty { append(UInt32(addition.count)) }
    if takesByteStream {
      for unit in units {
        append(UInt32(unit.count).byteSwapped)
        buffer.append(contentsOf: bytes[unit])
      }
    } else {
      buffer.append(contentsOf: bytes)
    }
    buffer.append(contentsOf: addition)
    if buffer.count >= SegmentWriter.writeBytes { try flush() }
    packets += 1
  }

  /// Writes a reference to packets in a source instead of packets.
  package mutating func write(_ reference: CopyReference) throws(RenderFailure) {
    precondition(packets == 0, "packets and a reference in one segment")
    buffer.append(SegmentFormat.copyMark)
    append(reference.bytes)
    append(reference.checksum)
  }

  /// Completes the file with the number of `frames` (or samples) and waits until it is synced to disk.
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

  /// Writes the buffer.
  private mutating func flush(isChecked: Bool = true) throws(RenderFailure) {
    if isChecked { buffer.withUnsafeBytes { checksum.update($0) } }
    var done = 0
    while done < buffer.count {
      let count = buffer.withUnsafeBytes {
        systemWrite(file, $0.baseAddress.map { $0 + done }, $0.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SegmentWriter.failure("write", path) }
      done += count
    }
    bytesWritten += Int64(done)
    buffer.removeAll(keepingCapacity: true)
  }

  private static func failure(_ verb: String, _ path: String) -> RenderFailure {
    let reason = String(cString: strerror(errno))
    return RenderFailure(
      kind: .disk, message: "cannot \(verb) a segment file: \(reason)", log: [path])
  }
}

/// `write(2)`, which a method of the same name hides.
private let systemWrite = write
