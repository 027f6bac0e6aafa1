// SPDX-License-Identifier: Apache-2.0

import Building
import Compiler
import Diagnostics
import DiskAccess
import Printing

// The rows of a table of films, for every command that takes one.

extension ProjectOptions {
  /// The rows of the `table` that the command line names; nil where it cannot be read, which is told.
  func rows(
    of table: String, _ session: ProjectSession,
    onProblem: ([BuildProblem], SourceMap) -> Void = { _, _ in }
  ) -> FilmTable? {
    func refuse(_ words: String) -> FilmTable? {
      let problem = Diagnostic.simple("data-file", "cannot read '\(table)': \(words)")
      show(problem)
      onProblem([BuildProblem(problem)], SourceMap())
      return nil
    }
    guard let real = PathPolicy.real(table) else { return refuse(PathPolicy.lastReason) }
    guard PathPolicy.isRegularFile(real) else { return refuse("it is not a file") }
    let text: [UInt8]
    do {
      session.world.noteTable(try PathPolicy.fromWorkingFolder(table), real)
      text = try DiskWorld.readData(real)
    } catch {
      return refuse("it has more than 64 MiB, or the disk failed: \(error)")
    }
    let folder = real.lastIndex(of: "/").map { String(real[..<$0]) } ?? "/"
    let result = FilmTable.read(
      name: table, text: text, folder: folder.isEmpty ? "/" : folder)
    show(result.diagnostics, in: result.sources)
    onProblem(result.diagnostics.map { BuildProblem($0) }, result.sources)
    return result.product
  }
}

/// The files that films of rows make.
struct RowFiles {
  private var makers: [String: FilmRow] = [:]

  /// Takes note of a file that the film of `row` makes; what is wrong where that of another row does, too.
  mutating func add(
    _ path: String, named name: String, at span: Span?, of row: FilmRow
  ) -> Diagnostic? {
    guard let other = makers.updateValue(row, forKey: path), other.index != row.index else {
      return nil
    }
    return Diagnostic(
      code: .error("shared-output"),
      message: "row \(other.index + 1) and \(row.title) would both make '\(name)'", span: span,
      notes: [
        .init(message: "row \(other.index + 1)", span: other.span),
        .init(message: "row \(row.index + 1)", span: row.span),
      ],
      hint: "let the name of the file have a column that differs: out/${name}.mp4")
  }
}

/// What is said of rows: a mistake that several of them share, once.
struct RowMessages {
  private var said: Set<Diagnostic> = []

  /// Those of `diagnostics` that were not said before.
  mutating func fresh(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.filter { said.insert($0).inserted }
  }
}

extension Diagnostic {
  /// A row of which no film is made.
  static func wrongRow(_ row: FilmRow) -> Diagnostic {
    Diagnostic(
      code: .error("wrong-row"), message: "no film is made of \(row.title)", span: row.span)
  }
}
