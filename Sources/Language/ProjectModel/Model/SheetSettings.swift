// SPDX-License-Identifier: Apache-2.0

public import Base

/// The settings of an output with frames of the film side by side: a contact sheet, or sprites of
/// thumbnails.
public struct SheetSettings: Hashable, Sendable {
  /// The pictures side by side, and below each other; nil for the usual ones.
  public var grid: Grid?
  /// The width of each picture in pixels, even; its height follows from the canvas.
  public var width: Int
  /// Pixels around and between pictures.
  public var gap: Int
  /// The background around and between pictures; opaque.
  public var background: Color
  /// True if the time in the film is written on each picture.
  public var hasTimestamps = false

  /// So many pictures side by side, and so many below each other.
  public struct Grid: Hashable, Sendable {
    public var columns, rows: Int

    package init(_ columns: Int, _ rows: Int) { (self.columns, self.rows) = (columns, rows) }

    /// The pictures that it holds.
    public var count: Int { columns * rows }
  }

  private init(width: Int, gap: Int) {
    (self.width, self.gap, background) = (width, gap, Color(0x18, 0x18, 0x1c))
  }

  /// The default settings of a contact sheet.
  package static let contactSheet = SheetSettings(width: 320, gap: 8)
  /// The default settings of sprites of thumbnails.
  package static let thumbnails = SheetSettings(width: 160, gap: 0)

  /// The grid of a contact sheet that shows all of a film.
  package static let usualGrid = Grid(5, 4)
  /// The grid of sprites.
  package static let usualSprite = Grid(10, 10)
  /// The time from one thumbnail to the next.
  package static let usualStep = Time(5)
  /// More pictures than these are refused.
  package static let mostPictures = 10_000
  /// Higher or wider sheets are refused; so are those of more pixels than `mostPixels`.
  package static let mostExtent = 16_384
  package static let mostPixels = 64 << 20

  /// The size of each picture of a film of the size `canvas`.
  package func cell(of canvas: PixelSize) -> PixelSize {
    let height = (2 * width * canvas.height + 2 * canvas.width) / (4 * canvas.width) * 2
    return PixelSize(width, max(2, height))
  }

  /// The grid of an output that shows so many pictures.
  package func grid(for count: Int, isSpread: Bool, isStoryboard: Bool) -> Grid {
    if let grid { return grid }
    if isStoryboard { return Self.usualSprite }
    if isSpread { return Self.usualGrid }
    let columns = Self.usualGrid.columns
    return Grid(columns, max(1, (count + columns - 1) / columns))
  }
}
