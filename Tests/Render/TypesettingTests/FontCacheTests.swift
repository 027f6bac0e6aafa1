// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Text

/// The state kept from text to text never shows in one.
@Suite struct FontCacheTests {
  private let dejaVu = FontChoice(family: "DejaVu Sans")

  /// Three words, of which `word` is lit.
  private func words(_ word: Int?, change: (inout TextBlock) -> Void = { _ in }) -> TextBlock {
    var block = TextBlock(
      text: "one two six", font: dejaVu, size: 40, color: .white,
      outlines: [TextOutline(width: 3, color: .black), TextOutline(width: 5, color: .white)])
    block.spans = (0..<3).map { index in
      TextSpan(
        bytes: index * 4..<index * 4 + 3, font: dejaVu, size: 40,
        color: index == word ? Color(255, 210, 0) : .white)
    }
    change(&block)
    return block
  }

  @Test func `words that light up one after the other are those that are drawn alone`() throws {
    let blocks = [
      words(nil), words(0), words(1), words(1) { $0.spans[1].isUnderlined = true }, words(2),
      words(2) { $0.spans[2].background = Color(0, 0, 200) }, words(0),
      words(0) { $0.outlines[0].color = Color(200, 0, 0) }, words(1) { $0.outlines = [] },
      words(1) { $0.spans[1].outlines = [] },
      words(1) { $0.spans[1].outlines = [TextOutline(width: 6, color: .black)] },
      words(1) { $0.spans[0].color = Color(255, 0, 0, alpha: 100) },
      words(1) {
        $0.background = TextBackground(
          color: Color(0, 90, 0), padding: [4, 4, 4, 4], radius: 0, isByLine: false)
      },
      words(1), words(1) { $0.spans.removeFirst() }, words(1) { $0.size = 41 },
      words(1) { $0.spans = Array($0.spans.suffix(1)) }, words(0) { $0.wrapWidth = 100 },
      words(2) { $0.text = "one two ten" },
    ]
    let kept = try FontSet()
    for block in blocks {
      let (raster, alone) = (try kept.typeset(block), try FontSet().typeset(block))
      #expect(raster.size == alone.size)
      #expect(raster.pixels.elementsEqual(alone.pixels))
    }
    let pictures = try [blocks[0], blocks[1], blocks[2]].map { try kept.typeset($0).pixels }
    #expect(Set(pictures).count == 3)
  }

  // Letters are in one path where no word is lit, and one path has no seams where letters touch.
  @Test func `letters stay as they are when a word lights up`() throws {
    func block(_ word: Int?) -> TextBlock {
      var block = words(word) {
        ($0.text, $0.outlines, $0.letterSpacing) = ("AVA VAV WAW", [], -8)
      }
      for index in block.spans.indices { block.spans[index].letterSpacing = -8 }
      block.otherColors = [Color(255, 210, 0)]
      return block
    }
    func alphas(_ block: TextBlock) throws -> [UInt8] {
      let pixels = try FontSet().typeset(block).pixels
      return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
    }
    let (none, first) = (try alphas(block(nil)), try alphas(block(0)))
    #expect(none == first)
    var plain = block(nil)
    plain.otherColors = nil
    #expect(try alphas(plain) != none)
  }

  // Runs of glyphs begin where a colour does, and cairo rounds where a string of glyphs begins.
  @Test func `letters do not depend on the word at which a colour begins`() throws {
    func block(_ word: Int?) -> TextBlock {
      words(word) { block in
        (block.size, block.otherColors) = (33, [Color(255, 210, 0)])
        block.spans = word.map { [block.spans[$0]] } ?? []
        for index in block.spans.indices { block.spans[index].size = 33 }
      }
    }
    let kept = try FontSet()
    for word in [0, 1, 2, nil, 1, 0] as [Int?] {
      #expect(try kept.typeset(block(word)).pixels == FontSet().typeset(block(word)).pixels)
    }
  }

  @Test func `what another word changes is known`() throws {
    let fonts = try FontSet()
    let last = LastRaster()
    func block(_ word: Int?) -> TextBlock {
      words(word) { $0.otherColors = [Color(255, 210, 0)] }
    }
    var before: TextRaster?
    for word in [nil, 0, 1, 1, nil, 2] as [Int?] {
      let raster = try fonts.typeset(block(word), after: last)
      #expect(try raster.pixels == FontSet().typeset(block(word)).pixels)
      defer { before = raster }
      guard let before else {
        #expect(last.change == nil)
        continue
      }
      let area = try #require(last.change)
      #expect(area.width < raster.size.width * 3 / 4)
      let different = (0..<raster.size.width * raster.size.height).filter { index in
        (0..<4).contains { raster.pixels[index * 4 + $0] != before.pixels[index * 4 + $0] }
      }
      #expect(different.isEmpty == (area.width == 0))
      for index in different {
        let (x, y) = (index % raster.size.width, index / raster.size.width)
        #expect((area.x..<area.x + area.width).contains(x))
        #expect((area.y..<area.y + area.height).contains(y))
      }
    }
    // A text that does not come again in other colours is not compared with.
    _ = try fonts.typeset(words(0), after: last)
    #expect(last.change == nil)
    _ = try fonts.typeset(block(0), after: last)
    #expect(last.change == nil)
  }

