// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderProtocol

extension AudioEncoding {
  /// Encodes AAC at the constant quality at which dense music has the bit rate of the encoding.
  ///
  /// libavcodec's rate control never comes to the same state again, so that of parts that are encoded by themselves no two
  /// packets are equal, and it keeps a bit rate by making noise. Without that, and without what replaces parts of a sound by
  /// noise (PNS) or by another channel (intensity stereo), packets depend on few others. Films of the same size have
  /// less noise, and are encoded in half the time.
  mutating func keepQuality(of output: Output) {
    guard encoder == "aac",
      let bits = options.last(where: { $0.name == "b" }).flatMap({ Int($0.value) })
    else { return }
    let stereo = bits * 2 / layout.weight
    // Of fewer bits, rate control makes more by what is left out here; of more, a quality needs no less.
    guard AudioEncoding.rates.contains(stereo) else { return }
    // How much it takes depends on the sound. Where players take little more, rate control sees to it.
    if let most = output.profile?.value.rules.soundBits?.most, bits * 5 / 4 > most { return }
    // These are for rate control, and are tuned together.
    let own = output.audio?.options.map(\.name) ?? []
    if own.contains(where: { ["aac_coder", "aac_pns", "aac_is"].contains($0) }) { return }
    let quality = AudioEncoding.quality(ofStereo: stereo)
    // The coder scales what it is to spend by a bit rate, too. These are libavcodec's own, to which qualities refer.
    setBits(layout == .mono ? "69000" : layout == .stereo ? "128000" : "341000")
    options += [
      EncoderOption("flags", "+qscale"),
      // Two channels have something in common; those of other layouts have less.
      EncoderOption("global_quality", "\(layout == .stereo ? quality : quality * 4 / 5)"),
      EncoderOption("aac_coder", "fast"), EncoderOption("aac_pns", "0"),
      EncoderOption("aac_is", "0"), EncoderOption("aac_tns", "0"),
    ]
  }

  /// The bits of a second of stereo for which there is a quality.
  private static let rates = 88_000...400_000

  /// The quality, in units of libavcodec, of stereo at which dense music has so many bits a second: the inverse of
  /// `usualBits`.
  private static func quality(ofStereo bits: Int) -> Int { max(1, bits / 800 - 20) }
}
