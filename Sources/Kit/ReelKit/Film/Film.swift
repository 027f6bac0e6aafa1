// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol

/// A film as a project describes it, to be read: its tracks, and what is on them at which time.
///
/// All times are exact and counted from the start of the film. Where outputs have frames of their
/// own, this is the film of the first output.
public struct Film: Hashable, Sendable {
  /// The width of its frames in pixels.
  public var width: Int
  /// The height of its frames in pixels.
  public var height: Int
  /// The duration of a frame, such as 1/25 or 1001/30000 of a second.
  public var frameDuration: FilmTime
  /// The duration of the film.
  public var duration: FilmTime
  /// The number of its frames.
  public var frameCount: Int
  /// Its tracks, in the order of the project; `overlays` and `instructions` come last.
  public var tracks: [Track]
  /// Its outputs, in the order of the project.
  public var outputs: [Output]

  /// A track, with everything on it in order of time.
  public struct Track: Hashable, Sendable {
    /// Its name; `overlays` or `instructions` for what is on no track.
    public var name: String
    /// Everything on it.
    public var clips: [Clip]
  }

  /// Something that is seen or heard at a place of a track.
  public struct Clip: Hashable, Sendable {
    /// The kind of a clip.
    public enum Kind: Hashable, Sendable {
      /// A clip with pictures.
      case clip
      /// A clip of which only the sound counts.
      case sound
      /// A transition between two clips.
      case transition
      /// An image, a text or a drawing over all tracks.
      case overlay
      /// An instruction that changes a track, or the background.
      case instruction
    }

    /// The kind of clip.
    public var kind: Kind
    /// Its name in the project.
    public var name: String
    /// The times at which it is seen or heard.
    public var time: Range<FilmTime>
    /// Its source and its settings, for people; a few short texts.
    public var details: [String]
    /// True if its sound is in the mix.
    public var isHeard: Bool
  }

  /// A file that a build makes, or the first of several.
  public struct Output: Hashable, Sendable {
    /// Its name in the project.
    public var name: String
    /// The file as the project writes it.
    public var file: String
    /// The absolute path of the file.
    public var path: String
    /// Its codecs, canvas, loudness and captions, for people; a few short texts.
    public var details: [String]
    /// The place of the file's name in the project.
    public var location: Project.Location?
  }

  /// The time at which the frame `number` begins; the first frame has the number 0.
  public func time(ofFrame number: Int) -> FilmTime { frameDuration * Int64(number) }

  /// The number of the frame that is seen at `time`: at the end of the film, the last one; nil
  /// outside the film.
  public func frame(at time: FilmTime) -> Int? {
    guard frameCount > 0, time >= .zero, time <= duration else { return nil }
    return min(Int((time.time / frameDuration.time).floor), frameCount - 1)
  }
}

extension Film {
  init(_ summary: ProjectSummary, in sources: SourceMap) {
    (width, height) = (summary.canvas.size.width, summary.canvas.size.height)
    frameDuration = FilmTime(summary.canvas.rate.frameDuration)
    (duration, frameCount) = (FilmTime(summary.duration), summary.frameCount)
    tracks = []
    for entry in summary.entries {
      if tracks.last?.name != entry.lane { tracks.append(Track(name: entry.lane, clips: [])) }
      tracks[tracks.count - 1].clips.append(Clip(entry))
    }
    outputs = zip(summary.outputs, summary.particulars).map { output, details in
      Output(
        name: output.name, file: output.file, path: output.path, details: details,
        location: Project.Location(output.span, in: sources))
    }
  }
}

extension Film.Clip {
  fileprivate init(_ entry: TimelineEntry) {
    kind =
      switch entry.kind {
      case .clip: .clip
      case .sound: .sound
      case .transition: .transition
      case .overlay: .overlay
      case .instruction: .instruction
      }
    (name, time) = (entry.name, Range(entry.time))
    (details, isHeard) = (entry.details, entry.isHeard)
  }
}
