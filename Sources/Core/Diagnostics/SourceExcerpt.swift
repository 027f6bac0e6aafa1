// SPDX-License-Identifier: Apache-2.0

/// The lines of a file a span lies on, each with its underline.
///
/// Of a span over several lines the first and the last are shown.
struct SourceExcerpt {
  struct Line {
    /// The number, from 1; `nil` for the dots that replace omitted lines.
    let number: Int?
    let text: String
    /// Spaces and marks; empty for dots.
    let underline: String
  }

  let lines: [Line]

  /// Cuts out the lines of `span`, each at most `width` columns wide, underlined with `mark`.
  init(_ span: Span, in file: SourceFile, width: Int, mark: Character) {
    let start = min(Int(span.start), file.text.count)
    var end = min(Int(span.end), file.text.count)
    let first = file.lineIndex(of: Int32(start))
    // What ends with a line break ends on the line before it, as people see it.
    if file.lineIndex(of: Int32(end)) > first {
      while end > start, [0x0A, 0x0D, 0x20, 0x09].contains(file.text[end - 1]) { end -= 1 }
    }
    let last = file.lineIndex(of: Int32(max(start, end - 1)))

    func line(_ index: Int) -> Line {
      let range = file.lineRange(index)
      let lower = max(start, range.lowerBound)
      let upper = min(end, range.upperBound)
      let window = LineWindow(
        file.text, line: range, marked: lower..<max(lower, upper), width: width,
        skipsIndentation: index > first)
      return Line(
        number: index + 1, text: window.text,
        underline: String(repeating: " ", count: window.marked.lowerBound)
          + String(repeating: mark, count: window.marked.count))
    }

    var lines = [line(first)]
    if last > first + 1 { lines.append(Line(number: nil, text: "...", underline: "")) }
    if last > first { lines.append(line(last)) }
    self.lines = lines
  }
}

/// The part of a line that is shown, and the columns of it that are marked.
private struct LineWindow {
  private static let ellipsis = "…"

  let text: String
  let marked: Range<Int>

  init(
    _ source: [UInt8], line: Range<Int>, marked: Range<Int>, width: Int, skipsIndentation: Bool
  ) {
    let part = Self.nearby(source, line: line, offset: marked.lowerBound, reach: width * 8)
    let display = DisplayText(source, part)
    var columns = Self.columns(of: marked, in: display)
    if skipsIndentation {
      let indentation = display.cells.prefix { $0.shown.allSatisfy { $0 == " " } }
        .reduce(0) { $0 + $1.width }
      columns = min(indentation, columns.upperBound - 1)..<columns.upperBound
    }
    if display.width <= width, part == line {
      text = display.cells.map(\.shown).joined()
      self.marked = columns
      return
    }

    // Two columns are for the dots at the ends; a third of the rest comes before the mark.
    let room = width - 2
    var from = max(0, columns.lowerBound - room / 3)
    if columns.upperBound <= room, part.lowerBound == line.lowerBound { from = 0 }
    var shown = ""
    var column = 0
    var used = 0
    var shownFrom: Int?
    var isCutAfter = part.upperBound < line.upperBound
    for cell in display.cells {
      defer { column += cell.width }
      if column < from { continue }
      if used + cell.width > room {
        isCutAfter = true
        break
      }
      if shownFrom == nil { shownFrom = column }
      shown += cell.shown
      used += cell.width
    }
    let origin = shownFrom ?? column
    let isCutBefore = origin > 0 || part.lowerBound > line.lowerBound
    let shift = (isCutBefore ? 1 : 0) - origin
    text = (isCutBefore ? Self.ellipsis : "") + shown + (isCutAfter ? Self.ellipsis : "")
    let lower = max(0, columns.lowerBound + shift)
    let limit = used + (isCutBefore ? 1 : 0) + (isCutAfter ? 1 : 0)
    self.marked = lower..<max(lower + 1, min(columns.upperBound + shift, limit))
  }

  /// The columns the bytes take; at least one, so that there is always a mark.
  private static func columns(of bytes: Range<Int>, in display: DisplayText) -> Range<Int> {
    var lower: Int?
    var upper = 0
    var column = 0
    for cell in display.cells {
      if cell.bytes.upperBound > bytes.lowerBound, lower == nil { lower = column }
      if cell.bytes.lowerBound < bytes.upperBound { upper = column + cell.width }
      column += cell.width
    }
    let start = lower ?? column
    return start..<max(start + 1, upper)
  }

  /// At most `reach` bytes of the line on either side of `offset`, cut between code points, since a
  /// file may be one line of many megabytes.
  private static func nearby(
    _ source: [UInt8], line: Range<Int>, offset: Int, reach: Int
  ) -> Range<Int> {
    func isInside(_ index: Int) -> Bool { source[index] & 0xC0 == 0x80 }
    var lower = line.lowerBound
    if lower == 0, source.starts(with: byteOrderMark) { lower = min(3, offset) }
    if offset - reach > lower {
      lower = offset - reach
      while lower < offset, isInside(lower) { lower += 1 }
    }
    var upper = line.upperBound
    if offset + reach < upper {
      upper = offset + reach
      while upper > offset, isInside(upper) { upper -= 1 }
    }
    return lower..<max(lower, upper)
  }
}

/// The byte order mark that some editors write before UTF-8; it is not displayed.
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
