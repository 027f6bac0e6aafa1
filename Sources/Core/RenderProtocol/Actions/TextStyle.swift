// SPDX-License-Identifier: Apache-2.0

public import Base

/// Text to be laid out and rasterised once; lengths are in pixels of the canvas.
public struct TextBlock: Hashable, Sendable, Codable {
  /// The text as the user wrote it, never markup; a line feed breaks the line.
  public var text: String
  /// The font.
  public var font: FontChoice
  /// Font size (em).
  public var size: Double
  /// Fill colour.
  public var color: Color
  /// The gradient of its letters in place of the colour, in the box of its lines; nil for the
  /// colour.
  public var gradient: BoxGradient?
  /// Width at which lines wrap; nil for no wrapping.
  public var wrapWidth: Int?
  /// The box that the text is laid out in, at whose width lines wrap; nil for one as large as the text.
  public var box: PixelSize?
  /// The alignment of lines.
  public var alignment: Alignment
  /// The place of the lines in a box that is higher.
  public var verticalAlignment = VerticalAlignment.center
  /// The handling of a text that is larger than its box or has more lines than it may.
  public var fit = Fit.wrap
  /// The most lines; nil for any number.
  public var maxLines: Int?
  /// From one baseline to the next; nil for the font's own.
  public var lineHeight: Double?
  /// The extra space between characters.
  public var letterSpacing = 0.0
  /// True if lines go from top to bottom, the first one on the right; alignments are those of the
  /// screen then.
  public var isVertical = false
  /// Lines around the glyphs, from the inside.
  public var outlines: [TextOutline]
  /// The background behind the text; nil for none.
  public var background: TextBackground?
  /// True if every line of the text is drawn separately, to be composed with others.
  public var isSheet: Bool
  /// The number of bytes of the text that are shown, at their place in the whole text; nil for all.
  public var shown: Int?
  /// The parts of it that look different: ascending, and none over another.
  public var spans: [TextSpan] = []
  /// The width of the transparent margin around it, into which parts of it move, in pixels.
  public var margin = 0
  /// The part of it that is drawn; nil for all.
  public var piece: TextPiece?
  /// Set when libass lays out the text; then only its fonts are asked for.
  public var script: ScriptFonts?
  /// Set where only the fonts are asked for that write each line.
  public var asksForFonts: Bool?
  /// The other colours of words, if the same text is shown with them at other times; see `GlyphMasks`.
  public var otherColors: [Color]?

  /// The alignment of the lines of a text.
  public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// All lines start at the left edge.
    case left
    /// All lines are centred.
    case center
    /// All lines end at the right edge.
    case right
    /// All lines but the last of a paragraph go from edge to edge.
    case justify
  }

  /// The place of the lines of a text in a box that is higher.
  public enum VerticalAlignment: String, Hashable, Sendable, Codable {
    /// At its top.
    case top
    /// In its middle.
    case center
    /// At its bottom.
    case bottom
  }

  /// The handling of a text that is too large.
  public enum Fit: String, Hashable, Sendable, Codable {
    /// It goes on beyond the box.
    case wrap
    /// Its font becomes smaller.
    case shrink
    /// It ends with an ellipsis.
    case ellipsis
  }

  /// Text in a font at a size.
  public init(
    text: String, font: FontChoice, size: Double, color: Color, wrapWidth: Int? = nil,
    alignment: Alignment = .center, outlines: [TextOutline] = [], isSheet: Bool = false
  ) {
    self.text = text
    self.font = font
    self.size = size
    self.color = color
    self.wrapWidth = wrapWidth
    self.alignment = alignment
    self.outlines = outlines
    self.isSheet = isSheet
  }

  /// The largest distance of an outline's edge from the glyphs.
  public var outlineWidth: Double {
    ([outlines] + spans.compactMap(\.outlines)).map { $0.reduce(0) { $0 + $1.width } }.max() ?? 0
  }
}

