// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

@Suite struct TypesettingTests {
  private func block(
    _ text: String, family: String? = "DejaVu Sans", size: Double = 40, color: Color = .white,
    wrap: Int? = nil, alignment: TextBlock.Alignment = .left, outline: Double = 0
  ) -> TextBlock {
    TextBlock(
      text: text, font: FontChoice(family: family), size: size, color: color, wrapWidth: wrap,
      alignment: alignment,
      outlines: outline == 0 ? [] : [TextOutline(width: outline, color: .black)])
  }

  private func typeset(_ block: TextBlock) throws -> TextRaster { try FontSet().typeset(block) }

  private func alpha(_ raster: TextRaster, _ x: Int, _ y: Int) -> UInt8 {
    raster.pixels[(y * raster.size.width + x) * 4 + 3]
  }

  /// Columns of the raster that contain ink in the given rows.
  private func inkedColumns(_ raster: TextRaster, rows: Range<Int>) -> ClosedRange<Int>? {
    let columns = (0..<raster.size.width).filter { x in rows.contains { alpha(raster, x, $0) > 0 } }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first...last
  }

  /// A family that certainly exists; the family behind `sans-serif` is unknown to tests.
  private func someFamily() throws -> String {
    let families = try FontSet().families
    return try #require(families.first { $0 == "DejaVu Sans" } ?? families.first)
  }

  @Test func `the same text gives the same bytes, from two font sets`() throws {
    let wanted = block("Title, 2026", family: "sans-serif")
    let first = try typeset(wanted)
    #expect(try typeset(wanted) == first)
    #expect(first.fontFiles.count == 1)
    #expect(first.missing.isEmpty)
  }

  @Test(arguments: [0, 4.0]) func `the lines of a sheet are drawn each for itself`(outline: Double)
    throws
  {
    let color = Color(250, 240, 10)
    func block(_ text: String, isSheet: Bool) -> TextBlock {
      var block = self.block(text, family: "sans-serif", color: color, outline: outline)
      block.isSheet = isSheet
      return block
    }
    let lines = ["0", "8", ",", "Two Ag "]
    let sheet = try typeset(block(lines.joined(separator: "\n"), isSheet: true))
    #expect(sheet.cells.count == 4)
    #expect(sheet.fontFiles == (try typeset(block("0", isSheet: false)).fontFiles))
    var bottom = 0
    for (cell, line) in zip(sheet.cells, lines) {
      // One below the other, its outline directly behind its letters.
      #expect(cell.area.x == 0 && cell.area.y == bottom)
      #expect((cell.outline != nil) == (outline > 0))
      if let outline = cell.outline {
        #expect(outline == PixelPlace(0, cell.area.y + cell.area.height))
      }
      bottom += cell.area.height * (outline > 0 ? 2 : 1)
      let alone = try typeset(block(line, isSheet: false))
      #expect(cell.advance == alone.box.width && cell.ascent + cell.descent - alone.box.height <= 1)
      // As much ink, of the letters alone.
      func ink(_ raster: TextRaster, rows: Range<Int>, isFill: Bool) -> Int {
        rows.reduce(0) { sum, y in
          sum
            + (0..<raster.size.width).reduce(0) { sum, x in
              let at = (y * raster.size.width + x) * 4
              return sum + (!isFill || raster.pixels[at] > 125 ? Int(raster.pixels[at + 3]) : 0)
            }
        }
      }
      let rows = cell.area.y..<cell.area.y + cell.area.height
      let mine = ink(sheet, rows: rows, isFill: true)
      let theirs = ink(alone, rows: 0..<alone.size.height, isFill: true)
      #expect(abs(Double(mine) / Double(theirs) - 1) < (outline > 0 ? 0.25 : 0.03), "\(line)")
      #expect(ink(sheet, rows: rows.lowerBound..<rows.lowerBound + 1, isFill: false) == 0)
    }
    #expect(bottom == sheet.size.height)
  }

