// SPDX-License-Identifier: Apache-2.0

public import Base

/// A piece of text that was drawn for itself, and lies in a sheet with others.
public struct TextCell: Hashable, Sendable, Codable {
  /// The place of its picture in the sheet; with an outline, the letters without it.
  public var area: PixelRect
  /// The place of its outline in the sheet, in a picture as large; nil for none.
  public var outline: PixelPlace?
  /// The start of its baseline in `area`.
  public var origin: PixelPlace
  /// The distance from its origin to that of the next cell.
  public var advance: Int
  /// The ascent of a line with it above the baseline.
  public var ascent: Int
  /// The descent of a line with it below the baseline.
  public var descent: Int

  /// A piece at `area` of a sheet.
  public init(
    area: PixelRect, outline: PixelPlace?, origin: PixelPlace, advance: Int, ascent: Int,
    descent: Int
  ) {
    self.area = area
    self.outline = outline
    self.origin = origin
    self.advance = advance
    self.ascent = ascent
    self.descent = descent
  }
}

/// A whole pixel.
public struct PixelPlace: Hashable, Sendable, Codable {
  /// From the left.
  public var x: Int
  /// From the top.
  public var y: Int

  /// The pixel at `x`, `y`.
  public init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
}

/// A part of a sheet, laid at a place.
public struct Letter: Hashable, Sendable, Codable {
  /// The part, in pixels of the sheet.
  public var area: PixelRect
  /// The place of its left upper pixel.
  public var place: PixelPlace

  /// Returns true if letters may be composed to an image of `size`: one that a text may have.
  public static func fits(_ size: PixelSize) -> Bool {
    (1...32_767).contains(size.width) && (1...32_767).contains(size.height)
      && size.width * size.height <= 7680 * 4320
  }

  /// `area` at `place`.
  public init(_ area: PixelRect, at place: PixelPlace) {
    self.area = area
    self.place = place
  }
}
