// SPDX-License-Identifier: Apache-2.0

/// A picture or sound stream of a file that may have several: what its container says of it, and what is known of it.
public struct StreamOfFile<Facts: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// True if this is the default stream, whose facts are those of the file.
  public var isUsual: Bool
  /// libavcodec's name of its codec.
  public var codec: String
  /// The language that the container names, as written there; nil for none.
  public var language: String?
  /// The title that the container gives it; nil for none.
  public var title: String?
  /// The probed facts of the stream; nil for the default one, and for one that cannot be decoded.
  public var facts: Facts?

  /// The greatest number of streams of a kind that a file is known to have.
  public static var most: Int { 64 }

  /// A stream of `codec`.
  public init(
    isUsual: Bool, codec: String, language: String? = nil, title: String? = nil,
    facts: Facts? = nil
  ) {
    (self.isUsual, self.codec, self.facts) = (isUsual, codec, facts)
    (self.language, self.title) = (language, title)
  }
}
