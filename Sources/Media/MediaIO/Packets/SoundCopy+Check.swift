// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

extension SoundCopy {
  /// True if its values are in a usable range.
  package var isPlausible: Bool {
    let limit: Int64 = 1 << 48
    guard (1000...768_000).contains(sampleRate), (1...65_536).contains(packetSamples),
      (-limit...limit).contains(start), (1...limit).contains(sampleCount)
    else { return false }
    var packets: Int64 = 0
    for stretch in stretches {
      guard (1...limit).contains(stretch.packets) else { return false }
      packets += stretch.packets
      guard packets <= limit / packetSamples else { return false }
      if case .copied(let source, _) = stretch, source.sample.magnitude >= 1 << 61 { return false }
    }
    return true
  }
}
