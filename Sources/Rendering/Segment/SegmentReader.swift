// SPDX-License-Identifier: Apache-2.0

public import AV
public import Actions
import Foundation

/// Reads a segment file, packet by packet, and notices when it is damaged or cut off.
public struct SegmentReader: ~Copyable {
  /// What the packets are.
  public let stream: SegmentStream
  private let file: Int32
  private let path: String
  private var checksum: Checksum
  private var packets: UInt64 = 0
  private var frameCount: Int64?

  /// Opens the segment file at `path`.
  public init(path: String) throws(RenderFailure) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw SegmentReader.failure(path, String(cString: strerror(errno)))
    }
    do throws(RenderFailure) {
      var checksum = Checksum()
      let magic = try SegmentReader.take(SegmentFormat.magic.count, file, path)
      guard magic == SegmentFormat.magic else {
        throw SegmentReader.failure(path, "not a segment file")
      }
      var header = try SegmentReader.take(8, file, path)
      let version = SegmentReader.number(header, 0, UInt32.self)
      let length = Int(SegmentReader.number(header, 4, UInt32.self))
      guard version == SegmentFormat.version, length <= SegmentFormat.maximumBytes else {
        throw SegmentReader.failure(path, "version \(version) is not supported")
      }
      let json = try SegmentReader.take(length, file, path)
      header += json
      header.withUnsafeBytes { checksum.update($0) }
      do {
        stream = try JSONDecoder().decode(SegmentStream.self, from: Data(json))
      } catch { throw SegmentReader.failure(path, "its header is damaged") }
      self.checksum = checksum
    } catch {
      close(file)
      throw error
    }
    self.file = file
    self.path = path
  }

  deinit { close(file) }

  /// The next packet, in decoding order; nil after the last, once the checksum has been found right.
  public mutating func next() throws(RenderFailure) -> Packet? {
    if frameCount != nil { return nil }
    let mark = try SegmentReader.take(1, file, path)
    guard mark[0] == SegmentFormat.packetMark else {
      guard mark[0] == SegmentFormat.endMark else {
        throw SegmentReader.failure(path, "it is damaged")
      }
      try checkEnd(mark)
      return nil
    }
    let header = mark + (try SegmentReader.take(SegmentFormat.packetHeaderBytes - 1, file, path))
    let size = Int(SegmentReader.number(header, 5, UInt32.self))
    guard size <= SegmentFormat.maximumBytes else {
      throw SegmentReader.failure(path, "it is damaged")
    }
    let bytes = try SegmentReader.take(size, file, path)
    header.withUnsafeBytes { checksum.update($0) }
    bytes.withUnsafeBytes { checksum.update($0) }
    packets += 1
    do throws(AVError) {
      let packet = try bytes.packet()
      packet.isKey = SegmentReader.number(header, 1, UInt32.self) & 1 != 0
      packet.presentation = SegmentReader.number(header, 9, Int64.self)
      packet.decoding = SegmentReader.number(header, 17, Int64.self)
      packet.duration = SegmentReader.number(header, 25, Int64.self)
      let start = Int(SegmentReader.number(header, 33, UInt32.self))
      let end = Int(SegmentReader.number(header, 37, UInt32.self))
      if start != 0 || end != 0 { packet.trim = (start, end) }
      return packet
    } catch { throw RenderFailure(reading: error) }
  }

  /// The number of frames or samples; known after the last packet has been read.
  public var frames: Int64? { frameCount }

  private mutating func checkEnd(_ mark: [UInt8]) throws(RenderFailure) {
    let trailer = mark + (try SegmentReader.take(SegmentFormat.trailerBytes - 1, file, path))
    trailer.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[..<17])) }
    guard SegmentReader.number(trailer, 1, UInt64.self) == packets,
      SegmentReader.number(trailer, 17, UInt64.self) == checksum.value
    else { throw SegmentReader.failure(path, "it is damaged") }
    frameCount = SegmentReader.number(trailer, 9, Int64.self)
  }

  private static func number<Number: FixedWidthInteger>(
    _ bytes: [UInt8], _ offset: Int, _ type: Number.Type
  ) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  private static func take(
    _ count: Int, _ file: Int32, _ path: String
  ) throws(RenderFailure) -> [UInt8] {
    var problem: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let got = read(file, buffer.baseAddress.map { $0 + done }, count - done)
        if got < 0 && errno == EINTR { continue }
        if got <= 0 {
          problem = got < 0 ? String(cString: strerror(errno)) : "it was cut off"
          return
        }
        done += got
      }
    }
    if let problem { throw failure(path, problem) }
    return bytes
  }

  private static func failure(_ path: String, _ reason: String) -> RenderFailure {
    RenderFailure(kind: .disk, message: "cannot read a segment file: \(reason)", log: [path])
  }
}

extension [UInt8] {
  /// A packet with these bytes.
  fileprivate func packet() throws(AVError) -> Packet {
    // Typed throws do not pass through closures that return a noncopyable value: copy by hand.
    let packet = try Packet(size: count)
    withUnsafeBytes { packet.fill(from: $0) }
    return packet
  }
}
