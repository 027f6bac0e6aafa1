// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Text to be laid out and rasterised once.
public struct TextBlock: Hashable, Sendable, Codable {
  /// The text as the user wrote it, never markup; a line feed breaks the line.
  public var text: String
  /// The font.
  public var font: FontChoice
  /// Font size in canvas pixels (em).
  public var size: Double
  /// Fill colour.
  public var color: Color
  /// Width in canvas pixels at which lines wrap; nil for no wrapping.
  public var wrapWidth: Int?
  /// How lines are aligned.
  public var alignment: Alignment
  /// Width in pixels of an outline around the glyphs; 0 for none.
  public var outline: Double
  /// The outline's colour.
  public var outlineColor: Color
  /// Whether every line of the text is drawn for itself, to be put together with others.
  public var isSheet: Bool
  /// How many bytes of the text are seen, in the place that they have in all of it; nil for all.
  public var shown: Int?

  /// How the lines of a text are aligned.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// All lines start at the left edge.
    case left
    /// All lines are centred.
    case center
    /// All lines end at the right edge.
    case right
  }

  /// Text in a font at a size.
  public init(
    text: String, font: FontChoice, size: Double, color: Color, wrapWidth: Int? = nil,
    alignment: Alignment = .center, outline: Double = 0, outlineColor: Color = .black,
    isSheet: Bool = false
  ) {
    self.text = text
    self.font = font
    self.size = size
    self.color = color
    self.wrapWidth = wrapWidth
    self.alignment = alignment
    self.outline = outline
    self.outlineColor = outlineColor
    self.isSheet = isSheet
  }
}

/// A font by family or by file.
public struct FontChoice: Hashable, Sendable, Codable {
  /// The family's name, as fontconfig knows it; nil when `file` is given.
  public var family: String?
  /// A font file of the project; nil when `family` is given.
  public var file: MediaFile?
  /// Weight in CSS units, 100...900; 400 is regular, 700 bold.
  public var weight: Int
  /// Whether slanted.
  public var isItalic: Bool

  /// A font of a family or from a file.
  public init(family: String?, file: MediaFile? = nil, weight: Int = 400, isItalic: Bool = false) {
    self.family = family
    self.file = file
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// What laying out a text gave.
public struct TextFacts: Hashable, Sendable, Codable {
  /// The raster's size in pixels, including a clear border of at least one pixel.
  public var size: PixelSize
  /// Where in the raster the logical text box (advance width × line height) starts and how large it is; overlays are positioned by this box.
  public var box: PixelRect
  /// The digest of the raster file (straight-alpha RGBA8; see `RasterFile`).
  public var raster: Fingerprint
  /// The font files whose glyphs were used, in order of first use: absolute path and digest of each.
  public var fonts: [MediaFile]
  /// The characters that no font has, in order, each once: boxes are drawn for them.
  public var missing: String
  /// The lines of a sheet, in order.
  public var cells: [TextCell]

  /// Facts of a laid-out text.
  public init(
    size: PixelSize, box: PixelRect, raster: Fingerprint, fonts: [MediaFile], missing: String = "",
    cells: [TextCell] = []
  ) {
    self.size = size
    self.box = box
    self.raster = raster
    self.fonts = fonts
    self.missing = missing
    self.cells = cells
  }
}
