// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import MediaIO
import RenderProtocol
import Testing

@testable import Compositor

/// Captions that are made of the ones before are those that are drawn alone.
@Suite struct CaptionPainterTests {
  private static let font = FontChoice(family: "DejaVu Sans")
  private static let yellow = Color(255, 210, 0)
  private static let size = PixelSize(320, 181)

  /// Five words in two lines, of which `word` is lit.
  private func caption(
    _ word: Int?, on size: PixelSize = Self.size, y: Int = 140,
    change: (inout TextBlock) -> Void = { _ in }
  ) -> Caption {
    let words = ["one", "two", "six", "ten", "fig"]
    var block = TextBlock(
      text: "one two six ten fig", font: Self.font, size: 33, color: .white, wrapWidth: 200,
      outlines: [TextOutline(width: 2, color: .black)])
    block.otherColors = [Self.yellow]
    if let word {
      let start = word * 4
      block.spans = [
        TextSpan(
          bytes: start..<start + words[word].utf8.count, font: Self.font, size: 33,
          color: Self.yellow)
      ]
    }
    change(&block)
    return Caption(
      block, on: size, at: PixelPoint(Double(size.width) / 2, Double(y)),
      anchor: PixelPoint(0.5, 0.5))
  }

  /// All samples of `frame`, plane by plane, and where it lies.
  private func samples(_ frame: ImageBuffer) -> [[Int]] {
    frame.planes + [[frame.corner.x, frame.corner.y, frame.size.width, frame.size.height]]
  }

  @Test(arguments: [(8, false), (10, false), (8, true)])
  func `words that light up are those of a caption by itself`(
    _ depth: Int, _ hasFullChroma: Bool
  ) throws {
    var color = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: depth))
    if hasFullChroma { color = color.withFullChroma }
    var shifted = caption(2)
    shifted.others = [caption(nil, y: 120)]
    let captions = [
      caption(nil), caption(0), caption(nil), caption(1), caption(2), caption(2), caption(3),
      caption(4), caption(4, y: 139), caption(3, y: 139), shifted, caption(1), caption(0),
      caption(1) { $0.otherColors = nil }, caption(2) { $0.size = 34 }, caption(3),
      caption(2) { $0.spans[0].isUnderlined = true }, caption(1),
      caption(1) { $0.spans[0].background = Color(0, 0, 200) },
      caption(3) { $0.spans[0].background = Color(0, 0, 200) }, caption(0),
      caption(1, on: PixelSize(300, 180)), caption(2, on: PixelSize(300, 180)),
    ]
    let kept = CaptionPainter()
    var looks: Set<[[Int]]> = []
    for caption in captions {
      let alone = samples(try CaptionPainter().frame(of: caption, [], in: color))
      #expect(samples(try kept.frame(of: caption, [], in: color)) == alone)
      looks.insert(alone)
    }
    #expect(looks.count > 12)
  }

  @Test func `a canvas of another colour or steps do not take what was painted`() throws {
    let deep = try #require(CanvasColor(CanvasColor.bt709.tags, size: Self.size, depth: 10))
    let half = [PictureStep.scale(PixelSize(160, 90))]
    let kept = CaptionPainter()
    let asked: [(Int, CanvasColor, [PictureStep])] = [
      (0, .bt709, []), (1, deep, []), (2, deep, []), (3, deep, half), (4, deep, []),
      (3, .bt709, []), (2, .bt709, []),
    ]
    for (word, color, steps) in asked {
      let alone = try CaptionPainter().frame(of: caption(word), steps, in: color)
      #expect(samples(try kept.frame(of: caption(word), steps, in: color)) == samples(alone))
    }
  }

  @Test func `a caption that fails is nothing that the next one is made of`() throws {
    let kept = CaptionPainter()
    _ = try kept.frame(of: caption(0), [], in: .bt709)
    var failing = caption(1)
    failing.others = [caption(1) { $0.font = FontChoice(family: "No Such Family") }]
    #expect(throws: RenderFailure.self) { try kept.frame(of: failing, [], in: .bt709) }
    let alone = try CaptionPainter().frame(of: caption(2), [], in: .bt709)
    #expect(samples(try kept.frame(of: caption(2), [], in: .bt709)) == samples(alone))
  }
}
