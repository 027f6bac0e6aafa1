// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Testing

@testable import Drawing

/// Where the boxes of captions lie on their canvas.
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
}
