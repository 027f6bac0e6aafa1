// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// The division of audio into passages that are encoded by themselves, with an encoder whose
/// packets depend on the last seconds alone.
///
/// A passage begins with a chunk, at the packet that lies there. The keys of the chunks around them
/// decide which chunks begin one, so that an edit moves no border that is far from it. An edit that
/// lengthens a film by a fraction of a packet, though, moves all later audio against the packets,
/// so that it is encoded anew.
struct PassageRule {
  /// Samples of a packet.
  let packetSamples: Int64
  /// Packets that an encoder makes first, which are dropped.
  ///
  /// AAC at a constant quality makes the same packets after some of these, except for the first one that is divided for an
  /// attack, which may come later. At a bit rate it spends fewer bits in the first seconds, and its rate control never comes to
  /// the same state again: two encodings that began apart differ as much as each does from the original. Opus at a constant
  /// rate makes the same packets after half a second, except for single packets of noise.
  let lead: Int64
  /// Packets that are kept beyond borders.
  let reach: Int64
  /// Packets that an encoder looks ahead by, with some to spare.
  let ahead: Int64 = 8
  /// The least distance between borders.
  let distance: Int64
  /// Samples whose peaks have an effect on how others are limited, with some to spare.
  let context: Int64

  /// The rule for a sound; nil for one that is encoded as a whole.
  init?(_ encoding: AudioEncoding, sampleRate: Int) {
    // How loud it becomes depends on all of it.
    guard let level = encoding.level, level.loudness == nil else { return nil }
    switch encoding.encoder {
    case "aac" where encoding.isOfConstantQuality: (packetSamples, lead, reach) = (1024, 150, 48)
    case "aac": (packetSamples, lead, reach) = (1024, 400, 16)
    // Other rates are resampled by the encoder. At a variable bit rate, single packets differ for as long as a film lasts.
    case "libopus" where sampleRate == 48_000 && encoding.hasConstantRate:
      (packetSamples, lead, reach) = (960, 100, 16)
    default: return nil
    }
    distance = 30 * Int64(sampleRate)
    context = Int64(sampleRate) / 10
  }

  /// The passages of a sound of `intervals`; none for a short one, which is encoded as a whole.
  func passages(
    of intervals: [AudioInterval<PlannedChunk>], _ encoding: AudioEncoding, sampleRate: Int,
    _ setup: RenderingSetup
  ) -> [PlannedPassage] {
    var starts: [Int64] = [0]
    for interval in intervals { starts.append(starts[starts.count - 1] + interval.sampleCount) }
    let count = starts[starts.count - 1]
    let borders = borders(intervals, starts, count).map { $0 / packetSamples }
    if borders.isEmpty { return [] }
    return zip([0] + borders, borders + [nil]).map { border, next in
      let first = max(0, border - reach - lead)
      // The first sample that has an effect, and the one after the last.
      let lower = max(0, first * packetSamples - context)
      let upper = next.map { min(count, ($0 + reach + ahead) * packetSamples + context) } ?? count
      // Over the first samples of a chunk the one before it is faded out.
      let from = starts.lastIndex { $0 + AudioProgram.overlap <= lower } ?? 0
      let until = starts.firstIndex { $0 >= upper } ?? intervals.count
      let last = next ?? count / packetSamples + reach + ahead
      let passage = AudioPassage(
        skipped: first * packetSamples - starts[from],
        packets: max(0, border - reach) - first..<last + reach - first,
        samples: (border - first) * packetSamples..<(next.map { $0 * packetSamples } ?? count)
          - first * packetSamples)
      let parts = Array(intervals[from..<until])
      let identity = PassageIdentity(
        sound: AudioIdentity(sampleRate: sampleRate, parts, encoding, setup), passage: passage)
      return PlannedPassage(
        key: Fingerprint(ofCanonical: identity), intervals: parts, passage: passage,
        firstPacket: first, firstSample: border * packetSamples,
        firstChunk: intervals[..<from].count { $0.chunk != nil }, sampleRate: sampleRate,
        encoding: encoding)
    }
  }

  /// The samples at which passages begin, ascending, without 0.
  private func borders(
    _ intervals: [AudioInterval<PlannedChunk>], _ starts: [Int64], _ count: Int64
  ) -> [Int64] {
    let candidates: [(sample: Int64, strength: String)] = zip(starts, intervals).compactMap {
      guard let chunk = $1.chunk, $0 >= distance, $0 <= count - distance else { return nil }
      return ($0, chunk.key.hex)
    }
    let peaks = candidates.indices.filter { isPeak($0, candidates) }.map { candidates[$0].sample }
    // Where content repeats, there may be no peak for a long time.
    var borders: [Int64] = []
    var index = 0
    for end in peaks + [count] {
      var last = borders.last ?? 0
      while end - last > 4 * distance {
        let next = last + 2 * distance
        while index < candidates.count, candidates[index].sample < next { index += 1 }
        guard index < candidates.count, candidates[index].sample <= end - distance else { break }
        last = candidates[index].sample
        borders.append(last)
      }
      if end < count { borders.append(end) }
    }
    return borders
  }

  /// Returns true if no candidate nearby is stronger; of equals the first is.
  private func isPeak(
    _ index: Int, _ candidates: [(sample: Int64, strength: String)]
  ) -> Bool {
    let (sample, strength) = candidates[index]
    var other = index - 1
    while other >= 0, sample - candidates[other].sample < distance {
      if candidates[other].strength >= strength { return false }
      other -= 1
    }
    other = index + 1
    while other < candidates.count, candidates[other].sample - sample < distance {
      if candidates[other].strength > strength { return false }
      other += 1
    }
    return true
  }
}

/// Everything that decides the bytes of a passage.
package struct PassageIdentity: Encodable {
  var sound: AudioIdentity
  var passage: AudioPassage

  /// The identity of the part `passage` of `sound`.
  package init(sound: AudioIdentity, passage: AudioPassage) {
    (self.sound, self.passage) = (sound, passage)
  }
}

extension AudioEncoding {
  /// True if libopus gives every packet the same number of bits; of several options of a name, the
  /// last one counts.
  fileprivate var hasConstantRate: Bool {
    ["off", "0"].contains(options.last { $0.name == "vbr" }?.value)
  }
}
