// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

struct JSONRendererTests {
  private struct Position: Decodable, Equatable {
    var line: Int
    var column: Int
    var offset: Int
  }

  private struct Note: Decodable {
    var message: String
    var file: String?
    var start: Position?
  }

  private struct Line: Decodable {
    var code: String
    var severity: String
    var message: String
    var file: String?
    var start: Position?
    var end: Position?
    var notes: [Note]
    var hint: String?
  }

  private func decode(_ diagnostic: Diagnostic, in sources: SourceMap) throws -> Line {
    let json = JSONRenderer().render(diagnostic, in: sources)
    #expect(!json.contains { $0.isNewline })
    return try JSONDecoder().decode(Line.self, from: Data(json.utf8))
  }

  @Test func `places, notes and the hint come out`() throws {
    var sources = SourceMap()
    let file = sources.add(name: "é \"a\".yaml", text: Array("é: 1\nø: 日本\n".utf8))
    let line = try decode(
      Diagnostic(
        code: .warning("odd"), message: "m", span: Span(file: file, start: 10, end: 16),
        notes: [
          .init(message: "here", span: Span(file: file, start: 0, end: 2)), .init(message: "so"),
        ], hint: "h"), in: sources)
    #expect(line.code == "odd")
    #expect(line.severity == "warning")
    #expect(line.file == "é \"a\".yaml")
    #expect(line.start == Position(line: 2, column: 4, offset: 10))
    #expect(line.end == Position(line: 2, column: 6, offset: 16))
    #expect(line.notes.map(\.message) == ["here", "so"])
    #expect(line.notes[0].start == Position(line: 1, column: 1, offset: 0))
    #expect(line.notes[1].start == nil)
    #expect(line.notes[1].file == nil)
    #expect(line.hint == "h")
  }

  @Test func `without a place there is neither file nor hint`() throws {
    let line = try decode(Diagnostic(code: .error("e"), message: "m"), in: SourceMap())
    #expect(line.severity == "error")
    #expect(line.file == nil)
    #expect(line.start == nil)
    #expect(line.hint == nil)
    #expect(line.notes.isEmpty)
  }

  @Test func `every character survives, and no line breaks`() throws {
    let low = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init)))
    let text = low + "\u{2028}\u{2029}\u{FEFF}日本🎬\u{10FFFF}"
    let line = try decode(
      Diagnostic(code: .error("e"), message: text, hint: text), in: SourceMap())
    #expect(line.message.unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(line.hint == line.message)
  }

  @Test func `there is one line per diagnostic`() {
    let two = ["a", "b"].map { Diagnostic(code: .error($0), message: "m\n") }
    let json = JSONRenderer().render(two, in: SourceMap())
    #expect(json.split(separator: "\n").count == 2)
    #expect(json.hasSuffix("}\n"))
  }
}
