// SPDX-License-Identifier: Apache-2.0

public import Base

/// Captions that a film carries as a track of its own.
public struct CaptionTrack: Hashable, Sendable, Codable {
  /// The language by ISO 639-2, such as `ita`; nil where it is not said.
  public var language: String?
  /// The track's name in players; nil where it has none.
  public var name: String?
  /// True if players show the track by default.
  public var isDefault: Bool
  /// The cues, ascending by start; several may be shown at once.
  public var cues: [CaptionCue]

  /// A track of `cues`.
  public init(
    language: String? = nil, name: String? = nil, isDefault: Bool = false, cues: [CaptionCue]
  ) {
    self.language = language
    self.name = name
    self.isDefault = isDefault
    self.cues = cues
  }
}

/// A caption that is shown under a film for a time.
public struct CaptionCue: Hashable, Sendable, Codable {
  /// Milliseconds of the film from which on it is seen.
  public var start: Int64
  /// The millisecond from which on it is not seen any more, after ``start``.
  public var end: Int64
  /// The text, which line feeds break into lines.
  public var runs: [CaptionRun]
  /// Its place, as settings of WebVTT such as `line:0 align:left`; nil for the usual place.
  public var settings: String?

  /// The cue of `runs` from `start` to `end`.
  public init(start: Int64, end: Int64, runs: [CaptionRun]) {
    self.start = start
    self.end = end
    self.runs = runs
  }

  /// The text without its styles.
  public var text: String { runs.map(\.text).joined() }
}

/// Text in one style.
public struct CaptionRun: Hashable, Sendable, Codable {
  /// The text, literally.
  public var text: String
  /// Its style.
  public var isBold, isItalic, isUnderlined: Bool
  /// True if the text is struck through; nil for no.
  public var isStruck: Bool?
  /// Its colour; nil for that of players.
  public var color: Color?
  /// The classes of WebVTT that it has, from the outermost; nil for none.
  public var classes: [String]?
  /// Who says it in WebVTT; nil where that is not said.
  public var voice: String?

  /// `text` in a style, by default upright and regular.
  public init(
    _ text: String, isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false
  ) {
    self.text = text
    self.isBold = isBold
    self.isItalic = isItalic
    self.isUnderlined = isUnderlined
  }
}
