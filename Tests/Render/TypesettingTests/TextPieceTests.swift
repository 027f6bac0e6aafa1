// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// Parts of texts that are drawn for themselves.
@Suite struct TextPieceTests {
  private func block(_ text: String, wrap: Int? = nil, outline: Double = 0) -> TextBlock {
    var block = TextBlock(
      text: text, font: FontChoice(family: "DejaVu Sans"), size: 40, color: .white,
      wrapWidth: wrap, alignment: .left)
    if outline > 0 { block.outlines = [TextOutline(width: outline, color: .black)] }
    return block
  }

  private func piece(
    _ block: TextBlock, _ part: TextPiece.Selection, _ layer: TextPiece.Layer = .letters
  ) throws -> TextRaster {
    var block = block
    block.piece = TextPiece(part, layer)
    return try FontSet().typeset(block)
  }

  /// The alpha of `pieces`, one over the other, where they lie in a raster like `whole`.
  private func alpha(_ pieces: [TextRaster], in whole: TextRaster) -> [Int] {
    var alpha = [Int](repeating: 0, count: whole.size.width * whole.size.height)
    for piece in pieces {
      let (x, y) = (whole.box.x - piece.box.x, whole.box.y - piece.box.y)
      for row in 0..<piece.size.height {
        for column in 0..<piece.size.width {
          let own = Int(piece.pixels[(row * piece.size.width + column) * 4 + 3])
          let place = (y + row) * whole.size.width + x + column
          alpha[place] = own + alpha[place] * (255 - own) / 255
        }
      }
    }
    return alpha
  }

  private func alpha(_ raster: TextRaster) -> [Int] {
    stride(from: 3, to: raster.pixels.count, by: 4).map { Int(raster.pixels[$0]) }
  }

  @Test(arguments: [
    "One two", "office AVA", "\u{633}\u{644}\u{627}\u{645} e\u{301}e", "one\ntwo\nthree",
  ])
  func `all letters together are the text, each in its place`(text: String) throws {
    var whole = block(text)
    whole.margin = 20
    let raster = try FontSet().typeset(whole)
    var (pieces, start): ([TextRaster], Int) = ([], 0)
    for letter in text {
      pieces.append(try piece(whole, .bytes(start..<start + letter.utf8.count)))
      start += letter.utf8.count
    }
    // Where letters are joined, the edges of two meet in a pixel.
    let difference = zip(alpha(pieces, in: raster), alpha(raster)).map { abs($0 - $1) }
    #expect(difference.filter { $0 > 40 }.count <= 40)
    #expect(difference.max() ?? 0 < 130)
    #expect(pieces.allSatisfy { $0.size.width < raster.size.width / 2 || $0.size.width == 1 })
  }

  @Test func `a ligature is a part with its first letter`() throws {
    let text = block("office")
    #expect(try piece(text, .bytes(1..<2)).size.width > 20)
    // The second and the third of its letters show nothing.
    for place in [2, 3] {
      #expect(try piece(text, .bytes(place..<place + 1)).size == PixelSize(1, 1))
    }
  }

  @Test func `a line is a part, wherever it breaks`() throws {
    let text = block("one two three four", wrap: 180)
    let raster = try FontSet().typeset(text)
    #expect(raster.lines > 1)
    let lines = try (0..<raster.lines).map { try piece(text, .line($0)) }
    #expect(alpha(lines, in: raster) == alpha(raster))
    #expect(try piece(text, .line(raster.lines)).size == PixelSize(1, 1))
  }

  @Test func `outlines lie below the letters of other parts`() throws {
    var text = block("one two", outline: 4)
    text.background = TextBackground(
      color: Color(0, 0, 99), padding: [4, 4, 4, 4], radius: 0, isByLine: false)
    let raster = try FontSet().typeset(text)
    let all = TextPiece.Selection.bytes(0..<7)
    let layers = [
      try piece(text, .nothing, .background), try piece(text, all, .outlines),
      try piece(text, all, .letters),
    ]
    #expect(zip(alpha(layers, in: raster), alpha(raster)).allSatisfy { abs($0 - $1) <= 2 })
    #expect(layers[2].size.width < layers[1].size.width)
    #expect(layers[1].size.width < layers[0].size.width)
  }

  @Test func `a margin is clear, and moves no letter`() throws {
    var text = block("one")
    let plain = try FontSet().typeset(text)
    text.margin = 30
    let wide = try FontSet().typeset(text)
    #expect(wide.size.height >= plain.size.height + 50)
    #expect(wide.box.width == plain.box.width)
    #expect(alpha([plain], in: wide) == alpha(wide))
  }
}
