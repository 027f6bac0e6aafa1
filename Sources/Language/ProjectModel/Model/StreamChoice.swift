// SPDX-License-Identifier: Apache-2.0

/// The streams of a file that are seen and heard.
public struct StreamChoice: Hashable, Sendable {
  /// The one that is seen; nil for the usual one.
  public var picture: Located<Name>?
  /// Those that are heard, together; empty for the usual one.
  public var sounds: [Sound] = []

  /// The usual ones.
  public init() {}

  /// An identification of a stream: its number, language or title.
  public enum Name: Hashable, Sendable {
    /// Its number among the picture or the sound streams of its file, from 0 on.
    case number(Int)
    /// The first one in that language, by a code of two or three letters.
    case language(String)
    /// The first one with that title.
    case title(String)
  }

  /// A stream that is heard.
  public struct Sound: Hashable, Sendable {
    /// The stream.
    public var name: Located<Name>
    /// The factor that it is heard with.
    public var volume: Double

    /// The stream `name`.
    public init(_ name: Located<Name>, volume: Double = 1) {
      (self.name, self.volume) = (name, volume)
    }
  }

  /// The numbers that streams may have.
  package static let numbers = 0...63
  /// The greatest number of streams that are heard together.
  package static let mostSounds = 16
}

extension StreamChoice.Name: CustomStringConvertible {
  /// As in `'talk.mkv' has no sound stream 3`.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .language(let language): "in '\(language)'"
    case .title(let title): "called '\(title)'"
    }
  }
}