/// A line around the glyphs of a text.
public struct TextOutline: Hashable, Sendable, Codable {
  /// Its width in pixels.
  public var width: Double
  /// Its colour.
  public var color: Color

  /// A line of `width` pixels.
  public init(width: Double, color: Color) { (self.width, self.color) = (width, color) }

  /// The same line, `scale` times as wide.
  public func enlarged(by scale: Double) -> TextOutline {
    TextOutline(width: width * scale, color: color)
  }
}

/// A rectangle behind a text, or behind each of its lines.
public struct TextBackground: Hashable, Sendable, Codable {
  /// Its colour.
  public var color: Color
  /// The extent beyond the text in pixels: at the top, right, bottom and left.
  public var padding: [Double]
  /// The radius of its corners in pixels.
  public var radius: Double
  /// True if each line has a rectangle of its own.
  public var isByLine: Bool

  /// A rectangle; `padding` has four values.
  public init(color: Color, padding: [Double], radius: Double, isByLine: Bool) {
    precondition(padding.count == 4, "a padding has four sides")
    self.color = color
    self.padding = padding
    self.radius = radius
    self.isByLine = isByLine
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
  /// True if slanted.
  public var isItalic: Bool
  /// Features of OpenType by their tags, as CSS has them: `liga=0, smcp=1`; empty for those that are usual.
  public var features = ""
  /// Places on the axes of a variable font: `wdth=75,wght=350`; empty for the font's own.
  public var variations = ""

  /// A font of a family or from a file.
  public init(family: String?, file: MediaFile? = nil, weight: Int = 400, isItalic: Bool = false) {
    self.family = family
    self.file = file
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// The results of laying out a text.
public struct TextFacts: Hashable, Sendable, Codable {
  /// The raster's size in pixels, including a clear border of at least one pixel.
  public var size: PixelSize
  /// The place and size of the logical text box (advance width × line height) in the raster; overlays are positioned by this box.
  public var box: PixelRect
  /// The digest of the raster file (straight-alpha RGBA8; see `RasterFile`).
  public var raster: Fingerprint
  /// The font files whose glyphs were used, in order of first use: absolute path and digest of each.
  public var fonts: [MediaFile]
  /// The characters that no font has, in order, each once: boxes are drawn for them.
  public var missing: String
  /// The characters that another family writes than the requested one.
  public var substitutes: [TextSubstitute]
  /// True if the lines are too wide or too many, or higher than their box.
  public var isTooLarge: Bool
  /// The lines of a sheet, in order.
  public var cells: [TextCell]
  /// The number of lines.
  public var lines: Int
  /// Features of OpenType that were asked for, and that no font has which writes what they are asked for: their tags.
  public var lackingFeatures: [String]
  /// The fonts, if these alone are asked for: those that write each line, by their digests with what fontconfig makes of them.
  public var lineFonts: [[Fingerprint]]?

  /// Facts of a laid-out text.
  public init(
    size: PixelSize, box: PixelRect, raster: Fingerprint, fonts: [MediaFile], missing: String = "",
    substitutes: [TextSubstitute] = [], isTooLarge: Bool = false, cells: [TextCell] = [],
    lines: Int = 1, lackingFeatures: [String] = []
  ) {
    self.size = size
    self.box = box
    self.raster = raster
    self.fonts = fonts
    self.missing = missing
    self.substitutes = substitutes
    self.isTooLarge = isTooLarge
    self.cells = cells
    self.lines = lines
    self.lackingFeatures = lackingFeatures
  }
}

/// The characters that a requested font lacks, and the family that writes them.
public struct TextSubstitute: Hashable, Sendable, Codable {
  /// The family that writes it.
  public var family: String
  /// The characters, each once: the first of many.
  public var characters: String
  /// The part of the text whose font lacks them; nil where it is the text's own.
  public var span: Int?

  /// Characters that `family` writes.
  public init(family: String, characters: String, span: Int? = nil) {
    self.family = family
    self.characters = characters
    self.span = span
  }
}
