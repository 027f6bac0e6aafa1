// SPDX-License-Identifier: Apache-2.0

import CPango
import RenderProtocol

/// The glyph runs of a layout, with their positions.
///
/// The layout owns the glyph strings and must outlive this value.
struct TextRuns {
  /// Glyphs of one font, and the start of their baseline in layout pixels.
  struct GlyphRun {
    var font: UnsafeMutablePointer<PangoFont>
    var glyphs: UnsafeMutablePointer<PangoGlyphString>
    var x: Double
    var y: Double
    /// True if the font's glyphs are colour images, which have no outline to fill or stroke.
    var isColored: Bool
    /// The span that it is part of; nil for none.
    var span: Int?
  }

  private(set) var runs: [GlyphRun] = []
  /// The marks of spans beside their letters.
  private(set) var marks = TextMarks()
  private(set) var fontFiles: [String] = []
  private(set) var missing: [Unicode.Scalar] = []
  /// The rectangle around the boxes that are drawn for missing characters, seen or not, in layout pixels; nil without any.
  ///
  /// For boxes in a line that lies on its side, as those of vertical text do, Pango tells another rectangle than it draws.
  private(set) var boxes: TextArea?
  private(set) var substitutes: [TextSubstitute] = []
  /// The features of fonts that were asked for, and are not had.
  private(set) var lackingFeatures: [String] = []

  /// - Parameter families: The families that were asked for; nil where any will do.
  /// - Parameter block: The text that is shown.
  /// - Parameter view: What of the text is seen. What is one cluster of glyphs, such as a ligature, is seen as soon as its
  ///   first byte is.
  init(
    layout: OpaquePointer, families: (text: String?, spans: [String?]), of block: TextBlock,
    view: TextView = .all
  ) {
    let spans = block.spans
    var features = FontFeatures(block)
    defer { lackingFeatures = features.lacking }
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    var line = 0
    repeat {
      guard let run = pango_layout_iter_get_run(iterator),
        let font = run.pointee.item.pointee.analysis.font, let glyphs = run.pointee.glyphs
      else {
        // The end of a line is a run that is empty.
        line += 1
        continue
      }
      let item = run.pointee.item.pointee
      var logical = PangoRectangle()
      pango_layout_iter_get_run_extents(iterator, nil, &logical)
      let baseline = pango_layout_iter_get_run_baseline(iterator)
      let isColored = note(font)
      let span = spans.isEmpty ? nil : item.span
      if let family = span.map({ families.spans[$0] }) ?? families.text, !isColored {
        noteSubstitute(font, for: family, in: span, item, of: pango_layout_get_text(layout))
      }
      if !isColored { features.note(font, in: span) }
      let seenBytes = view.bytes(ofLine: line)
      let bytes = seenBytes.lowerBound - Int(item.offset)..<seenBytes.upperBound - Int(item.offset)
      let x = Double(logical.x) / Double(PANGO_SCALE)
      let y = Double(baseline - item.centering(of: glyphs)) / Double(PANGO_SCALE)
      if let span, spans[span].isDecorated {
        let end = max(0, Double(logical.width) / Double(PANGO_SCALE))
        let seen = glyphs.pointee.extent(of: bytes) ?? 0..<0
        marks.add(
          spans[span], span, font, line: line, x..<x + end,
          seen: x + seen.lowerBound..<x + seen.upperBound, baseline: y)
      }
      let own = GlyphRun(font: font, glyphs: glyphs, x: x, y: y, isColored: isColored, span: span)
      noteMissing(own)
      hide(glyphs.pointee, outside: bytes)
      runs.append(own)
    } while pango_layout_iter_next_run(iterator) != 0
  }

  /// Records the font's file; returns whether its glyphs are colour images.
  private mutating func note(_ font: UnsafeMutablePointer<PangoFont>) -> Bool {
    let pango = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    guard let pattern = pango_fc_font_get_pattern(pango) else { return false }
    for path in FontConfiguration.strings(pattern, FC_FILE).prefix(1)
    where !fontFiles.contains(path) { fontFiles.append(path) }
    var colored: FcBool = 0
    return FcPatternGetBool(pattern, FC_COLOR, 0, &colored) == FcResultMatch && colored != 0
  }

  /// Records what of `item` is written in another family than the one that was asked for.
  ///
  /// Emoji are: few other fonts have them, and nobody expects them to.
  private mutating func noteSubstitute(
    _ font: UnsafeMutablePointer<PangoFont>, for family: String, in span: Int?, _ item: PangoItem,
    of text: UnsafePointer<CChar>?
  ) {
    let pango = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    guard let text, let pattern = pango_fc_font_get_pattern(pango) else { return }
    let names = FontConfiguration.strings(pattern, FC_FAMILY)
    guard let name = names.first, !names.contains(where: { $0.lowercased() == family.lowercased() })
    else { return }
    let bytes = UnsafeRawBufferPointer(start: text + Int(item.offset), count: Int(item.length))
    let characters = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
      let properties = $0.properties
      return !properties.isWhitespace && !properties.isEmojiPresentation
        && !properties.isDefaultIgnorableCodePoint && $0.value >= 32
    }
    guard !characters.isEmpty else { return }
    let place =
      substitutes.firstIndex { $0.family == name && $0.span == span } ?? substitutes.count
    if place == substitutes.count {
      substitutes.append(TextSubstitute(family: name, characters: "", span: span))
    }
    for character in characters
    where !substitutes[place].characters.unicodeScalars.contains(character)
      && substitutes[place].characters.unicodeScalars.count < 64
    {
      substitutes[place].characters.unicodeScalars.append(character)
    }
  }

  /// Empties glyphs of clusters that do not begin in `bytes` of their run; they keep their width.
  private func hide(_ glyphs: PangoGlyphString, outside bytes: Range<Int>) {
    for index in 0..<Int(glyphs.num_glyphs)
    where !bytes.contains(Int(glyphs.log_clusters[index])) {
      glyphs.glyphs[index].glyph = 0x0fff_ffff  // PANGO_GLYPH_EMPTY
    }
  }

  private mutating func noteMissing(_ run: GlyphRun) {
    let unknown: UInt32 = 0x1000_0000  // PANGO_GLYPH_UNKNOWN_FLAG
    let empty: UInt32 = 0x0fff_ffff  // PANGO_GLYPH_EMPTY
    let placed = run.placedGlyphs
    for (index, glyph) in placed.enumerated()
    where glyph.number != empty && glyph.number & unknown != 0 {
      if let area = run.pathExtent(of: placed[index...index]) {
        boxes?.formUnion(area)
        boxes = boxes ?? area
      }
      guard let scalar = Unicode.Scalar(glyph.number & ~unknown), !missing.contains(scalar)
      else { continue }
      missing.append(scalar)
    }
  }
}

extension PangoItem {
  /// The height of the baseline above the middle of the glyphs' box, in Pango's units, where lines
  /// are centred on their baselines as in vertical text; 0 elsewhere.
  fileprivate func centering(of glyphs: UnsafeMutablePointer<PangoGlyphString>) -> Int32 {
    guard analysis.flags & 1 != 0 else { return 0 }  // PANGO_ANALYSIS_FLAG_CENTERED_BASELINE
    var logical = PangoRectangle()
    pango_glyph_string_extents(glyphs, analysis.font, nil, &logical)
    return logical.y + logical.height / 2
  }
}
