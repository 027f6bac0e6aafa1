// SPDX-License-Identifier: Apache-2.0

public import Basics

/// A text as a picture: straight-alpha RGBA, 8 bits a channel, rows without padding.
///
/// Clear pixels carry the colour of the text's edge, so that averaging neighbours never drags
/// another colour in.
public struct TextRaster: Hashable, Sendable {
  /// Width and height in pixels, at least one clear pixel all around included.
  public var size: PixelSize
  /// The logical text box (advance width × line heights) inside the picture.
  public var box: PixelRect
  /// `width × height × 4` bytes.
  public var pixels: [UInt8]
  /// Absolute paths of the font files whose glyphs were used, in order of first use.
  public var fontFiles: [String]
  /// Characters for which no font has a glyph (boxes are drawn for them), in order, each once.
  public var missing: [Unicode.Scalar]
}

/// Bounds on what a project may ask for.
enum TextLimits {
  /// Unicode scalars of one text.
  static let characters = 10_000
  /// Pixels of one raster: an 8K frame.
  static let pixels = 7680 * 4320
  /// Font size, outline and wrap width, in pixels.
  static let length = 16_384
}
