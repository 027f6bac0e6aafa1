// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import RenderProtocol

/// The outlines that were drawn last.
///
/// Stroking them takes longer than all the rest of a text, and where words light up one after the other, or letters fade
/// from colour to colour, they stay as they are.
final class LastOutlines {
  /// All that affects the pixels of outlines on an empty canvas.
  private struct Key: Equatable {
    struct Glyph: Equatable {
      var placed: PlacedGlyph
      var outlines: TextLines
    }

    /// A line below or through letters.
    struct Mark: Equatable {
      var area: TextArea
      var outlines: TextLines
    }

    var size: PixelSize
    /// The place of (0, 0) on the canvas.
    var origin: [Double]
    /// In the order in which they are drawn.
    var outlines: [TextLines]
    var marks: [Mark]
    /// Without regard to runs, which begin anew where a colour does.
    var glyphs: [Glyph]
  }

  private var key: Key?
  private var pixels: [UInt8] = []
  /// The fonts of the glyphs of `key`, which are found by their addresses.
  private var fonts: [UnsafeMutablePointer<PangoFont>] = []
  /// Larger canvases are drawn anew.
  private static let mostBytes = 4 << 20

  deinit { release() }

  /// Draws the outlines of `text`, if there are any to be drawn, on a canvas on which nothing is drawn yet.
  func draw(_ text: TextRuns, _ paint: TextPaint, on canvas: borrowing TextCanvas) {
    // Clear letters are cut out of outlines.
    guard !paint.allOutlines.isEmpty, canvas.byteCount <= Self.mostBytes,
      !paint.letters.contains(where: \.isClear)
    else { return canvas.drawOutlines(text, paint) }
    let key = key(of: text, paint, on: canvas)
    if key == self.key {
      canvas.setPixels(pixels)
      return
    }
    canvas.drawOutlines(text, paint)
    release()
    for run in text.runs where !fonts.contains(run.font) {
      g_object_ref(run.font)
      fonts.append(run.font)
    }
    (self.key, pixels) = (key, canvas.pixels)
  }

  private func release() {
    for font in fonts { g_object_unref(font) }
    fonts = []
  }

  private func key(
    of text: TextRuns, _ paint: TextPaint, on canvas: borrowing TextCanvas
  ) -> Key {
    var glyphs: [Key.Glyph] = []
    for run in text.runs where !run.isColored {
      let outlines = paint.outlines(of: run.span)
      glyphs += run.placedGlyphs.map { Key.Glyph(placed: $0, outlines: outlines) }
    }
    let origin = canvas.origin
    let marks = text.marks.lines.map {
      Key.Mark(area: $0.area, outlines: paint.outlines(of: $0.span))
    }
    return Key(
      size: canvas.size, origin: [origin.x, origin.y], outlines: paint.allOutlines,
      marks: marks, glyphs: glyphs)
  }
}

extension TextCanvas {
  /// The bytes that cairo keeps.
  fileprivate var pixels: [UInt8] {
    cairo_surface_flush(surface)
    guard isValid, let data = cairo_image_surface_get_data(surface) else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: byteCount))
  }

  /// Replaces all that was drawn by the bytes of a canvas of this size.
  fileprivate func setPixels(_ pixels: [UInt8]) {
    cairo_surface_flush(surface)
    guard isValid, pixels.count == byteCount, let data = cairo_image_surface_get_data(surface)
    else { return }
    pixels.withUnsafeBufferPointer { pixels in
      if let base = pixels.baseAddress { data.update(from: base, count: pixels.count) }
    }
    cairo_surface_mark_dirty(surface)
  }
}
