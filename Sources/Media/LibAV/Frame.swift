// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// A picture or a section of audio, owned: libav's `AVFrame`.
///
/// Samples are reference-counted: `reference()` shares them, `makeWritable()` copies shared ones. Not
/// `Sendable`: a frame stays with the worker that made it.
public struct Frame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame, to be filled by a decoder or a filter graph.
  public init() throws(AVError) {
    guard let frame = av_frame_alloc() else { throw AVError.noMemory("make a frame") }
    pointer = frame
  }

  /// A picture of `size` with uninitialised pixels.
  public init(size: PixelSize, format: PixelFormat) throws(AVError) {
    reel_log_install()
    guard let frame = av_frame_alloc() else { throw AVError.noMemory("make a picture") }
    frame.pointee.width = Int32(clamping: size.width)
    frame.pointee.height = Int32(clamping: size.height)
    frame.pointee.format = format.raw.rawValue
    frame.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    pointer = try Frame.fill(frame, "make a picture of \(size)") { reel_picture_allocate($0, 1) }
  }

  /// Audio of `samples` samples of planar 32-bit float, uninitialised.
  public init(samples: Int, channels: Int, rate: Int) throws(AVError) {
    try self.init(
      samples: samples, channels: channels, rate: rate, format: SampleFormat.floatPlanar)
  }

  /// Audio of `samples` samples in any format, uninitialised.
  public init(samples: Int, channels: Int, rate: Int, format: SampleFormat) throws(AVError) {
    reel_log_install()
    guard let frame = av_frame_alloc() else { throw AVError.noMemory("make sound") }
    frame.pointee.nb_samples = Int32(clamping: samples)
    frame.pointee.sample_rate = Int32(clamping: rate)
    frame.pointee.format = format.raw.rawValue
    av_channel_layout_default(&frame.pointee.ch_layout, Int32(clamping: channels))
    pointer = try Frame.fill(frame, "make \(samples) samples of sound") {
      av_frame_get_buffer($0, 0)
    }
  }

  /// Returns the memory to the system that is kept for further pictures.
  public static func returnMemory() { reel_pictures_drop() }

  /// Allocates the buffer of `frame`, or frees the frame on failure.
  private static func fill(
    _ frame: UnsafeMutablePointer<AVFrame>, _ call: String,
    by allocate: (UnsafeMutablePointer<AVFrame>) -> Int32
  ) throws(AVError) -> UnsafeMutablePointer<AVFrame> {
    let code = allocate(frame)
    if code >= 0 { return frame }
    let error = AVError(code, call)
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
    throw error
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }

  /// Another reference to the same samples, with the same properties.
  public func reference() throws(AVError) -> Frame {
    let copy = try Frame()
    try check(av_frame_ref(copy.pointer, pointer), "share a frame")
    return copy
  }

  /// Removes side data: captions, mastering data, display matrix.
  public func forgetSideData() {
    while pointer.pointee.nb_side_data > 0, let data = pointer.pointee.side_data?[0] {
      av_frame_remove_side_data(pointer, data.pointee.type)
    }
  }

  /// Asks the encoder to code all of it better by `steps` quantization steps, if it has samples of `depth` bits.
  ///
  /// libavcodec hands it to x264 as an offset for each macroblock (`AV_FRAME_DATA_REGIONS_OF_INTEREST`).
  public func refine(by steps: Time, depth: Int) throws(AVError) {
    let size = MemoryLayout<AVRegionOfInterest>.size
    guard
      let data = av_frame_new_side_data(pointer, AV_FRAME_DATA_REGIONS_OF_INTEREST, size)
    else { throw .noMemory("mark a frame") }
    let (width, height) = (pointer.pointee.width, pointer.pointee.height)
    // Offsets are shares of all quantization steps that there are.
    let share = steps / Time(Int64(51 + 6 * (depth - 8)))
    data.pointee.data.withMemoryRebound(to: AVRegionOfInterest.self, capacity: 1) {
      $0.pointee = AVRegionOfInterest(
        self_size: UInt32(size), top: 0, bottom: height, left: 0, right: width,
        qoffset: AVRational(
          num: Int32(clamping: -share.numerator), den: Int32(clamping: share.denominator)))
    }
  }

  /// Releases the samples and resets all properties.
  public func clear() { av_frame_unref(pointer) }

  /// Moves the contents of `other` into this frame and leaves `other` empty.
  public func take(from other: borrowing Frame) {
    av_frame_unref(pointer)
    av_frame_move_ref(pointer, other.pointer)
  }

  /// Copies the samples if another frame shares them.
  public func makeWritable() throws(AVError) {
    try check(av_frame_make_writable(pointer), "copy a frame")
  }

  /// True if the frame holds no samples.
  public var isEmpty: Bool { pointer.pointee.buf.0 == nil }

  /// The best guess at the presentation time, in the stream's time base; nil when unknown.
  public var timestamp: Int64? {
    get {
      let frame = pointer.pointee
      return sane(frame.best_effort_timestamp) ?? sane(frame.pts)
    }
    nonmutating set {
      pointer.pointee.pts = newValue ?? Int64.min
      pointer.pointee.best_effort_timestamp = newValue ?? Int64.min
    }
  }
  /// The duration in the stream's time base; 0 when unknown.
  public var duration: Int64 {
    get { sane(reel_frame_duration(pointer)) ?? 0 }
    nonmutating set { reel_frame_set_duration(pointer, newValue) }
  }
  /// True if it is a key frame.
  ///
  /// Before encoding, true requests a key frame; false leaves the choice to the encoder.
  public var isKey: Bool {
    get { reel_frame_is_key(pointer) != 0 }
    nonmutating set { reel_frame_set_key(pointer, newValue ? 1 : 0) }
  }
  /// True if the decoder had to conceal damage in it.
  public var isDamaged: Bool {
    pointer.pointee.decode_error_flags != 0
      || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }
}

