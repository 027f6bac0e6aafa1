// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import LibAV
public import RenderProtocol

/// Reads segment files packet by packet, and detects damaged or truncated ones.
///
/// One reader can read many files in sequence: it reuses its memory, and does not parse a header again that
/// equals the previous one.
public struct SegmentReader: ~Copyable {
  /// The stream of the packets.
  public private(set) var stream: SegmentStream
  private var window = SegmentWindow()
  /// The header that `stream` was read from.
  private var header: [UInt8] = []
  private var packets: UInt64 = 0
  private var frameCount: Int64?

  /// Opens the segment file at `path`.
  public init(path: String) throws(RenderFailure) {
    header = try SegmentReader.openHeader(path, &window)
    stream = try SegmentReader.stream(of: header, path)
  }

  /// Continues with the segment file at `path`, from its start.
  public mutating func open(_ path: String) throws(RenderFailure) {
    (packets, frameCount) = (0, nil)
    let header = try SegmentReader.openHeader(path, &window)
    guard header != self.header else { return }
    stream = try SegmentReader.stream(of: header, path)
    self.header = header
  }

  /// Opens the file at `path` and reads up to its packets; returns the header.
  private static func openHeader(
    _ path: String, _ window: inout SegmentWindow
  ) throws(RenderFailure) -> [UInt8] {
    try window.open(path)
    guard try window.take(SegmentFormat.magic.count).elementsEqual(SegmentFormat.magic) else {
      throw .damagedSegment(path, "not a segment file")
    }
    let head = try window.take(8)
    let (version, length) = (head.number(0, UInt32.self), Int(head.number(4, UInt32.self)))
    guard version == SegmentFormat.version else {
      throw .damagedSegment(path, "version \(version) is not supported")
    }
    guard length <= SegmentFormat.maximumBytes else { throw .damagedSegment(path) }
    return Array(try window.take(length))
  }

  private static func stream(
    of header: [UInt8], _ path: String
  ) throws(RenderFailure) -> SegmentStream {
    // The checksum follows at the end, so the header must be validated here.
    guard let stream = try? JSONDecoder().decode(SegmentStream.self, from: Data(header)),
      stream.isPlausible
    else { throw .damagedSegment(path, "its header is damaged") }
    return stream
  }

  /// Reads the next packet in decoding order; false after the last, once the checksum has been verified.
  ///
  /// The bytes of `packet` belong to the reader and are valid until the next call; nothing is copied.
  public mutating func next(into packet: borrowing Packet) throws(RenderFailure) -> Bool {
    if frameCount != nil { return false }
    let mark = try window.peek()
    guard mark == SegmentFormat.packetMark else {
      guard mark == SegmentFormat.endMark else { throw .damagedSegment(window.path) }
      try checkEnd()
      return false
    }
    let head = try window.take(SegmentFormat.packetHeaderBytes)
    let size = Int(head.number(5, UInt32.self))
    let (presentation, decoding) = (head.number(9, Int64.self), head.number(17, Int64.self))
    let duration = head.number(25, Int64.self)
    let (start, end) = (Int(head.number(33, UInt32.self)), Int(head.number(37, UInt32.self)))
    let flags = head.number(1, UInt32.self)
    let limit = SegmentFormat.maximumTicks
    guard size <= SegmentFormat.maximumBytes, max(presentation, decoding, duration) < limit,
      min(presentation, decoding) > -limit, duration >= 0
    else { throw .damagedSegment(window.path) }
    let hasAddition = flags & SegmentFormat.additionFlag != 0
    let extra = hasAddition ? Int(try window.take(4).number(0, UInt32.self)) : 0
    guard extra <= SegmentFormat.maximumBytes else { throw .damagedSegment(window.path) }
    let bytes = try window.take(size + extra)
    packet.lend(UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
    do throws(AVError) {
      try packet.add(UnsafeRawBufferPointer(rebasing: bytes.suffix(extra)))
    } catch {
      throw RenderFailure(reading: error)
    }
    packets += 1
    packet.isKey = flags & SegmentFormat.keyFlag != 0
    packet.presentation = presentation
    packet.decoding = decoding
    packet.duration = duration
    if start != 0 || end != 0 { packet.trim = (start, end) }
    return true
  }

  /// Reads the reference to packets in a source, before any packet; nil if the packets are in this file.
  ///
  /// If there is a reference, the whole file has been read and verified.
  package mutating func reference() throws(RenderFailure) -> CopyReference? {
    guard packets == 0, try window.peek() == SegmentFormat.copyMark else { return nil }
    let head = try window.take(SegmentFormat.copyBytes)
    let (bytes, checksum) = (head.number(1, Int64.self), head.number(9, UInt64.self))
    try checkEnd()
    // No source is larger, and smaller values cannot overflow.
    guard (0..<SegmentFormat.maximumTicks).contains(bytes) else {
      throw .damagedSegment(window.path)
    }
    return CopyReference(bytes: bytes, checksum: checksum)
  }

  /// The reason why a packet cannot be used: `failure`, unless the rest of the file shows that it is damaged.
  ///
  /// The checksum comes last, so damage can show first as invalid packets.
  package mutating func cause(
    of failure: RenderFailure, _ packet: borrowing Packet
  ) -> RenderFailure {
    guard failure.kind == .encoder else { return failure }
    do throws(RenderFailure) {
      while try next(into: packet) {}
      return failure
    } catch { return error }
  }

  /// The number of frames or samples, known after the last packet.
  public var frames: Int64? { frameCount }

  /// The file's trailer, regardless of the reading position.
  package func trailer() throws(RenderFailure) -> SegmentTrailer {
    try SegmentTrailer(endOf: window)
  }

  private mutating func checkEnd() throws(RenderFailure) {
    let trailer = try window.take(SegmentFormat.trailerBytes)
    let frames = trailer.number(9, Int64.self)
    guard trailer.number(1, UInt64.self) == packets, window.left == 0,
      trailer.number(17, UInt64.self) == window.checksum.value,
      (0..<SegmentFormat.maximumTicks).contains(frames)
    else { throw .damagedSegment(window.path) }
    frameCount = frames
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number at `offset`.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, _ type: Number.Type
  ) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
