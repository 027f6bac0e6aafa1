// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// Boxes, spacing and backgrounds of texts.
@Suite struct TextBoxTests {
  private func block(_ text: String, size: Double = 40, wrap: Int? = nil) -> TextBlock {
    TextBlock(
      text: text, font: FontChoice(family: "sans-serif"), size: size, color: .white,
      wrapWidth: wrap, alignment: .left)
  }

  private func typeset(_ block: TextBlock) throws -> TextRaster { try FontSet().typeset(block) }

  /// The rectangle of what is not clear, from the corner of the text's box.
  private func ink(_ raster: TextRaster) throws -> PixelRect {
    var (x0, y0, x1, y1) = (Int.max, Int.max, Int.min, Int.min)
    for y in 0..<raster.size.height {
      for x in 0..<raster.size.width where raster.pixels[(y * raster.size.width + x) * 4 + 3] > 0 {
        (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x), max(y1, y))
      }
    }
    try #require(x0 <= x1)
    return PixelRect(
      x: x0 - raster.box.x, y: y0 - raster.box.y, width: x1 - x0 + 1, height: y1 - y0 + 1)
  }

  @Test func `a line is as high as it is said to be, whatever its font has`() throws {
    var lines = block("one\ntwo\nthree")
    lines.lineHeight = 72
    #expect(try typeset(lines).box.height == 216)
    lines.lineHeight = 34
    let low = try typeset(lines).box.height
    #expect(low == 102)
  }

  @Test func `a spacing is added between characters`() throws {
    let plain = try typeset(block("spacing"))
    var spaced = block("spacing")
    spaced.letterSpacing = 10
    let wide = try typeset(spaced).box.width - plain.box.width
    #expect(abs(wide - 60) <= 1)
    spaced.letterSpacing = -2
    let narrow = try typeset(spaced).box.width - plain.box.width
    #expect(abs(narrow + 12) <= 1)
  }

  @Test func `no spacing parts letters that are joined`() throws {
    func width(_ text: String, spacing: Double) throws -> Int {
      var block = block(text)
      block.font = FontChoice(family: "DejaVu Sans")
      block.letterSpacing = spacing
      return try typeset(block).box.width
    }
    let joined = "\u{633}\u{644}\u{627}\u{645}"
    #expect(try width(joined, spacing: 10) == width(joined, spacing: 0))
    // Of another script in the same text the letters are.
    let mixed = joined + " abcd"
    let wider = try width(mixed, spacing: 10) - width(mixed, spacing: 0)
    #expect((30...50).contains(wider))
  }

  @Test func `a spacing is added between the lines of a sheet, too`() throws {
    var figures = block("0\n1\n ")
    figures.isSheet = true
    let plain = try typeset(figures).cells.map(\.advance)
    figures.letterSpacing = 10
    #expect(try typeset(figures).cells.map(\.advance) == plain.map { $0 + 10 })
  }

  @Test func `a text that is too large for its lines is found out`() throws {
    var small = block("one two three four five six seven eight nine ten", size: 400, wrap: 40)
    small.fit = .shrink
    small.maxLines = 1
    #expect(try typeset(small).isTooLarge)
    small.wrapWidth = 4000
    #expect(try !typeset(small).isTooLarge)
  }

  @Test(arguments: [
    ("Donaudampfschifffahrt", true), ("now: flower.example", true), ("one two\nthree", false),
    ("漢字の長い文章が小さな箱", false), ("a          b          c          d", false), ("one\n\nbee", false),
  ]) func `a word that is broken between two lines is found out`(text: String, isBroken: Bool)
    throws
  {
    #expect(try typeset(block(text, size: 40, wrap: 140)).isTooLarge == isBroken)
    #expect(try !typeset(block(text, size: 40, wrap: 4000)).isTooLarge)
    #expect(try !typeset(block(text, size: 40)).isTooLarge)
  }

  @Test(arguments: [
    (TextBlock.VerticalAlignment.top, TextBlock.Alignment.left), (.center, .center),
    (.bottom, .right),
  ]) func `a text lies in its box where it is aligned`(
    vertical: TextBlock.VerticalAlignment, alignment: TextBlock.Alignment
  ) throws {
    let free = try typeset(block("Hxg"))
    var boxed = block("Hxg")
    boxed.box = PixelSize(400, 300)
    (boxed.verticalAlignment, boxed.alignment) = (vertical, alignment)
    let raster = try typeset(boxed)
    #expect(raster.box.size == PixelSize(400, 300))
    // The raster is as large as the letters, not as their box.
    #expect(raster.size.width < 150 && raster.size.height < 100, "\(raster.size)")
    let (was, now) = (try ink(free), try ink(raster))
    let rest = (x: Double(400 - free.box.width), y: Double(300 - free.box.height))
    let share = vertical == .top ? 0 : vertical == .center ? 0.5 : 1.0
    #expect(abs(Double(now.x - was.x) - rest.x * share) <= 1.5)
    #expect(abs(Double(now.y - was.y) - rest.y * share) <= 1)
  }

  @Test func `a justified line goes from edge to edge, the last one does not`() throws {
    var justified = block("one two three four five six seven", wrap: 300)
    justified.alignment = .justify
    let lines = try typeset(justified)
    #expect(abs(lines.box.width - 300) <= 1)
    #expect(abs(try ink(lines).width - 300) <= 6)
    justified.text = "one two"
    #expect(try typeset(justified).box.width < 250)
  }

  @Test(arguments: [
    "one", "one two three four five six seven eight nine ten", "Donaudampfschifffahrt on the way",
    "several\nparagraphs\nof\nthis\ntext", "العربية نص طويل جدا في صندوق صغير", "漢字の長い文章が小さな箱に入る",
  ]) func `a text that shrinks fits in its box, and is no smaller than it has to be`(text: String)
    throws
  {
    var shrinking = block(text, size: 120)
    shrinking.box = PixelSize(320, 90)
    shrinking.fit = .shrink
    let raster = try typeset(shrinking)
    #expect(raster.box.size == PixelSize(320, 90))
    let seen = try ink(raster)
    #expect(seen.x >= -8 && seen.x + seen.width <= 328, "\(seen)")
    #expect(seen.y >= -8 && seen.y + seen.height <= 98, "\(seen)")
    #expect(!raster.isTooLarge)
    shrinking.fit = .wrap
    #expect(try typeset(shrinking).isTooLarge, "\(text)")
    #expect(seen.width > 200 || seen.height > 30, "\(seen)")
    // What fits keeps its size.
    var small = block("one", size: 20)
    small.box = PixelSize(320, 90)
    let asItIs = try typeset(small)
    small.fit = .shrink
    #expect(try typeset(small) == asItIs)
  }

  @Test func `lines that are too many end with an ellipsis`() throws {
    var two = block("one two three four five six seven eight nine ten", wrap: 200)
    let whole = try typeset(two)
    two.maxLines = 2
    let short = try typeset(two)
    var same = block("one two\nthree four", wrap: 200)
    #expect(short.box.height == (try typeset(same)).box.height)
    #expect(short.box.height < whole.box.height && short.box.width <= 201)
    // A paragraph that is left out leaves an ellipsis behind the one before it.
    two.text = "one two\nthree\nfour"
    same.text = "one two\nthree…"
    #expect(try typeset(two).pixels == (try typeset(same)).pixels)
    (two.wrapWidth, same.wrapWidth) = (nil, nil)
    #expect(try typeset(two).pixels == (try typeset(same)).pixels)
    // As many as fit in a box.
    var boxed = block("one two three four five six seven eight nine ten")
    (boxed.box, boxed.fit) = (PixelSize(200, short.box.height + 10), .ellipsis)
    let seen = try ink(try typeset(boxed))
    #expect(seen.y >= 0 && seen.y + seen.height <= short.box.height + 10)
  }

  @Test func `what is typed of a shortened text are its first letters`() throws {
    var typed = block("ab\ncd\nef", wrap: 300)
    typed.maxLines = 2
    typed.shown = 4
    let part = try ink(try typeset(typed))
    typed.shown = nil
    let whole = try ink(try typeset(typed))
    #expect(part.height == whole.height && part.width < whole.width)
  }

  @Test func `a background extends by its padding, and its corners are round`() throws {
    var behind = block("Label")
    let plain = try typeset(behind)
    behind.background = TextBackground(
      color: Color(200, 0, 0), padding: [10, 20, 30, 40], radius: 16, isByLine: false)
    let raster = try typeset(behind)
    #expect(raster.box.width == plain.box.width + 60 && raster.box.height == plain.box.height + 40)
    let seen = try ink(raster)
    #expect(seen == PixelRect(x: 0, y: 0, width: raster.box.width, height: raster.box.height))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let place = ((raster.box.y + y) * raster.size.width + raster.box.x + x) * 4
      return Array(raster.pixels[place..<place + 4])
    }
    #expect(pixel(0, 0)[3] == 0 && pixel(raster.box.width - 1, raster.box.height - 1)[3] == 0)
    #expect(pixel(20, 3) == [200, 0, 0, 255])
    // Each line has its own, and where two meet a clear colour is no denser.
    behind.text = "A much longer line\nshort"
    behind.background = TextBackground(
      color: Color(0, 0, 0, alpha: 100), padding: [12, 12, 12, 12], radius: 0, isByLine: true)
    let lines = try typeset(behind)
    let alphas = stride(from: 3, to: lines.pixels.count, by: 4).map { lines.pixels[$0] }
    #expect(alphas.contains(100))
    // The gap between the lines is covered by both.
    let middle = (lines.box.y + lines.box.height / 2) * lines.size.width + lines.box.x + 3
    #expect(alphas[middle] == 100)
    let last = (lines.box.y + lines.box.height - 3) * lines.size.width
    #expect(alphas[last + lines.box.x + lines.box.width - 3] == 0)
    #expect(alphas[last + lines.box.x + 3] == 100)
  }

  @Test func `clear letters are hollow, and what lies behind them is seen`() throws {
    var hollow = block("l", size: 200)
    hollow.color = Color(0, 0, 0, alpha: 0)
    hollow.outlines = [TextOutline(width: 6, color: Color(255, 0, 0))]
    hollow.background = TextBackground(
      color: Color(0, 0, 200), padding: [0, 0, 0, 0], radius: 0, isByLine: false)
    let raster = try typeset(hollow)
    let y = raster.box.y + raster.box.height / 2
    let row = (0..<raster.size.width).map { x in
      Array(raster.pixels[(y * raster.size.width + x) * 4..<(y * raster.size.width + x) * 4 + 4])
    }
    let red = row.indices.filter { row[$0] == [255, 0, 0, 255] }
    let first = try #require(red.first)
    let last = try #require(red.last)
    #expect(last - first > 14)
    #expect(row[(first + last) / 2] == [0, 0, 200, 255])
  }

  @Test func `a long word breaks without a hyphen, one with soft hyphens with one`() throws {
    var broken = block("Donaudampfschifffahrt", wrap: 200)
    let shown = try typeset(broken)
    broken.text = "Donaudampf\u{AD}schifffahrt"
    #expect(try typeset(broken).pixels != shown.pixels)
    // With a hyphen the picture would be that of a text that has one.
    broken.wrapWidth = 400
    let pictures = try ["-", "\u{2010}"].map { hyphen in
      var parts = broken
      (parts.wrapWidth, parts.text) = (nil, "Donaudampf\(hyphen)\nschifffahrt")
      return try typeset(parts).pixels
    }
    #expect(pictures.contains(try typeset(broken).pixels))
  }

  @Test func `the last line of a justified text begins where its script does`() throws {
    var justified = block("نص عربي طويل يكفي لسطرين أو أكثر من ذلك بقليل", wrap: 300)
    justified.alignment = .justify
    let raster = try typeset(justified)
    let last = raster.box.y + raster.box.height - 12
    var inked: [Int] = []
    for y in (last - 20)..<last {
      inked += (0..<raster.size.width).filter {
        raster.pixels[(y * raster.size.width + $0) * 4 + 3] > 0
      }
    }
    #expect((inked.max() ?? 0) - raster.box.x > 285, "\(inked.max() ?? 0)")
  }

  @Test func `outlines lie one around the other`() throws {
    var outlined = block("l", size: 200)
    let plain = try ink(try typeset(outlined))
    outlined.outlines = [
      TextOutline(width: 6, color: .black), TextOutline(width: 10, color: Color(255, 0, 0)),
    ]
    let raster = try typeset(outlined)
    let seen = try ink(raster)
    #expect(abs(seen.width - plain.width - 32) <= 2)
    let y = raster.box.y + raster.box.height / 2
    func pixel(_ fromEdge: Int) -> [UInt8] {
      let x = raster.box.x + seen.x + fromEdge
      return Array(
        raster.pixels[(y * raster.size.width + x) * 4..<(y * raster.size.width + x) * 4 + 4])
    }
    #expect(pixel(5) == [255, 0, 0, 255])
    #expect(pixel(13) == [0, 0, 0, 255])
    #expect(pixel(19) == [255, 255, 255, 255])
  }
}
