// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import Subtitles

/// A file of captions, or a text stream of the footage that has them.
public struct CaptionFile: Hashable, Sendable {
  /// Its path, relative to the project file; of a text stream its number.
  public var path: Located<String>
  /// The number among the text streams of the footage, from 0; nil for a file.
  public var stream: Int?
  /// The character encoding of the file; nil for UTF-8, or that of its byte order mark.
  public var encoding: TextEncoding?
  /// The delay of its captions; nil for none.
  public var offset: TimeExpression?
  /// The cues of the file; nil before it is read, and where it cannot be.
  public var list: CueList?
  /// The texts of the stream in each file of footage, by its absolute path, in the time of that; once they have been read.
  public var lists: [String: CueList] = [:]

  package init(path: Located<String>) { self.path = path }
}

extension ProjectDocument {
  /// The captions of assets, clips and overlays, by their indices in ``captionFiles``, ascending.
  package var clipCaptions: [Int] {
    let ofClips = tracks.flatMap(\.items).compactMap { item in
      if case .clip(let clip) = item { clip.captions } else { nil }
    }
    return (assets.compactMap(\.captions) + ofClips + overlays.compactMap(\.captions)).sorted()
  }
}

/// Captions that an output holds: a track of a film, or a file of their own.
public struct OutputCaptions: Hashable, Sendable {
  /// The file, by its index in ``ProjectDocument/captionFiles``; nil for those of the clips that the film shows.
  public var file: Int?
  /// The language by ISO 639-2.
  public var language: Located<String>?
  /// The name of the track in players.
  public var name: String?
  /// True if players show the track at first.
  public var isDefault = false
  /// The place in the project.
  public var span: Span

  package init(at span: Span) { self.span = span }

  /// An output has at most so many tracks.
  public static let limit = 100
}