// MARK: - Pictures

extension Frame {
  /// Width and height in pixels.
  public var size: PixelSize { PixelSize(Int(pointer.pointee.width), Int(pointer.pointee.height)) }
  /// The pixel format.
  public var pixelFormat: PixelFormat { PixelFormat(AVPixelFormat(pointer.pointee.format)) }
  /// Sample aspect ratio, width over height; nil when unknown.
  public var sampleAspect: Time? {
    let aspect = pointer.pointee.sample_aspect_ratio
    return aspect.num > 0 && aspect.den > 0 ? Time(aspect) : nil
  }
  /// Which field is shown first; nil for a progressive picture.
  public var fields: FieldOrder? {
    get {
      switch reel_frame_fields(pointer) {
      case 1: .top
      case 2: .bottom
      default: nil
      }
    }
    nonmutating set {
      reel_frame_set_fields(pointer, newValue.map { $0 == .top ? 1 : 2 } ?? 0)
    }
  }
  /// Replaces the format `yuvj420p` by the one with the same layout, so that only the colour tags say that the
  /// range is full.
  public func dropFullRangeFormat() {
    guard pointer.pointee.format == AV_PIX_FMT_YUVJ420P.rawValue else { return }
    pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    pointer.pointee.color_range = AVCOL_RANGE_JPEG
  }
  /// Makes it a picture of the same colours without its plane of alpha, if it has one.
  public func dropAlpha() {
    guard let format = pixelFormat.withoutAlphaPlane else { return }
    pointer.pointee.format = format.raw.rawValue
    (pointer.pointee.data.3, pointer.pointee.linesize.3) = (nil, 0)
  }
  /// The colour tags.
  public var color: ColorTags {
    get {
      let frame = pointer.pointee
      return ColorTags(frame.colorspace, frame.color_primaries, frame.color_trc, frame.color_range)
    }
    nonmutating set {
      let (space, primaries, transfer, range) = newValue.raw
      pointer.pointee.colorspace = space
      pointer.pointee.color_primaries = primaries
      pointer.pointee.color_trc = transfer
      pointer.pointee.color_range = range
    }
  }
  /// The display matrix (3 × 3, row by row, as in `libavutil/display.h`), if the frame has one.
  public var displayMatrix: [Int32]? {
    guard let data = av_frame_get_side_data(pointer, AV_FRAME_DATA_DISPLAYMATRIX),
      data.pointee.size >= 36, let bytes = data.pointee.data
    else { return nil }
    return bytes.withMemoryRebound(to: Int32.self, capacity: 9) { matrix in
      (0..<9).map { matrix[$0] }
    }
  }
  /// HDR mastering and light level metadata, if the frame has any.
  public var light: LightTags? { LightTags { reel_frame_light(pointer, $0) } }
  /// Calls `body` with the first byte of plane `index`, valid only during the call, and the bytes from one row to
  /// the next; nil if there is no such plane.
  @discardableResult
  package func withPlane<Result>(
    _ index: Int, _ body: (_ base: UnsafeMutablePointer<UInt8>, _ stride: Int) throws -> Result
  ) rethrows -> Result? {
    let plane =
      switch index {
      case 0: pointer.pointee.data.0
      case 1: pointer.pointee.data.1
      case 2: pointer.pointee.data.2
      case 3: pointer.pointee.data.3
      // Of sound, each channel may have one.
      case 4... where index < channels && sampleFormat.isPlanar:
        pointer.pointee.extended_data[index]
      default: nil as UnsafeMutablePointer<UInt8>?
      }
    return try plane.map { try body($0, stride(index)) }
  }
  /// Bytes from one row of plane `index` to the next.
  public func stride(_ index: Int) -> Int {
    switch index {
    case 0: Int(pointer.pointee.linesize.0)
    case 1: Int(pointer.pointee.linesize.1)
    case 2: Int(pointer.pointee.linesize.2)
    case 3: Int(pointer.pointee.linesize.3)
    default: 0
    }
  }
  /// The timecode that the stream gives it: of SMPTE 12M, or of its group of pictures in MPEG-2; nil for none.
  public var timecode: String? {
    // MPEG-2 without timecodes has zeros in their place.
    if let text = metadata("timecode"), text.contains(where: { ("1"..."9").contains($0) }) {
      return text
    }
    guard let data = av_frame_get_side_data(pointer, AV_FRAME_DATA_GOP_TIMECODE),
      data.pointee.size >= 8, let bytes = data.pointee.data
    else { return nil }
    let code = bytes.withMemoryRebound(to: Int64.self, capacity: 1) { $0.pointee }
    // Encoders that know of none count from zero; bit 12 is a marker.
    guard code & 0xff_efff != 0 else { return nil }
    let parts = [code >> 19 & 0x1f, code >> 13 & 0x3f, code >> 6 & 0x3f, code & 0x3f]
    let mark = code & 1 << 24 == 0 ? ":" : ";"
    return "\(parts[0]):\(parts[1]):\(parts[2])\(mark)\(parts[3])"
  }
  /// A metadata value that the decoder found, such as the EXIF `Orientation`; nil if there is none.
  public func metadata(_ key: String) -> String? {
    av_dict_get(pointer.pointee.metadata, key, nil, 0).map { String(cString: $0.pointee.value) }
  }
}

