// SPDX-License-Identifier: Apache-2.0

/// A part of a laid-out text that is drawn for itself, in the place that it has in all of it.
public struct TextPiece: Hashable, Sendable, Codable {
  /// The part of the text that is drawn.
  public var part: Selection
  /// The layer of that part that is drawn.
  public var layer: Layer

  /// A part of a text.
  public enum Selection: Hashable, Sendable, Codable {
    /// No letters.
    case nothing
    /// The clusters of glyphs that begin in these bytes of the text: a ligature is where its first letter is.
    case bytes(Range<Int>)
    /// A line, from 0.
    case line(Int)
  }

  /// The layers of a text, from the back.
  public enum Layer: String, Hashable, Sendable, Codable {
    /// The background of the whole text, or, where each line has its own, that of the drawn line.
    case background
    /// Outlines and backgrounds of letters, below the letters of all other parts.
    case outlines
    /// Letters, and the lines below and through them.
    case letters
  }

  /// The `layer` of `part`.
  public init(_ part: Selection, _ layer: Layer) {
    self.part = part
    self.layer = layer
  }
}
