// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// A media file being written, packet by packet.
///
/// Call `addStream`, then `start`, then `write` in order of decoding time across all streams, then `finish`. A
/// muxer that is dropped before `finish` leaves a broken file behind, which the caller removes.
public struct Muxer: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>
  private let name: String
  private let output: MuxerOutput

  /// A file at the absolute `path` in libavformat's format `container`, such as `mp4`.
  public init(path: String, container: String) throws(AVError) {
    reel_log_install()
    let name = String(path.split(separator: "/").last ?? "")
    let call = "write '\(name)'"
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw AVError(.notFound, call, because: "not an absolute path")
    }
    var context: UnsafeMutablePointer<AVFormatContext>?
    let code = avformat_alloc_output_context2(&context, nil, container, nil)
    guard code >= 0, let context else { throw AVError(code, "find container '\(container)'") }
    reel_format_set_bitexact(context)
    context.pointee.avoid_negative_ts = 0
    // The output collects large blocks; flushing after every packet would defeat that.
    context.pointee.flush_packets = 0
    do throws(AVError) {
      output = try MuxerOutput(path: path, call: call)
    } catch {
      avformat_free_context(context)
      throw error
    }
    context.pointee.pb = output.context
    pointer = context
    self.name = name
  }

  deinit { avformat_free_context(pointer) }

  /// Adds a stream; returns its index.
  ///
  /// - Parameters:
  ///   - timeBase: Preferred seconds per tick; `timeBase(of:)` returns the one that is used.
  ///   - rate: The frame rate of pictures, for formats that store it.
  ///   - tag: The container's four-character code of the codec, if it has several.
  ///   - displayMatrix: The display matrix (3 × 3, row by row), for formats that store it.
  ///   - sampleAspect: Sample aspect ratio.
  public mutating func addStream(
    _ parameters: CodecParameters, timeBase: Time, rate: FrameRate? = nil, tag: String? = nil,
    displayMatrix: [Int32]? = nil, sampleAspect: Time = Time(1)
  ) throws(AVError) -> Int {
    let stream = try newStream(timeBase, tag: tag) { raw throws(AVError) in
      try parameters.fill(raw)
    }
    if let rate {
      stream.pointee.avg_frame_rate = AVRational(rate.perSecond)
      stream.pointee.r_frame_rate = AVRational(rate.perSecond)
    }
    if let displayMatrix {
      precondition(displayMatrix.count == 9, "a matrix of other than nine numbers")
      try check(
        reel_stream_set_display_matrix(stream, displayMatrix), "turn the pictures of '\(name)'")
    }
    stream.pointee.disposition = AV_DISPOSITION_DEFAULT
    if !parameters.isSound {
      stream.pointee.sample_aspect_ratio = AVRational(sampleAspect)
      stream.pointee.codecpar.pointee.sample_aspect_ratio = AVRational(sampleAspect)
    }
    return Int(stream.pointee.index)
  }

  /// Adds a stream of captions; returns its index.
  ///
  /// - Parameters:
  ///   - codec: libavcodec's name of the codec: `mov_text`, `subrip` or `webvtt`.
  ///   - header: The codec's configuration; empty for none.
  ///   - tag: The container's four-character code of the codec, if it has several.
  ///   - isDefault: Whether players show it at first.
  public mutating func addCaptions(
    codec: String, header: [UInt8], timeBase: Time, tag: String? = nil, isDefault: Bool
  ) throws(AVError) -> Int {
    guard let descriptor = avcodec_descriptor_get_by_name(codec) else {
      throw AVError(.unsupported, "write '\(name)'", because: "no codec '\(codec)'")
    }
    let stream = try newStream(timeBase, tag: tag) { raw throws(AVError) in
      raw.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
      raw.pointee.codec_id = descriptor.pointee.id
      try raw.setExtradata(header)
    }
    stream.pointee.disposition = isDefault ? AV_DISPOSITION_DEFAULT : 0
    return Int(stream.pointee.index)
  }

  func newStream(
    _ timeBase: Time, tag: String?,
    fill: (UnsafeMutablePointer<AVCodecParameters>) throws(AVError) -> Void
  ) throws(AVError) -> UnsafeMutablePointer<AVStream> {
    guard let stream = avformat_new_stream(pointer, nil), let raw = stream.pointee.codecpar else {
      throw AVError.noMemory("write '\(name)'")
    }
    try fill(raw)
    if let tag {
      raw.pointee.codec_tag = tag.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    stream.pointee.time_base = AVRational(timeBase)
    return stream
  }

  /// Sets the HDR metadata of stream `index`, in formats that store it; call it before `start`.
  public mutating func setLight(ofStream index: Int, to light: LightTags) throws(AVError) {
    guard let stream = pointer.pointee.streams[index] else { return }
    var raw = light.raw
    try check(reel_stream_set_light(stream, &raw), "tell the light of '\(name)'")
  }

  /// Sets a private option of the container; call it before `start`.
  public mutating func set(_ option: String, to value: String) throws(AVError) {
    let code = av_opt_set(pointer, option, value, AV_OPT_SEARCH_CHILDREN)
    try check(code, "set '\(option)' to '\(value)' for '\(name)'")
  }

  /// Writes the header.
  public mutating func start() throws(AVError) {
    reel_log_clear()
    try check(avformat_write_header(pointer, nil), "write the header of '\(name)'")
  }

  /// Seconds per tick of the times in a stream's packets, valid after `start`.
  public func timeBase(of stream: Int) -> Time {
    pointer.pointee.streams[stream].map { Time($0.pointee.time_base) } ?? Time(1)
  }

  /// Writes a packet whose times are in its stream's time base; `packet` keeps its data.
  public mutating func write(_ packet: borrowing Packet) throws(AVError) {
    reel_log_clear()
    try check(av_write_frame(pointer, packet.pointer), "write '\(name)'")
  }

  /// Writes remaining data and closes the file.
  public mutating func finish() throws(AVError) {
    reel_log_clear()
    try check(av_write_trailer(pointer), "finish '\(name)'")
    try check(output.finish(), "close '\(name)'")
  }
}
