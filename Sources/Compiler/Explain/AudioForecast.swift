// SPDX-License-Identifier: Apache-2.0

package import Base
package import Planning
import RenderProtocol

extension FilmPlan {
  /// About how many bytes its stored sound has at a bit rate that is kept to, else by those of its passages that are there; nil where
  /// there is nothing to go by.
  package func soundBytes(_ size: (Fingerprint) -> Int64?) -> Int64? {
    guard let sound else { return nil }
    guard sound.encoding.isOfConstantQuality, soundBits == nil else {
      return sound.usualBytes(soundBits)
    }
    var (bytes, samples): (Int64, Int64) = (0, 0)
    for passage in sound.passages {
      guard let size = size(passage.key) else { continue }
      bytes += size
      samples += 1024 * Int64(passage.passage.packets.count)
    }
    return samples > 0 ? Int64(Double(bytes) * Double(sound.sampleCount) / Double(samples)) : nil
  }

  /// The remaining work for its audio, 1 for mixing and encoding it, and the largest share of a
  /// worker.
  ///
  /// Passages are rendered in parallel. Audio that is to have a bit rate is encoded once more, at
  /// the quality that has it.
  package func soundWork(
    _ setup: RenderingSetup, sizes: (Fingerprint) -> Int64?
  ) -> (whole: Double, longest: Double) {
    guard let sound else { return (0, 0) }
    guard soundBits != nil, sizes(sound.key) != nil else {
      let work = sound.work(sizes)
      return (work.whole + (soundBits == nil ? 0 : 1), work.longest)
    }
    guard case .open(let film) = fitted(setup, sizes: sizes), let next = film.sound else {
      return (0, 0)
    }
    return next.work(sizes)
  }
}

extension PlannedAudio {
  /// About how many bytes it has in the store at a bit rate, by default its own; nil of a codec whose size depends on what is heard.
  package func usualBytes(_ bits: Int64? = nil) -> Int64? {
    guard
      let bits = bits
        ?? (encoding.usualBits ?? encoding.bitsOfSamples(sampleRate)).map({ Int64($0) })
    else { return nil }
    return bits / 8 * sampleCount / Int64(max(sampleRate, 1)) + FilmPlan.storedPiece
      + FilmPlan.storedPacket * packets
  }

  /// The remaining work for it, and the largest share of that in one piece.
  fileprivate func work(
    _ sizes: (Fingerprint) -> Int64?
  ) -> (whole: Double, longest: Double) {
    if sizes(key) != nil { return (0, 0) }
    let all = passages.map { Double($0.sampleCount) }.reduce(0, +)
    if all == 0 { return (1, 1) }
    let missing = passages.filter { sizes($0.key) == nil }.map { Double($0.sampleCount) / all }
    return (missing.reduce(0, +), missing.max() ?? 0)
  }
}
