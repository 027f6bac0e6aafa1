// SPDX-License-Identifier: Apache-2.0

/// A part of a laid-out text that is drawn for itself, in the place that it has in all of it.
public struct TextPiece: Hashable, Sendable, Codable {
  /// What of the text is drawn.
  public var part: Part
  /// What of that is drawn.
  public var layer: Layer

  /// A part of a text.
  public enum Part: Hashable, Sendable, Codable {
    /// No letters.
    case nothing
    /// The clusters of glyphs that begin in these bytes of the text: a ligature is where its first letter is.
    case bytes(Range<Int>)
    /// A line, from 0.
    case line(Int)
  }

  /// What is drawn of a text, from behind.
  public enum Layer: String, Hashable, Sendable, Codable {
    /// What lies behind all of the text, or, where each line has a background, behind the line that is drawn.
    case background
    /// What lies behind letters and around them, below the letters of all other parts.
    case outlines
    /// Letters, and the lines below and through them.
    case letters
  }

  /// What `layer` has of `part`.
  public init(_ part: Part, _ layer: Layer) {
    self.part = part
    self.layer = layer
  }
}
