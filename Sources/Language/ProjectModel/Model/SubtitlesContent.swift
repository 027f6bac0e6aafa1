// SPDX-License-Identifier: Apache-2.0

public import Base
public import Subtitles

/// The cues of a file, burnt into the picture.
public struct SubtitlesContent: Hashable, Sendable {
  /// The file, SubRip, WebVTT, ASS or SSA, relative to the project file; of a text stream the name in `clip`.
  public var file: Located<String>
  /// The clips whose captions or text stream are shown; nil for the texts of `file`.
  public var clip: ClipTexts?
  /// The character encoding of the file; nil for UTF-8, or that of its byte order mark.
  public var encoding: TextEncoding?
  /// The delay of cues; nil for none.
  public var offset: TimeExpression?
  /// The part of the file that is shown, in its time; its start is where the overlay begins; nil for all of it.
  public var range: RangeExpression?
  /// The look of its texts.
  public var look: TextLook
  /// True if the project sets an outline or a background of the letters; else they get an outline.
  public var hasOwnEdge: Bool
  /// The margins at the sides, and above and below, in shares of the canvas; nil where the project
  /// does not set them.
  public var safeArea: PixelPoint?
  /// The first key that says how its texts look, or where they are; nil for none.
  public var lookKey: Located<String>?
  /// The highlight of the spoken word, for a file of words; nil for subtitles.
  public var highlight: WordHighlight?
  /// The most words that are shown at once.
  public var mostWords = 7
  /// Its cues, once the file has been read; nil for a file of ASS or SSA.
  public var list: CueList?
  /// The script of an ASS or SSA file, once it has been read.
  public var script: SubtitleScript?

  package init(file: Located<String>, look: TextLook, hasOwnEdge: Bool) {
    self.file = file
    self.look = look
    self.hasOwnEdge = hasOwnEdge
  }
}

extension SubtitlesContent {
  /// The default margins.
  package static let usualSafeArea = PixelPoint(0.05, 0.05)
}

/// The look of a word while it is spoken.
public struct WordHighlight: Hashable, Sendable {
  /// Its colour; nil for that of the text.
  public var color: Color?
  /// A colour behind it; nil for none.
  public var background: Color?
  /// True if a line is drawn below it.
  public var isUnderlined = false
  /// Lines around its letters, from the inside; nil for those of the text, but where it has a background and the
  /// project says nothing of lines around letters: then there are none.
  public var outlines: [TextLook.Outline]?

  package init(color: Color? = nil) { self.color = color }

  /// Gold, where a project says nothing.
  package static let usual = WordHighlight(color: Color(255, 215, 0))
}

/// The speech of a clip, or of all clips of an asset: their captions, or a text stream.
public struct ClipTexts: Hashable, Sendable {
  /// The name of a clip of a track, or of an asset.
  public var name: Located<String>
  /// The number of the stream among the text streams of its file, from 0; nil for its captions, and where it has none
  /// for the first stream.
  public var stream: Int?
  /// The asset or clip of that name, once it has been found.
  public var owner: Owner?
  /// The texts of each of its files that are from a stream, by the absolute path, in the time of that, by their start; once they have been read.
  public var lists: [String: CueList] = [:]

  /// An owner of captions and text streams.
  public enum Owner: Hashable, Sendable {
    /// The asset with this index: all its clips.
    case asset(Int)
    /// A clip of a track.
    case clip(LayerTarget)
  }

  package init(name: Located<String>) { self.name = name }
}
