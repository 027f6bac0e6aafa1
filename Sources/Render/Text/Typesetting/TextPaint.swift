// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// The paint of glyphs.
enum TextInk: Hashable {
  /// One colour.
  case color(Color)
  /// The gradient of the text.
  case gradient(isClear: Bool)

  /// True if it is translucent anywhere.
  var isClear: Bool {
    switch self {
    case .color(let color): color.alpha < 255
    case .gradient(let isClear): isClear
    }
  }
}

/// The visible lines around glyphs.
struct TextLines: Hashable {
  /// A line around glyphs.
  struct Line: Hashable {
    var color: Color
    /// The distance that it reaches beyond the glyphs.
    var reach: Double
  }

  /// From the outside.
  private(set) var lines: [Line] = []

  /// Those of `outlines`, which are from the inside.
  init(_ outlines: [TextOutline]) {
    var reach = 0.0
    for outline in outlines where outline.width > 0 {
      reach += outline.width
      if outline.color.alpha > 0 { lines.insert(Line(color: outline.color, reach: reach), at: 0) }
    }
  }
}

/// The colours of a text, its outlines and its background.
struct TextPaint {
  /// The paint of glyphs outside of spans.
  let fill: TextInk
  /// The paints of the spans' glyphs.
  private let fills: [TextInk]
  /// The gradient of the text.
  let gradient: BoxGradient?
  /// The colours behind spans.
  let backgrounds: [Color?]
  /// The visible outlines of glyphs outside of spans, and of those that have none of their own.
  let outlines: TextLines
  /// Those of the spans; nil for those of the text.
  private let ownOutlines: [TextLines?]
  /// The background's colour and the radius of its corners.
  let background: (color: Color, radius: Double)?
  /// True if the same text is shown with words in other colours, too.
  let isRecolored: Bool
  /// All of them, from behind.
  let colors: [Color]

  init(_ block: TextBlock) {
    let own: TextInk =
      block.gradient.map { gradient in
        .gradient(isClear: gradient.stops.contains { $0.color.alpha < 255 })
      } ?? .color(block.color)
    fill = own
    fills = block.spans.map { $0.color.map { .color($0) } ?? own }
    gradient = block.gradient
    backgrounds = block.spans.map(\.background)
    outlines = TextLines(block.outlines)
    ownOutlines = block.spans.map { $0.outlines.map { TextLines($0) } }
    isRecolored = block.otherColors != nil
    background = block.background.map { ($0.color, $0.radius) }
    let behind = ([background?.color] + backgrounds).compactMap(\.self).filter { $0.alpha > 0 }
    var colors: [Color] = []
    let letters =
      [block.color] + block.spans.compactMap(\.color) + (block.otherColors ?? [])
    let lines = ([outlines] + ownOutlines.compactMap(\.self)).flatMap(\.lines).map(\.color)
    for color in behind + lines + letters where !colors.contains(color) {
      colors.append(color)
    }
    self.colors = colors
  }

  /// The paint of the glyphs of `span`, or of those outside of spans.
  func fill(of span: Int?) -> TextInk { span.map { fills[$0] } ?? fill }

  /// The outlines of the glyphs of `span`, or of those outside of spans.
  func outlines(of span: Int?) -> TextLines { span.flatMap { ownOutlines[$0] } ?? outlines }

  /// All outlines that there are, each once, those of the text first.
  var allOutlines: [TextLines] {
    ownOutlines.compactMap(\.self).reduce(into: [outlines]) { all, own in
      if !all.contains(own) { all.append(own) }
    }.filter { !$0.lines.isEmpty }
  }

  /// The paints of glyphs, each once.
  var letters: [TextInk] {
    fills.reduce(into: [fill]) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Converts a cairo pixel (alpha in the top byte, premultiplied) to straight red, green, blue, alpha.
  ///
  /// A pixel of only one paint gets exactly that colour; division alone would be wrong by up to `128 / alpha`.
  func straight(_ pixel: UInt32) -> (UInt8, UInt8, UInt8, UInt8) {
    let alpha = pixel >> 24
    let red = pixel >> 16 & 255
    let green = pixel >> 8 & 255
    let blue = pixel & 255
    if alpha == 0 { return TextPaint.channels(colors[0], 0) }
    for paint in colors {
      if TextPaint.isNear(red, paint.red, alpha), TextPaint.isNear(green, paint.green, alpha),
        TextPaint.isNear(blue, paint.blue, alpha)
      {
        return TextPaint.channels(paint, UInt8(alpha))
      }
    }
    func divide(_ value: UInt32) -> UInt8 { UInt8(min((value * 255 + alpha / 2) / alpha, 255)) }
    return (divide(red), divide(green), divide(blue), UInt8(alpha))
  }

  private static func channels(_ color: Color, _ alpha: UInt8) -> (UInt8, UInt8, UInt8, UInt8) {
    (color.red, color.green, color.blue, alpha)
  }

  /// Returns true if a premultiplied channel equals `color × alpha`, apart from rounding.
  private static func isNear(_ value: UInt32, _ color: UInt8, _ alpha: UInt32) -> Bool {
    let exact = Int32(color) * Int32(alpha)
    return abs(Int32(value) * 255 - exact) <= 255
  }
}
