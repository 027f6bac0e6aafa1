// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

/// A number in one line that is put together from the cells of a sheet.
///
/// All digits are equally wide, so that a line does not move while its number changes.
public struct Counter: Hashable, Sendable {
  /// The format of the number.
  public var format: NumberFormat
  /// The cells, as many as there are `pieces` of the format, in their order.
  public var cells: [TextCell]
  /// The place of the line in a wider box: 0 is left, 1 right.
  public var alignment: Double
  /// The width of the box.
  public var width: Int

  /// Numbers written as `format`, in a box of `width`.
  public init(format: NumberFormat, cells: [TextCell], alignment: Double, width: Int = 0) {
    self.format = format
    self.cells = cells
    self.alignment = alignment
    self.width = width
  }

  /// The texts that are drawn for a counter: each character of numbers, then what stands around them.
  public static func pieces(of format: NumberFormat) -> [String] {
    format.characters.map { String($0) } + [format.prefix, format.suffix].filter { !$0.isEmpty }
  }

  /// The place of the box in the picture, which has room for what reaches beyond it.
  public var box: PixelRect {
    let left = cells.reduce(1) { max($0, $1.origin.x) }
    let top = cells.reduce(1) { max($0, $1.origin.y - ascent) }
    return PixelRect(x: left, y: top, width: max(1, width), height: max(1, ascent + descent))
  }

  /// The size of the picture.
  public var size: PixelSize {
    let right = cells.reduce(1) { max($0, $1.area.width - $1.origin.x - $1.advance) }
    let bottom = cells.reduce(1) { max($0, $1.area.height - $1.origin.y - descent) }
    return PixelSize(box.x + box.width + right, box.y + box.height + bottom)
  }

  private var ascent: Int { cells.reduce(0) { max($0, $1.ascent) } }
  private var descent: Int { cells.reduce(0) { max($0, $1.descent) } }

  /// The width of the line of `value`.
  public func width(of value: Double, rate: FrameRate) -> Int {
    line(value, rate).reduce(0) { $0 + $1.advance }
  }

  /// The parts of the sheet that show `value`: outlines below all letters.
  public func letters(of value: Double, rate: FrameRate) -> [Letter] {
    let line = line(value, rate)
    let free = Double(width - line.reduce(0) { $0 + $1.advance })
    let (box, ascent) = (box, ascent)
    var pen = box.x + Int((free * alignment).rounded(.down))
    var outlines: [Letter] = []
    var letters: [Letter] = []
    for (cell, advance) in line {
      defer { pen += advance }
      guard let cell else { continue }
      // A digit stands in the middle of its place.
      let place = PixelPlace(
        pen + (advance - cell.advance) / 2 - cell.origin.x, box.y + ascent - cell.origin.y)
      letters.append(Letter(cell.area, at: place))
      if let outline = cell.outline {
        let area = PixelRect(
          x: outline.x, y: outline.y, width: cell.area.width, height: cell.area.height)
        outlines.append(Letter(area, at: place))
      }
    }
    return outlines + letters
  }

  /// The cells of a line, none for a space, and how far behind each the next begins.
  private func line(_ value: Double, _ rate: FrameRate) -> [(cell: TextCell?, advance: Int)] {
    let characters = format.characters
    let digits = zip(characters, cells).filter { $0.0.isNumber }
    let digit = digits.reduce(0) { max($0, $1.1.advance) }
    var line: [(cell: TextCell?, advance: Int)] = format.number(value, rate: rate).map {
      character in
      guard let index = characters.firstIndex(of: character), index < cells.count else {
        return (nil, digit)
      }
      return (cells[index], character.isNumber ? digit : cells[index].advance)
    }
    var rest = cells.dropFirst(characters.count)
    if !format.prefix.isEmpty, let cell = rest.popFirst() {
      line.insert((cell, cell.advance), at: 0)
    }
    if !format.suffix.isEmpty, let cell = rest.popFirst() { line.append((cell, cell.advance)) }
    return line
  }
}

extension Counter: CustomStringConvertible {
  /// Everything about it, on one line.
  public var description: String {
    let numbers = cells.flatMap { cell in
      [cell.area.x, cell.area.y, cell.area.width, cell.area.height]
        + (cell.outline.map { [$0.x, $0.y] } ?? [-1, -1])
        + [cell.origin.x, cell.origin.y, cell.advance, cell.ascent, cell.descent]
    }
    return "counter=\(GraphPrinter.quote("\(format)")) align=\(alignment.shortest) width=\(width)"
      + " cells=(\(numbers.map { "\($0)" }.joined(separator: " ")))"
  }
}

extension LineReader {
  /// Reads the output of `Counter.description` after its first word.
  mutating func counter() throws(GraphSyntaxError) -> Counter {
    let text = try string()
    let format: NumberFormat
    do throws(NumberFormatError) { format = try NumberFormat(parsing: text) } catch {
      throw fail(error.message)
    }
    try expect("align=")
    let alignment = try number()
    try expect("width=")
    let width = try int()
    try expect("cells=")
    let values = try numbers()
    guard values.count == 11 * Counter.pieces(of: format).count,
      values.allSatisfy({ $0.magnitude < 1e9 })
    else { throw fail("expected 11 numbers for each cell") }
    let cells = stride(from: 0, to: values.count, by: 11).map { start in
      let n = values[start..<start + 11].map { Int($0) }
      return TextCell(
        area: PixelRect(x: n[0], y: n[1], width: n[2], height: n[3]),
        outline: n[4] < 0 ? nil : PixelPlace(n[4], n[5]), origin: PixelPlace(n[6], n[7]),
        advance: n[8], ascent: n[9], descent: n[10])
    }
    return Counter(format: format, cells: cells, alignment: alignment, width: width)
  }
}
