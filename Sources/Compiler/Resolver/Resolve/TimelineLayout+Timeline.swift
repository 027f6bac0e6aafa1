// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import Timeline

extension TimelineLayout {
  /// All that is laid out here at its times, without outputs.
  mutating func timeline() -> Timeline {
    let end = self.end(at: nil) ?? .zero
    var tracks = zip(project.tracks, cursors).map { track, cursor in
      finish(track, cursor, &diagnostics)
    }
    // Keyframes may name anchors, so that everything has its place by now.
    for track in tracks.indices {
      if only == nil {
        let (settings, extent) = (tracks[track].settings, tracks[track].extent)
        tracks[track].properties = keys(settings.properties, over: extent)
        tracks[track].effects = effects(settings.effects, over: extent)
        tracks[track].fade = arrival(of: settings, .group, in: extent.duration)
        checkBounds(of: settings, .group, in: nil, at: tracks[track].span)
        tracks[track].filters = project.tracks[track].filters
      } else {
        // What is done to all of a track is done to it at its own speed.
        tracks[track].settings = LayerSettings()
      }
      for index in tracks[track].clips.indices {
        let clip = tracks[track].clips[index]
        tracks[track].clips[index].properties = keys(
          clip.clip.layer.properties, over: TimeRange(clip.start, clip.end), from: clip.shown.start)
        tracks[track].clips[index].effects = effects(
          clip.clip.layer.effects, over: TimeRange(clip.start, clip.end), from: clip.shown.start)
      }
    }
    let ownEffects = only == nil ? effects(project.effects, over: TimeRange(.zero, end)) : []
    let overlays = overlays(end: end, over: tracks)
    let instructions = only == nil ? instructions(end: end) : []
    var timeline = Timeline(
      canvas: canvas,
      background: only == nil ? project.canvas.background : Color(0, 0, 0, alpha: 0),
      fit: project.canvas.fit, tracks: tracks, overlays: overlays, instructions: instructions,
      outputs: [], end: end, frameCount: max(1, canvas.rate.frames(covering: end)),
      origins: OriginTable())
    timeline.films = films
    timeline.captions = clipCaptions(tracks, overlays)
    timeline.effects = ownEffects
    timeline.files = project.files.map { lut($0) }
    timeline.maps = project.maps.map { map($0) }
    return timeline
  }
}
