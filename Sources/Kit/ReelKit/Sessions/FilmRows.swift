// SPDX-License-Identifier: Apache-2.0

import Base
package import Builder
package import Diagnostics
package import Driver
import Host

// The rows of a table of films, of each of which a film is made.

extension ProjectSession {
  /// The rows of the file `table`; nil after an error has been shown.
  package func rows(
    of table: String,
    onProblem: ([BuildProblem], SourceMap) -> Void = { _, _ in }
  ) -> FilmTable? {
    func refuse(_ words: String) -> FilmTable? {
      let problem = Diagnostic.simple("data-file", "cannot read '\(table)': \(words)")
      show([problem], SourceMap())
      onProblem([BuildProblem(problem)], SourceMap())
      return nil
    }
    guard let real = PathPolicy.real(table) else {
      return refuse(PathPolicy.reason(ofMissing: table))
    }
    guard PathPolicy.isRegularFile(real) else { return refuse("it is not a file") }
    if let reason = PathPolicy.reason(ofPointer: real) { return refuse("it \(reason)") }
    let text: [UInt8]
    do {
      world.noteTable(try PathPolicy.fromWorkingFolder(table), real)
      text = try DiskWorld.readData(real)
    } catch {
      return refuse("it has more than 64 MiB, or the disk failed: \(error)")
    }
    let folder = real.lastIndex(of: "/").map { String(real[..<$0]) } ?? "/"
    let result = FilmTable.read(
      name: table, text: text, folder: folder.isEmpty ? "/" : folder)
    show(result.diagnostics, result.sources)
    onProblem(result.diagnostics.map { BuildProblem($0) }, result.sources)
    return result.product
  }
}

/// The files that films of rows make.
package struct RowFiles {
  private var makers: [String: FilmRow] = [:]

  /// No files yet.
  package init() {}

  /// Takes note of a file that the film of `row` makes; an error where another row makes it, too.
  ///
  /// - Parameter sources: The sources in which its name is written at `span`.
  package mutating func add(
    _ path: String, named name: String, at span: Span?, in sources: SourceMap, of row: FilmRow
  ) -> Diagnostic? {
    // Each gets a number of its own.
    if MarkedName(path: path)?.isNumbered == true { return nil }
    guard let other = makers[path] else {
      makers[path] = row
      return nil
    }
    if other.index == row.index { return nil }
    return Diagnostic(
      code: .error("shared-output"),
      message: "row \(other.index + 1) and \(row.title) would both make '\(name)'", span: span,
      notes: [
        .init(message: "row \(other.index + 1)", span: other.span),
        .init(message: "row \(row.index + 1)", span: row.span),
      ],
      hint: hint(of: row, unlike: other, written: span.map { sources.written(at: $0) } ?? []))
  }

  /// - Parameter written: The words in the name of the file, among them the columns that it has already.
  private func hint(of row: FilmRow, unlike other: FilmRow, written: Set<String>) -> String {
    let columns = row.columns(unlike: other)
    if let column = columns.first(where: { !written.contains($0) }) {
      return "let the name of the file have ${\(column)}, in which the two rows differ"
    }
    return columns.isEmpty
      ? "the two rows are alike: leave one of them out"
      : "both names lead to one file: change a value of one of the rows"
  }
}

/// The messages about rows: a mistake that several of them share, once, and no more than anyone
/// reads.
package struct RowMessages {
  /// The rows whose mistakes are shown.
  static let limit = 10

  private var said: Set<Diagnostic> = []
  private var wrong: [FilmRow] = []
  private var shown = 0

  /// No messages yet.
  package init() {}

  /// Those of `diagnostics` that were not said before.
  package mutating func fresh(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { said.insert($0).inserted }
  }

  /// The messages to show for a row of which no film is made, whose fresh messages are
  /// `diagnostics`.
  ///
  /// One of them has the row's line, or one more does.
  package mutating func shown(_ diagnostics: [Diagnostic], ofWrong row: FilmRow) -> [Diagnostic] {
    wrong.append(row)
    if diagnostics.isEmpty { return [] }
    shown += 1
    guard shown <= Self.limit else { return [] }
    let place = row.span
    let isNamed = diagnostics.lazy.compactMap(\.span).contains {
      $0.file == place.file && place.start <= $0.start && $0.end <= place.end
    }
    return isNamed ? diagnostics : diagnostics + [.wrongRow(row)]
  }

  /// Says of which rows no film is made; nil where messages have said it of all.
  package func conclusion(in table: FilmTable) -> Diagnostic? {
    guard wrong.count > 1 else { return nil }
    let numbers = Self.ranges(of: wrong.map { $0.index + 1 })
    let hint =
      shown > Self.limit
      ? "what is wrong with the first \(Self.limit) of them is shown; mend that, and check again"
      : nil
    return Diagnostic(
      code: .error("wrong-row"),
      message: "no film is made of \(wrong.count) rows of '\(table.name)': \(numbers)", hint: hint)
  }

  /// Ascending numbers, such as `2 to 5, 7, 9 to 11 and 20 more`.
  private static func ranges(of numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let rest = ranges.dropFirst(8).reduce(0) { $0 + $1.count }
    let words = ranges.prefix(8).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    return words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Diagnostic {
  /// A row of which no film is made.
  package static func wrongRow(_ row: FilmRow) -> Diagnostic {
    Diagnostic(
      code: .error("wrong-row"), message: "no film is made of \(row.title)", span: row.span)
  }
}

extension SourceMap {
  /// The words of the text at `span`.
  fileprivate func written(at span: Span) -> Set<String> {
    let file = files[Int(span.file.index)]
    let text = String(decoding: file.text[Int(span.start)..<Int(span.end)], as: UTF8.self)
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return Set(words.map(String.init))
  }
}
