// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

/// A coded packet of pictures or audio, owned: libav's `AVPacket`.
public struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// An empty packet, to be filled by a demuxer or an encoder.
  public init() throws(AVError) {
    guard let packet = av_packet_alloc() else { throw AVError.noMemory("make a packet") }
    pointer = packet
  }

  /// A packet of `size` bytes, to be filled with `fill(from:)`.
  public init(size: Int) throws(AVError) {
    guard let size = Int32(exactly: size) else {
      throw AVError(.tooLarge, "make a packet", because: "it has \(size) bytes")
    }
    guard let packet = av_packet_alloc() else { throw AVError.noMemory("make a packet") }
    let code = av_new_packet(packet, size)
    if code < 0 {
      let error = AVError(code, "make a packet of \(size) bytes")
      var packet: UnsafeMutablePointer<AVPacket>? = packet
      av_packet_free(&packet)
      throw error
    }
    pointer = packet
  }

  /// Copies `bytes`, exactly as many as the packet's size, into it.
  public func fill(from bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == Int(pointer.pointee.size), "a packet of another size")
    guard let base = bytes.baseAddress, let data = pointer.pointee.data else { return }
    data.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
  }

  /// Makes the packet refer to `bytes` without copying them; its previous data and properties are released.
  ///
  /// The bytes must remain unchanged until the packet gets other data or is no longer used.
  public func lend(_ bytes: UnsafeRawBufferPointer) {
    av_packet_unref(pointer)
    pointer.pointee.data = bytes.baseAddress.map {
      UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: UInt8.self)
    }
    pointer.pointee.size = Int32(clamping: bytes.count)
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&packet)
  }

  /// Releases the data and resets all properties.
  public func clear() { av_packet_unref(pointer) }

  /// Another reference to the same data, with the same properties.
  public func reference() throws(AVError) -> Packet {
    let copy = try Packet()
    try check(av_packet_ref(copy.pointer, pointer), "share a packet")
    return copy
  }

  /// The coded bytes; valid while the packet holds them.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(pointer.pointee.size))
  }
  /// Presentation time in the stream's time base; nil when unknown.
  public var presentation: Int64? {
    get { sane(pointer.pointee.pts) }
    nonmutating set { pointer.pointee.pts = newValue ?? Int64.min }
  }
  /// Decoding time in the stream's time base; nil when unknown.
  public var decoding: Int64? {
    get { sane(pointer.pointee.dts) }
    nonmutating set { pointer.pointee.dts = newValue ?? Int64.min }
  }
  /// Duration in the stream's time base; 0 when unknown.
  public var duration: Int64 {
    get { sane(pointer.pointee.duration) ?? 0 }
    nonmutating set { pointer.pointee.duration = newValue }
  }
  /// The index of its stream.
  public var stream: Int {
    get { Int(pointer.pointee.stream_index) }
    nonmutating set { pointer.pointee.stream_index = Int32(newValue) }
  }
  /// True if decoding can start here.
  public var isKey: Bool {
    get { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    nonmutating set {
      if newValue {
        pointer.pointee.flags |= AV_PKT_FLAG_KEY
      } else {
        pointer.pointee.flags &= ~AV_PKT_FLAG_KEY
      }
    }
  }
  /// True if it is decoded but not shown (an edit list removes it).
  public var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  /// Where it begins in the file, in bytes; -1 where that is not known.
  public var position: Int64 { pointer.pointee.pos }
  /// True if the demuxer considers its data damaged.
  public var isDamaged: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
  /// Extradata that applies from this packet on, if the container says that it changes.
  public var newExtradata: UnsafeRawBufferPointer? {
    var size = 0
    return av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, &size)
      .map { UnsafeRawBufferPointer(start: $0, count: size) }
  }
  /// Data that Matroska keeps beside the packet, such as the coded alpha of VP9; empty for none.
  ///
  /// It begins with an identifier of eight bytes, and is valid while the packet holds it.
  public var addition: UnsafeRawBufferPointer {
    var size = 0
    let data = av_packet_get_side_data(pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size)
    return UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size)
  }
  /// Copies `bytes` into the packet as its `addition`.
  public func add(_ bytes: UnsafeRawBufferPointer) throws(AVError) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    guard
      let data = av_packet_new_side_data(
        pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, bytes.count)
    else { throw AVError.noMemory("keep \(bytes.count) bytes beside a packet") }
    data.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
  }
  /// Samples to drop at the start and at the end of the decoded frame: encoder delay and padding.
  public var trim: (start: Int, end: Int) {
    get {
      var size = 0
      guard
        let data = av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8
      else { return (0, 0) }
      func word(_ offset: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
      }
      return (word(0), word(4))
    }
    nonmutating set {
      guard let data = av_packet_new_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
        return
      }
      for index in 0..<4 {
        data[index] = UInt8(truncatingIfNeeded: newValue.start >> (8 * index))
        data[4 + index] = UInt8(truncatingIfNeeded: newValue.end >> (8 * index))
      }
      data[8] = 0
      data[9] = 0
    }
  }
}
