// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import RenderProtocol

extension FontSet {
  /// Draws every line of `block` for itself, one below the other.
  ///
  /// Baselines begin at whole pixels and end there, so that lines which are put together later fit without being
  /// resampled. What has an outline is drawn twice, as outlines lie below all letters.
  func sheet(_ block: TextBlock) throws(TypesettingError) -> TextRaster {
    let paint = TextPaint(block)
    var pieces: [(block: TextBlock, cell: TextCell)] = []
    var (width, height) = (0, 0)
    for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
      var piece = block
      (piece.text, piece.wrapWidth) = (String(line), nil)
      var cell = try measured(piece)
      cell.area.y = height
      height += cell.area.height
      if !paint.allOutlines.isEmpty {
        cell.outline = PixelPlace(0, height)
        height += cell.area.height
      }
      width = max(width, cell.area.width)
      pieces.append((piece, cell))
    }
    let size = PixelSize(width, height)
    guard width <= 32_767, height <= 32_767, width * height <= TextLimits.pixels else {
      throw TypesettingError(.limit, "the text would be a picture of \(size) pixels")
    }
    let canvas = try TextCanvas(size)
    var (fonts, missing): ([String], [Unicode.Scalar]) = ([], [])
    var substitutes: [TextSubstitute] = []
    // A feature is had where one of the lines is written in a font that has it.
    var lacking: [String]?
    for (piece, cell) in pieces {
      let layout = try makeLayout(piece)
      let pango = layout.pointer.assumingOpaque
      let runs = TextRuns(layout: pango, families: (askedFamily(of: block.font), []), of: piece)
      let baseline = Double(pango_layout_get_baseline(pango)) / Double(PANGO_SCALE)
      if let place = cell.outline {
        try canvas.draw(at: cell.pen(in: place), baseline) { $0.drawOutlines(runs, paint) }
      }
      let box = TextArea(0, 0, Double(cell.advance), Double(cell.ascent + cell.descent))
      try canvas.draw(at: cell.pen(in: PixelPlace(0, cell.area.y)), baseline) {
        canvas throws(TypesettingError) in
        try canvas.drawLetters(runs, paint, in: box)
      }
      for font in runs.fontFiles where !fonts.contains(font) { fonts.append(font) }
      for substitute in runs.substitutes where !substitutes.contains(substitute) {
        substitutes.append(substitute)
      }
      if !piece.text.allSatisfy(\.isWhitespace) {
        lacking = lacking.map { $0.filter(runs.lackingFeatures.contains) } ?? runs.lackingFeatures
      }
      for scalar in runs.missing where !missing.contains(scalar) { missing.append(scalar) }
    }
    return TextRaster(
      size: size, box: PixelRect(size), pixels: try canvas.straightPixels(paint), fontFiles: fonts,
      missing: missing, substitutes: substitutes, cells: pieces.map(\.cell),
      lackingFeatures: lacking ?? [])
  }

  /// The size of a line, with its picture at the origin.
  private func measured(_ block: TextBlock) throws(TypesettingError) -> TextCell {
    let layout = try makeLayout(block)
    let pango = layout.pointer.assumingOpaque
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(pango, &ink, &logical)
    let unit = Double(PANGO_SCALE)
    let baseline = Double(pango_layout_get_baseline(pango)) / unit
    let reach = block.outlineWidth + 1
    let (left, top) = (Double(ink.x) / unit, Double(ink.y) / unit - baseline)
    // Pango adds nothing at the ends of a line, and others follow this one.
    let advance = max(0, Double(logical.width) / unit + block.letterSpacing)
    let x0 = min(0, left - reach).rounded(.down) - 1
    let y0 = min(0, top - reach).rounded(.down) - 1
    let x1 = max(advance, left + Double(ink.width) / unit + reach).rounded(.up) + 1
    let y1 = max(0, top + Double(ink.height) / unit + reach).rounded(.up) + 1
    return TextCell(
      area: PixelRect(x: 0, y: 0, width: Int(x1 - x0), height: Int(y1 - y0)), outline: nil,
      origin: PixelPlace(Int(-x0), Int(-y0)), advance: Int(advance.rounded(.up)),
      ascent: Int((baseline - Double(logical.y) / unit).rounded(.up)),
      descent: Int((Double(logical.y + logical.height) / unit - baseline).rounded(.up)))
  }
}

extension TextCell {
  /// The start of its baseline if its picture lies at `place`.
  fileprivate func pen(in place: PixelPlace) -> PixelPlace {
    PixelPlace(place.x + origin.x, place.y + origin.y)
  }
}

extension TextCanvas {
  /// Draws a layout whose baseline, `baseline` below its top, begins at `pen`.
  fileprivate func draw(
    at pen: PixelPlace, _ baseline: Double,
    _ body: (borrowing TextCanvas) throws(TypesettingError) -> Void
  ) throws(TypesettingError) {
    moveOrigin(x: Double(pen.x), y: Double(pen.y) - baseline)
    try body(self)
    moveOrigin(x: -Double(pen.x), y: baseline - Double(pen.y))
  }
}