// MARK: - Sound

/// The format of audio samples in memory.
public struct SampleFormat: Hashable, Sendable, CustomStringConvertible {
  let raw: AVSampleFormat
  init(_ raw: AVSampleFormat) { self.raw = raw }

  /// The format that libavutil calls `name`; nil if there is none.
  public init?(named name: String) {
    let format = av_get_sample_fmt(name)
    guard format != AV_SAMPLE_FMT_NONE else { return nil }
    raw = format
  }

  /// 32-bit float, one plane per channel.
  public static let floatPlanar = SampleFormat(AV_SAMPLE_FMT_FLTP)
  /// libavutil's name, such as `fltp`; `none` for no format.
  public var description: String {
    av_get_sample_fmt_name(raw).map { String(cString: $0) } ?? "none"
  }
  /// True if each channel has its own plane.
  public var isPlanar: Bool { av_sample_fmt_is_planar(raw) != 0 }
  /// Bytes of one sample of one channel.
  public var bytes: Int { Int(av_get_bytes_per_sample(raw)) }
}

extension Frame {
  /// Samples per channel.
  public var sampleCount: Int {
    get { Int(pointer.pointee.nb_samples) }
    nonmutating set {
      precondition(newValue >= 0 && newValue <= sampleCount, "a frame can only be shortened")
      pointer.pointee.nb_samples = Int32(newValue)
    }
  }
  /// Samples per second.
  public var sampleRate: Int { Int(pointer.pointee.sample_rate) }
  /// Number of channels.
  public var channels: Int { Int(pointer.pointee.ch_layout.nb_channels) }
  /// The sample format.
  public var sampleFormat: SampleFormat { SampleFormat(AVSampleFormat(pointer.pointee.format)) }
  /// libavutil's name of the channel layout, such as `stereo` or `5.1(side)`.
  public var channelLayout: String { describe(&pointer.pointee.ch_layout) }
  /// libavutil's abbreviations of its channels, such as `FL`, in their order; nil where they have no known places.
  public var channelNames: [String]? {
    var names: [String] = []
    for index in 0..<channels {
      let channel = withUnsafePointer(to: pointer.pointee.ch_layout) {
        av_channel_layout_channel_from_index($0, UInt32(index))
      }
      guard channel.rawValue >= 0, channel.rawValue < 64 else { return nil }
      let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
        buffer.baseAddress.flatMap { base in
          av_channel_name(base, 32, channel) > 0 ? String(cString: base) : nil
        }
      }
      guard let name else { return nil }
      names.append(name)
    }
    return names
  }
  /// The samples of one channel of a frame of planar floats; nil in any other format.
  public func samples(channel: Int) -> UnsafeMutableBufferPointer<Float>? {
    guard pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue, channel >= 0, channel < channels,
      let data = pointer.pointee.extended_data[channel]
    else { return nil }
    let floats = UnsafeMutableRawPointer(data).assumingMemoryBound(to: Float.self)
    return UnsafeMutableBufferPointer(start: floats, count: sampleCount)
  }
}

/// The name of a channel layout.
func describe(_ layout: inout AVChannelLayout) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    guard let base = buffer.baseAddress, av_channel_layout_describe(&layout, base, 128) > 0 else {
      return "unknown"
    }
    return String(cString: base)
  }
}
