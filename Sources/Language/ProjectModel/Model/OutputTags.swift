// SPDX-License-Identifier: Apache-2.0

public import Base

/// The metadata of an output file: texts that players and libraries show.
public struct OutputTags: Hashable, Sendable {
  /// The tags, by libavformat's names, in the order of ``names``.
  public var texts: [Text] = []
  /// The language of pictures and sound, by ISO 639-2, such as `eng`.
  public var language: Located<String>?
  /// The picture by which players and libraries show it.
  @Boxed public var cover: MediaReference?

  package init() {}

  /// A text under one name.
  public struct Text: Hashable, Sendable {
    /// The name, one of ``OutputTags/names``.
    public var name: String
    /// The text.
    public var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The names of texts, which are also those that containers have for them.
  public static let names = ["title", "artist", "album", "date", "genre", "copyright", "comment"]
}

/// The chapters of a film.
public enum OutputChapters: Hashable, Sendable {
  /// One for each clip of the bottom video track.
  case clips
  /// Those that are written out, in the order of the project.
  case marks([ChapterMark])

  /// The most chapters that a film has.
  public static let maximumCount = 1000
}

/// The start of a chapter.
public struct ChapterMark: Hashable, Sendable {
  /// Its title.
  public var title: Located<String>
  /// Its start in the film.
  public var start: TimeExpression

  package init(title: Located<String>, start: TimeExpression) {
    self.title = title
    self.start = start
  }
}
