// SPDX-License-Identifier: Apache-2.0

public import Actions
import Basics
import CPango

extension FontSet {
  /// Lays out `block` and draws it.
  ///
  /// The same block, fonts and library versions give the same bytes: no hinting, no subpixel order, glyphs at
  /// exact positions. The text is taken literally; a line feed breaks the line. Throws for an unknown family,
  /// for text with a NUL, and when a limit is exceeded. The lines of a sheet are drawn each for itself.
  public func typeset(_ block: TextBlock) throws(TypesettingError) -> TextRaster {
    try check(block)
    if block.isSheet { return try sheet(block) }
    let layout = try makeLayout(block)
    let pango = layout.pointer.assumingOpaque
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(pango, &ink, &logical)
    let unit = Double(PANGO_SCALE)
    // The logical box starts at a whole pixel, regardless of alignment.
    let left = Double(ink.x - logical.x) / unit
    let top = Double(ink.y - logical.y) / unit
    let reach = block.outline + 1
    let width = Double(logical.width) / unit
    let height = Double(logical.height) / unit
    let x0 = min(0, left - reach).rounded(.down) - 1
    let y0 = min(0, top - reach).rounded(.down) - 1
    let x1 = max(width, left + Double(ink.width) / unit + reach).rounded(.up) + 1
    let y1 = max(height, top + Double(ink.height) / unit + reach).rounded(.up) + 1
    let size = PixelSize(Int(x1 - x0), Int(y1 - y0))
    guard size.width <= 32_767, size.height <= 32_767,
      size.width * size.height <= TextLimits.pixels
    else { throw TypesettingError(.limit, "the text would be a picture of \(size) pixels") }

    let paint = TextPaint(block)
    let canvas = try TextCanvas(size)
    canvas.moveOrigin(
      x: -x0 - Double(logical.x) / unit, y: -y0 - Double(logical.y) / unit)
    let runs = TextRuns(layout: pango, shown: block.shown)
    canvas.draw(runs, paint)
    return TextRaster(
      size: size,
      box: PixelRect(
        x: Int(-x0), y: Int(-y0), width: Int(width.rounded(.up)), height: Int(height.rounded(.up))),
      pixels: try canvas.straightPixels(paint),
      fontFiles: runs.fontFiles, missing: runs.missing)
  }

  private func check(_ block: TextBlock) throws(TypesettingError) {
    let limit = Double(TextLimits.length)
    if block.text.unicodeScalars.count > TextLimits.characters {
      throw TypesettingError(
        .limit, "the text is longer than \(TextLimits.characters) characters")
    }
    if block.text.unicodeScalars.contains("\0") {
      throw TypesettingError(.text, "the text contains a NUL character")
    }
    guard block.size > 0, block.size <= limit else {
      throw TypesettingError(.limit, "the font size is not between 0 and \(TextLimits.length)")
    }
    guard block.outline >= 0, block.outline <= limit else {
      throw TypesettingError(.limit, "the outline is not between 0 and \(TextLimits.length)")
    }
    if let shown = block.shown, shown < 0 {
      throw TypesettingError(.limit, "\(shown) bytes of the text are seen")
    }
    if let width = block.wrapWidth, width < 1 || width > TextLimits.length {
      throw TypesettingError(.limit, "the wrap width is not between 1 and \(TextLimits.length)")
    }
  }

  func makeLayout(_ block: TextBlock) throws(TypesettingError) -> GObjectHandle {
    let family = try family(for: block.font)
    let fontMap = map.pointer.assumingMemoryBound(to: PangoFontMap.self)
    guard let created = pango_font_map_create_context(fontMap) else {
      throw TypesettingError(.system, "pango has no context")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(created)) }  // the layout keeps it
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(created, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(created, 96)
    pango_context_set_round_glyph_positions(created, 0)
    // Alignment is physical: pango would mirror it for lines that run against the base direction.
    pango_context_set_base_dir(created, PANGO_DIRECTION_NEUTRAL)
    // The default would depend on the locale.
    pango_context_set_language(created, pango_language_from_string("en"))

    guard let layout = pango_layout_new(created) else {
      throw TypesettingError(.system, "pango has no layout")
    }
    let handle = GObjectHandle(owning: UnsafeMutableRawPointer(layout))
    let font = pango_font_description_new()
    pango_font_description_set_family(font, family)
    pango_font_description_set_absolute_size(font, block.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      font, PangoWeight(rawValue: UInt32(min(max(block.font.weight, 1), 1000))))
    pango_font_description_set_style(
      font, block.font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    if let width = block.wrapWidth {
      pango_layout_set_width(layout, Int32(width) * PANGO_SCALE)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    switch block.alignment {
    case .left: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    pango_layout_set_text(layout, block.text, Int32(block.text.utf8.count))
    return handle
  }
}

extension UnsafeMutableRawPointer {
  /// The same address as a pointer to a type that is opaque in C.
  var assumingOpaque: OpaquePointer { OpaquePointer(self) }
}
