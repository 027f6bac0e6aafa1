// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import YAML

@testable import Preprocessing

@Suite struct DataTests {
  private func read(
    _ text: [UInt8], _ format: DataTable.Format
  ) -> (rows: [YAMLNode], said: String) {
    var sources = SourceMap()
    var sink = DiagnosticSink()
    let file = sources.add(name: "a", text: text)
    let table = DataTable(name: "a", text: text, format: format, file: file, reporting: &sink)
    let said = sink.diagnostics.first.map { diagnostic in
      let place = sources.place(of: diagnostic.span)?.start
      return "\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.message)"
    }
    return (table.map { Array($0.rows.items) } ?? [], said ?? "")
  }

  private func csv(_ text: String) -> (rows: [YAMLNode], said: String) {
    read(Array(text.utf8), .csv)
  }

  private func cells(_ rows: [YAMLNode]) -> [[String: String]] {
    rows.map { row in
      Dictionary(
        uniqueKeysWithValues: row.entries.map { ($0.key.text ?? "", $0.value.text ?? "?") })
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a": "1", "b": "2"]]),
    ("a,b\r\n1,2\r\n3,4", [["a": "1", "b": "2"], ["a": "3", "b": "4"]]),
    ("\u{FEFF}a\n1", [["a": "1"]]),
    ("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", [["a": "x, y", "b": "say \"hi\""]]),
    ("a,b\n\"two\r\nlines\", z \n", [["a": "two\r\nlines", "b": " z "]]),
    ("a,b\n,\n", [["a": "", "b": ""]]), ("a\n\n\n1\n\n", [["a": "1"]]), ("a\n", []),
    ("\"a\",b\n\"\",null\n", [["a": "", "b": "null"]]),
    ("ä-1,_b\n日本,~\n", [["ä-1": "日本", "_b": "~"]]),
  ])
  func `a table is read as RFC 4180 has it`(_ text: String, _ wanted: [[String: String]]) {
    let (rows, said) = csv(text)
    #expect(said == "")
    #expect(cells(rows) == wanted)
  }

  @Test func `a cell knows its place, and whether it was in quotes`() throws {
    let (rows, _) = csv("a,b\nx,\"y \"\"z\"\"\"\n")
    let cell = try #require(rows.first?["b"])
    #expect(cell.span == Span(file: FileID(index: 0), start: 6, end: 15))
    #expect(cell.isQuoted)
    #expect(rows.first?["a"]?.isQuoted == false)
    #expect(rows.first?.span == Span(file: FileID(index: 0), start: 4, end: 15))
  }

  @Test(arguments: [
    ("", "1:1 there are no columns"), ("a,a\n", "1:3 two columns are called 'a'"),
    ("a,\n", "1:3 the name of a column is empty"),
    ("a b\n1", "1:1 'a b' cannot be written as ${name}"),
    ("a;b\n1;2", "1:1 this is no name of a column: cells are separated by commas, not by ';'"),
    ("a,b\n1,2\n3\n", "3:1 this row has 1 cell, and there are 2 columns"),
    ("a,b\n1,2,3\n", "2:5 this row has 3 cells, and there are 2 columns"),
    ("a\nx\"y\n", "2:2 a quote within a cell without quotes around it"),
    ("a\n\"x\n", "2:1 this cell begins with a quote, and has none at its end"),
    ("a\n\"x\"y\n", "2:4 something follows the quote that ends the cell"),
    ("a\nx\0\n", "2:2 a null character in the data"),
  ])
  func `a mistake in a table has a place`(_ text: String, _ message: String) {
    #expect(csv(text).said == message)
  }

  @Test func `text of another encoding is refused`() {
    #expect(read([0x61, 0x0A, 0xFF], .csv).said == "2:1 the data are not UTF-8")
    #expect(read([0xFF, 0xFE, 0x61, 0], .csv).said == "1:1 the data are UTF-16, not UTF-8")
  }

  @Test func `tables are bounded`() {
    let names = (0..<1001).map { "c\($0)" }.joined(separator: ",")
    #expect(csv(names).said.hasSuffix("a file of data has at most 1000 columns"))
    let wide = (0..<1000).map { "c\($0)" }.joined(separator: ",")
    let row = "\n" + String(repeating: ",", count: 999)
    #expect(
      csv(wide + String(repeating: row, count: 2001)).said.hasSuffix(
        "a file of data has at most 2000000 cells"))
    #expect(csv(wide + String(repeating: row, count: 2000)).said == "")
  }

  @Test func `JSON is read with pairs of surrogates and numbers as they are`() throws {
    let text =
      #"[{"a": "x\n\u00e9\ud83d\ude00\/", "b": -1.50e3, "c": true, "d": null, "e": [1, {}]}]"#
    let (rows, said) = read(Array(text.utf8), .json)
    #expect(said == "")
    let row = try #require(rows.first)
    #expect(row["a"]?.text == "x\né😀/")
    #expect(row["b"]?.text == "-1.50e3")
    #expect(row["b"]?.isQuoted == false)
    #expect(row["c"]?.text == "true")
    #expect(row["d"]?.kind == .null)
    #expect(row["e"]?.items.map(\.kind) == [.scalar, .mapping])
    #expect(row["b"]?.span == Span(file: FileID(index: 0), start: 39, end: 46))
  }

  @Test(arguments: [
    ("", "1:1 the data end where a value is wanted"),
    ("{}", "1:1 data is a list of rows, and this is something else"),
    ("[1,]", "1:4 expected a value"), ("[1 2]", "1:4 expected ',' or ']'"),
    ("[{a: 1}]", "1:3 expected a name in quotes"),
    ("[{\"a\" 1}]", "1:7 expected ':'"), ("[{\"a\": 1, \"a\": 2}]", "1:11 'a' is given twice"),
    ("[nul]", "1:2 'nul' is no value of JSON"), ("[01]", "1:2 '01' is no value of JSON"),
    ("[1.]", "1:2 '1.' is no value of JSON"),
    ("[\"a]", "1:2 this text has no quote at its end"),
    ("[\"\\x\"]", "1:3 '\\' is followed by no letter of an escape"),
    ("[\"\\ud800\"]", "1:3 half of a pair of surrogates"),
    ("[\"\\u00g0\"]", "1:3 '\\u' is followed by four hexadecimal digits"),
    ("[\"a\nb\"]", "1:4 a control character in a text"),
    ("[] []", "1:4 something follows the end of the data"),
    ("[\"\\u0000\"]", "1:3 a null character in a text"),
  ])
  func `a mistake in JSON has a place`(_ text: String, _ message: String) {
    #expect(read(Array(text.utf8), .json).said == message)
  }

  @Test func `JSON is bounded`() {
    let deep = String(repeating: "[", count: 40)
    #expect(read(Array(deep.utf8), .json).said == "1:34 the data are nested deeper than 32 levels")
    let rows = "[" + String(repeating: "0,", count: 100_000) + "0]"
    #expect(read(Array(rows.utf8), .json).said == "1:1 a file of data has at most 100000 rows")
  }
}
