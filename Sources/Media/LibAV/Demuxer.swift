// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims
import Glibc

/// An open media file, read packet by packet.
///
/// It opens this file only: no other protocol, playlist or image sequence, whatever the file's name or
/// contents. Reading fails when input takes too long.
public struct Demuxer: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>
  private let deadline: UnsafeMutablePointer<reel_deadline>
  private let name: String
  let path: String
  /// The source of presentation times in containers that have none.
  private let order: PresentationOrder?
  private var parts: TimeParts
  /// True for formats in whose files times may begin anew.
  private let mayRestart: Bool
  /// Errors that the container logged while its header was read.
  public let headerLog: [String]
  /// Errors that the container logged while packets were read ahead to probe the streams.
  ///
  /// Those packets are delivered later without a log.
  public let readAheadLog: [String]

  /// The formats that may be opened: ordinary media, none that refers to other files.
  private static let formats = [
    "mov", "matroska", "webm", "avi", "mpegts", "mpeg", "mpegvideo", "flv", "asf", "ogg", "mxf",
    "gif", "apng", "ivf", "dv", "h264", "hevc", "m4v", "av1", "obu", "nut", "rm", "wav", "w64",
    "mp3", "aac", "flac", "aiff", "caf", "ac3", "eac3", "dts", "amr", "au", "tta", "wv", "ape",
  ]

  /// The longest time that one call may wait for input, in microseconds.
  private static let patience: Int64 = 20_000_000

  /// The formats of files that may be put one behind the other.
  private static let joinable: Set = ["mpeg", "mpegts", "flv", "ogg"]

  /// Opens the file at the absolute `path` and probes its streams as far as `depth` requires.
  ///
  /// - Parameter restarts: Where times begin anew, as found before; nil to find that while it is read from its start.
  public init(
    path: String, maximumPixels: Int = 100_000_000, depth: Depth = .streams,
    restarts: [TimeRestart]? = nil
  ) throws(AVError) {
    reel_log_install()
    let name = String(path.split(separator: "/").last ?? "")
    let call = "open '\(name)'"
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw AVError(.notFound, call, because: "not an absolute path")
    }
    guard let context = avformat_alloc_context() else { throw AVError.noMemory(call) }
    let deadline = UnsafeMutablePointer<reel_deadline>.allocate(capacity: 1)
    deadline.initialize(to: reel_deadline())
    reel_deadline_set(deadline, Demuxer.patience)
    context.pointee.interrupt_callback = AVIOInterruptCB(
      callback: reel_deadline_is_over, opaque: deadline)

    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "format_whitelist", Demuxer.formats.joined(separator: ","), 0)
    av_dict_set(&options, "probesize", "10000000", 0)
    av_dict_set(&options, "analyzeduration", "10000000", 0)
    av_dict_set(&options, "max_streams", "64", 0)
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let code = avformat_open_input(&opened, "file:" + path, nil, &options)
    av_dict_free(&options)
    guard code >= 0, let opened else {
      let error = AVError(code, call)
      deadline.deallocate()
      throw error
    }
    // Parser messages about streams that begin in the middle do not indicate damage.
    let sender = "[\(String(cString: opened.pointee.iformat.pointee.name))]"
    let header = capturedLog().filter { $0.hasPrefix(sender) }
    let isHeaderEnough =
      switch depth {
      case .header: true
      case .packetsOfOne(let stream): isToldByHeader(stream, of: opened)
      case .streams, .packets: false
      }
    let found =
      isHeaderEnough ? 0 : findStreams(opened, depth, maximumPixels: maximumPixels)
    guard found >= 0 else {
      let error = AVError(found, "read the streams of '\(name)'")
      var opened: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&opened)
      deadline.deallocate()
      throw error
    }
    pointer = opened
    headerLog = header
    readAheadLog = Array(
      capturedLog().filter { $0.hasPrefix(sender) }.dropFirst(header.count))
    self.deadline = deadline
    self.name = name
    self.path = path
    order = PresentationOrder(opened, path: path)
    parts = TimeParts(restarts)
    mayRestart =
      Demuxer.joinable.contains(String(cString: opened.pointee.iformat.pointee.name))
      && restarts?.isEmpty != true
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&context)
    deadline.deallocate()
  }

  /// libavformat's short name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var format: String { String(cString: pointer.pointee.iformat.pointee.name) }

  /// True for a stream of pictures without a container, which has no times.
  public var isRaw: Bool {
    [
      "h264", "hevc", "m4v", "mpegvideo", "mjpeg", "vc1", "av1", "obu", "h261", "h263", "cavsvideo",
    ].contains(format)
  }

  /// The container's start time; nil when unknown.
  public var start: Time? {
    let start = pointer.pointee.start_time
    return start == Int64.min ? nil : Time(start, over: Int64(AV_TIME_BASE))
  }

  /// The container's description of its streams, by index.
  public var streams: [StreamInfo] {
    (0..<Int(pointer.pointee.nb_streams)).compactMap { index in
      pointer.pointee.streams[index].map { StreamInfo($0) }
    }
  }

  /// The decoder parameters of `stream` before its first packet; nil if there is no such stream.
  public func parameters(of stream: Int) -> CodecParameters? {
    guard stream >= 0, stream < Int(pointer.pointee.nb_streams),
      let source = pointer.pointee.streams[stream]?.pointee.codecpar
    else { return nil }
    return CodecParameters(source.pointee)
  }

  /// Reads packets of the streams in `wanted` only; packets of other streams are discarded.
  public func select(_ wanted: [Int]) {
    for index in 0..<Int(pointer.pointee.nb_streams) {
      pointer.pointee.streams[index]?.pointee.discard =
        wanted.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// Reads the next packet in file order; returns false at the end.
  public mutating func read(into packet: borrowing Packet) throws(AVError) -> Bool {
    guard let order else { return try readNext(into: packet) }
    let isThere = try order.read(into: packet) { packet throws(AVError) in
      try readNext(into: packet) ? capturedLog() : nil
    }
    // Where the times of the file are few, all others are known only now.
    if isThere, order.counts { joinParts(packet) }
    return isThere
  }

  /// True if presentation times of `stream` follow from its decoding order.
  public func orders(_ stream: Int) -> Bool { order?.isOf(stream) ?? false }

  private mutating func readNext(into packet: borrowing Packet) throws(AVError) -> Bool {
    reel_log_clear()
    reel_deadline_set(deadline, Demuxer.patience)
    av_packet_unref(packet.pointer)
    let code = av_read_frame(pointer, packet.pointer)
    if isEnd(code) {
      // A read error (a failing disk, a truncated file) also looks like the end.
      if let input = pointer.pointee.pb, input.pointee.error < 0, !isEnd(input.pointee.error) {
        throw AVError(input.pointee.error, "read '\(name)'")
      }
      return false
    }
    do throws(AVError) { try check(code, "read '\(name)'") } catch {
      // The file is open, so such a failure can only be caused by its data.
      throw error.kind == .inputOutput ? error : error.ofData
    }
    if order?.counts != true { joinParts(packet) }
    dropTag(before: packet)
    return keepWholeSamples(of: packet)
  }

  /// Has the times of a packet go on where they begin anew in the file.
  private mutating func joinParts(_ packet: borrowing Packet) {
    guard mayRestart else { return }
    shift(packet)
    if packet.isDamaged, isLastOfPart(at: packet.position, size: packet.bytes.count) {
      packet.pointer.pointee.flags &= ~AV_PKT_FLAG_CORRUPT
    }
  }

  /// Leaves out a tag (ID3v2) before the frame of MPEG audio in a packet, as it stands where files were put one behind the other.
  private func dropTag(before packet: borrowing Packet) {
    let bytes = packet.bytes
    guard bytes.count > 10, bytes.starts(with: "ID3".utf8), bytes[6..<10].allSatisfy({ $0 < 0x80 })
    else { return }
    let size = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
    guard size + 2 <= bytes.count, bytes[size] == 0xFF, bytes[size + 1] & 0xE0 == 0xE0,
      pointer.pointee.streams[packet.stream]?.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_MP3
    else { return }
    packet.pointer.pointee.data += size
    packet.pointer.pointee.size -= Int32(size)
  }

  /// Where times begin anew, as far as that was found or is known.
  public var restarts: [TimeRestart] { parts.restarts }

  /// True for a `stream` without the restart that another one has, in the part of the file that has been read.
  public func isTorn(_ stream: Int) -> Bool { parts.isTorn(stream) }

  /// True for a packet of `size` bytes at `position` among the last before a restart that is known: a container that
  /// numbers its packets takes the first behind it for a loss.
  public func isLastOfPart(at position: Int64, size: Int) -> Bool {
    position >= 0 && parts.isLast(at: position, size: size)
  }

  /// Adds to the times of a packet what is missing in them where times began anew before it.
  private mutating func shift(_ packet: borrowing Packet) {
    guard let source = pointer.pointee.streams[packet.stream] else { return }
    let base = Time(source.pointee.time_base)
    let position = packet.pointer.pointee.pos
    // Times at which pictures are shown go back and forth; those at which they are decoded do not.
    let offset = parts.offset(
      of: packet.stream, at: packet.decoding.map { Time(ticks: $0, base: base) },
      shown: packet.presentation.map { Time(ticks: $0, base: base) }, isKey: packet.isKey,
      lasting: Time(ticks: packet.duration, base: base), position: position < 0 ? nil : position,
      rate: pictureRate)
    if offset == .zero { return }
    let ticks = (offset / base).rounded
    // Times of hostile files may be near the greatest there are.
    func moved(_ time: Int64?) -> Int64? {
      time.map { time in
        let (sum, overflow) = time.addingReportingOverflow(ticks)
        return overflow ? time : sum
      }
    }
    (packet.presentation, packet.decoding) = (moved(packet.presentation), moved(packet.decoding))
  }

  private var pictureRate: FrameRate? {
    for index in 0..<Int(pointer.pointee.nb_streams) {
      guard let stream = pointer.pointee.streams[index],
        stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
      else { continue }
      let rates = [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate]
      guard let rate = rates.first(where: { $0.num > 0 && $0.den > 0 }) else { continue }
      return FrameRate(Int64(rate.num), over: Int64(rate.den))
    }
    return nil
  }

  /// Returns true if the container does not know the length of the samples of `stream`: written
  /// into a pipe, its header gives none, or the largest number.
  public func isOpenEnded(_ stream: Int) -> Bool {
    guard stream >= 0, stream < Int(pointer.pointee.nb_streams),
      let source = pointer.pointee.streams[stream],
      av_get_exact_bits_per_sample(source.pointee.codecpar.pointee.codec_id) > 0
    else { return false }
    if isDurationEstimated {
      // libavformat passes over a size that the file does not have, also where the file is cut off.
      return writtenSize.map(Demuxer.isNoSize) ?? true
    }
    let parameters = source.pointee.codecpar.pointee
    guard let ticks = sane(source.pointee.duration), parameters.sample_rate > 0 else { return true }
    let samples = Time(ticks: ticks, base: Time(source.pointee.time_base))
    let bytes = (samples * Time(Int64(parameters.sample_rate) * Int64(parameters.block_align)))
      .rounded
    return Demuxer.isNoSize(bytes)
  }

  /// Returns true if `bytes` stands for an unknown size: none, or the largest number of 31 or 32
  /// bits, or less by a header or a block.
  private static func isNoSize(_ bytes: Int64) -> Bool {
    [0, Int64(1) << 31, 1 << 32].contains { (bytes - $0).magnitude <= ($0 == 0 ? 0 : 1 << 16) }
  }

  /// The size of a WAV's samples as its header has it; nil for other formats.
  private var writtenSize: Int64? {
    guard format == "wav", let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
      bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
    var head = [UInt8](repeating: 0, count: 12)
    guard fread(&head, 1, 12, file) == 12, head.starts(with: Array("RIFF".utf8)) else { return nil }
    while fread(&head, 1, 8, file) == 8 {
      let size = number(head[4..<8])
      if head.starts(with: Array("data".utf8)) { return size }
      guard fseek(file, Int(size + size % 2), SEEK_CUR) == 0 else { return nil }
    }
    return nil
  }

  /// Leaves the whole samples of a packet that ends early as its file does not know where it ends, which is no damage; returns
  /// false where there are none.
  private func keepWholeSamples(of packet: borrowing Packet) -> Bool {
    guard packet.isDamaged, isOpenEnded(packet.stream),
      let source = pointer.pointee.streams[packet.stream]
    else { return true }
    packet.pointer.pointee.flags &= ~AV_PKT_FLAG_CORRUPT
    let block = source.pointee.codecpar.pointee.block_align
    if block > 0 { packet.pointer.pointee.size -= packet.pointer.pointee.size % block }
    return packet.pointer.pointee.size > 0
  }

  /// Seeks to the last key frame of `stream` at or before `timestamp` (in the stream's ticks), or to the start of the file where
  /// times are known from there alone.
  public mutating func seek(stream: Int, to timestamp: Int64) throws(AVError) {
    reel_log_clear()
    reel_deadline_set(deadline, Demuxer.patience)
    order?.restart()
    parts.move()
    if !parts.restarts.isEmpty, let source = pointer.pointee.streams[stream] {
      // The same time may be in several parts: only where a part begins is known.
      let place = parts.position(of: Time(ticks: timestamp, base: Time(source.pointee.time_base)))
      try check(av_seek_frame(pointer, -1, place, AVSEEK_FLAG_BYTE), "seek in '\(name)'")
      return
    }
    if order?.mustBeCounted(stream) == true {
      try check(av_seek_frame(pointer, -1, 0, AVSEEK_FLAG_BYTE), "seek in '\(name)'")
      return
    }
    let code = av_seek_frame(pointer, Int32(stream), timestamp, AVSEEK_FLAG_BACKWARD)
    try check(code, "seek in '\(name)'")
  }

  /// The index entry of the last key frame at or before `timestamp`; nil if the container has no index.
  ///
  /// Both are in the stream's ticks; some formats use decoding times.
  public func notedKeyFrame(stream: Int, before timestamp: Int64) -> Int64? {
    guard stream < Int(pointer.pointee.nb_streams), parts.restarts.isEmpty,
      let source = pointer.pointee.streams[stream]
    else { return nil }
    let index = av_index_search_timestamp(source, timestamp, AVSEEK_FLAG_BACKWARD)
    guard index >= 0, let entry = avformat_index_get_entry(source, index) else { return nil }
    return entry.pointee.timestamp
  }

  /// libav's log of the last read, which includes problems that were no error.
  public var lastLog: [String] { order?.log ?? capturedLog() }
}
