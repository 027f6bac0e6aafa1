// SPDX-License-Identifier: Apache-2.0

import AV

/// Codecs whose pictures can be copied.
enum PictureCodings {
  /// Whether `codec`, by libavcodec's name, is one of them.
  static func contains(_ codec: String) -> Bool { codec == "h264" || codec == "hevc" }

  /// How a stream with `parameters`, of one of these codecs, is coded.
  static func coding(
    _ parameters: CodecParameters
  ) throws(CodingObstacle) -> any PictureCoding {
    switch parameters.codec {
    case "hevc": try HEVCParameterSets(extradata: parameters.extradata)
    default: try H264ParameterSets(extradata: parameters.extradata)
    }
  }
}
