// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// Parts of texts that have looks of their own.
@Suite struct TextSpanTests {
  private let red = Color(255, 0, 0)
  private let dejaVu = FontChoice(family: "DejaVu Sans")

  private func block(_ text: String, size: Double = 40, wrap: Int? = nil) -> TextBlock {
    TextBlock(
      text: text, font: dejaVu, size: size, color: .white, wrapWidth: wrap, alignment: .left)
  }

  /// `block` with a part, the bytes of `text` in it, that looks as the rest until `change` is made.
  private func block(
    _ block: TextBlock, _ text: String, _ change: (inout TextSpan) -> Void
  ) throws -> TextBlock {
    var block = block
    let start = try #require(block.text.utf8.firstRange(of: text.utf8))
    let range = block.text.utf8.distance(from: block.text.startIndex, to: start.lowerBound)
    var span = TextSpan(
      bytes: range..<range + text.utf8.count, font: block.font, size: block.size,
      color: block.color)
    span.letterSpacing = block.letterSpacing
    change(&span)
    block.spans.append(span)
    return block
  }

  private func typeset(_ block: TextBlock) throws -> TextRaster { try FontSet().typeset(block) }

  /// Returns true if letters are at the same places, each painted for itself: where two meet in a
  /// pixel, it may be denser.
  private func isSameShape(_ one: TextRaster, _ other: TextRaster) -> Bool {
    guard one.size == other.size else { return false }
    let differences = zip(alpha(one), alpha(other)).map { abs(Int($0) - Int($1)) }
    let count = differences.count
    return differences.count { $0 > 8 } * 200 <= count && differences.allSatisfy { $0 <= 70 }
  }

  private func alpha(_ raster: TextRaster) -> [UInt8] {
    stride(from: 3, to: raster.pixels.count, by: 4).map { raster.pixels[$0] }
  }

  /// The rows and columns, from the corner of the box, of opaque pixels that are of `color`.
  private func places(_ color: Color, in raster: TextRaster) -> (
    x: ClosedRange<Int>, y: ClosedRange<Int>
  )? {
    var (xs, ys) = ([Int](), [Int]())
    for y in 0..<raster.size.height {
      for x in 0..<raster.size.width {
        let at = (y * raster.size.width + x) * 4
        let pixel = Array(raster.pixels[at..<at + 4])
        guard pixel == [color.red, color.green, color.blue, color.alpha] else { continue }
        xs.append(x - raster.box.x)
        ys.append(y - raster.box.y)
      }
    }
    guard let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max() else {
      return nil
    }
    return (x0...x1, y0...y1)
  }

  // Kerning and joined letters stay as they are; of a ligature the first letter decides.
  @Test(arguments: [("AVAVA", "V"), ("office", "f"), ("\u{633}\u{644}\u{627}\u{645}", "\u{644}")])
  func `another colour moves no letter`(text: String, part: String) throws {
    let plain = try typeset(block(text))
    let colored = try typeset(block(block(text), part) { $0.color = red })
    let isSame = isSameShape(colored, plain)
    #expect(isSame)
    #expect(colored.box == plain.box)
    #expect(places(red, in: plain) == nil)
    let same = try typeset(block(block(text), part) { _ in })
    #expect(same.pixels.elementsEqual(plain.pixels))
  }

  @Test func `a colour is that of its letters alone`() throws {
    let raster = try typeset(block(block("one two six"), "two") { $0.color = red })
    let before = try typeset(block("one ")).box.width
    let width = try typeset(block("two")).box.width
    let found = try #require(places(red, in: raster)).x
    #expect(found.lowerBound >= before - 2 && found.upperBound <= before + width + 2)
    #expect(found.count > width / 2)
    let white = try #require(places(.white, in: raster)).x
    #expect(white.lowerBound < before / 2 && white.upperBound > before + width)
  }

  @Test func `a part may have outlines of its own`() throws {
    var plain = block("one two six")
    plain.outlines = [TextOutline(width: 4, color: Color(0, 0, 255))]
    let all = try #require(places(Color(0, 0, 255), in: try typeset(plain))).x
    // None around the last word, and a wider one around the middle one.
    let bare = try typeset(block(plain, "six") { $0.outlines = [] })
    let around = try #require(places(Color(0, 0, 255), in: bare)).x
    #expect(around.lowerBound == all.lowerBound && around.upperBound < all.upperBound - 20)
    let wide = try typeset(
      block(plain, "two") { $0.outlines = [TextOutline(width: 9, color: red)] })
    let (ring, rest) = (places(red, in: wide), places(Color(0, 0, 255), in: wide))
    #expect(try #require(ring).x.lowerBound > all.lowerBound + 20)
    #expect(try #require(rest).x.upperBound > (try #require(ring)).x.upperBound)
    #expect(wide.size.height > bare.size.height)
  }

