// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// An encoder that turns frames into packets.
///
/// It uses one thread, so that its output is deterministic.
public struct Encoder: ~Copyable {
  private let pointer: UnsafeMutablePointer<AVCodecContext>
  private let name: String

  /// A video encoder with a time base of one frame.
  ///
  /// - Parameters:
  ///   - color: Colour tags, which are written into the stream.
  ///   - sampleAspect: Sample aspect ratio, which is also written into the stream.
  ///   - fields: Which field is shown first, if `options` request interlaced coding.
  ///   - pass: Which of two passes it is; nil for one alone.
  ///   - isStill: Whether single pictures in full-range JPEG colours or RGB are encoded instead.
  ///   - options: Encoder options in the order they are set; an unknown option is an error.
  public init(
    pictures name: String, size: PixelSize, format: PixelFormat, rate: FrameRate,
    color: ColorTags = .bt709, sampleAspect: Time = Time(1), fields: FieldOrder? = nil,
    pass: EncoderPass? = nil, isStill: Bool = false, options: [(String, String)]
  ) throws(AVError) {
    reel_log_install()
    let context = try Encoder.allocate(name)
    context.pointee.width = Int32(clamping: size.width)
    context.pointee.height = Int32(clamping: size.height)
    context.pointee.pix_fmt = format.raw
    context.pointee.sample_aspect_ratio = AVRational(sampleAspect)
    context.pointee.framerate = AVRational(rate.perSecond)
    context.pointee.time_base = AVRational(rate.frameDuration)
    if fields != nil { context.pointee.field_order = AVFieldOrder(fields) }
    if isStill {
      context.pointee.color_range = AVCOL_RANGE_JPEG
      context.pointee.colorspace = format.isRGB ? AVCOL_SPC_RGB : AVCOL_SPC_BT470BG
    } else {
      let (space, primaries, transfer, range) = color.raw
      context.pointee.colorspace = space
      context.pointee.color_primaries = primaries
      context.pointee.color_trc = transfer
      context.pointee.color_range = range
      context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
      context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_CLOSED_GOP))
    }
    let options = pass?.applied(to: context, name, options) ?? options
    pointer = try Encoder.open(context, name, options)
    self.name = name
  }

  /// The statistics of a first pass, once all frames are encoded, of an encoder that writes no file
  /// of it.
  public var statistics: String? { pointer.pointee.stats_out.map { String(cString: $0) } }

  /// An audio encoder; frames must be in `sampleFormat`, with `frameSize` samples (the last may be shorter).
  public init(
    sound name: String, rate: Int, channels: Int, preferring sampleFormat: SampleFormat,
    options: [(String, String)]
  ) throws(AVError) {
    reel_log_install()
    let context = try Encoder.allocate(name)
    context.pointee.sample_rate = Int32(clamping: rate)
    av_channel_layout_default(&context.pointee.ch_layout, Int32(clamping: channels))
    context.pointee.time_base = AVRational(num: 1, den: Int32(clamping: rate))
    context.pointee.sample_fmt = Encoder.format(of: context, preferring: sampleFormat).raw
    // Lossless encoders code 24 of 32 bits, and warn unless that is set explicitly.
    let isWide = SampleFormat(context.pointee.sample_fmt).bytes == 4
    if isWide, ["flac", "alac"].contains(name) { context.pointee.bits_per_raw_sample = 24 }
    pointer = try Encoder.open(context, name, options)
    self.name = name
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = pointer
    // libavcodec leaves it to whoever has set it.
    if let context { av_freep(&context.pointee.stats_in) }
    avcodec_free_context(&context)
  }

  private static func allocate(
    _ name: String
  ) throws(AVError) -> UnsafeMutablePointer<AVCodecContext> {
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw AVError(.unsupported, "find encoder '\(name)'", because: "no such encoder")
    }
    guard let context = avcodec_alloc_context3(codec) else {
      throw AVError.noMemory("open encoder \(name)")
    }
    context.pointee.thread_count = 1
    context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_GLOBAL_HEADER))
    context.pointee.flags |= Int32(bitPattern: UInt32(AV_CODEC_FLAG_BITEXACT))
    return context
  }

  /// Sets the options and opens `context`, or frees it.
  private static func open(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ name: String, _ options: [(String, String)]
  ) throws(AVError) -> UnsafeMutablePointer<AVCodecContext> {
    do throws(AVError) {
      for (key, value) in name == "libx264" ? Encoder.independent(options) : options {
        let code = av_opt_set(context, key, value, AV_OPT_SEARCH_CHILDREN)
        try check(code, "set '\(key)' to '\(value)' of encoder \(name)")
      }
      try check(avcodec_open2(context, nil, nil), "open encoder \(name)")
    } catch {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      throw error
    }
    return context
  }

  /// `options` of libx264 that are the same for every processor, and whatever a process did before.
  ///
  /// Its own functions for AVX-512 that carry costs along macroblocks take memory that was never set into what is decided (core 164,
  /// where a row has no multiple of eight of them), and others than those in C do not round alike.
  private static func independent(_ options: [(String, String)]) -> [(String, String)] {
    let key = "x264-params"
    let settings = options.last { $0.0 == key }.map { $0.1 + ":" } ?? ""
    return options.filter { $0.0 != key } + [(key, settings + "cpu-independent=1")]
  }

  /// `wanted` if the encoder accepts it, else the encoder's first sample format.
  private static func format(
    of context: UnsafeMutablePointer<AVCodecContext>, preferring wanted: SampleFormat
  ) -> SampleFormat {
    guard let codec = context.pointee.codec else { return wanted }
    let formats = supportedFormats { reel_codec_sample_format(codec, $0) }.map {
      SampleFormat(AVSampleFormat($0))
    }
    return formats.contains(wanted) ? wanted : formats.first ?? wanted
  }

  /// Sends a frame; `frame` keeps its own reference.
  public mutating func send(_ frame: borrowing Frame) throws(AVError) {
    reel_log_clear()
    try check(avcodec_send_frame(pointer, frame.pointer), "encode with \(name)")
  }

  /// Signals the end of input, so that the encoder outputs the packets that it holds back.
  public mutating func sendEnd() throws(AVError) {
    reel_log_clear()
    let code = avcodec_send_frame(pointer, nil)
    if isEnd(code) { return }
    try check(code, "end encoding with \(name)")
  }

  /// Receives the next packet; its times are in the encoder's time base.
  public mutating func receive(into packet: borrowing Packet) throws(AVError) -> Outcome {
    let code = avcodec_receive_packet(pointer, packet.pointer)
    if isAgain(code) { return .needsInput }
    if isEnd(code) { return .end }
    try check(code, "encode with \(name)")
    return .filled
  }

  /// The quality that it keeps to, in libavcodec's units; nil where it has another aim.
  ///
  /// libavcodec's AAC encoder reads it with each frame.
  public var quality: Int? {
    get {
      let isConstant = pointer.pointee.flags & Int32(bitPattern: UInt32(AV_CODEC_FLAG_QSCALE)) != 0
      return isConstant ? Int(pointer.pointee.global_quality) : nil
    }
    set { if let newValue { pointer.pointee.global_quality = Int32(clamping: newValue) } }
  }
  /// True if it holds no frame that was sent once its packets have been received.
  ///
  /// libx264 copies the samples (`x264_encoder_encode`).
  public var copiesFrames: Bool { name == "libx264" }
  /// Samples per second of a sound.
  public var rate: Int { Int(pointer.pointee.sample_rate) }
  /// Samples per channel that a frame must have; 0 if any number is accepted.
  public var frameSize: Int { Int(pointer.pointee.frame_size) }
  /// The sample format that it accepts.
  public var sampleFormat: SampleFormat { SampleFormat(pointer.pointee.sample_fmt) }
  /// The number of upper bits of an integer sample that are coded; 0 if all are.
  public var significantBits: Int {
    let raw = Int(pointer.pointee.bits_per_raw_sample)
    return raw > 0 ? raw : Int(av_get_exact_bits_per_sample(pointer.pointee.codec_id))
  }
  /// Seconds per tick of packet times.
  public var timeBase: Time { Time(pointer.pointee.time_base) }

  /// The stream parameters for a muxer.
  public func parameters() throws(AVError) -> CodecParameters {
    guard let raw = avcodec_parameters_alloc() else {
      throw AVError.noMemory("describe encoder \(name)")
    }
    defer {
      var raw: UnsafeMutablePointer<AVCodecParameters>? = raw
      avcodec_parameters_free(&raw)
    }
    try check(avcodec_parameters_from_context(raw, pointer), "describe encoder \(name)")
    var parameters = CodecParameters(raw.pointee)
    // avcodec_parameters_from_context leaves the delay at the decoder's guess.
    if !parameters.isSound { parameters.delay = Int(pointer.pointee.has_b_frames) }
    return parameters
  }
}
