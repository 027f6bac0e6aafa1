// SPDX-License-Identifier: Apache-2.0

public import Base

/// The encoding of frames: a codec and every option that decides the bytes.
///
/// The worker adds nothing: one encoder thread, closed GOPs and the canvas's colour tags are implied, and covered by the
/// format version.
public struct VideoEncoding: Hashable, Sendable, Codable {
  /// The name of a libavcodec encoder, such as `libx264` or `libvpx-vp9`.
  public var encoder: String
  /// libavcodec's name of the pixel format: `yuv420p`, or what the encoder needs.
  public var pixelFormat: String
  /// AVOptions of the encoder, in the order they are set.
  public var options: [EncoderOption]
  /// The number that parameter sets get, where the encoder has no option for that: up to 15, for HEVC.
  public var setNumber: Int?
  /// The field of a frame that is shown first, where frames are coded interlaced; nil for progressive frames.
  public var fields: FieldOrder?

  /// Encodes with `encoder`, `pixelFormat` and `options`.
  public init(
    encoder: String, pixelFormat: String = "yuv420p", options: [EncoderOption],
    setNumber: Int? = nil, fields: FieldOrder? = nil
  ) {
    self.encoder = encoder
    self.pixelFormat = pixelFormat
    self.options = options
    self.setNumber = setNumber
    self.fields = fields
  }
}

extension VideoEncoding {
  /// A file for each picture by `encoder`, as a still of it is written; the pixel format follows from the canvas.
  public static func pictures(_ encoder: String) -> VideoEncoding {
    VideoEncoding(encoder: encoder, pixelFormat: "", options: [])
  }

  /// True if each packet is an image file.
  public var isPictures: Bool { pixelFormat.isEmpty }

  /// No encoding: copies the packets of the only stream that the program shows.
  ///
  /// Such a segment stores only the places of its packets, not the packets.
  public static let copy = copy(number: nil)

  /// Copies packets and gives their parameter sets another number, at most 31.
  ///
  /// The number is written in the sets and where packets refer to them; the decoded frames are the same.
  ///
  /// - Parameter fields: Which field is shown first, where packets are interlaced.
  public static func copy(number: Int?, fields: FieldOrder? = nil) -> VideoEncoding {
    VideoEncoding(
      encoder: "copy", options: number.map { [EncoderOption("number", String($0))] } ?? [],
      fields: fields)
  }

  /// True if the film has alpha.
  public var hasAlpha: Bool { pixelFormat.hasPrefix("yuva") }

  /// True if each segment is encoded in two passes: the first to plan its bit allocation, the
  /// second for the film.
  ///
  /// In a single pass with a bit rate, encoders begin with a guess, and segments of some seconds
  /// end before it is corrected.
  public var hasTwoPasses: Bool {
    guard ["libx264", "libx265", "libvpx-vp9"].contains(encoder) else { return false }
    return options.contains { $0.name == "b" && $0.value != "0" }
  }

  /// True if frames have the colours of JPEG: the matrix of BT.601, and full range.
  public var hasJPEGColors: Bool { pixelFormat.hasPrefix("yuvj") }

  /// True if packets are copied unchanged.
  public var isCopy: Bool { encoder == VideoEncoding.copy.encoder }

  /// The number that copied packets' parameter sets get; nil where they keep theirs.
  public var copyNumber: Int? { isCopy ? options.first.flatMap { Int($0.value) } : nil }

  /// The encoder and its options, as arguments of the ffmpeg tool.
  public var ffmpegOptions: [String] {
    ["-c:v", encoder, "-pix_fmt", pixelFormat] + options.flatMap { ["-" + $0.name, $0.value] }
  }
}

