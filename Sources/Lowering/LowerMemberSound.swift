// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel
import Properties
import RenderIR
import TimelineModel

/// The sound of clips that are overlays or in groups.
extension TimelineLowering {
  /// The sounds of such clips, by the index of the track that their outermost group is on; nil for overlays.
  mutating func soundOfMembers() -> [Int?: SoundItems] {
    var items: [Int?: SoundItems] = [:]
    for placed in timeline.overlays {
      guard let clip = placed.footage, clip.isHeard, placed.overlay.mask == nil else { continue }
      var hearing = Hearing(
        time: clip.shown, sourceStart: clip.sourceStart,
        curves: fades(clip.fade, length: clip.shown.duration, offset: .zero))
      guard let track = enter(placed.overlay.group, &hearing) else { continue }
      append(clip, hearing, to: &items[track, default: SoundItems()])
    }
    return items
  }

  /// Adds what all groups around a member do to its sound, whose time is within theirs.
  ///
  /// - Parameter group: The innermost group.
  /// - Returns: The track of the outermost group, nil for that of an overlay; nil where they are parts of a mask,
  ///   which is not heard.
  private func enter(_ group: LayerTarget?, _ hearing: inout Hearing) -> Int?? {
    switch group {
    case nil: return .some(nil)
    case .overlay(let index):
      guard let outer = timeline.overlay(index), outer.overlay.mask == nil else { return nil }
      hearing.groups.append((.overlay(index), outer.properties[.volume], outer.time.start))
      hearing.curves += fades(
        outer.fade, length: outer.time.duration, offset: outer.time.start - hearing.time.start)
      return enter(outer.overlay.group, &hearing)
    case .clip(let index, _):
      let track = timeline.tracks[index]
      guard let position = track.clips.firstIndex(where: { $0.target == group }) else { return nil }
      let outer = track.clips[position]
      let whole = self.hearing(outer, track, position)
      hearing.groups.append((outer.target, outer.properties[.volume], outer.shown.start))
      hearing.curves += whole.curves.map {
        $0.shifted(
          by: hearing.time.start - whole.time.start, duration: hearing.time.duration)
      }
      return .some(index)
    case .track: return nil
    }
  }
}
