// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

extension AudioEncoding {
  /// The factor of samples by which the decoded audio is as loud as they are.
  ///
  /// LAME makes all sound of less than 256 kbit/s softer before it encodes it, by up to 0.45 dB, and libavcodec has no option for
  /// that. It takes the standard bit rate that is nearest to the one asked for; sounds of 24 kHz and less have 160 at most.
  func compensation(rate: Int) -> Double {
    guard encoder == "libmp3lame" else { return 1 }
    if rate <= 24_000 { return 1 / 0.95 }
    return switch usualBits ?? 128_000 {
    case ...176_000: 1 / 0.95
    case ...208_000: 1 / 0.97
    case ...240_000: 1 / 0.98
    default: 1
    }
  }
}
