// SPDX-License-Identifier: Apache-2.0

import Base
import CPango

/// The letters of the text that was drawn last, word by word, as masks.
///
/// Filling paths takes longer than all the rest of a text, and where words light up one after the other, their letters
/// stay as they are. A text of several colours is always drawn by masks, so that its pixels do not depend on what is kept; and
/// so is one of which no word is lit up yet, so that its letters stay the same when one is.
final class GlyphMasks {
  private struct Key: Hashable {
    /// That of the canvas, at whose edges masks end.
    var size: PixelSize
    /// The place of (0, 0) on the canvas.
    var origin: [Double]
    var glyphs: [PlacedGlyph]
  }

  private var masks: [Key: GlyphMask] = [:]
  /// Those of the text that is being drawn.
  private var used: [Key: GlyphMask] = [:]
  /// The memory of those together, in bytes.
  private var usedBytes = 0
  /// Texts on larger canvases are not drawn by masks, and more of them are not kept.
  private static let mostBytes = 4 << 20

  /// Returns true if the letters of a text are drawn by masks.
  ///
  /// Another text of one colour is filled at once. Translucent letters must not be blended twice
  /// where two words touch.
  static func draw(_ paint: TextPaint, on canvas: borrowing TextCanvas) -> Bool {
    let inks = paint.letters
    return (inks.count > 1 || paint.isRecolored) && canvas.byteCount <= mostBytes
      && !inks.contains(where: \.isClear)
  }

  /// Fills the letters of `run` with the source of `canvas`.
  func fill(_ run: TextRuns.GlyphRun, on canvas: borrowing TextCanvas) throws(TypesettingError) {
    let glyphs = run.placedGlyphs
    let origin = canvas.origin
    for stretch in run.stretches(of: glyphs) {
      let key = Key(
        size: canvas.size, origin: [origin.x, origin.y], glyphs: Array(glyphs[stretch]))
      if let mask = used[key] {
        mask.fill(on: canvas)
        continue
      }
      var known = masks.removeValue(forKey: key)
      if known == nil { known = try GlyphMask(run, glyphs[stretch], on: canvas) }
      guard let mask = known else { continue }
      mask.fill(on: canvas)
      // Words may lie over each other, so that their masks are larger than the canvas together.
      if usedBytes + mask.byteCount <= GlyphMasks.mostBytes {
        usedBytes += mask.byteCount
        used[key] = mask
      }
    }
  }

  /// Keeps the masks of the text that has been drawn, and no others.
  func forgetOthers() { (masks, used, usedBytes) = (used, [:], 0) }
}

/// The coverage of each pixel by some letters.
private final class GlyphMask {
  private let surface: OpaquePointer
  /// The pixel of the canvas that its first one lies on.
  private let x, y: Double
  /// Keys identify the font by its address, so the mask keeps it alive.
  private let font: UnsafeMutablePointer<PangoFont>
  /// Its memory.
  let byteCount: Int

  /// That of `glyphs`, which are of `run`; nil where nothing of them lies on `canvas`.
  init?(
    _ run: TextRuns.GlyphRun, _ glyphs: ArraySlice<PlacedGlyph>, on canvas: borrowing TextCanvas
  ) throws(TypesettingError) {
    let origin = canvas.origin
    cairo_new_path(canvas.cairo)
    run.addPath(of: glyphs, to: canvas.cairo)
    var box = TextArea(0, 0, 0, 0)
    cairo_fill_extents(canvas.cairo, &box.x0, &box.y0, &box.x1, &box.y1)
    cairo_new_path(canvas.cairo)
    let (left, top) = (
      max(0, (box.x0 + origin.x).rounded(.down) - 1), max(0, (box.y0 + origin.y).rounded(.down) - 1)
    )
    let right = min(Double(canvas.size.width), (box.x1 + origin.x).rounded(.up) + 1)
    let bottom = min(Double(canvas.size.height), (box.y1 + origin.y).rounded(.up) + 1)
    guard box.x0 < box.x1, box.y0 < box.y1, left < right, top < bottom else { return nil }
    guard
      let surface = cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(right - left), Int32(bottom - top)),
      let cairo = cairo_create(surface)
    else { throw TypesettingError(.system, "cairo has no memory for letters") }
    defer { cairo_destroy(cairo) }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST)
    cairo_translate(cairo, origin.x - left, origin.y - top)
    run.addPath(of: glyphs, to: cairo)
    cairo_fill(cairo)
    guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw TypesettingError(.system, "cairo could not draw letters")
    }
    (self.surface, x, y, font) = (surface, left, top, run.font)
    byteCount = Int(
      cairo_image_surface_get_stride(surface) * cairo_image_surface_get_height(surface))
    g_object_ref(font)
  }

  deinit {
    cairo_surface_destroy(surface)
    g_object_unref(font)
  }

  /// Fills them with the source of `canvas`.
  func fill(on canvas: borrowing TextCanvas) {
    cairo_save(canvas.cairo)
    cairo_identity_matrix(canvas.cairo)
    cairo_mask_surface(canvas.cairo, surface, x, y)
    cairo_restore(canvas.cairo)
  }
}
