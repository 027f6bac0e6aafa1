// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import RenderProtocol

extension FontSet {
  /// The lines of `block`, whose text is `block.text`.
  ///
  /// - Parameter breaksWords: Whether a word that is wider than the lines is broken.
  func makeLayout(_ block: TextBlock, breaksWords: Bool = true) throws(TypesettingError)
    -> GObjectHandle
  {
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
    // Alignment is physical: pango would mirror it for lines that run against the base direction, which is right for the
    // last line of a justified text alone.
    pango_context_set_base_dir(
      created, block.alignment == .justify ? PANGO_DIRECTION_LTR : PANGO_DIRECTION_NEUTRAL)
    if block.isVertical { pango_context_set_base_gravity(created, PANGO_GRAVITY_EAST) }
    // The default would depend on the locale.
    pango_context_set_language(created, pango_language_from_string("en"))

    guard let layout = pango_layout_new(created) else {
      throw TypesettingError(.system, "pango has no layout")
    }
    let handle = GObjectHandle(owning: UnsafeMutableRawPointer(layout))
    let font = description(of: block.font, family: family, size: block.size)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    let attributes = attributes(of: block)
    defer { pango_attr_list_unref(attributes) }
    try setSpans(of: block, in: attributes)
    keepJoined(block, in: attributes)
    pango_layout_set_attributes(layout, attributes)
    if let width = block.lineWidth {
      pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    }
    switch block.alignment {
    case .left: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    case .justify:
      pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
      pango_layout_set_justify(layout, 1)
    }
    pango_layout_set_text(layout, block.text, Int32(block.text.utf8.count))
    return handle
  }

  /// A font as Pango describes it.
  func description(of font: FontChoice, family: String, size: Double) -> OpaquePointer? {
    let description = pango_font_description_new()
    pango_font_description_set_family(description, family)
    pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: UInt32(min(max(font.weight, 1), 1000))))
    pango_font_description_set_style(
      description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    if !font.variations.isEmpty {
      pango_font_description_set_variations(description, font.variations)
    }
    return description
  }

  /// The attributes of the whole text that are no part of a font's description.
  private func attributes(of block: TextBlock) -> OpaquePointer? {
    let attributes = pango_attr_list_new()
    let unit = Double(PANGO_SCALE)
    if block.letterSpacing != 0 {
      pango_attr_list_insert(
        attributes, pango_attr_letter_spacing_new(Int32(block.letterSpacing * unit)))
    }
    // Where a word is too long for a line, as in browsers; soft hyphens are seen.
    if !block.text.unicodeScalars.contains("\u{AD}") {
      pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    }
    if let height = block.lineHeight {
      pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(Int32(height * unit)))
    }
    if !block.font.features.isEmpty {
      pango_attr_list_insert(attributes, pango_attr_font_features_new(block.font.features))
    }
    return attributes
  }
}

extension TextBlock {
  /// The width at which lines wrap: that of the box within its background's padding; nil for no wrapping.
  var lineWidth: Double? {
    guard let box else { return wrapWidth.map(Double.init) }
    return max(1, Double(box.width) - (background.map { $0.padding[1] + $0.padding[3] } ?? 0))
  }

  /// The height that lines have in the box; nil without one.
  var linesHeight: Double? {
    box.map {
      max(1, Double($0.height) - (background.map { $0.padding[0] + $0.padding[2] } ?? 0))
    }
  }
}
