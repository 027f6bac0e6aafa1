// SPDX-License-Identifier: Apache-2.0

import Bitstreams
import LibAV
import RenderProtocol

// x264 and x265 derive the level from the bit rate, among others, and segments of other rates have to have one level, as
// they are joined. Where an encoding has a quality beside its rate, the level is that of the quality.

extension VideoEncoding {
  /// The encoding by its quality, where it has a rate beside that; else nil.
  var withQualityAlone: VideoEncoding? {
    guard hasTwoPasses, options.contains(where: { $0.name == "crf" }) else { return nil }
    var encoding = self
    encoding.options.removeAll { $0.name == "b" }
    return encoding
  }

  /// The encoding by its rate, with the level of `stream` unless it has one.
  func withRateAlone(atLevelOf stream: CodecParameters) -> VideoEncoding {
    var encoding = self
    encoding.options.removeAll { $0.name == "crf" }
    switch encoder {
    case "libx264":
      guard !options.contains(where: { $0.name == "level" }),
        let level = H264SequenceSet.levelName(in: stream.extradata)
      else { break }
      encoding.options.append(EncoderOption("level", level))
    case "libx265":
      guard let own = encoding.options.firstIndex(where: { $0.name == "x265-params" }),
        !encoding.options[own].value.contains("level-idc="),
        let level = HEVCRenumbering(extradata: stream.extradata, number: 0)?.level
      else { break }
      // 30 times the level's number.
      encoding.options[own].value += ":level-idc=\(level / 30).\(level % 30 / 3)"
    default: break
    }
    return encoding
  }
}
