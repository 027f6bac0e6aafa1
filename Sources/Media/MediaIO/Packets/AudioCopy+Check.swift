// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

extension AudioCopy {
  /// True if its values are in a usable range.
  package var isPlausible: Bool {
    let limit: Int64 = 1 << 48
    guard (1000...768_000).contains(sampleRate), (1...65_536).contains(packetSamples),
      (-limit...limit).contains(start), (1...limit).contains(sampleCount)
    else { return false }
    var packets: Int64 = 0
    for interval in intervals {
      guard (1...limit).contains(interval.packets) else { return false }
      packets += interval.packets
      guard packets <= limit / packetSamples else { return false }
      if case .copied(let source, _) = interval, source.sample.magnitude >= 1 << 61 { return false }
    }
    return true
  }
}
