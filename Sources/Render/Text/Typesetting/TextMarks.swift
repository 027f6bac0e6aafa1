// SPDX-License-Identifier: Apache-2.0

import CPango
import RenderProtocol

/// The marks of the spans of a text beside their letters, in layout pixels: lines below and through
/// them, and rectangles behind them.
struct TextMarks {
  /// A rectangle of a span on one line of the text.
  struct Mark {
    var area: TextArea
    var span: Int
    fileprivate var line: Int
  }

  /// Rectangles behind letters.
  private(set) var backgrounds: [Mark] = []
  /// Lines below letters.
  private(set) var underlines: [Mark] = []
  /// Lines through letters.
  private(set) var strikes: [Mark] = []

  /// Lines below and through letters.
  var lines: [Mark] { underlines + strikes }

  /// The rectangle that they would lie in if all of the text were seen; nil without any.
  private(set) var extent: TextArea?

  /// Adds what is drawn of a run of `span`; runs of one span on one line have it in common.
  ///
  /// - Parameter whole: From where to where the run reaches.
  /// - Parameter seen: What of that is seen.
  mutating func add(
    _ span: TextSpan, _ number: Int, _ font: UnsafeMutablePointer<PangoFont>, line: Int,
    _ whole: Range<Double>, seen: Range<Double>, baseline: Double
  ) {
    guard !whole.isEmpty, let metrics = pango_font_get_metrics(font, nil) else { return }
    defer { pango_font_metrics_unref(metrics) }
    func length(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }
    func add(_ top: Double, _ bottom: Double, to marks: WritableKeyPath<TextMarks, [Mark]>) {
      let area = TextArea(whole.lowerBound, top, whole.upperBound, bottom)
      extent?.formUnion(area)
      extent = extent ?? area
      if seen.isEmpty { return }
      let part = TextArea(seen.lowerBound, top, seen.upperBound, bottom)
      Self.extend(&self[keyPath: marks], by: Mark(area: part, span: number, line: line))
    }
    if span.background != nil {
      add(
        baseline - length(pango_font_metrics_get_ascent(metrics)),
        baseline + length(pango_font_metrics_get_descent(metrics)), to: \.backgrounds)
    }
    if span.isUnderlined {
      let top = baseline - length(pango_font_metrics_get_underline_position(metrics))
      let height = length(pango_font_metrics_get_underline_thickness(metrics))
      add(top, top + max(height, 1), to: \.underlines)
    }
    if span.isStruck {
      let top = baseline - length(pango_font_metrics_get_strikethrough_position(metrics))
      let height = length(pango_font_metrics_get_strikethrough_thickness(metrics))
      add(top, top + max(height, 1), to: \.strikes)
    }
  }

  /// Adds `mark`, or makes the one that touches it as large as both.
  private static func extend(_ marks: inout [Mark], by mark: Mark) {
    let touching = marks.lastIndex { other in
      other.span == mark.span && other.line == mark.line
        && (abs(other.area.x1 - mark.area.x0) < 0.01 || abs(mark.area.x1 - other.area.x0) < 0.01)
    }
    if let touching {
      marks[touching].area.formUnion(mark.area)
    } else {
      marks.append(mark)
    }
  }
}

extension PangoGlyphString {
  /// From where to where the clusters reach that begin in `bytes` of their run, from the start of the run.
  func extent(of bytes: Range<Int>) -> Range<Double>? {
    var (x, found) = (0.0, Range<Double>?.none)
    for index in 0..<Int(num_glyphs) {
      let width = Double(glyphs[index].geometry.width) / Double(PANGO_SCALE)
      if bytes.contains(Int(log_clusters[index])), width > 0 {
        found = min(found?.lowerBound ?? x, x)..<max(found?.upperBound ?? 0, x + width)
      }
      x += width
    }
    return found
  }
}
