// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// The place of the boxes of captions on their canvas.
@Suite struct CaptionCornerTests {
  private func top(_ place: Double, _ anchor: Double, high: Int, margin: Int?) -> Int {
    let block = TextBlock(
      text: "One", font: FontChoice(family: "DejaVu Sans"), size: 20, color: .white)
    let caption = Caption(
      block, on: PixelSize(200, 100), at: PixelPoint(100, place), anchor: PixelPoint(0.5, anchor),
      margin: margin.map { PixelSize(0, $0) })
    return caption.corner(of: PixelSize(50, high)).y
  }

  @Test func `a box stays within its margin, and next to it where it is too large`() {
    #expect(top(0, 0, high: 30, margin: nil) == 0)
    #expect(top(0, 0, high: 30, margin: 20) == 20)
    #expect(top(100, 1, high: 30, margin: 20) == 50)
    #expect(top(50, 0.5, high: 30, margin: 20) == 35)
    #expect(top(0, 0, high: 70, margin: 20) == 20)
    #expect(top(100, 1, high: 70, margin: 20) == 10)
    #expect(top(50, 0.5, high: 70, margin: 20) == 15)
  }

  @Test func `texts at one edge stand over one another, and leave the canvas for none`() {
    func caption(_ x: Double, _ y: Double, _ anchor: Double, others: [Caption]? = nil) -> Caption {
      let block = TextBlock(
        text: "One", font: FontChoice(family: "DejaVu Sans"), size: 20, color: .white)
      var caption = Caption(
        block, on: PixelSize(200, 100), at: PixelPoint(x, y), anchor: PixelPoint(anchor, y / 100))
      caption.others = others
      return caption
    }
    let size = PixelSize(100, 20)
    let (middle, left, right) = (
      caption(100, 100, 0.5), caption(0, 100, 0), caption(200, 100, 1)
    )
    func top(_ caption: Caption, _ others: [Caption], _ sizes: [PixelSize]) -> Int {
      var caption = caption
      caption.others = others
      return caption.corner(of: size, others: sizes).y
    }
    #expect(top(left, [], []) == 80)
    #expect(top(left, [middle], [size]) == 60)
    // Beside one another there is room.
    #expect(top(left, [right], [size]) == 80)
    #expect(top(left, [middle, right], [size, size]) == 60)
    // The one on the right has made way itself.
    #expect(top(middle, [left, right], [PixelSize(120, 20), size]) == 40)
    #expect(top(caption(100, 0, 0.5), [caption(0, 0, 0)], [size]) == 20)
    #expect(top(left, [middle], [PixelSize(100, 90)]) == 80)
  }
}
