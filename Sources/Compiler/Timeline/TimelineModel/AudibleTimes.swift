// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
import ProjectModel
import RenderProtocol

/// The times at which clips of a timeline can be heard: while neither their volume is inaudible nor that of anything that they are in.
package struct AudibleTimes {
  private let timeline: Timeline
  /// The keys that instructions set for the volume of each layer, in the order of the project.
  private let volumes: [LayerTarget: [(time: TimeRange, keys: [ResolvedKey])]]

  /// Those of `timeline`.
  package init(_ timeline: Timeline) {
    self.timeline = timeline
    volumes = timeline.instructions.reduce(into: [:]) { volumes, placed in
      for layer in placed.layers {
        guard let keys = layer.properties[.volume] else { continue }
        volumes[layer.target, default: []].append((placed.time, keys))
      }
    }
  }

  /// The film times at which `clip` can be heard, ascending; empty for never.
  package func stretches(of clip: PlacedClip) -> [TimeRange] {
    guard clip.isHeard, !clip.isFrozen else { return [] }
    var silent = silences(of: clip.target, clip.properties, from: clip.shown.start, in: clip.shown)
    var layer: LayerTarget? = clip.target
    while let inner = layer {
      switch inner {
      case .overlay(let index):
        layer = timeline.overlay(index)?.overlay.group
      case .clip(let track, _):
        layer = .track(track)
      case .track: layer = nil
      }
      if let outer = layer { silent += silences(of: outer, in: clip.shown) }
    }
    var stretches: [TimeRange] = []
    var start = clip.shown.start
    for silence in PlacedDuck.joined(silent) {
      if silence.start > start { stretches.append(TimeRange(start, silence.start)) }
      start = max(start, silence.end)
    }
    if clip.shown.end > start { stretches.append(TimeRange(start, clip.shown.end)) }
    return stretches
  }

  /// Returns true if some of `clip` is audible, and its file has audio where it is played.
  package func isAudible(_ clip: PlacedClip) -> Bool {
    let stretches = stretches(of: clip)
    guard let audio = clip.content.audio, !stretches.isEmpty else { return false }
    if let film = timeline.film(clip.content) {
      let inner = AudibleTimes(film.timeline)
      return film.timeline.heardClips.contains(where: inner.isAudible)
    }
    guard clip.loop == nil, clip.curve == nil else { return true }
    let shift = clip.clip.playback.sound.sync?.value ?? .zero
    return stretches.contains { stretch in
      let ends = [stretch.start, stretch.end].map {
        clip.sourceTime(after: $0 - clip.shown.start) - shift
      }
      return max(ends[0], ends[1]) > audio.firstSample && min(ends[0], ends[1]) < audio.end
    }
  }

  /// The times at which the volume of a layer that others are in is inaudible, in an interval of film time.
  private func silences(of layer: LayerTarget, in range: TimeRange) -> [TimeRange] {
    switch layer {
    case .track(let index):
      let track = timeline.tracks[index]
      return silences(of: layer, track.properties, from: track.extent.start, in: range)
    case .overlay(let index):
      guard let group = timeline.overlay(index) else { return [] }
      return silences(of: layer, group.properties, from: group.time.start, in: range)
    case .clip(let track, _):
      guard let group = timeline.tracks[track].clips.first(where: { $0.target == layer }) else {
        return []
      }
      return silences(of: layer, group.properties, from: group.shown.start, in: range)
    }
  }

  /// The times at which the volume of `layer` is inaudible, whose own `properties` count from `start`; where instructions set it, it is theirs.
  private func silences(
    of layer: LayerTarget, _ properties: PropertyKeys, from start: Time, in range: TimeRange
  ) -> [TimeRange] {
    var found: [TimeRange] = []
    if let keys = properties[.volume] { found = silences(of: keys, from: start, in: range) }
    guard let uses = volumes[layer] else { return found }
    for (time, keys) in uses {
      let during = TimeRange(max(time.start, range.start), min(time.end, range.end))
      guard during.start < during.end else { continue }
      found = found.flatMap { silence in
        [
          TimeRange(silence.start, min(silence.end, during.start)),
          TimeRange(max(silence.start, during.end), silence.end),
        ].filter { $0.start < $0.end }
      }
      found += silences(of: keys, from: time.start, in: during)
    }
    return found
  }

  /// The times at which a volume of `keys`, which count from `start`, is inaudible.
  private func silences(
    of keys: [ResolvedKey], from start: Time, in range: TimeRange
  ) -> [TimeRange] {
    func isInaudible(_ key: ResolvedKey) -> Bool {
      key.value.number.map { $0 <= Gain.inaudible } == true && key.turns == nil
    }
    var found: [TimeRange] = []
    for (index, key) in keys.enumerated() where isInaudible(key) {
      let isLast = index + 1 == keys.count
      let first = index == 0 ? range.start : start + key.time
      let holds = isLast || key.easing == .hold || isInaudible(keys[index + 1])
      let end = isLast ? range.end : holds ? start + keys[index + 1].time : start + key.time
      let silence = TimeRange(max(first, range.start), min(end, range.end))
      if silence.start < silence.end { found.append(silence) }
    }
    return found
  }
}
