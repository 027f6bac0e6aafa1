// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

/// The colours and outline of a text.
struct TextPaint {
  /// The glyphs' colour.
  var fill: Color
  /// The outline's colour, if there is a visible outline.
  var outline: Color?
  /// The outline's width in pixels.
  var outlineWidth: Double

  init(_ block: TextBlock) {
    fill = block.color
    outline = block.outline > 0 && block.outlineColor.alpha > 0 ? block.outlineColor : nil
    outlineWidth = block.outline
  }

  /// Converts a cairo pixel (alpha in the top byte, premultiplied) to straight red, green, blue, alpha.
  ///
  /// A pixel of only one paint gets exactly that colour; division alone would be wrong by up to `128 / alpha`.
  func straight(_ pixel: UInt32) -> (UInt8, UInt8, UInt8, UInt8) {
    let alpha = pixel >> 24
    let red = pixel >> 16 & 255
    let green = pixel >> 8 & 255
    let blue = pixel & 255
    if alpha == 0 { return TextPaint.channels(outline ?? fill, 0) }
    for paint in [outline, fill] {
      guard let paint else { continue }
      if TextPaint.isNear(red, paint.red, alpha), TextPaint.isNear(green, paint.green, alpha),
        TextPaint.isNear(blue, paint.blue, alpha)
      {
        return TextPaint.channels(paint, UInt8(alpha))
      }
    }
    func divide(_ value: UInt32) -> UInt8 { UInt8(min((value * 255 + alpha / 2) / alpha, 255)) }
    return (divide(red), divide(green), divide(blue), UInt8(alpha))
  }

  private static func channels(_ color: Color, _ alpha: UInt8) -> (UInt8, UInt8, UInt8, UInt8) {
    (color.red, color.green, color.blue, alpha)
  }

  /// Whether a premultiplied channel equals `color × alpha`, apart from rounding.
  private static func isNear(_ value: UInt32, _ color: UInt8, _ alpha: UInt32) -> Bool {
    let exact = Int32(color) * Int32(alpha)
    return abs(Int32(value) * 255 - exact) <= 255
  }
}