  @Test func `colours stay with their letters however a text is fitted in`() throws {
    let words = "one two three four five six seven eight nine ten"
    var blocks = [block(words + "\nand more", wrap: 300)]
    for fit in [TextBlock.Fit.shrink, .ellipsis] {
      for lines in [1, 2] {
        var other = block(words + "\nand more", wrap: 300)
        (other.fit, other.maxLines) = (fit, lines)
        blocks.append(other)
      }
    }
    blocks.append(blocks[0])
    blocks[blocks.count - 1].alignment = .justify
    var feeds = block("one\ntwo\nthree four five six", wrap: 200)
    (feeds.fit, feeds.maxLines) = (.ellipsis, 3)
    blocks.append(feeds)
    for plain in blocks {
      let colored = try block(plain, "two") { $0.color = red }
      let (one, other) = (try typeset(plain), try typeset(colored))
      let isSame = isSameShape(one, other)
      #expect(isSame, "\(plain.fit) \(plain.maxLines ?? 0)")
      let isRed = places(red, in: other) != nil
      // Tiny letters have no pixel that is all of one.
      #expect(isRed || one.box.height < 20)
      #expect(one.isTooLarge == other.isTooLarge)
      let large = try typeset(colored.doubled)
      #expect(places(red, in: large) != nil || one.box.height < 20)
      let isSameLarge = isSameShape(large, try typeset(plain.doubled))
      #expect(isSameLarge)
    }
  }

