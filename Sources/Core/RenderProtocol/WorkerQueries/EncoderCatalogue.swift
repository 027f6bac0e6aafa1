// SPDX-License-Identifier: Apache-2.0

/// The encoders of a worker's libavcodec that Reel knows of, and what can be set of them, as its own tables have it.
public struct EncoderCatalogue: Hashable, Sendable, Codable {
  /// Those that there are, by name.
  public var encoders: [EncoderFacts]

  /// A catalogue of `encoders`.
  public init(encoders: [EncoderFacts]) { self.encoders = encoders }

  /// The encoder called `name`; nil where this libavcodec lacks it.
  public func encoder(_ name: String) -> EncoderFacts? { encoders.first { $0.name == name } }

  /// The names of encoders that are asked for.
  public static let known = [
    "aac", "alac", "dnxhd", "flac", "gif", "libmp3lame", "libopus", "libsvtav1", "libvpx-vp9",
    "libwebp_anim", "libx264", "libx265", "mjpeg", "pcm_f32le", "pcm_s16le", "pcm_s24le",
    "prores_ks",
  ]

  /// The options of libavcodec itself that are listed beside those of an encoder.
  public static let common: Set<String> = [
    "b", "bf", "bufsize", "compression_level", "flags", "g", "keyint_min", "maxrate", "minrate",
    "qcomp", "qmax", "qmin", "refs", "slices", "thread_type", "threads", "trellis",
  ]
}

/// An encoder of libavcodec.
public struct EncoderFacts: Hashable, Sendable, Codable {
  /// Its name.
  public var name: String
  /// libavutil's names of the pixel formats that it takes; empty for an encoder of sound.
  public var pixelFormats: [String]
  /// The options that can be set: its own, and `EncoderCatalogue.common`.
  public var options: [FilterOption]

  /// An encoder called `name`.
  public init(name: String, pixelFormats: [String], options: [FilterOption]) {
    self.name = name
    self.pixelFormats = pixelFormats
    self.options = options
  }

  /// The option called `name`, by any of its names.
  public func option(_ name: String) -> FilterOption? {
    options.first { $0.names.contains(name) }
  }
}
