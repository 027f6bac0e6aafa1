// SPDX-License-Identifier: Apache-2.0

public import Base

/// The pixels of the text that was drawn last, for the same text with another word in another colour.
///
/// Only what such a text changes is converted to straight alpha. The result is that of a conversion of all pixels.
public final class LastRaster {
  /// The difference of the text that was drawn last from the one before it: a rectangle of its raster, empty where nothing
  /// does; nil where all of it may.
  public private(set) var change: PixelRect?
  private var size = PixelSize(0, 0)
  /// The colours that decide what becomes of a pixel.
  private var colors: [Color] = []
  /// The pixels as cairo left them.
  private var canvas: [UInt8] = []
  /// The same ones with straight alpha.
  private var pixels: [UInt8] = []
  /// Larger texts are not kept.
  private static let mostBytes = 4 << 20

  /// One of no text.
  public init() {}

  /// Keeps nothing of any text.
  func forget() { (change, size, colors, canvas, pixels) = (nil, PixelSize(0, 0), [], [], []) }

  /// The pixels of `rows` with straight alpha, which are kept if the same text comes in other colours.
  func pixels(of rows: CanvasRows, _ paint: TextPaint) -> [UInt8] {
    guard paint.isRecolored, rows.byteCount <= LastRaster.mostBytes else {
      forget()
      return rows.straightPixels(paint)
    }
    guard size == rows.size, colors == paint.colors else {
      (change, size, colors) = (nil, rows.size, paint.colors)
      (canvas, pixels) = (rows.bytes, rows.straightPixels(paint))
      return pixels
    }
    let area = canvas.withUnsafeBytes { rows.difference(from: $0) }
    change = area
    canvas.withUnsafeMutableBytes { rows.copy(area.y..<area.y + area.height, into: $0) }
    pixels.withUnsafeMutableBytes { rows.makeStraight(area, paint, into: $0) }
    return pixels
  }
}
