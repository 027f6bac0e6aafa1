// SPDX-License-Identifier: Apache-2.0

import CPango

/// A glyph and where its origin lies, in layout pixels.
///
/// The font is known by its address: whoever keeps one of these keeps the font.
struct PlacedGlyph: Hashable {
  var font: UnsafeMutablePointer<PangoFont>
  var number: PangoGlyph
  var x, y: Double
}

extension TextRuns.GlyphRun {
  /// Its glyphs, in the order of the line.
  var placedGlyphs: [PlacedGlyph] {
    var x = self.x
    return (0..<Int(glyphs.pointee.num_glyphs)).map { index in
      let glyph = glyphs.pointee.glyphs[index]
      let geometry = glyph.geometry
      defer { x += Double(geometry.width) / Double(PANGO_SCALE) }
      return PlacedGlyph(
        font: font, number: glyph.glyph, x: x + Double(geometry.x_offset) / Double(PANGO_SCALE),
        y: y + Double(geometry.y_offset) / Double(PANGO_SCALE))
    }
  }

  /// The ranges of its glyphs between those that show nothing, such as spaces.
  ///
  /// - Parameter glyphs: `placedGlyphs`.
  func stretches(of glyphs: [PlacedGlyph]) -> [Range<Int>] {
    glyphs.indices.split { index in
      var ink = PangoRectangle()
      pango_font_get_glyph_extents(font, glyphs[index].number, &ink, nil)
      return ink.width == 0 || ink.height == 0
    }.map { $0.startIndex..<$0.endIndex }
  }

  /// The rectangle around the outlines of `glyphs`, a stretch of `placedGlyphs`; nil where there are none.
  func pathExtent(of placed: ArraySlice<PlacedGlyph>) -> TextArea? {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return nil }
    defer { cairo_destroy(cairo) }
    addPath(of: placed, to: cairo)
    var area = TextArea(0, 0, 0, 0)
    cairo_path_extents(cairo, &area.x0, &area.y0, &area.x1, &area.y1)
    return area.x0 < area.x1 && area.y0 < area.y1 ? area : nil
  }

  /// Adds the outlines of `glyphs`, a stretch of `placedGlyphs`, to the path of `cairo`.
  ///
  /// Cairo rounds the place where a string of glyphs begins, and then that of each glyph. So every glyph is a string of its
  /// own: its pixels do not depend on where runs begin, which is where colours change.
  func addPath(of placed: ArraySlice<PlacedGlyph>, to cairo: OpaquePointer) {
    guard let part = pango_glyph_string_new() else { return }
    defer { pango_glyph_string_free(part) }
    pango_glyph_string_set_size(part, 1)
    for index in placed.indices {
      var glyph = glyphs.pointee.glyphs[index]
      (glyph.geometry.x_offset, glyph.geometry.y_offset) = (0, 0)
      part.pointee.glyphs[0] = glyph
      cairo_move_to(cairo, placed[index].x, placed[index].y)
      pango_cairo_glyph_string_path(cairo, font, part)
    }
  }
}
