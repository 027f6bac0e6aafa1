// SPDX-License-Identifier: Apache-2.0

package import LibAV

/// The properties of an audio codec whose packets can be copied.
package enum CopyableAudioCodec {
  /// AAC-LC with a configuration record; packets of other AAC types decode to more samples than they indicate.
  case aac
  case opus
  case mp3
  /// Uncompressed samples.
  case pcm

  /// The codec of a stream; nil if packets of such a stream cannot be copied.
  package init?(_ parameters: CodecParameters) {
    self.init(named: parameters.codec)
    switch self {
    case .aac: if !parameters.isPlainAAC { return nil }
    case .opus: if parameters.extradata.count < 19 { return nil }
    case .mp3, .pcm: break
    }
  }

  /// The codec that libavcodec calls `name`, for a stream already known to be copyable.
  package init?(named name: String) {
    switch name {
    case "aac": self = .aac
    case "opus": self = .opus
    case "mp3": self = .mp3
    case _ where name.hasPrefix("pcm_"): self = .pcm
    default: return nil
    }
  }

  /// True if packets can be split at any sample.
  package var isDivisible: Bool {
    if case .pcm = self { return true }
    return false
  }

  /// The number of packets of `samples` samples that a decoder needs before the first audible one.
  package func leadPackets(of samples: Int) -> Int {
    switch self {
    // Each packet overlaps the previous one, and an encoder's first two packets differ from those in the middle
    // of a stream.
    case .aac: 2
    // A pre-roll of 80 ms is sufficient (RFC 7845, 4.6).
    case .opus: (3840 + samples - 1) / max(1, samples)
    // A packet may use up to 511 bytes of earlier packets, which may be small.
    case .mp3: 12
    case .pcm: 0
    }
  }

  /// The part of the extradata that affects how packets are decoded.
  package func configuration(_ extradata: [UInt8]) -> [UInt8] {
    switch self {
    case .aac:
      // An AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): object type, rate and channels, and three flags. The
      // rest describes extensions that are not present, unless the rate or the channels are coded explicitly.
      guard extradata.count > 2 else { return extradata }
      let isRateWritten = extradata[0] & 7 == 7 && extradata[1] & 0x80 != 0
      let areChannelsWritten = extradata[1] & 0x78 == 0
      return isRateWritten || areChannelsWritten ? extradata : Array(extradata.prefix(2))
    case .opus:
      // Everything except the pre-skip (RFC 7845, 5.1), which each film sets itself.
      return extradata.enumerated().map { (10...11).contains($0.offset) ? 0 : $0.element }
    case .mp3, .pcm: return []
    }
  }

  /// The extradata of a film that begins with `padding` inaudible samples.
  package func extradata(_ extradata: [UInt8], padding: Int) -> [UInt8] {
    guard case .opus = self, extradata.count >= 12 else { return extradata }
    var changed = extradata
    changed[10] = UInt8(truncatingIfNeeded: padding)
    changed[11] = UInt8(truncatingIfNeeded: padding >> 8)
    return changed
  }
}
