// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// A decoder of one stream that turns packets into frames.
///
/// Not `Sendable`: one worker owns it for its whole life.
public struct Decoder: ~Copyable {
  let pointer: UnsafeMutablePointer<AVCodecContext>
  let name: String
  /// True if a thread that cannot be stopped is still using it.
  var isAbandoned = false
  /// The log of the decoder and its threads; it lives as long as the context.
  private let ownLog: OpaquePointer

  /// A decoder for `stream` of `demuxer`.
  ///
  /// - Parameters:
  ///   - isStrict: Whether damage is an error instead of being concealed.
  ///   - threads: Number of decoding threads; it does not affect the frames. A strict decoder of MPEG-4 has one, as
  ///     libavcodec aborts where a thread of its own finds damage (the assertion on `frame->buf[0]` in `decode.c`).
  ///   - maximumPixels: Larger pictures are refused before memory is allocated for them.
  public init(
    stream: Int, of demuxer: borrowing Demuxer, isStrict: Bool = true, threads: Int = 1,
    maximumPixels: Int = 100_000_000
  ) throws(AVError) {
    reel_log_install()
    guard stream >= 0, stream < Int(demuxer.pointer.pointee.nb_streams),
      let source = demuxer.pointer.pointee.streams[stream]
    else { throw AVError(.notFound, "open a decoder", because: "there is no stream \(stream)") }
    let info = StreamInfo(source)
    var codec = avcodec_find_decoder(source.pointee.codecpar.pointee.codec_id)
    // Only libvpx decodes the alpha channel that WebM stores in side data.
    if info.hasSeparateAlpha, info.codec == "vp9" || info.codec == "vp8" {
      codec = avcodec_find_decoder_by_name(info.codec == "vp9" ? "libvpx-vp9" : "libvpx") ?? codec
    }
    let count = isStrict && info.codec == "mpeg4" ? 1 : threads
    let (context, log) = try Decoder.allocate(codec, info.codec, count, maximumPixels)
    do throws(AVError) {
      let call = "open a decoder of \(info.codec)"
      try check(avcodec_parameters_to_context(context, source.pointee.codecpar), call)
      context.pointee.pkt_timebase = source.pointee.time_base
      try Decoder.open(context, codec, detecting: Decoder.detection(isStrict: isStrict), call)
    } catch {
      Decoder.free(context, log)
      throw error
    }
    (pointer, ownLog) = (context, log)
    name = info.codec
  }

  /// A decoder of packets that only `parameters` describe, like that of a player.
  ///
  /// - Parameter isStrict: Whether damage is an error instead of being concealed.
  public init(
    _ parameters: CodecParameters, isStrict: Bool = false, threads: Int = 1,
    maximumPixels: Int = 100_000_000
  ) throws(AVError) {
    reel_log_install()
    guard let raw = avcodec_parameters_alloc() else { throw AVError.noMemory("open a decoder") }
    defer {
      var raw: UnsafeMutablePointer<AVCodecParameters>? = raw
      avcodec_parameters_free(&raw)
    }
    try parameters.fill(raw)
    let codec = avcodec_find_decoder(raw.pointee.codec_id)
    let (context, log) = try Decoder.allocate(codec, parameters.codec, threads, maximumPixels)
    do throws(AVError) {
      let call = "open a decoder of \(parameters.codec)"
      try check(avcodec_parameters_to_context(context, raw), call)
      try Decoder.open(context, codec, detecting: Decoder.detection(isStrict: isStrict), call)
    } catch {
      Decoder.free(context, log)
      throw error
    }
    (pointer, ownLog) = (context, log)
    name = parameters.codec
  }

  /// A decoder that libavcodec calls `name` and that needs no parameters, such as `png`.
  ///
  /// It conceals damage and logs it.
  public init(
    named name: String, options: [(String, String)] = [], maximumPixels: Int = 100_000_000
  ) throws(AVError) {
    reel_log_install()
    let codec = avcodec_find_decoder_by_name(name)
    let (context, log) = try Decoder.allocate(codec, name, 1, maximumPixels)
    do throws(AVError) {
      for (key, value) in options {
        let code = av_opt_set(context, key, value, AV_OPT_SEARCH_CHILDREN)
        try check(code, "set '\(key)' of \(name)")
      }
      try Decoder.open(context, codec, detecting: AV_EF_CRCCHECK, "open a decoder of \(name)")
    } catch {
      Decoder.free(context, log)
      throw error
    }
    (pointer, ownLog) = (context, log)
    self.name = name
  }

  private static func allocate(
    _ codec: UnsafePointer<AVCodec>?, _ name: String, _ threads: Int, _ maximumPixels: Int
  ) throws(AVError) -> (UnsafeMutablePointer<AVCodecContext>, OpaquePointer) {
    guard let codec else {
      throw AVError(reel_error_unknown_codec(), "find a decoder of \(name)")
    }
    guard let context = avcodec_alloc_context3(codec) else {
      throw AVError.noMemory("open a decoder of \(name)")
    }
    context.pointee.thread_count = Int32(clamping: threads)
    context.pointee.max_pixels = Int64(maximumPixels)
    guard let log = reel_decoder_log_open(context) else {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw AVError.noMemory("open a decoder of \(name)")
    }
    return (context, log)
  }

