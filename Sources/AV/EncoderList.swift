// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// An encoder as libavcodec's own tables describe it.
public struct EncoderDescription: Sendable {
  /// The name.
  public let name: String
  /// The pixel formats that it takes; empty for one of sound.
  public let pixelFormats: [String]
  /// What can be set of it alone, then what can be set of any.
  public let options: [OptionDescription]

  /// The encoder called `name`, with those options of any encoder that are in `common`; nil if there is none.
  public init?(_ name: String, common: Set<String>) {
    guard let codec = avcodec_find_encoder_by_name(name) else { return nil }
    self.name = name
    var formats: [String] = []
    if var format = codec.pointee.pix_fmts {
      while format.pointee != AV_PIX_FMT_NONE {
        formats.append(PixelFormat(format.pointee).description)
        format += 1
      }
    }
    pixelFormats = formats
    let general = OptionDescription.options(of: avcodec_get_class())
    options =
      OptionDescription.options(of: codec.pointee.priv_class)
      + general.filter { $0.names.contains(where: common.contains) }
  }
}
