// SPDX-License-Identifier: Apache-2.0

package import AV

/// What is to be known of a codec whose packets are copied as they are.
package enum SoundCodec {
  /// AAC of low complexity, described by a record: of more, packets have more samples than they say.
  case aac
  case opus
  case mp3
  /// Samples as they are.
  case pcm

  /// The codec of a stream; nil where packets of such are not copied.
  package init?(_ parameters: CodecParameters) {
    self.init(named: parameters.codec)
    switch self {
    case .aac: if !parameters.isPlainAAC { return nil }
    case .opus: if parameters.extradata.count < 19 { return nil }
    case .mp3, .pcm: break
    }
  }

  /// The codec that libavcodec calls `name`, of which a stream has been found that can be copied.
  package init?(named name: String) {
    switch name {
    case "aac": self = .aac
    case "opus": self = .opus
    case "mp3": self = .mp3
    case _ where name.hasPrefix("pcm_"): self = .pcm
    default: return nil
    }
  }

  /// Whether packets can be divided at any sample.
  package var isDivisible: Bool {
    if case .pcm = self { return true }
    return false
  }

  /// Packets of `samples` samples that a decoder needs before the first that is heard.
  package func leadPackets(of samples: Int) -> Int {
    switch self {
    // Each packet is overlapped with the one before it; an encoder's first two are none of those it goes on with.
    case .aac: 2
    // 80 ms are enough (RFC 7845, 4.6).
    case .opus: (3840 + samples - 1) / max(1, samples)
    // Up to 511 bytes of earlier packets belong to one, and packets may be small.
    case .mp3: 12
    case .pcm: 0
    }
  }

  /// What of the extradata decides how packets are understood.
  package func configuration(_ extradata: [UInt8]) -> [UInt8] {
    switch self {
    case .aac:
      // An AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): object type, rate and channels, and three flags. What
      // follows speaks of extensions that are not there; unless the rate or the channels are written out.
      guard extradata.count > 2 else { return extradata }
      let isRateWritten = extradata[0] & 7 == 7 && extradata[1] & 0x80 != 0
      let areChannelsWritten = extradata[1] & 0x78 == 0
      return isRateWritten || areChannelsWritten ? extradata : Array(extradata.prefix(2))
    case .opus:
      // All but what is skipped at the start (RFC 7845, 5.1), which each film says for itself.
      return extradata.enumerated().map { (10...11).contains($0.offset) ? 0 : $0.element }
    case .mp3, .pcm: return []
    }
  }

  /// The extradata of a film that begins with `padding` samples that are not heard.
  package func extradata(_ extradata: [UInt8], padding: Int) -> [UInt8] {
    guard case .opus = self, extradata.count >= 12 else { return extradata }
    var changed = extradata
    changed[10] = UInt8(truncatingIfNeeded: padding)
    changed[11] = UInt8(truncatingIfNeeded: padding >> 8)
    return changed
  }
}
