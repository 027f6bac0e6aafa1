// SPDX-License-Identifier: Apache-2.0

public import Base

/// A text stream that is to be read.
public struct TextStreamRequest: Hashable, Sendable, Codable {
  /// The absolute path of the file, already checked.
  public var path: String
  /// The number of the stream among the text streams of the file, from 0.
  public var stream: Int
  /// The time of the container that is 0 in source time (`MediaFacts.start`).
  public var start: Time

  /// Reads text stream `stream` of the file at `path`.
  public init(path: String, stream: Int, start: Time) {
    (self.path, self.stream, self.start) = (path, stream, start)
  }
}

/// The streams of subtitles in a file, and the texts of one of them.
public struct TextStreamFacts: Hashable, Sendable, Codable {
  /// A stream of subtitles.
  public struct Stream: Hashable, Sendable, Codable {
    /// The contents of subtitles.
    public enum Kind: String, Hashable, Sendable, Codable { case text, pictures, other }
    /// The contents of its subtitles.
    public var kind: Kind
    /// libavcodec's name of its codec, such as `subrip`.
    public var codec: String
    /// The language that the container names; nil for none.
    public var language: String?

    /// A stream of `kind`.
    public init(_ kind: Kind, codec: String, language: String? = nil) {
      (self.kind, self.codec, self.language) = (kind, codec, language)
    }
  }

  /// A text that is shown from one millisecond of source time to another.
  public struct Text: Hashable, Sendable, Codable {
    /// The first millisecond.
    public var start: Int64
    /// The first millisecond after it; after `start`.
    public var end: Int64
    /// The text with tags of ASS.
    public var text: String
    /// Settings of WebVTT; empty for none.
    public var settings: String

    /// `text` from `start` to `end`.
    public init(_ start: Int64, _ end: Int64, _ text: String, settings: String = "") {
      (self.start, self.end, self.text, self.settings) = (start, end, text, settings)
    }
  }

  /// All streams of subtitles, in the order of the file.
  public var streams: [Stream] = []
  /// The texts of the stream that was asked for, by their start; none where there is no such stream.
  public var texts: [Text] = []
  /// The number of its texts that cannot be decoded, or are too long.
  public var lost = 0

  /// A file without subtitles.
  public init() {}

  /// Larger streams are refused: the number of texts, and their bytes.
  public static let limits = (texts: 100_000, bytes: 16_777_216)
  /// Longer texts, tags included, are lost.
  public static let textLimit = 100_000
}