/// The encoding of the mix.
public struct AudioEncoding: Hashable, Sendable, Codable {
  /// The name of a libavcodec encoder, such as `aac`, `libopus`, `flac`, `pcm_s16le`, `libmp3lame`, `alac`.
  public var encoder: String
  /// AVOptions of the encoder, in the order they are set; `b` is the bit rate in bits per second.
  public var options: [EncoderOption]
  /// libavutil's name for the sample format, such as `s32`; nil to choose, from float and 16-bit integers, the one that
  /// loses least of the mix.
  ///
  /// With FLAC and ALAC, samples of 32 bits are coded in 24.
  public var sampleFormat: String?
  /// The level of the mix before encoding; nil to leave it unchanged.
  public var level: AudioLevel?
  /// The channels of the mix; nil for stereo, so that its keys are those that they always were.
  public private(set) var channels: ChannelLayout?

  /// The channels of the mix.
  public var layout: ChannelLayout {
    get { channels ?? .stereo }
    set { channels = newValue == .stereo ? nil : newValue }
  }

  /// Encodes with `encoder` and `options`.
  public init(
    encoder: String, options: [EncoderOption] = [], sampleFormat: String? = nil,
    layout: ChannelLayout = .stereo
  ) {
    self.encoder = encoder
    self.options = options
    self.sampleFormat = sampleFormat
    self.layout = layout
  }
}

/// The loudness of a film, and the limit of its peaks.
public struct AudioLevel: Hashable, Sendable, Codable {
  /// The integrated loudness of EBU R 128 that it is brought to, in LUFS; nil to leave it as it is mixed.
  public var loudness: Double?
  /// The true peak that is not exceeded, in dBTP; nil for `usualPeak` beside a loudness, and for samples of full scale alone.
  public var peak: Double?
  /// True if peaks are limited; else they are only reported.
  public var isLimited: Bool

  /// The true peak that EBU R 128 allows.
  public static let usualPeak = -1.0

  /// A level.
  public init(loudness: Double? = nil, peak: Double? = nil, isLimited: Bool = true) {
    self.loudness = loudness
    self.peak = peak
    self.isLimited = isLimited
  }
}

extension AudioEncoding {
  /// The encoder and its options, as arguments of the ffmpeg tool.
  public var ffmpegOptions: [String] {
    ["-c:a", encoder] + options.flatMap { ["-" + $0.name, $0.value] }
      + (sampleFormat.map { ["-sample_fmt", $0] } ?? [])
  }

  /// The bits of a second of samples, `rate` of them, that are stored as they are; nil of a codec.
  public func bitsOfSamples(_ rate: Int) -> Int? {
    guard encoder.hasPrefix("pcm_") else { return nil }
    return Int(encoder.filter { ("0"..."9").contains($0) }).map { $0 * layout.count * rate }
  }

  /// No encoding: copies the packets of the only clip that is heard.
  public static let copy = AudioEncoding(encoder: "copy")

  /// True if packets are copied unchanged.
  public var isCopy: Bool { encoder == AudioEncoding.copy.encoder }

  /// True if the encoder keeps to a constant quality.
  public var isOfConstantQuality: Bool { number("global_quality") != nil }

  /// The bits of a second of it, or of a dense sound where a quality is kept to; nil for a codec without loss.
  public var usualBits: Int? {
    guard let quality = number("global_quality") else { return number("b") }
    return (layout == .stereo ? quality + 20 : quality * 5 / 4 + 20) * 400 * layout.weight
  }

  private func number(_ name: String) -> Int? {
    options.last { $0.name == name }.flatMap { Int($0.value) }
  }
}

extension ChannelLayout {
  /// Its share of bits, where stereo has 2.
  ///
  /// 5.1 has 4, not 6: most of the sound of a surround mix is in its front channels.
  public var weight: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .surround: 4
    case .wideSurround: 5
    }
  }
}

/// A name and a value of libavcodec's option system.
public struct EncoderOption: Hashable, Sendable, Codable {
  /// The option's name.
  public var name: String
  /// Its value, as text.
  public var value: String

  /// Sets `name` to `value`.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
