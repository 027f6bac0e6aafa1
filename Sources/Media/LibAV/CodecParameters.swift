// SPDX-License-Identifier: Apache-2.0

public import Base
import CFFmpeg
import CFFmpegShims

/// The parameters of a coded stream that a muxer and a decoder need, free of libav's types.
///
/// Segment files hold them as JSON.
public struct CodecParameters: Hashable, Sendable, Codable {
  /// True if the stream is audio.
  public var isSound: Bool
  /// libavcodec's name of the codec (not of the encoder), such as `h264`.
  public var codec: String
  /// Codec configuration such as parameter sets; empty if there is none.
  public var extradata: [UInt8]
  /// libavcodec's profile and level numbers; -99 when unknown.
  public var profile, level: Int
  /// Bits per second; 0 when unknown.
  public var bitRate: Int64
  /// Picture size.
  public var size: PixelSize
  /// Name of the pixel or sample format.
  public var format: String
  /// Which field is shown first; nil for progressive pictures.
  public var fields: FieldOrder?
  /// Colour tags of the pictures.
  public var color: ColorTags
  /// Number of frames that the decoder holds back for reordering.
  public var delay: Int
  /// Samples per second of each channel.
  public var sampleRate: Int
  /// Number of channels.
  public var channels: Int
  /// libavutil's name of the channel layout; nil where only the number of channels is known.
  public var layout: String?
  /// Samples per channel in a packet; 0 if that varies.
  public var frameSize: Int
  /// Encoder delay in samples.
  public var initialPadding: Int
  /// Bits of a coded sample; 0 if not applicable.
  public var bitsPerSample: Int

  /// Parameters of `codec` with all other values unset, for the caller to fill in.
  public init(isSound: Bool, codec: String) {
    self.isSound = isSound
    self.codec = codec
    extradata = []
    (profile, level, bitRate) = (-99, -99, 0)
    size = PixelSize(0, 0)
    format = "none"
    color = .bt709
    (delay, sampleRate, channels, frameSize, initialPadding, bitsPerSample) = (0, 0, 0, 0, 0, 0)
  }

  /// True if this is AAC-LC with a configuration record, as in MP4 and Matroska.
  public var isPlainAAC: Bool {
    codec == "aac" && profile == Int(reel_profile_aac_low()) && !extradata.isEmpty
      && frameSize == 1024
  }

  /// Bits per sample of each channel that the codec defines, regardless of the container; 0 if that varies.
  public var codedBits: Int {
    avcodec_descriptor_get_by_name(codec).map {
      Int(av_get_exact_bits_per_sample($0.pointee.id))
    } ?? 0
  }

  init(_ raw: borrowing AVCodecParameters) {
    isSound = raw.codec_type == AVMEDIA_TYPE_AUDIO
    codec = String(cString: avcodec_get_name(raw.codec_id))
    extradata = Array(
      UnsafeBufferPointer(start: raw.extradata, count: max(0, Int(raw.extradata_size))))
    profile = Int(raw.profile)
    level = Int(raw.level)
    bitRate = raw.bit_rate
    size = PixelSize(Int(raw.width), Int(raw.height))
    format =
      isSound
      ? SampleFormat(AVSampleFormat(raw.format)).description
      : PixelFormat(AVPixelFormat(raw.format)).description
    fields =
      switch raw.field_order {
      // The first letter is the field coded first, the second the field shown first.
      case AV_FIELD_TT, AV_FIELD_BT: .top
      case AV_FIELD_BB, AV_FIELD_TB: .bottom
      default: nil
      }
    color = ColorTags(raw.color_space, raw.color_primaries, raw.color_trc, raw.color_range)
    delay = Int(raw.video_delay)
    sampleRate = Int(raw.sample_rate)
    channels = Int(raw.ch_layout.nb_channels)
    var layout = raw.ch_layout
    let isPlaced = isSound && layout.order != AV_CHANNEL_ORDER_UNSPEC
    self.layout = isPlaced ? describe(&layout) : nil
    frameSize = Int(raw.frame_size)
    initialPadding = Int(raw.initial_padding)
    bitsPerSample = Int(raw.bits_per_coded_sample)
  }

  /// Copies all values into libav's struct.
  func fill(_ raw: UnsafeMutablePointer<AVCodecParameters>) throws(AVError) {
    guard let descriptor = avcodec_descriptor_get_by_name(codec) else {
      throw AVError(.unsupported, "describe a stream", because: "no codec '\(codec)'")
    }
    raw.pointee.codec_type = isSound ? AVMEDIA_TYPE_AUDIO : AVMEDIA_TYPE_VIDEO
    raw.pointee.codec_id = descriptor.pointee.id
    try raw.setExtradata(extradata)
    raw.pointee.profile = Int32(clamping: profile)
    raw.pointee.level = Int32(clamping: level)
    raw.pointee.bit_rate = bitRate
    if isSound {
      raw.pointee.format = av_get_sample_fmt(format).rawValue
      raw.pointee.sample_rate = Int32(clamping: sampleRate)
      let isPlaced =
        layout.map { av_channel_layout_from_string(&raw.pointee.ch_layout, $0) >= 0 } ?? false
      if !isPlaced || raw.pointee.ch_layout.nb_channels != Int32(clamping: channels) {
        av_channel_layout_uninit(&raw.pointee.ch_layout)
        av_channel_layout_default(&raw.pointee.ch_layout, Int32(clamping: channels))
      }
      raw.pointee.frame_size = Int32(clamping: frameSize)
      raw.pointee.initial_padding = Int32(clamping: initialPadding)
      raw.pointee.bits_per_coded_sample = Int32(clamping: bitsPerSample)
    } else {
      raw.pointee.format = av_get_pix_fmt(format).rawValue
      raw.pointee.width = Int32(clamping: size.width)
      raw.pointee.height = Int32(clamping: size.height)
      raw.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      raw.pointee.field_order = AVFieldOrder(fields)
      raw.pointee.chroma_location = AVCHROMA_LOC_LEFT
      raw.pointee.video_delay = Int32(clamping: delay)
      let (space, primaries, transfer, range) = color.raw
      raw.pointee.color_space = space
      raw.pointee.color_primaries = primaries
      raw.pointee.color_trc = transfer
      raw.pointee.color_range = range
    }
  }
}

extension UnsafeMutablePointer<AVCodecParameters> {
  /// Copies `bytes` into parameters without a codec configuration; none for no bytes.
  func setExtradata(_ bytes: [UInt8]) throws(AVError) {
    if bytes.isEmpty { return }
    let padded = bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let memory = av_mallocz(padded) else { throw AVError.noMemory("describe a stream") }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    pointee.extradata_size = Int32(bytes.count)
  }
}

extension AVFieldOrder {
  /// The field order for fields that are coded in display order.
  init(_ fields: FieldOrder?) {
    self =
      switch fields {
      case .top: AV_FIELD_TT
      case .bottom: AV_FIELD_BB
      case nil: AV_FIELD_PROGRESSIVE
      }
  }
}
