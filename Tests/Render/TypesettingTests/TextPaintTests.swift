// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// Gradients of texts, and texts whose lines go from top to bottom.
@Suite struct TextPaintTests {
  private func block(_ text: String, size: Double = 60) -> TextBlock {
    TextBlock(
      text: text, font: FontChoice(family: "DejaVu Sans"), size: size, color: .white)
  }

  private func typeset(_ block: TextBlock) throws -> TextRaster { try FontSet().typeset(block) }

  private func pixel(_ raster: TextRaster, _ x: Int, _ y: Int) -> [Int] {
    let start = (y * raster.size.width + x) * 4
    return raster.pixels[start..<start + 4].map { Int($0) }
  }

  private let redToBlue = [
    Gradient.Stop(Color(255, 0, 0), at: 0), Gradient.Stop(Color(0, 0, 255), at: 1),
  ]

  /// Red, green and blue of a linear gradient of `redToBlue` at a share of its way.
  private func expect(_ pixel: [Int], at share: Double, within most: Int = 2) {
    let wanted = [255 * (1 - share), 0, 255 * share]
    for (found, wanted) in zip(pixel, wanted) {
      #expect(abs(Double(found) - wanted) <= Double(most), "\(pixel) at \(share)")
    }
  }

  @Test(arguments: [0.0, 90, 180]) func `letters have the colours of a gradient in the text's box`(
    degrees: Double
  ) throws {
    // Full blocks: their whole box is ink.
    var text = block("\u{2588}\u{2588}\u{2588}\u{2588}")
    text.gradient = BoxGradient(.linear(degrees: degrees), redToBlue)
    let raster = try typeset(text)
    let box = raster.box
    var count = 0
    for y in stride(from: box.y + 4, to: box.y + box.height - 4, by: 5) {
      for x in stride(from: box.x + 4, to: box.x + box.width - 4, by: 5) {
        let found = pixel(raster, x, y)
        guard found[3] == 255 else { continue }
        count += 1
        let (across, down) = (
          (Double(x - box.x) + 0.5) / Double(box.width),
          (Double(y - box.y) + 0.5) / Double(box.height)
        )
        // The box is as wide as the advance, which is no whole number of pixels.
        expect(found, at: degrees == 90 ? across : degrees == 0 ? 1 - down : down, within: 5)
      }
    }
    #expect(count > 100)
  }

  @Test func `a part with a colour keeps it, and others have the gradient`() throws {
    var text = block("\u{2588}\u{2588}")
    text.gradient = BoxGradient(.linear(degrees: 180), redToBlue)
    text.spans = [TextSpan(bytes: 3..<6, font: text.font, size: text.size, color: Color(0, 255, 0))]
    let raster = try typeset(text)
    let middle = raster.box.y + raster.box.height / 2
    expect(pixel(raster, raster.box.x + raster.box.width / 4, middle), at: 0.5, within: 4)
    #expect(
      pixel(raster, raster.box.x + raster.box.width * 3 / 4, middle) == [0, 255, 0, 255])
    text.spans[0].color = nil
    text.spans[0].isUnderlined = true
    expect(
      pixel(try typeset(text), raster.box.x + raster.box.width * 3 / 4, middle), at: 0.5, within: 4)
  }

  @Test func `what is half clear covers no outline and is as clear where lines cross it`() throws {
    var text = block("\u{2588}")
    text.gradient = BoxGradient(
      .linear(degrees: 180),
      [.init(Color(255, 0, 0, alpha: 128), at: 0), .init(Color(255, 0, 0, alpha: 128), at: 1)])
    text.outlines = [TextOutline(width: 3, color: .black)]
    text.spans = [TextSpan(bytes: 0..<3, font: text.font, size: text.size, color: nil)]
    text.spans[0].isUnderlined = true
    let raster = try typeset(text)
    let (x, y) = (raster.box.x + raster.box.width / 2, raster.box.y + raster.box.height / 2)
    #expect(pixel(raster, x, y) == [255, 0, 0, 128])
  }

  @Test func `a vertical text is as high as the horizontal one is wide, and turned to the right`()
    throws
  {
    var text = block("First\nline")
    text.alignment = .right
    let flat = try typeset(text)
    text.isVertical = true
    text.alignment = .center
    text.verticalAlignment = .bottom
    let tall = try typeset(text)
    #expect(abs(tall.box.height - flat.box.width) <= 1)
    #expect(abs(tall.box.width - flat.box.height) <= 2)
    /// The ink of rows or columns of a picture.
    func ink(_ raster: TextRaster, _ isIn: (Int, Int) -> Bool) -> Int {
      var sum = 0
      for y in 0..<raster.size.height {
        for x in 0..<raster.size.width where isIn(x, y) { sum += pixel(raster, x, y)[3] }
      }
      return sum
    }
    // The first line comes to the right half, as it was in the upper one; letters are the same.
    let (upper, right) = (
      ink(flat) { _, y in y < flat.box.y + flat.box.height / 2 },
      ink(tall) { x, _ in x >= tall.box.x + tall.box.width / 2 }
    )
    #expect(upper > 0 && abs(upper - right) * 50 < upper)
    // Lines that end at the right end at the bottom.
    let (end, foot) = (
      ink(flat) { x, _ in x > flat.box.x + flat.box.width * 3 / 4 },
      ink(tall) { _, y in y > tall.box.y + tall.box.height * 3 / 4 }
    )
    #expect(end > 0 && abs(end - foot) * 50 < end)
  }

  @Test func `gradients, boxes and paddings of a vertical text are those of the screen`() throws {
    var text = block("\u{2588}\u{2588}\u{2588}", size: 40)
    text.isVertical = true
    text.gradient = BoxGradient(.linear(degrees: 180), redToBlue)
    var raster = try typeset(text)
    let middle = raster.box.x + raster.box.width / 2
    for share in [0.25, 0.75] {
      let y = raster.box.y + Int(Double(raster.box.height) * share)
      expect(pixel(raster, middle, y), at: share, within: 8)
    }
    text.background = TextBackground(
      color: Color(0, 128, 0), padding: [10, 20, 30, 40], radius: 0, isByLine: false)
    raster = try typeset(text)
    let plain = try typeset(block("\u{2588}\u{2588}\u{2588}", size: 40))
    #expect(abs(raster.box.height - plain.box.width - 40) <= 2)
    #expect(abs(raster.box.width - plain.box.height - 60) <= 2)
    text.background = nil
    text.box = PixelSize(100, 300)
    text.alignment = .right
    text.verticalAlignment = .top
    raster = try typeset(text)
    #expect(raster.box.width == 100 && raster.box.height == 300)
    // Ink lies at the right and at the top of the box.
    #expect(pixel(raster, raster.box.x + 80, raster.box.y + 10)[3] == 255)
    #expect(raster.size.height < 300)
  }
}
