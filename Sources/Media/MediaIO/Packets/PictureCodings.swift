// SPDX-License-Identifier: Apache-2.0

package import Bitstreams
package import LibAV

/// Codecs whose pictures can be copied.
package enum PictureCodings {
  private static let codecs: Set = ["h264", "hevc", "vp9", "av1"]

  /// Returns true if `codec`, by libavcodec's name, is one of them.
  package static func contains(_ codec: String) -> Bool { codecs.contains(codec) }

  /// The coding of a stream with `parameters`, of one of these codecs.
  package static func coding(
    _ parameters: CodecParameters
  ) throws(CodingObstacle) -> any PictureCoding {
    switch parameters.codec {
    case "hevc": try HEVCParameterSets(extradata: parameters.extradata)
    case "vp9":
      try VP9Coding(
        profile: parameters.profile, level: parameters.level, size: parameters.size)
    case "av1":
      try AV1Coding(
        extradata: parameters.extradata, profile: parameters.profile, level: parameters.level)
    default: try H264ParameterSets(extradata: parameters.extradata)
    }
  }
}
