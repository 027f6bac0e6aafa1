// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import RenderProtocol

// How a text is made to fit in its box and in its number of lines.

extension FontSet {
  /// The lines of `block`, smaller or fewer where they are to fit.
  func layOut(_ block: TextBlock) throws(TypesettingError) -> LaidOutText {
    switch block.fit {
    case .shrink: return try shrunk(block)
    case .ellipsis, .wrap: break
    }
    let layout = try makeLayout(block)
    let count = Int(pango_layout_get_line_count(layout.pointer.assumingOpaque))
    var most = block.maxLines ?? count
    if block.fit == .ellipsis, let height = block.linesHeight {
      most = min(most, max(1, linesWithin(height, layout)))
    }
    guard count > most else { return LaidOutText(layout, block, TextView(block)) }
    return try shortened(block, to: most, of: layout)
  }

  /// `block` with so many of the lines of `layout`, the last of which ends with an ellipsis.
  private func shortened(
    _ block: TextBlock, to most: Int, of layout: borrowing GObjectHandle
  ) throws(TypesettingError) -> LaidOutText {
    var block = block
    // What is shown ends with the paragraph of the last line, in which Pango leaves out what is too much.
    let bytes = block.text.utf8.map { $0 == 13 ? 32 : $0 }
    let line = pango_layout_get_line_readonly(layout.pointer.assumingOpaque, Int32(most - 1))
    let start = line.map { Int($0.pointee.start_index) + Int($0.pointee.length) } ?? 0
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    block.text = String(decoding: bytes[..<end], as: UTF8.self) + (end < bytes.count ? "…" : "")
    block.spans = block.spans.map { span in
      var span = span
      span.bytes = span.bytes.clamped(to: 0..<end)
      return span
    }
    guard block.lineWidth != nil else {
      return LaidOutText(try makeLayout(block), block, TextView(block))
    }
    // Pango counts the lines of each paragraph, so that there must be one alone.
    let feeds = block.text.utf8.enumerated().filter { $0.element == UInt8(ascii: "\n") }
      .map(\.offset)
    /// The place of a byte in the text whose feeds are three bytes long.
    func moved(_ place: Int) -> Int { place + 2 * feeds.count { $0 < place } }
    let view = TextView(block, moved)
    for index in block.spans.indices {
      let bytes = block.spans[index].bytes
      block.spans[index].bytes = moved(bytes.lowerBound)..<moved(bytes.upperBound)
    }
    block.text = block.text.replacing("\n", with: "\u{2028}")
    let shorter = try makeLayout(block)
    let pango = shorter.pointer.assumingOpaque
    pango_layout_set_ellipsize(pango, PANGO_ELLIPSIZE_END)
    pango_layout_set_height(pango, -Int32(most))
    return LaidOutText(shorter, block, view)
  }

  /// `block` with the largest font, of 240 sizes, in which it fits: words are not broken.
  private func shrunk(_ block: TextBlock) throws(TypesettingError) -> LaidOutText {
    let parts = 256
    // Never smaller than a sixteenth of the size that was asked for.
    var (low, high) = (parts / 16, parts)
    var layout = try makeLayout(block, breaksWords: false)
    if fits(layout, block) { return LaidOutText(layout, block, TextView(block)) }
    var best = block.resized(low, of: parts)
    layout = try makeLayout(best)
    while high - low > 1 {
      let middle = (low + high) / 2
      let smaller = block.resized(middle, of: parts)
      let candidate = try makeLayout(smaller, breaksWords: false)
      if fits(candidate, smaller) {
        (low, best) = (middle, smaller)
        layout = candidate
      } else {
        high = middle
      }
    }
    return LaidOutText(layout, best, TextView(block))
  }

  /// Returns true if the lines lie in the box, and are not too many.
  private func fits(_ layout: borrowing GObjectHandle, _ block: TextBlock) -> Bool {
    let pango = layout.pointer.assumingOpaque
    if let most = block.maxLines, Int(pango_layout_get_line_count(pango)) > most { return false }
    var logical = PangoRectangle()
    pango_layout_get_extents(pango, nil, &logical)
    let unit = Double(PANGO_SCALE)
    if let height = block.linesHeight, Double(logical.height) / unit > height + 0.01 {
      return false
    }
    guard let width = block.lineWidth else { return true }
    return Double(logical.width) / unit <= width + 0.01
  }

  /// The number of lines within `height` of the top.
  private func linesWithin(_ height: Double, _ layout: borrowing GObjectHandle) -> Int {
    let iterator = pango_layout_get_iter(layout.pointer.assumingOpaque)
    defer { pango_layout_iter_free(iterator) }
    var (count, top) = (0, 0.0)
    repeat {
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let unit = Double(PANGO_SCALE)
      if count == 0 { top = Double(logical.y) / unit }
      if Double(logical.y + logical.height) / unit - top > height + 0.01 { break }
      count += 1
    } while pango_layout_iter_next_line(iterator) != 0
    return count
  }
}

extension TextBlock {
  /// The same text with a font of `part` of `parts` of its size, and its background's padding with it; its box stays, as do
  /// its lines' widths.
  fileprivate func resized(_ part: Int, of parts: Int) -> TextBlock {
    var block = self
    let scale = Double(part) / Double(parts)
    block.size *= scale
    block.letterSpacing *= scale
    block.lineHeight = lineHeight.map { $0 * scale }
    block.spans = spans.map { span in
      var resized = span.enlarged(by: scale)
      resized.outlines = span.outlines
      return resized
    }
    block.background?.padding = background?.padding.map { $0 * scale } ?? []
    block.background?.radius *= scale
    return block
  }
}
