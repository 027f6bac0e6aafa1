// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Timeline

/// The times at which sources count, worked out once for each of them and each threshold.
final class AudibleSources {
  private struct Name: Hashable {
    var program: AudioProgram
    var threshold: Double?
  }

  private let levels: (PlacedClip) -> AudioLevels?
  private var known: [Name: [TimeRange]] = [:]

  /// - Parameter levels: The levels of the source of a clip, where they could be measured.
  init(levels: @escaping (PlacedClip) -> AudioLevels?) { self.levels = levels }

  /// The times at which the source of `clip` is louder than `threshold`, in its own time, ascending.
  func stretches(of clip: PlacedClip, over threshold: Double?) -> [TimeRange] {
    guard let program = clip.levelProgram() else { return [] }
    let name = Name(program: program, threshold: threshold)
    if let found = known[name] { return found }
    var found: [TimeRange] = []
    if let levels = levels(clip), let usual = levels.usualPower {
      // Hiss is not to count where there is nothing else.
      found = levels.stretches(over: threshold ?? max(-60, usual - 20))
    }
    known[name] = found
    return found
  }
}

/// Finds when clips are heard that lower another sound.
struct Listener {
  private let duck: Duck
  private let sources: AudibleSources

  init(_ duck: Duck, _ sources: AudibleSources) { (self.duck, self.sources) = (duck, sources) }

  /// The times at which `clip` is heard, in film time, while it is `audible`.
  func stretches(
    of clip: PlacedClip, in timeline: Timeline, _ audible: AudibleTimes
  ) -> [TimeRange] {
    let stretches = audible.stretches(of: clip)
    switch duck.source {
    case .clips: return stretches
    case .sound:
      let sounds = stretches.isEmpty ? [] : clip.inFilm(sounds(of: clip, in: timeline))
      return stretches == [clip.shown] ? sounds : stretches.flatMap { sounds.within($0) }
    }
  }

  /// The times at which the source of `clip` counts, in source time, ascending.
  private func sounds(of clip: PlacedClip, in timeline: Timeline) -> [TimeRange] {
    if let film = timeline.film(clip.content) {
      let audible = AudibleTimes(film.timeline)
      let all = film.timeline.heardClips.flatMap {
        stretches(of: $0, in: film.timeline, audible)
      }
      return PlacedDuck.joined(all)
    }
    let shift = clip.clip.playback.sound.sync?.value ?? .zero
    let found = sources.stretches(of: clip, over: duck.threshold?.value)
    if shift == .zero { return found }
    return found.map { TimeRange($0.start + shift, $0.end + shift) }
  }
}

extension [TimeRange] {
  /// The parts of the ranges within `range`.
  fileprivate func within(_ range: TimeRange) -> [TimeRange] {
    map { TimeRange(Swift.max($0.start, range.start), Swift.min($0.end, range.end)) }
      .filter { $0.start < $0.end }
  }
}

extension PlacedClip {
  /// A twentieth of a second: as exactly is it known when a source is heard.
  private static let step = Time(1, over: AudioLevels.powersPerSecond)

  /// Intervals of the source's time, ascending, as film times at which they are heard.
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
    var heard: [TimeRange] = []
    for number in 0..<count {
      let middle = PlacedClip.step * Time(2 * number + 1, over: 2)
      let place = playedSource(after: middle)
      let next = sounds.partitioningIndex { $0.end > place }
      guard next < sounds.count, sounds[next].start <= place else { continue }
      let start = range.start + PlacedClip.step * Time(number)
      let end = min(range.end, start + PlacedClip.step)
      if let last = heard.last, last.end == start {
        heard[heard.count - 1].end = end
      } else {
        heard.append(TimeRange(start, end))
      }
    }
    return heard
  }
}