  /// The errors that a stream's decoder detects (`AVCodecContext.err_recognition`).
  private static func detection(isStrict: Bool) -> Int32 {
    isStrict ? AV_EF_EXPLODE | AV_EF_CRCCHECK : 0
  }

  private static func open(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>?,
    detecting errors: Int32, _ call: String
  ) throws(AVError) {
    context.pointee.err_recognition |= errors
    try check(avcodec_open2(context, codec, nil), call)
  }

  private static func free(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ log: OpaquePointer
  ) {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    reel_decoder_log_close(log)
  }

  deinit { if !isAbandoned { Decoder.free(pointer, ownLog) } }

  /// Sends a packet; call it only after all frames of earlier packets have been received.
  public mutating func send(_ packet: borrowing Packet) throws(AVError) {
    reel_log_clear()
    try checkData(avcodec_send_packet(pointer, packet.pointer), "decode \(name)")
  }

  /// Signals the end of input, so that the decoder outputs the frames that it holds back.
  public mutating func sendEnd() throws(AVError) {
    reel_log_clear()
    let code = avcodec_send_packet(pointer, nil)
    if isEnd(code) { return }
    try checkData(code, "end the decoding of \(name)")
  }

  /// Receives the next frame.
  public mutating func receive(into frame: borrowing Frame) throws(AVError) -> Outcome {
    let code = avcodec_receive_frame(pointer, frame.pointer)
    if isAgain(code) { return .needsInput }
    if isEnd(code) { return .end }
    try checkData(code, "decode \(name)")
    return .filled
  }

  /// Throws an error for a negative return value of decoding, with the log of other threads.
  func checkData(_ code: Int32, _ call: @autoclosure () -> String) throws(AVError) {
    guard code < 0 else { return }
    var error = AVError(code, call()).ofData
    if error.log.isEmpty { error.log = takeLog() }
    throw error
  }

  /// The coded picture size, known after the first picture.
  ///
  /// Frames of a decoder with the option `lowres` are smaller.
  public var codedSize: PixelSize {
    PixelSize(Int(pointer.pointee.coded_width), Int(pointer.pointee.coded_height))
  }

  /// True if it reads and writes frames only during calls, and their samples lie in memory that
  /// libavcodec has allocated.
  ///
  /// Then frames that it predicts others from may be drawn on between two calls, if they are put back before the second one.
  public var isIdleBetweenCalls: Bool {
    let known = ["h264", "hevc", "mpeg4", "mpeg2video", "vp9"]
    return pointer.pointee.thread_count == 1
      && known.contains(String(cString: pointer.pointee.codec.pointee.name))
  }

  /// Discards the decoder's state, to continue after a seek or after the end.
  public mutating func flush() { avcodec_flush_buffers(pointer) }

  /// True if non-reference pictures are skipped, to reach a position quickly.
  public var skipsNonReference: Bool {
    get { pointer.pointee.skip_frame == AVDISCARD_NONREF }
    nonmutating set { pointer.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  /// True if pictures are decoded only as far as their properties require; their samples are
  /// invalid.
  public var skipsPixels: Bool {
    get { pointer.pointee.skip_loop_filter == AVDISCARD_ALL }
    nonmutating set {
      let what = newValue ? AVDISCARD_ALL : AVDISCARD_DEFAULT
      (pointer.pointee.skip_loop_filter, pointer.pointee.skip_idct) = (what, what)
    }
  }

  /// True if the deblocking filter is skipped: faster, for uses in which detail does not matter.
  public var skipsLoopFilter: Bool {
    get { pointer.pointee.skip_loop_filter == AVDISCARD_ALL }
    nonmutating set {
      pointer.pointee.skip_loop_filter = newValue ? AVDISCARD_ALL : AVDISCARD_DEFAULT
    }
  }

  /// True if the decoder outputs pictures that refer to some before its starting point, marked as
  /// damaged, instead of dropping them.
  public var showsUnrecovered: Bool {
    get { pointer.pointee.flags & Int32(AV_CODEC_FLAG_OUTPUT_CORRUPT) != 0 }
    nonmutating set {
      if newValue {
        pointer.pointee.flags |= Int32(AV_CODEC_FLAG_OUTPUT_CORRUPT)
      } else {
        pointer.pointee.flags &= ~Int32(AV_CODEC_FLAG_OUTPUT_CORRUPT)
      }
    }
  }

  /// libav's log of the last packet, which includes errors that it tolerated.
  public var lastLog: [String] { capturedLog() }

  /// The errors logged on any thread since the last call.
  ///
  /// With one thread, all of them concern the last packet sent.
  public func takeLog() -> [String] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { text in
      guard let base = text.baseAddress, reel_decoder_log_take(ownLog, base, text.count) > 0 else {
        return []
      }
      return logLines(String(cString: base))
    }
  }
}
