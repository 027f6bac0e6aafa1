// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

/// A text as a picture: straight-alpha RGBA, 8 bits per channel, rows without padding.
///
/// Transparent pixels have the colour of the text's edge, so that interpolation does not introduce another colour.
public struct TextRaster: Hashable, Sendable {
  /// Width and height in pixels, including at least one transparent pixel on each side.
  public var size: PixelSize
  /// The logical text box (advance width × line heights) inside the picture.
  public var box: PixelRect
  /// `width × height × 4` bytes.
  public var pixels: [UInt8]
  /// Absolute paths of the font files whose glyphs were used, in order of first use.
  public var fontFiles: [String]
  /// Characters without a glyph in any font (drawn as boxes), in order, without duplicates.
  public var missing: [Unicode.Scalar]
  /// The substitutes: texts written in another family than the requested one.
  public var substitutes: [TextSubstitute] = []
  /// True if the lines are too wide or too many, or higher than their box, or a word is broken between two of them.
  public var isTooLarge = false
  /// The lines of a sheet, in order.
  public var cells: [TextCell] = []
  /// The number of its lines.
  public var lines = 1
  /// Features of OpenType that were asked for, and that no font has which writes what they are asked for.
  public var lackingFeatures: [String] = []
}

/// Limits for texts.
enum TextLimits {
  /// Maximum number of Unicode scalars in a text.
  static let characters = 10_000
  /// Maximum number of parts with looks of their own.
  static let spans = 1000
  /// Maximum number of pixels in a raster: an 8K frame.
  static let pixels = 7680 * 4320
  /// Maximum font size, outline and wrap width, in pixels.
  static let length = 16_384
}
