// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import YAML

/// Reads tables as RFC 4180 has them: cells between commas, lines that end with LF or CRLF, quotes
/// around cells with commas, line breaks or doubled quotes in them; the first line names the columns.
///
/// Blanks belong to cells, and a line without any character is no row.
struct CSVReader {
  /// A table has at most so many columns.
  static let columnLimit = 1000

  /// A cell: its bytes in the file, quotes included, and those of its text.
  private struct Cell {
    var range: Range<Int>
    var text: Range<Int>
    var isQuoted: Bool
    /// True if the cell has doubled quotes in it.
    var isEscaped: Bool
  }

  private let text: [UInt8]
  private let file: FileID
  private var position = 0
  private var composer: YAMLComposer

  init(_ text: [UInt8], file: FileID) {
    self.text = text
    self.file = file
    composer = YAMLComposer(file: file, source: text)
  }

  /// A list of mappings from the names of columns to cells.
  mutating func table() throws(DataProblem) -> YAMLTree {
    position = try startOfText(text)
    guard let header = try row() else {
      throw DataProblem("there are no columns", 0..<0, hint: "begin it with a line of their names")
    }
    let names = try columns(header)
    var rows: [YAMLComposer.NodeID] = []
    while let cells = try row() {
      let place = cells[0].range.lowerBound..<cells[cells.count - 1].range.upperBound
      guard cells.count == names.count else {
        // Beyond the last column it is the first cell too many that is wrong.
        throw DataProblem(
          "this row has \(cells.count) cell\(cells.count == 1 ? "" : "s"), and there are \(names.count) columns",
          cells.count > names.count ? cells[names.count].range : place,
          hint: cells.count > names.count
            ? "put a cell with commas in quotes: \"a, b\"" : "write a comma for each empty cell")
      }
      guard rows.count < Expander.rowLimit, (rows.count + 1) * names.count <= DataTable.cellLimit
      else {
        throw DataProblem(
          rows.count < Expander.rowLimit
            ? "a file of data has at most \(DataTable.cellLimit) cells"
            : "a file of data has at most \(Expander.rowLimit) rows", place, hint: "split it")
      }
      var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
      entries.reserveCapacity(cells.count)
      for (name, cell) in zip(header, cells) { entries.append((part(name), part(cell))) }
      rows.append(
        composer.mapping(
          of: entries, from: Int32(place.lowerBound), to: Int32(place.upperBound)))
    }
    let root = composer.sequence(of: rows, from: 0, to: Int32(text.count))
    return composer.tree(root: root)
  }

  /// The names of the columns, each once.
  private func columns(_ header: [Cell]) throws(DataProblem) -> [String] {
    guard header.count <= CSVReader.columnLimit else {
      throw DataProblem(
        "a file of data has at most \(CSVReader.columnLimit) columns",
        header[CSVReader.columnLimit].range)
    }
    var names: [String] = []
    var known: Set<String> = []
    for cell in header {
      let name = string(cell)
      if let problem = Parameter.nameProblem(name) {
        throw DataProblem(
          name.contains(";")
            ? "this is no name of a column: cells are separated by commas, not by ';'"
            : "\(name.isEmpty ? "the name of a column is empty" : problem)", cell.range,
          hint: name.contains(";")
            ? "save the table with commas" : "use letters, digits, _ and - in names of columns")
      }
      guard known.insert(name).inserted else {
        throw DataProblem(
          "two columns are called \(quoted(name))", cell.range, hint: "rename one of them")
      }
      names.append(name)
    }
    return names
  }

  private mutating func part(_ cell: Cell) -> YAMLComposer.NodeID {
    let (start, end) = (Int32(cell.range.lowerBound), Int32(cell.range.upperBound))
    if cell.isEscaped {
      return composer.scalar(string(cell), isQuoted: true, from: start, to: end)
    }
    return composer.scalar(
      Int32(cell.text.lowerBound)..<Int32(cell.text.upperBound), isQuoted: cell.isQuoted,
      from: start, to: end)
  }

  private func string(_ cell: Cell) -> String {
    guard cell.isEscaped else { return String(decoding: text[cell.text], as: UTF8.self) }
    var bytes: [UInt8] = []
    var index = cell.text.lowerBound
    while index < cell.text.upperBound {
      bytes.append(text[index])
      index += text[index] == UInt8(ascii: "\"") ? 2 : 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The cells of the next line that has any; nil at the end.
  private mutating func row() throws(DataProblem) -> [Cell]? {
    while position < text.count, isBreak(text[position]) { position += 1 }
    guard position < text.count else { return nil }
    var cells: [Cell] = []
    while true {
      cells.append(try cell())
      guard cells.count <= CSVReader.columnLimit + 1 else { return cells }
      guard position < text.count, text[position] == UInt8(ascii: ",") else { break }
      position += 1
    }
    return cells
  }

  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func cell() throws(DataProblem) -> Cell {
    let start = position
    let quote = UInt8(ascii: "\"")
    guard position < text.count, text[position] == quote else {
      while position < text.count, text[position] != UInt8(ascii: ","), !isBreak(text[position]) {
        guard text[position] != 0 else {
          throw DataProblem("a null character in the data", position..<position + 1)
        }
        guard text[position] != quote else {
          throw DataProblem(
            "a quote within a cell without quotes around it", position..<position + 1,
            hint: "write \"a \"\"word\"\" in quotes\"")
        }
        position += 1
      }
      return Cell(
        range: start..<position, text: start..<position, isQuoted: false, isEscaped: false)
    }
    position += 1
    var isEscaped = false
    while position < text.count {
      guard text[position] != 0 else {
        throw DataProblem("a null character in the data", position..<position + 1)
      }
      guard text[position] == quote else {
        position += 1
        continue
      }
      guard position + 1 < text.count, text[position + 1] == quote else { break }
      isEscaped = true
      position += 2
    }
    guard position < text.count else {
      throw DataProblem(
        "this cell begins with a quote, and has none at its end", start..<start + 1,
        hint: "a quote within a cell is doubled: \"\"")
    }
    position += 1
    guard position == text.count || text[position] == UInt8(ascii: ",") || isBreak(text[position])
    else {
      throw DataProblem(
        "something follows the quote that ends the cell", position..<position + 1,
        hint: "a quote within a cell is doubled: \"\"")
    }
    return Cell(
      range: start..<position, text: start + 1..<position - 1, isQuoted: true,
      isEscaped: isEscaped)
  }
}
