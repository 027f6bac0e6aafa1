// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// The sound of clips that are overlays or in groups.
extension TimelineLowering {
  /// The sounds of such clips, by the index of the track that their outermost group is on; nil for overlays.
  mutating func soundOfMembers() -> [Int?: AudioItems] {
    var items: [Int?: AudioItems] = [:]
    let groups = groupsOnTracks
    for placed in timeline.overlays {
      guard let clip = placed.footage, clip.isHeard, placed.overlay.mask == nil else { continue }
      var hearing = Hearing(
        time: clip.shown, map: clip.map,
        curves: soundFades(clip.fade, length: clip.shown.duration, offset: .zero))
      guard let track = enter(placed.overlay.group, among: groups, &hearing) else { continue }
      append(clip, hearing, to: &items[track, default: AudioItems()])
    }
    return items
  }

  /// The groups that are items of tracks, as places among the clips of their tracks.
  private var groupsOnTracks: [LayerTarget: Int] {
    var places: [LayerTarget: Int] = [:]
    for track in timeline.tracks {
      for (position, clip) in track.clips.enumerated() {
        if case .group = clip.content { places[clip.target] = position }
      }
    }
    return places
  }

  /// Adds what all groups around a member do to its sound: it is heard while they are.
  ///
  /// - Parameters:
  ///   - group: The innermost group.
  ///   - places: Those that are items of tracks.
  /// - Returns: The track of the outermost group, nil for that of an overlay; nil where they are parts of a mask,
  ///   which is not heard.
  private func enter(
    _ group: LayerTarget?, among places: [LayerTarget: Int], _ hearing: inout Hearing
  ) -> Int?? {
    switch group {
    case nil: return .some(nil)
    case .overlay(let index):
      guard let outer = timeline.overlay(index), outer.overlay.mask == nil else { return nil }
      hearing.groups.append((.overlay(index), outer.properties, outer.time.start))
      hearing.curves += soundFades(
        outer.fade, length: outer.time.duration, offset: outer.time.start - hearing.time.start)
      return enter(outer.overlay.group, among: places, &hearing)
    case .clip(let index, _):
      let track = timeline.tracks[index]
      guard let position = group.flatMap({ places[$0] }) else { return nil }
      let outer = track.clips[position]
      let whole = self.hearing(outer, track, position)
      hearing.cut(to: whole.time)
      hearing.groups.append((outer.target, outer.properties, outer.shown.start))
      hearing.curves += whole.curves.map {
        $0.shifted(by: hearing.time.start - whole.time.start, duration: hearing.time.duration)
      }
      return .some(index)
    case .track: return nil
    }
  }
}

extension TimelineLowering.Hearing {
  /// Leaves out what lies outside `range`; a transition with `audio: cut` ends there, for example.
  fileprivate mutating func cut(to range: TimeRange) {
    let start = max(time.start, range.start)
    let end = max(start, min(time.end, range.end))
    let skipped = start - time.start
    map = map.from(skipped)
    time = TimeRange(start, end)
    curves = curves.map { $0.shifted(by: skipped, duration: time.duration) }
  }
}
