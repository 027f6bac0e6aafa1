// SPDX-License-Identifier: Apache-2.0

import Base
import CPango

/// A cairo image for drawing text, owned.
struct TextCanvas: ~Copyable {
  let surface: OpaquePointer
  let cairo: OpaquePointer
  let size: PixelSize

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// A transparent canvas of `size` pixels.
  init(_ size: PixelSize) throws(TypesettingError) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw TypesettingError(.system, "cairo has no memory for \(size) pixels")
    }
    guard let cairo = cairo_create(surface), cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw TypesettingError(.system, "cairo cannot draw")
    }
    self.surface = surface
    self.cairo = cairo
    self.size = size
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
  }

  /// True if no error has occurred; cairo records only the first error.
  var isValid: Bool { cairo_status(cairo) == CAIRO_STATUS_SUCCESS }

  /// The bytes of its pixels.
  var byteCount: Int { Int(cairo_image_surface_get_stride(surface)) * size.height }

  /// The place of the origin of drawing, in pixels.
  var origin: (x: Double, y: Double) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    return (matrix.x0, matrix.y0)
  }

  /// Translates the origin of subsequent drawing to (`x`, `y`).
  func moveOrigin(x: Double, y: Double) { cairo_translate(cairo, x, y) }

  /// Draws the outlines of all glyphs, if there are any to be drawn, the outermost first.
  func drawOutlines(_ text: TextRuns, _ paint: TextPaint) {
    let all = paint.allOutlines
    guard !all.isEmpty else { return }
    // What is seen through letters is what lies behind the text, not its outlines.
    let clear = paint.letters.filter(\.isClear)
    if !clear.isEmpty { cairo_push_group(cairo) }
    for outlines in all {
      cairo_new_path(cairo)
      addPath(of: text) { paint.outlines(of: $0) == outlines }
      removePoints()
      addPath(of: text.marks.lines.filter { paint.outlines(of: $0.span) == outlines })
      for outline in outlines.lines {
        cairo_set_line_width(cairo, 2 * outline.reach)
        setSource(outline.color)
        cairo_stroke_preserve(cairo)
      }
    }
    guard !clear.isEmpty else { return }
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OUT)
    setSource(.black)
    fillLetters(text) { clear.contains(paint.fill(of: $0)) }
    fillLines(text) { clear.contains(paint.fill(of: $0)) }
    cairo_pop_group_to_source(cairo)
    cairo_paint(cairo)
  }

  /// Draws the rectangles behind spans, from whole pixel to whole pixel of the canvas.
  func drawBackgrounds(_ text: TextRuns, _ paint: TextPaint) {
    for mark in text.marks.backgrounds {
      guard let color = paint.backgrounds[mark.span] else { continue }
      var corners = [(mark.area.x0, mark.area.y0), (mark.area.x1, mark.area.y1)]
      for index in corners.indices {
        var (x, y) = corners[index]
        cairo_user_to_device(cairo, &x, &y)
        (x, y) = (x.rounded(), y.rounded())
        cairo_device_to_user(cairo, &x, &y)
        corners[index] = (x, y)
      }
      cairo_new_path(cairo)
      cairo_rectangle(
        cairo, corners[0].0, corners[0].1, corners[1].0 - corners[0].0, corners[1].1 - corners[0].1)
      setSource(color)
      cairo_fill(cairo)
    }
  }

  /// Fills rectangles with rounded corners, all at once: where they overlap, a clear colour stays as clear.
  func drawBackground(_ areas: [TextArea], _ paint: TextPaint) {
    guard let background = paint.background, !areas.isEmpty else { return }
    addPath(of: areas, radius: background.radius)
    setSource(background.color)
    cairo_fill(cairo)
  }

  /// Takes what is drawn away from where the backgrounds of `areas` are.
  func clear(_ areas: [TextArea], _ paint: TextPaint) {
    guard let background = paint.background, !areas.isEmpty else { return }
    cairo_save(cairo)
    addPath(of: areas, radius: background.radius)
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OUT)
    setSource(.black)
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  private func addPath(of areas: [TextArea], radius: Double) {
    cairo_new_path(cairo)
    for area in areas {
      let radius = min(
        max(radius, 0), (area.x1 - area.x0) / 2, (area.y1 - area.y0) / 2)
      guard radius > 0 else {
        cairo_rectangle(cairo, area.x0, area.y0, area.x1 - area.x0, area.y1 - area.y0)
        continue
      }
      cairo_new_sub_path(cairo)
      let (left, right) = (area.x0 + radius, area.x1 - radius)
      let (top, bottom) = (area.y0 + radius, area.y1 - radius)
      let corners = [(right, top), (right, bottom), (left, bottom), (left, top)]
      for (turn, (x, y)) in corners.enumerated() {
        let angle = Double(turn - 1) * .pi / 2
        cairo_arc(cairo, x, y, radius, angle, angle + .pi / 2)
      }
      cairo_close_path(cairo)
    }
  }

  /// Draws all glyphs without their outlines, and the lines below and through them.
  ///
  /// - Parameters:
  ///   - box: The box of the text's gradient.
  ///   - masks: Letters that were drawn before, where the text may come again in other colours.
  func drawLetters(
    _ text: TextRuns, _ paint: TextPaint, in box: TextArea, _ masks: GlyphMasks? = nil
  ) throws(TypesettingError) {
    let masks = GlyphMasks.draw(paint, on: self) ? masks : nil
    defer { masks?.forgetOthers() }
    for ink in paint.letters {
      // Where a line crosses letters, what is clear stays as clear: they are one mask.
      let isMask = ink.isClear && !text.marks.lines.isEmpty
      if isMask { cairo_push_group(cairo) }
      let gradient: OpaquePointer?
      switch ink {
      case .color(let color):
        gradient = nil
        setSource(isMask ? .black : color)
      case .gradient:
        gradient = try source(of: paint, in: box)
        if isMask { setSource(.black) } else { cairo_set_source(cairo, gradient) }
      }
      defer { cairo_pattern_destroy(gradient) }
      if let masks {
        for run in text.runs where !run.isColored && paint.fill(of: run.span) == ink {
          try masks.fill(run, on: self)
        }
      } else {
        fillLetters(text) { paint.fill(of: $0) == ink }
      }
      fillLines(text) { paint.fill(of: $0) == ink }
      guard isMask else { continue }
      let mask = cairo_pop_group(cairo)
      defer { cairo_pattern_destroy(mask) }
      switch ink {
      case .color(let color): setSource(color)
      case .gradient: cairo_set_source(cairo, gradient)
      }
      cairo_mask(cairo, mask)
    }
    for run in text.runs where run.isColored {
      cairo_push_group(cairo)
      setSource(.black)
      cairo_move_to(cairo, run.x, run.y)
      pango_cairo_show_glyph_string(cairo, run.font, run.glyphs)
      cairo_pop_group_to_source(cairo)
      let alpha: UInt8 =
        switch paint.fill(of: run.span) {
        case .color(let color): color.alpha
        case .gradient: 255
        }
      cairo_paint_with_alpha(cairo, Double(alpha) / 255)
    }
  }

  /// Fills the glyphs of spans that `isFilled`.
  private func fillLetters(_ text: TextRuns, _ isFilled: (_ span: Int?) -> Bool) {
    cairo_new_path(cairo)
    addPath(of: text, isFilled)
    cairo_fill(cairo)
  }

  /// Fills the lines of spans that `isFilled`, after the glyphs: in one path they might cancel each other out.
  private func fillLines(_ text: TextRuns, _ isFilled: (_ span: Int?) -> Bool) {
    let lines = text.marks.lines.filter { isFilled($0.span) }
    guard !lines.isEmpty else { return }
    cairo_new_path(cairo)
    addPath(of: lines)
    cairo_fill(cairo)
  }

  /// Glyphs are filled as paths, since cairo 1.16 places glyph images at whole pixels only.
  private func addPath(of text: TextRuns, _ isDrawn: (_ span: Int?) -> Bool) {
    for run in text.runs where !run.isColored && isDrawn(run.span) {
      run.addPath(of: run.placedGlyphs[...], to: cairo)
    }
  }

  private func addPath(of marks: [TextMarks.Mark]) {
    for mark in marks {
      let area = mark.area
      cairo_rectangle(cairo, area.x0, area.y0, area.x1 - area.x0, area.y1 - area.y0)
    }
  }

  private func setSource(_ color: Color) {
    cairo_set_source_rgba(
      cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      Double(color.alpha) / 255)
  }
}
