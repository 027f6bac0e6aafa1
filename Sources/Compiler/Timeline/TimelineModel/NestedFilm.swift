// SPDX-License-Identifier: Apache-2.0

import Base
package import ProjectModel
package import RenderProtocol

/// A film within films: what a project shows with certain values; one object, however often it is shown.
package final class NestedFilm: Sendable {
  /// The path as the project writes that shows it first.
  package let name: String
  /// The timeline of the film.
  package let timeline: Timeline
  /// The text rasters of its canvas.
  package let rasters: [LayerTarget: Raster]
  /// The absolute paths of all files that it is made of.
  package let files: Set<String>
  /// The number of clips and overlays in it and all films in it, each as often as it is shown.
  package let weight: Int
  /// True if it is a track of the project itself, which is played at another speed.
  package let isTrack: Bool

  /// True if the loudness of a clip is measured on the channels of the film around it.
  package var dependsOnLayout: Bool {
    guard timeline.channels == nil else { return false }
    return timeline.films.contains(where: \.dependsOnLayout)
      || timeline.heardClips.contains { $0.loudness != nil }
  }

  package init(
    name: String, _ timeline: Timeline, rasters: [LayerTarget: Raster], files: Set<String>,
    isTrack: Bool = false
  ) {
    self.isTrack = isTrack
    self.name = name
    self.timeline = timeline
    self.rasters = rasters
    self.files = files
    weight = timeline.weight
  }

  /// The same with another timeline of the same clips.
  package func with(_ timeline: Timeline) -> NestedFilm {
    NestedFilm(name: name, timeline, rasters: rasters, files: files, isTrack: isTrack)
  }
}

extension Timeline {
  /// The number of clips and overlays in it and all films in it, each as often as it is shown; very
  /// many are not counted to the end.
  package var weight: Int {
    var weight = tracks.reduce(overlays.count) { $0 + $1.clips.count }
    for clip in clips {
      guard let film = film(clip.content) else { continue }
      weight = min(1 << 40, weight + film.weight)
    }
    return weight
  }

  /// The film that `content` is; nil for anything else.
  package func film(_ content: PlacedContent) -> NestedFilm? { content.media.flatMap { film($0) } }

  /// The film that `media` is; nil for a file of media.
  package func film(_ media: ResolvedMedia) -> NestedFilm? { media.film.map { films[$0] } }

  /// All films within it, each once, those before it in which it is shown.
  package var allFilms: [NestedFilm] {
    var found: [NestedFilm] = []
    var known: Set<ObjectIdentifier> = []
    func add(_ timeline: Timeline) {
      for film in timeline.films where known.insert(ObjectIdentifier(film)).inserted {
        found.append(film)
        add(film.timeline)
      }
    }
    add(self)
    return found
  }

  /// The clips of it and of all films within it.
  package var allClips: [PlacedClip] {
    ([self] + allFilms.map(\.timeline)).flatMap { Array($0.clips) }
  }

  /// True if it or any film in it goes through a filter of libavfilter.
  package var usesFilters: Bool {
    ([self] + allFilms.map(\.timeline)).contains { timeline in
      timeline.hasEffects
        || timeline.tracks.contains { $0.filters != nil }
        || timeline.heardClips.contains { $0.clip.playback.sound.cleanup != AudioCleanup() }
    }
  }

  /// The facts of the film as those of media: of its video and of its audio.
  package var facts: MediaFacts {
    var video: VideoFacts?
    if hasPicture {
      video = VideoFacts(
        stream: 0, codec: "film", size: canvas.size, end: canvas.rate.time(of: frameCount),
        frameCount: frameCount, rate: canvas.rate,
        pixels: PixelLayout(
          name: "yuv420p", depth: 8, bitsPerPixel: 12, hasColor: true,
          chromaHalvings: .init(across: 1, down: 1)),
        hasAlpha: isClear,
        color: ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv"))
    }
    let isHeard = heardClips.contains { _ in true }
    let audio =
      isHeard
      ? AudioFacts(
        stream: 1, codec: "film", sampleRate: canvas.sampleRate, channels: canvas.layout.count,
        end: hasPicture ? canvas.rate.time(of: frameCount) : end) : nil
    return MediaFacts(format: "film", start: .zero, video: video, audio: audio)
  }
}
