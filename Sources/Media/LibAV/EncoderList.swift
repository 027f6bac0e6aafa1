// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import CFFmpegShims

/// An encoder as libavcodec's own tables describe it.
public struct EncoderDescription: Sendable {
  /// The name.
  public let name: String
  /// The pixel formats that it takes; empty for one of sound.
  public let pixelFormats: [String]
  /// The options of it alone, then those of any encoder.
  public let options: [OptionDescription]

  /// The encoder called `name`, with those options of any encoder that are in `common`; nil if there is none.
  public init?(_ name: String, common: Set<String>) {
    guard let codec = avcodec_find_encoder_by_name(name) else { return nil }
    self.name = name
    pixelFormats = supportedFormats { reel_codec_pixel_format(codec, $0) }.map {
      PixelFormat(AVPixelFormat($0)).description
    }
    let general = OptionDescription.options(of: avcodec_get_class())
    options =
      OptionDescription.options(of: codec.pointee.priv_class)
      + general.filter { $0.names.contains(where: common.contains) }
  }
}

/// The formats that `format` returns for 0 and on, up to the -1 that ends a list, beyond which it
/// is not asked.
func supportedFormats(_ format: (Int32) -> Int32) -> [Int32] {
  var formats: [Int32] = []
  while true {
    let next = format(Int32(formats.count))
    if next == -1 { return formats }
    formats.append(next)
  }
}
