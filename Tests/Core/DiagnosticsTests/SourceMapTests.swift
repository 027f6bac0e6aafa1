// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

struct SourceMapTests {
  private func file(_ text: [UInt8]) -> SourceFile {
    var sources = SourceMap()
    let id = sources.add(name: "a", text: text)
    return sources[id]
  }

  private func place(_ text: String, _ offset: Int32) -> LineColumn {
    file(Array(text.utf8)).lineColumn(of: offset)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines end with LF, CR LF or CR`(end: String) {
    let text = "ab\(end)\(end)c"
    let file = file(Array(text.utf8))
    let last = Int32(text.utf8.count) - 1
    #expect(file.lineStarts.count == 3)
    #expect(file.lineColumn(of: last) == LineColumn(line: 3, column: 1))
    #expect(file.lineColumn(of: 1) == LineColumn(line: 1, column: 2))
    #expect((0..<3).map { file.lineRange($0).count } == [2, 0, 1])
  }

  @Test func `columns count code points`() {
    #expect(place("é日🎬x", 9) == LineColumn(line: 1, column: 4))
    #expect(place("\u{FEFF}ab", 4) == LineColumn(line: 1, column: 2))
    #expect(file([0xFF, 0xFE, 0x61]).lineColumn(of: 2) == LineColumn(line: 1, column: 3))
  }

  @Test func `offsets outside the file mean its ends`() {
    #expect(place("", 0) == LineColumn(line: 1, column: 1))
    #expect(place("a\n", 2) == LineColumn(line: 2, column: 1))
    #expect(place("a\n", 900) == LineColumn(line: 2, column: 1))
    #expect(place("\u{FEFF}", 1) == LineColumn(line: 1, column: 1))
  }

  @Test func `spans join and divide`() {
    let file = FileID(index: 0)
    let span = Span(file: file, start: 4, end: 10)
    #expect(span.union(Span(file: file, start: 8, end: 12)) == Span(file: file, start: 4, end: 12))
    #expect(span.part(1..<3) == Span(file: file, start: 5, end: 7))
    #expect(span.part(4..<90) == Span(file: file, start: 8, end: 10))
    #expect(span.startPoint.count == 0)
  }
}