  // Their masks are too large together to be kept.
  @Test func `words that lie over each other are those that are drawn alone`() throws {
    func block(lighting index: Int) -> TextBlock {
      var block = TextBlock(
        text: Array(repeating: "H", count: 60).joined(separator: " "), font: dejaVu, size: 500,
        color: .white)
      block.letterSpacing = -265
      var span = TextSpan(
        bytes: 2 * index..<2 * index + 1, font: dejaVu, size: 500, color: Color(255, 210, 0))
      span.letterSpacing = block.letterSpacing
      block.spans = [span]
      return block
    }
    let kept = try FontSet()
    for index in [0, 59, 30, 30] {
      let raster = try kept.typeset(block(lighting: index))
      #expect(raster.size.width < 4000)
      #expect(raster.pixels.elementsEqual(try FontSet().typeset(block(lighting: index)).pixels))
    }
  }

  @Test(arguments: ["Two words, fi AV", "نص متصل هنا", "字幕と文字"])
  func `letters of two colours are as letters of one`(_ text: String) throws {
    func alphas(_ colors: [Color]) throws -> [UInt8] {
      var block = TextBlock(text: text, font: dejaVu, size: 40.5, color: colors[0])
      let start = text.utf8.count - (text.last?.utf8.count ?? 0)
      block.spans = [
        TextSpan(bytes: start..<text.utf8.count, font: dejaVu, size: 40.5, color: colors[1])
      ]
      let pixels = try FontSet().typeset(block).pixels
      return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
    }
    let one = try alphas([.white, .white])
    let two = try alphas([.white, Color(255, 210, 0)])
    #expect(one.count == two.count)
    #expect(one.contains(255))
    // Letters of two colours that touch are drawn over each other, so that some pixels at their edges differ.
    let differences = zip(one, two).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 1 } <= 80)
    #expect(differences.max() ?? 255 <= 64)
  }

  /// The first row of `text`, from the top of its box, in which something is seen.
  private func top(of text: String, outline: Double) throws -> Int {
    let raster = try FontSet().typeset(
      TextBlock(
        text: text, font: dejaVu, size: 96, color: .white,
        outlines: [TextOutline(width: outline, color: .black)]))
    let first = try #require(
      stride(from: 3, to: raster.pixels.count, by: 4).first { raster.pixels[$0] > 0 })
    return first / 4 / raster.size.width - raster.box.y
  }

  // DejaVu Sans has a point above its u, where accents are put.
  @Test func `points of glyphs have no outline`() throws {
    #expect(try top(of: "u", outline: 8) == top(of: "v", outline: 8))
  }

  @Test func `a font file that is replaced is read anew`() throws {
    func file(_ font: FontChoice) throws -> String {
      try #require(
        try FontSet().typeset(TextBlock(text: "Own", font: font, size: 40, color: .white))
          .fontFiles.first)
    }
    let bold = FontChoice(family: "DejaVu Sans", weight: 700)
    let (regular, heavy) = (try file(dejaVu), try file(bold))
    try #require(regular != heavy)
    let path = "/tmp/reel-fonts-\(UInt64.random(in: 0 ... .max)).ttf"
    defer { removeFile(path) }
    try copyFile(regular, path)
    let media = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 1, count: 32)))
    let block = TextBlock(
      text: "Own", font: FontChoice(family: nil, file: media), size: 40, color: .white)
    var cache = FontCache()
    let first = try cache.typeset(block)
    let second = try cache.typeset(block)
    #expect(second == first)
    let isOld = cache.forgetWhatChanged()
    #expect(!isOld)
    removeFile(path)
    try copyFile(heavy, path)
    let isReplaced = cache.forgetWhatChanged()
    #expect(isReplaced)
    let third = try cache.typeset(block)
    #expect(!third.pixels.elementsEqual(first.pixels))
    let other = try cache.typeset(words(0))
    let alone = try FontSet().typeset(words(0))
    #expect(other == alone)
  }
}