  @Test(arguments: [0, 3.5]) func `the outermost pixels are clear`(outline: Double) throws {
    let raster = try typeset(block("jÅfW", family: "serif", outline: outline))
    let (width, height) = (raster.size.width, raster.size.height)
    for x in 0..<width { #expect(alpha(raster, x, 0) == 0 && alpha(raster, x, height - 1) == 0) }
    for y in 0..<height { #expect(alpha(raster, 0, y) == 0 && alpha(raster, width - 1, y) == 0) }
    #expect(raster.pixels.count == width * height * 4)
    #expect(raster.box.x >= 1 && raster.box.x + raster.box.width < width)
  }

  @Test func `nothing is cut off in any font of the machine, whichever way its lines go`() throws {
    let fonts = try FontSet()
    for family in fonts.families where !family.contains(",") {
      for isVertical in [false, true] {
        var text = block(
          "\u{C5}gj\u{1E9E}Qf\n|\u{6F22}\u{3001}()\u{644}\u{627}", family: family, outline: 3)
        text.isVertical = isVertical
        let raster = try fonts.typeset(text)
        let (width, height) = (raster.size.width, raster.size.height)
        let edge =
          (0..<width).contains { alpha(raster, $0, 0) > 0 || alpha(raster, $0, height - 1) > 0 }
          || (0..<height).contains { alpha(raster, 0, $0) > 0 || alpha(raster, width - 1, $0) > 0 }
        #expect(!edge, "\(family) \(isVertical)")
        let isSeen = inkedColumns(raster, rows: 0..<height) != nil
        #expect(isSeen, "\(family) \(isVertical)")
      }
    }
  }

  @Test func `every pixel carries exactly the text's colour, however thin its coverage`() throws {
    let color = Color(200, 30, 90)
    let raster = try typeset(block("Soft edges", family: "sans-serif", color: color))
    var partial = 0
    for at in stride(from: 0, to: raster.pixels.count, by: 4) {
      #expect(Array(raster.pixels[at..<at + 3]) == [200, 30, 90])
      if (1...254).contains(raster.pixels[at + 3]) { partial += 1 }
    }
    #expect(partial > 100)
    #expect(stride(from: 3, to: raster.pixels.count, by: 4).contains { raster.pixels[$0] == 255 })
  }

  @Test func `a translucent colour is never more opaque than it says`() throws {
    let color = Color(10, 200, 30, alpha: 128)
    let raster = try typeset(block("overlap: fi", family: "sans-serif", size: 90, color: color))
    let highest = stride(from: 3, to: raster.pixels.count, by: 4).map { raster.pixels[$0] }.max()
    #expect(highest == 128)
  }

  @Test func `an outline lies under the fill and reaches as far as it is wide`() throws {
    let plain = try typeset(block("I", family: "sans-serif", size: 200))
    let outlined = try typeset(block("I", family: "sans-serif", size: 200, outline: 10))
    let rows = 60..<120
    let inner = try #require(inkedColumns(plain, rows: rows))
    let outer = try #require(inkedColumns(outlined, rows: rows))
    let shift = outlined.box.x - plain.box.x
    #expect(abs(inner.lowerBound + shift - outer.lowerBound - 10) <= 1)
    #expect(abs(outer.upperBound - inner.upperBound - shift - 10) <= 1)
    let middle = (outer.lowerBound + outer.upperBound) / 2
    let at = (90 * outlined.size.width + middle) * 4
    #expect(Array(outlined.pixels[at..<at + 4]) == [255, 255, 255, 255])
    #expect(outlined.box.size == plain.box.size)
  }

  @Test func `text is never markup`() throws {
    let literal = try typeset(block("<b>&amp;</b>", family: "sans-serif"))
    let short = try typeset(block("&", family: "sans-serif"))
    #expect(literal.box.width > short.box.width * 6)
  }

  @Test func `lines break at line feeds and at the wrap width`() throws {
    let one = try typeset(block("one two three", family: "sans-serif"))
    let fed = try typeset(block("one\ntwo\nthree", family: "sans-serif"))
    #expect(abs(fed.box.height - 3 * one.box.height) <= 3)
    let wrapped = try typeset(block("one two three", family: "sans-serif", wrap: 120))
    #expect(wrapped.box.width <= 120)
    #expect(wrapped.box.height >= 2 * one.box.height - 2)
  }

  @Test func `lines stand where the alignment says, whichever way they run`() throws {
    for text in [
      "iii\nWWWWWWWW", "\u{5d9}\u{5d9}\u{5d9}\n\u{5e9}\u{5e9}\u{5e9}\u{5e9}\u{5e9}\u{5e9}",
    ] {
      var starts: [Int] = []
      for alignment in [TextBlock.Alignment.left, .center, .right] {
        let raster = try typeset(block(text, family: "sans-serif", alignment: alignment))
        let first = raster.box.y..<raster.box.y + raster.box.height / 2
        starts.append(try #require(inkedColumns(raster, rows: first)).lowerBound)
      }
      #expect(starts[0] < starts[1] && starts[1] < starts[2], "\(starts) of \(text)")
      #expect(abs(starts[2] - starts[1] - (starts[1] - starts[0])) <= 2)
    }
  }

  @Test func `the box does not depend on the wrap width, only on the text`() throws {
    let free = try typeset(block("word", family: "sans-serif", alignment: .center))
    let wide = try typeset(block("word", family: "sans-serif", wrap: 601, alignment: .center))
    #expect(free == wide)
  }

  @Test func `bold and italic change the picture`() throws {
    var pictures: [TextRaster] = []
    for (weight, isItalic) in [(400, false), (700, false), (400, true), (700, true)] {
      var wanted = block("Reel", family: "sans-serif")
      wanted.font.weight = weight
      wanted.font.isItalic = isItalic
      pictures.append(try typeset(wanted))
    }
    #expect(Set(pictures).count == 4)
  }

  @Test func `an unknown family is an error that names the nearest`() throws {
    let known = try someFamily()
    let misspelt = known + "s"
    let error = #expect(throws: TypesettingError.self) {
      try FontSet().typeset(block("x", family: misspelt))
    }
    #expect(error?.kind == .text)
    #expect(error?.message == "no font family '\(misspelt)'")
    #expect(error?.log.first == "near: \(known)")
  }

  @Test(arguments: ["Helvetica Neue Nonexistent", "sans-serif,serif", "", ":", "a\"b<c>"])
  func `nothing is put in the place of a family that is not there`(name: String) throws {
    #expect(throws: TypesettingError.self) { try FontSet().typeset(block("x", family: name)) }
  }

  @Test func `families are found whatever their case`() throws {
    let known = try someFamily()
    let upper = try typeset(block("x", family: known.uppercased()))
    #expect(try typeset(block("x", family: known)).fontFiles == upper.fontFiles)
  }

  @Test func `a font file is used although a family of its name is installed`() throws {
    let installed = try typeset(block("Own", family: "sans-serif"))
    let path = try #require(installed.fontFiles.first)
    let copy = "/tmp/reel-typesetting-\(UInt64.random(in: 0 ... .max)).ttf"
    try copyFile(path, copy)
    defer { removeFile(copy) }
    let own = try FontSet(adding: copy).typeset(block("Own", family: nil))
    #expect(own.fontFiles == [copy])
    #expect(own.pixels == installed.pixels)
  }

  @Test func `a file that is no font is an error`() throws {
    let error = #expect(throws: TypesettingError.self) { _ = try FontSet(adding: "/etc/passwd") }
    #expect(error?.kind == .text)
    #expect(error?.message == "'passwd' is not a font file")
    #expect(throws: TypesettingError.self) { _ = try FontSet(adding: "/nonexistent.ttf") }
  }

  @Test func `characters that no font has are reported`() throws {
    let raster = try typeset(block("a\u{10FFF0}b\u{10FFF0}", family: "sans-serif"))
    #expect(raster.missing == ["\u{10FFF0}"])
  }

  @Test func `what another family writes than the one that is named is reported`() throws {
    // Every machine with two families has one that lacks what the other has; a box is no glyph.
    let text = "a \u{1F3AC} \u{E000}"
    let family = try someFamily()
    let named = try typeset(block(text, family: family))
    #expect(named.substitutes.allSatisfy { !$0.characters.contains("a") && $0.family != family })
    #expect(try typeset(block(text, family: "sans-serif")).substitutes.isEmpty)
    let all = try FontSet().families.filter { $0 != family }.prefix(400)
    let lacking = all.first { other in
      (try? typeset(block("a", family: other)).substitutes.isEmpty) == false
    }
    guard let lacking else { return }
    let found = try typeset(block("a", family: lacking)).substitutes
    #expect(found.map(\.characters) == ["a"])
  }

  @Test func `bounds are kept`() throws {
    let long = String(repeating: "a", count: 10_001)
    for wanted in [
      block(long, family: "sans-serif"), block("x", family: "sans-serif", size: 0),
      block("x", family: "sans-serif", size: .nan), block("x", family: "sans-serif", size: 1e9),
      block(String(repeating: "W", count: 1000), family: "sans-serif", size: 2000),
      block("x", family: "sans-serif", wrap: 0), block("x", family: "sans-serif", outline: -1),
    ] {
      let error = #expect(throws: TypesettingError.self) { try FontSet().typeset(wanted) }
      #expect(error?.kind == .limit)
    }
    #expect(throws: TypesettingError.self) {
      try FontSet().typeset(block("a\0b", family: "sans-serif"))
    }
  }

  @Test(arguments: [
    "", " ", "\n\n", "\t", "\u{202e}", "\u{200d}\u{fe0f}", "a\r\nb", "e\u{301}\u{302}",
  ])
  func `odd texts are set without trouble`(text: String) throws {
    let raster = try typeset(block(text, family: "monospace", outline: 2))
    #expect(raster.size.width >= 3 && raster.size.height > 20)
  }

  @Test func `the folders fontconfig looks at are sorted and without doubles`() throws {
    let folders = try FontSet().folders
    #expect(!folders.isEmpty)
    #expect(folders == Set(folders).sorted())
  }
}
