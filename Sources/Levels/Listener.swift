// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Facilities
import Pacing
import ProjectModel
import SourceMedia
import TimelineModel

/// Finds when clips are heard that lower another sound.
struct Listener {
  private let duck: Duck
  private let levels: (PlacedClip) -> SoundLevels?

  init(_ duck: Duck, levels: @escaping (PlacedClip) -> SoundLevels?) {
    (self.duck, self.levels) = (duck, levels)
  }

  /// When `clip` is heard, in film time.
  func stretches(of clip: PlacedClip, in timeline: Timeline) -> [TimeRange] {
    switch duck.source {
    case .clips: [clip.shown]
    case .sound: clip.inFilm(sounds(of: clip, in: timeline))
    }
  }

  /// When the source of `clip` counts, in source time, ascending.
  private func sounds(of clip: PlacedClip, in timeline: Timeline) -> [TimeRange] {
    if let film = timeline.film(clip.content) {
      let all = film.timeline.heardClips.flatMap { stretches(of: $0, in: film.timeline) }
      return PlacedDuck.joined(all)
    }
    guard let levels = levels(clip), let usual = levels.usualPower else { return [] }
    let shift = clip.clip.playback.sound.sync?.value ?? .zero
    // Hiss is not to count where there is nothing else.
    return levels.stretches(over: duck.threshold?.value ?? max(-60, usual - 20)).map {
      TimeRange($0.start + shift, $0.end + shift)
    }
  }
}

extension PlacedClip {
  /// A twentieth of a second: as exactly is it known when a source is heard.
  private static let step = Time(1, over: SoundLevels.powersPerSecond)

  /// Stretches of the source's time, ascending, as film times at which they are heard.
  fileprivate func inFilm(_ sounds: [TimeRange]) -> [TimeRange] {
    guard !sounds.isEmpty, !isFrozen else { return [] }
    let range = shown
    if loop == nil, curve == nil {
      let first = sourceTime(after: .zero)
      return sounds.compactMap { sound in
        let ends = [(sound.start - first) / speed, (sound.end - first) / speed]
        let start = max(range.start, range.start + min(ends[0], ends[1]))
        let end = min(range.end, range.start + max(ends[0], ends[1]))
        return start < end ? TimeRange(start, end) : nil
      }
    }
    let count = (range.duration / PlacedClip.step).ceiling
    return (0..<count).compactMap { number in
      let middle = PlacedClip.step * Time(2 * number + 1, over: 2)
      let place = source(after: middle)
      let next = sounds.partitioningIndex { $0.end > place }
      guard next < sounds.count, sounds[next].start <= place else { return nil }
      let start = range.start + PlacedClip.step * Time(number)
      return TimeRange(start, min(range.end, start + PlacedClip.step))
    }
  }

  /// The source time that is played so long after its start, in whatever turn of a loop that is.
  private func source(after time: Time) -> Time {
    guard let loop, let length = turn else { return sourceTime(after: time) }
    let first = speed < .zero ? loop.end : loop.start
    let begun =
      curve == nil && seam == nil ? (sourceTime(after: .zero) - first) / speed : Time.zero
    let period = length - (seam ?? .zero)
    let whole = begun + time
    let phase = whole - period * Time((whole / period).floor)
    return curve?.source(at: phase) ?? first + phase * speed
  }
}