  @Test func `fonts, sizes and spacings are those of parts`() throws {
    func width(_ text: String, size: Double = 40, font: FontChoice? = nil) throws -> Int {
      var block = block(text, size: size)
      block.font = font ?? dejaVu
      return try typeset(block).box.width
    }
    let bold = FontChoice(family: "DejaVu Sans", weight: 700)
    let changed = try block(block("one two "), "two ") {
      ($0.font, $0.size) = (bold, 80)
    }
    let raster = try typeset(changed)
    let wanted = try width("one ") + width("two ", size: 80, font: bold)
    #expect(abs(raster.box.width - wanted) <= 1)
    #expect(raster.fontFiles.count == 2)
    #expect(raster.box.height > (try typeset(block("one two ")).box.height))
    let spaced = try typeset(block(block("one two six"), "two") { $0.letterSpacing = 10 })
    let plain = try width("one two six")
    #expect((28...31).contains(spaced.box.width - plain))
    let mono = FontChoice(family: "monospace")
    #expect(
      try typeset(block(block("illi"), "illi") { $0.font = mono }).box.width
        == width("illi", font: mono))
  }

  @Test func `lines are drawn below and through letters, as far as these are seen`() throws {
    let mark = Color(0, 255, 0)
    var under = try block(block("aaaa aaaa aaaa"), "aaaa aaaa") {
      ($0.isUnderlined, $0.color) = (true, mark)
    }
    let plain = try typeset(try block(block("aaaa aaaa aaaa"), "aaaa aaaa") { $0.color = mark })
    let letters = try #require(places(mark, in: plain))
    let lined = try #require(places(mark, in: try typeset(under)))
    let width = try typeset(block("aaaa aaaa")).box.width
    #expect(lined.y.upperBound > letters.y.upperBound + 1)
    #expect(abs(lined.x.count - width) <= 3)
    under.shown = 4
    let typed = try #require(places(mark, in: try typeset(under)))
    let some = try typeset(block("aaaa")).box.width
    #expect(abs(typed.x.count - some) <= 3)
    let size = try typeset(under).size
    under.shown = 0
    #expect(places(mark, in: try typeset(under)) == nil)
    #expect(try typeset(under).size == size)
    let struck = try typeset(
      try block(block("aaaa aaaa"), " ") { ($0.isStruck, $0.color) = (true, mark) })
    let strike = try #require(places(mark, in: struck))
    #expect(
      strike.y.upperBound < letters.y.upperBound && strike.y.lowerBound > letters.y.lowerBound)
    #expect(strike.x.count >= 8)
  }

  @Test func `a clear colour is as clear where a line crosses letters`() throws {
    let clear = Color(255, 0, 0, alpha: 100)
    let raster = try typeset(
      try block(block("gjpq"), "gjpq") {
        ($0.isUnderlined, $0.isStruck, $0.color) = (true, true, clear)
      })
    #expect(alpha(raster).max() == 100)
  }

  @Test func `a colour lies behind a part, from pixel to pixel`() throws {
    let behind = Color(0, 0, 200)
    let raster = try typeset(
      try block(block("one two six"), "two") { $0.background = behind })
    let before = try typeset(block("one ")).box.width
    let width = try typeset(block("two")).box.width
    let found = try #require(places(behind, in: raster))
    #expect(abs(found.x.lowerBound - before) <= 2 && abs(found.x.count - width) <= 2)
    #expect(found.y.count > 40 && found.y.count <= raster.box.height)
    #expect(alpha(raster)[..<raster.size.width].allSatisfy { $0 == 0 })
  }

  @Test func `a part that stands lower or higher is smaller`() throws {
    for script in [TextSpan.Script.below, .above] {
      let raster = try typeset(
        try block(block("HHH"), "HHH") { ($0.script, $0.color) = (script, red) })
      let plain = try typeset(try block(block("HHH"), "HHH") { $0.color = red })
      #expect(raster.box.width < plain.box.width)
      let both = try block(block("HHH x"), "x") { ($0.script, $0.color) = (script, red) }
      let x = try #require(places(red, in: try typeset(both))).y
      let plainX = try #require(
        places(red, in: try typeset(try block(block("HHH x"), "x") { $0.color = red }))
      ).y
      #expect(
        script == .below ? x.upperBound > plainX.upperBound : x.upperBound < plainX.upperBound)
    }
  }

  @Test func `parts in several files of one family have each its own`() throws {
    let bold = FontChoice(family: "DejaVu Sans", weight: 700)
    func file(_ font: FontChoice) throws -> MediaFile {
      var block = block("one")
      block.font = font
      let path = try #require(try typeset(block).fontFiles.first)
      return MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 1, count: 32)))
    }
    let (regular, heavy) = (try file(dejaVu), try file(bold))
    try #require(regular != heavy)
    var text = block("one two")
    text.font = FontChoice(family: nil, file: regular)
    let both = try block(text, "two") { $0.font = FontChoice(family: nil, file: heavy) }
    let raster = try FontSet(
      adding: both.fontFiles.map(\.path), first: regular.path
    ).typeset(both)
    #expect(raster.fontFiles == [regular.path, heavy.path])
    let same = try typeset(try block(block("one two"), "two") { $0.font = bold })
    #expect(raster.pixels.elementsEqual(same.pixels))
    let part = try block(block("one two"), "two") { $0.font = FontChoice(family: nil, file: heavy) }
    #expect(part.fontFiles == [heavy])
    let alone = try FontSet(adding: [heavy.path], first: nil).typeset(part)
    #expect(alone.pixels.elementsEqual(same.pixels))
  }

  @Test func `a family that no part can have, and parts in no order, are refused`() throws {
    let font = FontChoice(family: "No Such Family")
    let unknown = try block(block("one two"), "two") { $0.font = font }
    let error = #expect(throws: TypesettingError.self) { _ = try typeset(unknown) }
    #expect(error?.message == "no font family 'No Such Family'")
    for ranges in [[0..<3, 2..<4], [4..<5, 0..<1], [0..<1, 5..<99], [0..<2]] {
      var block = block("\u{e9}ne two")
      block.spans = ranges.map {
        TextSpan(bytes: $0, font: dejaVu, size: 40, color: .white)
      }
      if ranges == [0..<2] { block.spans[0].bytes = 1..<3 }
      #expect(throws: TypesettingError.self) { _ = try typeset(block) }
    }
  }

  @Test func `what a part's font lacks is said of the part`() throws {
    // A letter of an alphabet that DejaVu Sans Mono has not, and DejaVu Sans has.
    let lacking = FontChoice(family: "DejaVu Sans Mono")
    let raster = try typeset(
      try block(block("one \u{2d30}"), "\u{2d30}") { $0.font = lacking })
    try #require(raster.missing.isEmpty)
    #expect(raster.substitutes.map(\.span) == [0])
    #expect(raster.substitutes.first?.characters == "\u{2d30}")
  }

  @Test func `features that a font lacks are found out, of the text and of its parts`() throws {
    func lacking(_ features: String, of part: String = "") throws -> [String] {
      var text = block("office one")
      text.font.features = features
      guard !part.isEmpty else { return try typeset(text).lackingFeatures }
      return try typeset(try block(text, "one") { $0.font.features = part }).lackingFeatures
    }
    #expect(try lacking("") == [])
    #expect(try lacking("liga=1, kern=1") == [])
    #expect(try lacking("zzzz=1, yyyy=2, liga=1") == ["yyyy", "zzzz"])
    // What is switched off is not missed.
    #expect(try lacking("zzzz=0") == [])
    #expect(try lacking("liga=1", of: "zzzz=1") == ["zzzz"])
    var sheet = block("0\n1")
    (sheet.isSheet, sheet.font.features) = (true, "zzzz=1")
    #expect(try typeset(sheet).lackingFeatures == ["zzzz"])
  }
}

extension TextBlock {
  /// The same text twice as large.
  fileprivate var doubled: TextBlock {
    var block = self
    (block.size, block.wrapWidth) = (2 * size, wrapWidth.map { 2 * $0 })
    block.letterSpacing *= 2
    block.outlines = outlines.map { TextOutline(width: 2 * $0.width, color: $0.color) }
    block.spans = spans.map { $0.enlarged(by: 2) }
    return block
  }
}
