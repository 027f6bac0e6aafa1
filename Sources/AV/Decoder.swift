// SPDX-License-Identifier: Apache-2.0

public import Basics
import CFFmpeg
import CFFmpegShims

/// A decoder of one stream: packets in, frames out.
///
/// Not `Sendable`: one worker owns it for its whole life.
public struct Decoder: ~Copyable {
  let pointer: UnsafeMutablePointer<AVCodecContext>
  let name: String
  /// Whether a thread that cannot be stopped still uses it.
  var isAbandoned = false
  /// What it and its threads log; it lives as long as the context.
  private let ownLog: OpaquePointer

  /// A decoder for `stream` of `demuxer`.
  ///
  /// - Parameters:
  ///   - isStrict: Whether what is damaged is an error, rather than made up for.
  ///   - threads: Decoding threads; they do not change the frames.
  ///   - maximumPixels: Larger pictures are refused before their memory is taken.
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
    // Only libvpx decodes the alpha that WebM carries beside the pictures.
    if info.hasSeparateAlpha, info.codec == "vp9" || info.codec == "vp8" {
      codec = avcodec_find_decoder_by_name(info.codec == "vp9" ? "libvpx-vp9" : "libvpx") ?? codec
    }
    let (context, log) = try Decoder.allocate(codec, info.codec, threads, maximumPixels)
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

  /// A decoder of packets that are described by `parameters` alone, as a player has it who opens a film.
  ///
  /// - Parameter isStrict: Whether what is damaged is an error, rather than made up for.
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

  /// A decoder known to libavcodec as `name` that learns everything from its packets, such as `png`; it
  /// makes up for what is damaged, and logs it.
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

  /// The errors a decoder of a stream looks for (`AVCodecContext.err_recognition`).
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

  /// Gives it a packet; it takes one only after all its frames have been received.
  public mutating func send(_ packet: borrowing Packet) throws(AVError) {
    reel_log_clear()
    try checkData(avcodec_send_packet(pointer, packet.pointer), "decode \(name)")
  }

  /// Says that there are no more packets, so that the frames it holds back come out.
  public mutating func sendEnd() throws(AVError) {
    reel_log_clear()
    let code = avcodec_send_packet(pointer, nil)
    if isEnd(code) { return }
    try checkData(code, "end the decoding of \(name)")
  }

  /// Takes the next frame.
  public mutating func receive(into frame: borrowing Frame) throws(AVError) -> Outcome {
    let code = avcodec_receive_frame(pointer, frame.pointer)
    if isAgain(code) { return .needsInput }
    if isEnd(code) { return .end }
    try checkData(code, "decode \(name)")
    return .filled
  }

  /// Turns a negative return value of decoding into an error, with what other threads have logged.
  func checkData(_ code: Int32, _ call: @autoclosure () -> String) throws(AVError) {
    guard code < 0 else { return }
    var error = AVError(code, call()).ofData
    if error.log.isEmpty { error.log = takeLog() }
    throw error
  }

  /// The size of the pictures as they are coded, known after the first; frames of a decoder with the option
  /// `lowres` are smaller.
  public var codedSize: PixelSize {
    PixelSize(Int(pointer.pointee.coded_width), Int(pointer.pointee.coded_height))
  }

  /// Forgets everything, to go on after a seek or after the end.
  public mutating func flush() { avcodec_flush_buffers(pointer) }

  /// Whether pictures that no other picture needs are left out, to get to a place fast.
  public var skipsNonReference: Bool {
    get { pointer.pointee.skip_frame == AVDISCARD_NONREF }
    nonmutating set { pointer.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  /// Whether pictures are decoded only as far as it is needed to know what they are; nobody is to look at them.
  public var skipsPixels: Bool {
    get { pointer.pointee.skip_loop_filter == AVDISCARD_ALL }
    nonmutating set {
      let what = newValue ? AVDISCARD_ALL : AVDISCARD_DEFAULT
      (pointer.pointee.skip_loop_filter, pointer.pointee.skip_idct) = (what, what)
    }
  }

  /// Whether pictures are decoded without the filter that smooths the edges of blocks: faster, for those who look
  /// at no detail.
  public var skipsLoopFilter: Bool {
    get { pointer.pointee.skip_loop_filter == AVDISCARD_ALL }
    nonmutating set {
      pointer.pointee.skip_loop_filter = newValue ? AVDISCARD_ALL : AVDISCARD_DEFAULT
    }
  }

  /// Whether pictures come out, marked as damaged, that lean on some before the place where decoding
  /// began; else nothing is heard of them.
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

  /// libav's log of the last packet, for what it tolerated.
  public var lastLog: [String] { capturedLog() }

  /// What it has logged as an error since this was last asked, on any thread; with one thread all of it is
  /// about the packet that was sent last.
  public func takeLog() -> [String] {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { text in
      guard let base = text.baseAddress, reel_decoder_log_take(ownLog, base, text.count) > 0 else {
        return []
      }
      return logLines(String(cString: base))
    }
  }
}
