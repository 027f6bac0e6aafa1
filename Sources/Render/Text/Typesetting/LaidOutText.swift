// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import RenderProtocol

/// A rectangle in pixels, with fractions.
struct TextArea: Equatable {
  var (x0, y0, x1, y1): (Double, Double, Double, Double)

  init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  /// A rectangle of Pango's, in its units, moved by `origin`.
  init(_ rect: PangoRectangle, from origin: (x: Double, y: Double)) {
    let unit = Double(PANGO_SCALE)
    let (x, y) = (origin.x + Double(rect.x) / unit, origin.y + Double(rect.y) / unit)
    self.init(x, y, x + Double(rect.width) / unit, y + Double(rect.height) / unit)
  }

  /// The rectangle and as much around it as `padding` says: at the top, right, bottom and left.
  func extended(by padding: [Double]) -> TextArea {
    TextArea(x0 - padding[3], y0 - padding[0], x1 + padding[1], y1 + padding[2])
  }

  mutating func formUnion(_ other: TextArea) {
    self = TextArea(
      min(x0, other.x0), min(y0, other.y0), max(x1, other.x1), max(y1, other.y1))
  }
}

/// A text whose lines are laid out, and where they lie.
struct LaidOutText: ~Copyable {
  private let layout: GObjectHandle
  /// The block in the size and with the text that are shown.
  private let block: TextBlock
  /// The visible part of the shown text.
  let view: TextView
  /// The place of the layout's origin, whose lines begin at a whole pixel.
  let origin: (x: Double, y: Double)
  /// The box that places the text: its own, or that of its lines with the padding of their
  /// background.
  let box: TextArea
  /// True if the lines are too wide, too high or too many, or a word is broken between two of them.
  let isTooLarge: Bool
  /// The box of its lines in the layout, without the padding of their background.
  let lettersBox: TextArea
  private let ink: TextArea

  init(_ layout: consuming GObjectHandle, _ block: TextBlock, _ view: TextView) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout.pointer.assumingOpaque, &ink, &logical)
    let unit = Double(PANGO_SCALE)
    let padding = block.background?.padding ?? [0, 0, 0, 0]
    let lines = Int(pango_layout_get_line_count(layout.pointer.assumingOpaque))
    let isWide = block.lineWidth.map { Double(logical.width) / unit > $0 + 1 } ?? false
    let isLong =
      lines > block.maxLines ?? lines
      || block.lineWidth != nil && LaidOutText.breaksWord(layout.pointer.assumingOpaque, lines)
    if let box = block.box, let height = block.linesHeight {
      let rest = height - Double(logical.height) / unit
      let share =
        switch block.verticalAlignment {
        case .top: 0.0
        case .center: 0.5
        case .bottom: 1.0
        }
      isTooLarge = rest < -1 || isWide || isLong
      origin = (padding[3], padding[0] + (rest * share).rounded() - Double(logical.y) / unit)
      self.box = TextArea(0, 0, Double(box.width), Double(box.height))
    } else {
      // The logical box starts at a whole pixel, regardless of alignment.
      origin = (-Double(logical.x) / unit, -Double(logical.y) / unit)
      var area = TextArea(
        0, 0, Double(logical.width) / unit, Double(logical.height) / unit
      ).extended(by: padding)
      if block.background != nil {
        area.x0.round(.down)
        area.y0.round(.down)
      }
      self.box = area
      isTooLarge = isWide || isLong
    }
    self.ink = TextArea(ink, from: origin)
    lettersBox = TextArea(logical, from: (0, 0))
    self.layout = layout
    self.block = block
    self.view = view
  }

  /// Returns true if one of the `lines` of `layout` begins within a word.
  private static func breaksWord(_ layout: OpaquePointer, _ lines: Int) -> Bool {
    guard lines > 1, let text = pango_layout_get_text(layout) else { return false }
    var count: Int32 = 0
    guard let places = pango_layout_get_log_attrs_readonly(layout, &count) else { return false }
    for line in 1..<lines {
      guard let start = pango_layout_get_line_readonly(layout, Int32(line))?.pointee.start_index
      else { continue }
      let place = g_utf8_pointer_to_offset(text, text + Int(start))
      guard place > 0, place < Int(count) else { continue }
      // Spaces that do not fit at the end of a line begin the next one.
      if places[place].is_line_break == 0, places[place].is_white == 0,
        places[place - 1].is_white == 0
      {
        return true
      }
    }
    return false
  }

  /// The number of its lines.
  var lineCount: Int { Int(pango_layout_get_line_count(pango)) }

  var pango: OpaquePointer { layout.pointer.assumingOpaque }

  /// The area of the plane drawn on by `runs`, which are its own.
  func picture(_ runs: TextRuns) -> TextArea {
    let reach = block.outlineWidth + 1
    // A box may be much larger than its text, and a raster of a part of the text has to have the size of the whole one's.
    var area = ink.extended(by: [reach, reach, reach, reach])
    if block.box == nil { area.formUnion(box) }
    for part in background { area.formUnion(part) }
    for drawn in [runs.marks.extent, runs.boxes].compactMap(\.self) {
      area.formUnion(
        TextArea(
          drawn.x0 + origin.x, drawn.y0 + origin.y, drawn.x1 + origin.x, drawn.y1 + origin.y
        ).extended(by: [reach, reach, reach, reach]))
    }
    let margin = Double(block.margin)
    return area.extended(by: [margin, margin, margin, margin])
  }

  /// The rectangles of the background.
  var background: [TextArea] {
    guard let background = block.background else { return [] }
    guard background.isByLine else { return [box] }
    return lines.map { $0.area.extended(by: background.padding) }
  }

  /// The rectangle of the background behind the line that is drawn alone, and those of the lines before it; nil for all.
  var backgroundOfLine: (own: [TextArea], before: [TextArea])? {
    guard let background = block.background, background.isByLine,
      case .line(let number)? = block.piece?.part
    else { return nil }
    func areas(_ isWanted: (Int) -> Bool) -> [TextArea] {
      lines.filter { isWanted($0.number) }.map { $0.area.extended(by: background.padding) }
    }
    return (areas { $0 == number }, areas { $0 < number })
  }

  /// The logical rectangles of the lines that hold something.
  private var lines: [(number: Int, area: TextArea)] {
    var found: [(number: Int, area: TextArea)] = []
    var number = -1
    let iterator = pango_layout_get_iter(pango)
    defer { pango_layout_iter_free(iterator) }
    repeat {
      number += 1
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      if logical.width > 0 { found.append((number, TextArea(logical, from: origin))) }
    } while pango_layout_iter_next_line(iterator) != 0
    return found
  }
}
