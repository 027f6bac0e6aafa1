// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Opens the sources of clips, and keeps a few open that may be wanted again.
///
/// A clip that goes on where another has stopped continues its decoder without a jump.
struct SoundPool {
  private struct Key: Hashable {
    var path: String
    var stream: Int
    var zero: Time

    init(_ clip: SoundClip) { (path, stream, zero) = (clip.file.path, clip.stream, clip.zero) }
  }

  private let rate: Int
  private let limit = 4
  private var idle: [(key: Key, sound: ClockedSound)] = []

  /// A pool for a mix of `rate` samples per second.
  init(rate: Int) { self.rate = rate }

  /// A source for `clip`, whose first sample will be `first` of the source's clock.
  mutating func take(for clip: SoundClip, from first: Int64) throws(AVError) -> ClockedSound {
    let key = Key(clip)
    var best: (index: Int, distance: Int64)?
    for (index, candidate) in idle.enumerated() where candidate.key == key {
      let distance = candidate.sound.distance(to: first) ?? Int64.max
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    if let best { return idle.remove(at: best.index).sound }
    return ClockedSound(
      try SoundSource(path: clip.file.path, stream: clip.stream, zero: clip.zero), rate: rate)
  }

  /// Takes back the source of a clip that is over.
  mutating func give(_ sound: ClockedSound, of clip: SoundClip) {
    idle.append((Key(clip), sound))
    if idle.count > limit { idle.removeFirst() }
  }
}
