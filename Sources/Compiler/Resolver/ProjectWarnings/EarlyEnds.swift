// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Things that end before something that was to be seen.
extension Timeline {
  /// Reports groups that are items of tracks and last longer than all that is in them, where nothing else is seen then.
  func warnOfOutlivedMembers(_ diagnostics: inout [Diagnostic]) {
    // Members come after their groups.
    var ends: [LayerTarget: Int] = [:]
    for placed in overlays.reversed()
    where placed.overlay.mask == nil && placed.content.hasPicture {
      guard let group = placed.overlay.group else { continue }
      var end = placed.frames.upperBound
      if case .group = placed.content {
        end = min(end, ends[.overlay(placed.index)] ?? placed.frames.lowerBound)
      }
      ends[group] = max(ends[group] ?? 0, end)
    }
    if ends.isEmpty { return }
    for (index, track) in tracks.enumerated() where !track.isAudio {
      for clip in track.clips {
        guard case .group = clip.content, let end = ends[clip.target],
          clip.frames.upperBound - end > 1, end > clip.frames.lowerBound
        else { continue }
        let rest = end..<clip.frames.upperBound
        let others = tracks.indices.filter { $0 != index && !tracks[$0].isAudio }
        let isSeen = others.contains { other in
          tracks[other].clips.contains { $0.content.hasPicture && $0.drawn.overlaps(rest) }
        }
        if isSeen || overlays.contains(where: { $0.frames.overlaps(rest) && covers(layer($0)) }) {
          continue
        }
        let length = canvas.rate.time(of: end - clip.frames.lowerBound)
        diagnostics.append(
          Diagnostic(
            code: .warning("group-outlives"),
            message: "nothing of this group is left from \(canvas.rate.time(of: end).shown) s on,"
              + " and it lasts until \(clip.shown.end.shown) s",
            span: clip.clip.playback.range?.span ?? clip.clip.span,
            hint: "write duration: \(length.shown)s, or let something in it last longer: loop: true"
          ))
      }
    }
  }

  /// Reports films within the film that are cut off while something in them is to go at their end.
  ///
  /// A range that is written is a part of a film; a duration is how long all of it is wanted.
  func warnOfCutExits(_ diagnostics: inout [Diagnostic]) {
    var seen: Set<Span> = []
    for clip in played {
      guard let film = film(clip.content), !film.isTrack, clip.curve == nil, clip.loop == nil,
        clip.speed > .zero, clip.content.hasPicture
      else { continue }
      if let range = clip.clip.playback.range, range.end != nil, !range.isDuration { continue }
      let inner = film.timeline
      let cut = clip.sourceTime(after: clip.end - clip.start)
      guard inner.end > cut + inner.canvas.rate.frameDuration,
        let (name, start) = inner.exitAtEnd(shownAt: cut)
      else { continue }
      let place =
        [clip.clip.playback.range?.span, clip.clip.until?.span].compactMap(\.self).first
        ?? clip.clip.span
      guard seen.insert(place).inserted else { continue }
      diagnostics.append(
        Diagnostic(
          code: .warning("cut-exit"),
          message: "'\(clip.clip.name)' is cut off at \(cut.shown) s of its \(inner.end.shown) s:"
            + " '\(name)' in it would go from \(start.shown) s on", span: place,
          hint:
            "let it last \((inner.end / clip.speed).shown)s, make its length one of its params, or"
            + " play all of it in that time by stretch: \((clip.end - clip.start).shown)s"))
    }
  }

  /// The layer that is seen at `time` and goes by an exit or a fade at the film's end, and the start of that.
  private func exitAtEnd(shownAt time: Time) -> (name: String, start: Time)? {
    let frame = canvas.rate.frameDuration
    func start(_ fade: ResolvedFade, _ shown: TimeRange) -> Time? {
      let length = max(fade.fadeOut, fade.exit?.duration ?? .zero)
      guard length > .zero, shown.start < time, shown.end > end - frame, shown.end - length < end
      else { return nil }
      return shown.end - length
    }
    for placed in overlays where placed.overlay.mask == nil && placed.content.hasPicture {
      let shown = canvas.rate.time(of: placed.frames)
      if let start = start(placed.fade, shown) { return (placed.overlay.name.value, start) }
    }
    for track in tracks where !track.isAudio {
      for clip in track.clips where clip.content.hasPicture {
        if let start = start(clip.fade, clip.shown) { return (clip.clip.name, start) }
      }
    }
    return nil
  }

  /// Reports changes by instructions that are not over when their layer ends.
  func warnOfCutChanges(_ diagnostics: inout [Diagnostic]) {
    var ends: [LayerTarget: [TimeRange]] = [:]
    for clip in tracks.lazy.flatMap(\.clips) { ends[clip.target, default: []].append(clip.shown) }
    for overlay in overlays {
      ends[.overlay(overlay.index)] = [canvas.rate.time(of: overlay.frames)]
    }
    for (index, track) in tracks.enumerated() { ends[.track(index)] = [track.extent] }
    for placed in instructions {
      for (layer, written) in zip(placed.layers, placed.instruction.layers) {
        // Of a layer that is not there at all something else is said.
        let shown = (ends[layer.target] ?? []).filter { $0.overlaps(placed.time) }
        guard let end = shown.map(\.end).max(), end + canvas.rate.frameDuration < placed.time.end,
          layer.properties.entries.contains(where: { entry in
            entry.value.changes(after: end - placed.time.start)
          })
        else { continue }
        let name = written.name.value
        diagnostics.append(
          Diagnostic(
            code: .warning("change-cut"),
            message: "'\(name)' ends at \(end.shown) s, before what changes of it until"
              + " \(placed.time.end.shown) s",
            span: layer.span,
            hint: "'end' is that of the instruction: let it last until \(name).end"))
      }
    }
  }
}

extension [ResolvedKey] {
  /// True where the way from one of these keys to the next, with another value, goes on after `time`.
  fileprivate func changes(after time: Time) -> Bool {
    guard allSatisfy({ $0.turns == nil }) else { return false }
    return zip(self, dropFirst()).contains { key, next in
      next.time > time && key.value != next.value
    }
  }
}
