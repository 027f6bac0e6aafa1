// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
public import RenderProtocol

extension FontSet {
  /// Lays out `block` and draws it.
  ///
  /// The same block, fonts and library versions give the same bytes: no hinting, no subpixel order, glyphs at
  /// exact positions. The text is taken literally; a line feed breaks the line. Throws for an unknown family,
  /// for text with a NUL, and when a limit is exceeded. The lines of a sheet are drawn each for itself.
  ///
  /// - Parameter last: What is known of the text that was drawn before; it knows this one afterwards.
  public func typeset(
    _ block: TextBlock, after last: LastRaster? = nil
  ) throws(TypesettingError) -> TextRaster {
    try check(block)
    if block.isSheet || block.isVertical || block.piece != nil { last?.forget() }
    if block.isSheet { return try sheet(block) }
    if block.isVertical { return try raster(of: block.turned).turned }
    return block.piece == nil
      ? try raster(of: block, after: last) : try raster(of: block).trimmed()
  }

  private func raster(
    of block: TextBlock, after last: LastRaster? = nil
  ) throws(TypesettingError) -> TextRaster {
    let text = try layOut(block)
    let paint = TextPaint(block)
    let runs = TextRuns(
      layout: text.pango, families: askedFamilies(of: block), of: block, view: text.view)
    let (box, picture) = (text.box, text.picture(runs))
    let (x0, y0) = (picture.x0.rounded(.down) - 1, picture.y0.rounded(.down) - 1)
    let size = PixelSize(
      Int(picture.x1.rounded(.up) + 1 - x0), Int(picture.y1.rounded(.up) + 1 - y0))
    guard size.width <= 32_767, size.height <= 32_767,
      size.width * size.height <= TextLimits.pixels
    else { throw TypesettingError(.limit, "the text would be a picture of \(size) pixels") }

    let canvas = try TextCanvas(size)
    canvas.moveOrigin(x: -x0, y: -y0)
    if block.draws(.background) {
      let parts = text.backgroundOfLine
      canvas.drawBackground(parts?.own ?? text.background, paint)
      canvas.clear(parts?.before ?? [], paint)
    }
    canvas.moveOrigin(x: text.origin.x, y: text.origin.y)
    if block.draws(.outlines) {
      canvas.drawBackgrounds(runs, paint)
      let isFirst = text.background.isEmpty && runs.marks.backgrounds.isEmpty
      if isFirst {
        outlines.draw(runs, paint, on: canvas)
      } else {
        canvas.drawOutlines(runs, paint)
      }
    }
    if block.draws(.letters) { try canvas.drawLetters(runs, paint, in: text.lettersBox, letters) }
    return TextRaster(
      size: size,
      box: PixelRect(
        x: Int(box.x0 - x0), y: Int(box.y0 - y0), width: Int((box.x1 - box.x0).rounded(.up)),
        height: Int((box.y1 - box.y0).rounded(.up))),
      pixels: try canvas.straightPixels(paint, after: last),
      fontFiles: runs.fontFiles, missing: runs.missing, substitutes: runs.substitutes,
      isTooLarge: text.isTooLarge, lines: text.lineCount, lackingFeatures: runs.lackingFeatures)
  }

  func check(_ block: TextBlock) throws(TypesettingError) {
    let limit = Double(TextLimits.length)
    if block.text.unicodeScalars.count > TextLimits.characters {
      throw TypesettingError(
        .limit, "the text is longer than \(TextLimits.characters) characters")
    }
    if block.text.unicodeScalars.contains("\0") {
      throw TypesettingError(.text, "the text contains a NUL character")
    }
    try check(block.spans, of: block.text)
    guard block.size > 0, block.size <= limit else {
      throw TypesettingError(.limit, "the font size is not between 0 and \(TextLimits.length)")
    }
    let outlines = block.outlines + block.spans.flatMap { $0.outlines ?? [] }
    guard outlines.allSatisfy({ $0.width >= 0 }), block.outlineWidth <= limit else {
      throw TypesettingError(.limit, "the outline is not between 0 and \(TextLimits.length)")
    }
    if let shown = block.shown, shown < 0 {
      throw TypesettingError(.limit, "\(shown) bytes of the text are seen")
    }
    guard (0...TextLimits.length).contains(block.margin) else {
      throw TypesettingError(.limit, "the margin is not between 0 and \(TextLimits.length)")
    }
    let sides = [block.wrapWidth, block.box?.width, block.box?.height].compactMap(\.self)
    guard sides.allSatisfy({ (1...TextLimits.length).contains($0) }) else {
      throw TypesettingError(
        .limit, "the width of lines and a box are between 1 and \(TextLimits.length)")
    }
    let lengths =
      [block.lineHeight, block.letterSpacing, block.background?.radius]
      .compactMap(\.self) + (block.background?.padding ?? [])
    guard lengths.allSatisfy({ abs($0) <= limit }) else {
      throw TypesettingError(
        .limit, "the spacing and the padding of a text are at most \(TextLimits.length)")
    }
  }
}

extension TextBlock {
  /// Returns true if `layer` is drawn: it is that of its piece, or it has no piece.
  fileprivate func draws(_ layer: TextPiece.Layer) -> Bool {
    piece.map { $0.layer == layer } ?? true
  }
}

extension UnsafeMutableRawPointer {
  /// The same address as a pointer to a type that is opaque in C.
  var assumingOpaque: OpaquePointer { OpaquePointer(self) }
}
