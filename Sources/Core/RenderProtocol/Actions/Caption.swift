// SPDX-License-Identifier: Apache-2.0

public import Base

/// A text that a worker lays out and draws when it is shown, on a clear picture of a canvas's size.
///
/// It is for texts of which there are too many to be laid out before: those of subtitles.
public struct Caption: Hashable, Sendable, Codable {
  /// The text and how it looks.
  public var block: TextBlock
  /// The size of the canvas that it lies on.
  public var canvas: PixelSize
  /// The place of its box's anchor on the canvas.
  public var place: PixelPoint
  /// The point of its box that lies there: shares from the left and from the top.
  public var anchor: PixelPoint
  /// The distance that its box keeps from the canvas edges if it fits in between; nil to leave the
  /// box at its place.
  public var margin: PixelSize?
  /// The digests of the font files that its characters are written with: they decide how it looks.
  public var fonts: [Fingerprint]

  /// The texts for which it makes way, as they were there before, in the order in which they came; nil for none.
  public var others: [Caption]?

  /// A text whose box has its `anchor` at `place`.
  public init(
    _ block: TextBlock, on canvas: PixelSize, at place: PixelPoint, anchor: PixelPoint,
    margin: PixelSize? = nil, fonts: [Fingerprint] = []
  ) {
    self.block = block
    self.canvas = canvas
    self.place = place
    self.anchor = anchor
    self.margin = margin
    self.fonts = fonts
  }
}
