// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import Preprocessing
import YAML

/// A table of films: a project is made once for each row, with the values of its parameters there.
public struct FilmTable: Sendable {
  private let table: DataTable
  /// The file of the table, as all spans of its rows see it.
  private let file: SourceFile
  /// The folder that relative paths in it start from.
  private let folder: String
  private let rows: [YAMLNode]

  /// The number of rows.
  public var count: Int { rows.count }
  /// The file as it was named.
  public var name: String { table.name }
  /// Row `index`, counted from 0.
  public subscript(index: Int) -> FilmRow { FilmRow(table: self, index: index) }

  /// Reads the table in the bytes `text` of a file.
  ///
  /// - Parameters:
  ///   - name: the path as it was given; it ends in .csv or .json.
  ///   - folder: the absolute path of its folder, links resolved.
  public static func read(
    name: String, text: [UInt8], folder: String
  ) -> CompilationResult<FilmTable> {
    var sources = SourceMap()
    var sink = DiagnosticSink()
    // In the compilation of a row it comes after the project.
    _ = sources.add(name: "", text: [])
    let id = sources.add(name: name, text: text)
    var result: FilmTable?
    if let format = DataTable.Format(path: name) {
      if let table = DataTable(
        name: name, text: text, format: format, file: id, reporting: &sink)
      {
        let rows = Array(table.rows.items)
        result = FilmTable(table: table, file: sources[id], folder: folder, rows: rows)
        if let row = rows.first(where: { $0.kind != .mapping }) {
          sink.report(
            Diagnostic(
              code: .badData, message: "a film is made of an object, and this is something else",
              span: row.span, hint: "write {\"title\": \"Rome\"}"))
        }
        if rows.isEmpty {
          sink.report(
            Diagnostic(
              code: .badData, message: "there are no rows, and so no films",
              span: Span(file: id, start: 0, end: 0)))
        }
      }
    } else {
      sink.report(
        Diagnostic(
          code: .badData, message: "'\(name)' is no file of rows",
          hint: "name a file that ends in .csv or .json"))
    }
    return CompilationResult(
      sources: sources, diagnostics: sink.diagnostics, product: sink.hasErrors ? nil : result)
  }

  fileprivate func span(ofRow index: Int) -> Span { rows[index].span }

  fileprivate func values(ofRow index: Int, in sources: inout SourceMap) -> [GivenValue] {
    let id = sources.add(file)
    precondition(id == file.id, "the table comes after the project")
    return rows[index].entries.compactMap { entry in
      // An empty cell gives nothing; one with quotes is an empty text.
      let isEmpty = entry.value.text?.isEmpty == true && !entry.value.isQuoted
      guard entry.value.kind != .null, !isEmpty else { return nil }
      return GivenValue(
        name: entry.key.text ?? "", nameSpan: entry.key.span, node: entry.value, isText: true,
        folder: folder)
    }
  }

  /// The columns with a text in which the rows `index` and `other` differ.
  fileprivate func columns(ofRow index: Int, unlikeRow other: Int) -> [String] {
    rows[index].entries.compactMap { entry in
      guard let name = entry.key.text, let text = entry.value.text, !text.isEmpty,
        let others = rows[other][name]?.text, !others.isEmpty, others != text
      else { return nil }
      return name
    }
  }

  /// The file of the table, and the line of row `index` in it.
  fileprivate func place(ofRow index: Int) -> (file: String, line: Int) {
    (file.name, file.lineColumn(of: rows[index].span.start).line)
  }
}

/// A row of a table of films.
public struct FilmRow: Sendable {
  let table: FilmTable
  /// The row, counted from 0.
  public let index: Int

  /// The name of the row in messages, such as `row 3 of films.csv`.
  public var title: String { "row \(index + 1) of \(table.name)" }
  /// Its place, in a compilation of it.
  public var span: Span { table.span(ofRow: index) }
  /// The file of the table, and the line in it.
  public var place: (file: String, line: Int) { table.place(ofRow: index) }

  /// The names of the columns in which it differs from `other`, a row of the same table.
  public func columns(unlike other: FilmRow) -> [String] {
    table.columns(ofRow: index, unlikeRow: other.index)
  }

  /// The values it gives; its table is added to `sources`.
  func values(in sources: inout SourceMap) -> [GivenValue] {
    table.values(ofRow: index, in: &sources)
  }
}
