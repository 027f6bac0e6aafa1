// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
import RenderProtocol
package import Timeline

// A track that is played at another speed is a film within the film: the track alone, as it is written. On the track
// there is that film, as one clip.

/// A track as a film within the film, and how that is played.
struct PlayedTrack {
  /// The film, played whole; nil where something is wrong with it, which has been reported.
  var content: PlacedContent?
  /// The clip that plays it.
  var clip: Clip
  /// The track in the film, whose times are its own.
  var track: PlacedTrack
  /// The overlays in groups of its clips.
  var overlays: [PlacedOverlay]
}

extension TimelineLayout {
  /// Makes films of all tracks that are played at another speed; `films` are all others.
  package mutating func playTracks(among films: [NestedFilm]) {
    self.films = films
    for (index, track) in project.tracks.enumerated() {
      guard let playback = track.playback, !track.items.isEmpty else { continue }
      if let size = track.layer.size {
        diagnostics.append(
          .simple(
            "speed-of-sized-track",
            "track '\(track.name.value)' has a size, and cannot be played at another speed",
            at: size.span, hint: "write the size on its clips"))
        continue
      }
      var layout = TimelineLayout(project, media, canvas, isWhole: isWhole)
      layout.only = index
      layout.films = films
      (layout.origins, layout.reported) = (origins, reported)
      (layout.loopTurns, layout.loopPoints) = (loopTurns, loopPoints)
      let timeline = layout.timeline()
      (origins, reported) = (layout.origins, layout.reported)
      (loopTurns, loopPoints) = (layout.loopTurns, layout.loopPoints)
      diagnostics += layout.diagnostics
      captions.used.formUnion(layout.captions.used)
      captions.drawn.formUnion(layout.captions.drawn)
      usesStillDuration = usesStillDuration || layout.usesStillDuration
      usesBeats = usesBeats || layout.usesBeats
      var content: PlacedContent?
      if !timeline.tracks[index].clips.isEmpty {
        content = .clip(
          ResolvedMedia(track: track.name.value, timeline.facts, film: self.films.count))
        self.films.append(NestedFilm(track: track.name.value, timeline))
      } else if isWhole, layout.diagnostics.allSatisfy({ $0.severity == .warning }) {
        diagnostics.append(
          .simple(
            "speed-of-nothing", "track '\(track.name.value)' has no clips to be played",
            at: playback.span))
      }
      let reference = MediaReference(text: "", span: playback.span, asset: nil)
      played[index] = PlayedTrack(
        content: content,
        clip: Clip(
          content: .clip(reference), id: track.name, playback: playback.value,
          layer: LayerSettings(), span: playback.span),
        track: timeline.tracks[index], overlays: timeline.overlays)
    }
  }

  /// Lays `track`, which is `played`, out.
  mutating func place(_ track: Int, _ played: PlayedTrack) {
    guard let content = played.content else { return }
    place(
      played.clip, content, as: .clip(track: track, item: 0), on: track, isFirst: true,
      isLast: true)
    guard let clip = cursors[track].placed.last else { return }
    cursors[track].hold(extent: inFilm(played.track.extent, track) ?? clip.shown)
    cursors[track].gapEnd = clip.shown.end
  }

  /// An interval of the time of `track`, which is played at another speed, in film time: the frames that show it.
  func inFilm(_ range: TimeRange, _ track: Int) -> TimeRange? {
    guard let clip = cursors[track].placed.first, let number = clip.content.media?.film else {
      return nil
    }
    return PlayedFilm(clip, films[number]).time(of: range, at: canvas.rate)
  }

  /// The film time at which an item of a track is seen and heard that is played at another speed.
  func time(of item: LayerTarget, in played: PlayedTrack, _ track: Int) -> TimeRange? {
    let shown = played.track.clips.filter { $0.target == item }.map(\.shown)
    guard let first = shown.first, let last = shown.last else { return nil }
    return inFilm(TimeRange(first.start, last.end), track)
  }

  /// The track that `layer` is part of: of a clip, and of what is in its groups; nil for none.
  func track(around layer: LayerTarget) -> Int? {
    switch layer {
    case .track: nil
    case .clip(let track, _): track
    case .overlay(let index): project.overlays[index].group.flatMap { track(around: $0) }
    }
  }

  /// Returns true if the layer is laid out here: the others are parts of a track that is played at
  /// another speed, or are not.
  func isHere(_ layer: LayerTarget) -> Bool {
    let track = track(around: layer)
    if let only { return track == only }
    return track.map { played[$0] == nil } ?? true
  }

  /// Reports what an instruction does to a part of a track that is played at another speed.
  mutating func checkParts(of instruction: Instruction) {
    for layer in instruction.layers {
      guard let index = track(around: layer.target), let track = project.tracks[index].playback
      else { continue }
      diagnostics.append(
        Diagnostic(
          code: .error("part-of-fast-track"),
          message: "'\(layer.name.value)' is a part of track '\(project.tracks[index].name.value)',"
            + " which is played at another speed as a whole",
          span: layer.name.span, notes: [.init(message: "its speed is here", span: track.span)],
          hint: "write what changes where it is defined, or change all of the track"))
    }
  }

  /// Reports an anchor of a track that is played at another speed to what is outside of it; true where that is one.
  mutating func isOutside(_ name: String, _ layer: LayerTarget, at span: Span) -> Bool {
    guard let only else { return false }
    let isOwn = layer == .track(only) || track(around: layer) == only
    guard !isOwn else { return false }
    diagnostics.append(
      .simple(
        "anchor-outside-track",
        "'\(name)' is not on track '\(project.tracks[only].name.value)', which is played at another"
          + " speed and whose own times are those before that", at: span,
        hint: "name a clip of the track, or write the time"))
    return true
  }
}

extension NestedFilm {
  /// A track as it is written.
  convenience init(track: String, _ timeline: Timeline) {
    self.init(name: track, timeline, rasters: [:], files: [], isTrack: true)
  }

  /// The same with the rasters of its texts.
  package func with(_ rasters: [LayerTarget: Raster]) -> NestedFilm {
    NestedFilm(name: name, timeline, rasters: rasters, files: files, isTrack: isTrack)
  }
}

extension Timeline {
  /// The clips of all tracks, those of a track at another speed among them.
  package var clipCount: Int {
    tracks.map(\.clips).joined().reduce(0) { count, clip in
      guard let film = film(clip.content), film.isTrack else { return count + 1 }
      return count + film.timeline.clipCount
    }
  }

  /// It, and those of its tracks that are played at another speed.
  package var parts: [Timeline] { [self] + films.filter(\.isTrack).map(\.timeline) }
}
