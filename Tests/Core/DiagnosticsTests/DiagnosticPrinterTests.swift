// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import TestSupport
import Testing

struct DiagnosticPrinterTests {
  @Test func `a diagnostic shows its line, its notes and its hint`() {
    let text = "reel: 1\ncanvas:\n  rate: 30\n  size: 1280x720\n  rate: 25\n"
    let render = Rendering("trip.reel.yaml", text)
    expectGolden(
      render.text(
        "duplicate-key", "key 'rate' is given twice", at: render.span(of: "rate", occurrence: 1),
        notes: [
          .init(message: "it was first given here", span: render.span(of: "rate")),
          .init(message: "a mapping holds each key once"),
        ], hint: "remove one of them"), "Cases/notes.txt")
  }

  @Test func `what differs by the row alone is shown once`() {
    var sources = SourceMap()
    let file = sources.add(name: "trip.reel.yaml", text: Array("a: ${shot.a}\nb: ${shot.b}\n".utf8))
    let table = sources.add(name: "shots.csv", text: Array("a,b\n1,2\n".utf8))
    func mistake(_ message: String, _ place: Range<Int32>, row: Int) -> Diagnostic {
      let number = sources.add(
        SourceMap.Expansion(
          .row(row, of: "shots.csv"), at: Span(file: table, start: 4, end: 7)))
      return Diagnostic(
        code: .error("c"), message: message,
        span: Span(
          file: FileID(index: file.index, expansion: number), start: place.lowerBound,
          end: place.upperBound))
    }
    var found = [mistake("one", 3..<12, row: 2), mistake("two", 16..<25, row: 2)]
    found += (3...12).map { mistake("one", 3..<12, row: $0) }
    found += [mistake("two", 16..<25, row: 4), mistake("another", 16..<25, row: 4)]
    // A row within another row.
    for outer in 1...2 {
      let around = sources.add(
        SourceMap.Expansion(
          .row(outer, of: "days.csv"), at: Span(file: table, start: 0, end: 3)))
      for row in 1...2 {
        let number = sources.add(
          SourceMap.Expansion(
            .row(row, of: "shots.csv"), at: Span(file: table, start: 4, end: 7), parent: around))
        found.append(
          Diagnostic(
            code: .error("c"), message: "inner",
            span: Span(file: FileID(index: file.index, expansion: number), start: 3, end: 12)))
      }
    }
    expectGolden(DiagnosticPrinter().render(found, in: sources), "Cases/rows.txt")
  }

  @Test func `tabs are widened and the marks follow`() {
    let render = Rendering("tabs.yaml", "a\tbc\t\td: \tvalue\n")
    expectGolden(
      render.text("c", "after tabs", at: render.span(of: "value"))
        + render.text("c", "the tabs themselves", at: render.span(of: "\t\t")), "Cases/tabs.txt")
  }

  @Test func `wide and combining characters keep the marks in place`() {
    let render = Rendering("wide.yaml", "日本: e\u{301}te\u{301} 🎬 end\n")
    expectGolden(
      render.text("c", "wide", at: render.span(of: "日本"))
        + render.text("c", "combining", at: render.span(of: "e\u{301}te\u{301}"))
        + render.text("c", "emoji", at: render.span(of: "🎬"))
        + render.text("c", "after them", at: render.span(of: "end")), "Cases/wide.txt")
  }

  @Test func `a span over several lines shows its first and its last`() {
    let render = Rendering("block.yaml", "a:\n  - one\n  - two\n  - three\nb: 1\n")
    expectGolden(
      render.text("c", "three lines", at: render.span(from: "- one", through: "three\n"))
        + render.text("c", "two lines", at: render.span(from: "- two", through: "thr")),
      "Cases/lines.txt")
  }

  @Test func `control characters and bad bytes are spelled out, never sent`() {
    let bytes: [UInt8] =
      Array("a: \u{1B}[31mred \u{202E}txt\u{0} ".utf8) + [0xFF, 0xC3] + Array(" end\r\n".utf8)
    let render = Rendering("evil\u{1B}[2J.yaml", bytes)
    let text = render.text(
      "c", "message \u{1B}[0m of\ntwo lines \u{7}", at: render.span(of: "end"),
      hint: "\u{9B}31m")
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B || $0 == "\n" })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    expectGolden(text, "Cases/control.txt")
  }

  @Test func `an empty file, the end of a file and an empty span are places too`() {
    let empty = Rendering("empty.yaml", "")
    let short = Rendering("short.yaml", "a: 1\n")
    let open = Rendering("open.yaml", "a: [1")
    expectGolden(
      empty.text("c", "in an empty file", at: empty.span(0, 0))
        + short.text("c", "after the last line", at: short.span(5, 5))
        + open.text("c", "after the last byte", at: open.span(6, 6))
        + short.text("c", "between two", at: short.span(2, 2))
        + short.text("c", "past the end", at: short.span(400, 500)), "Cases/ends.txt")
  }

  @Test func `long lines are cut around the place of interest`() {
    let words = (0..<40).map { "word\($0)" }.joined(separator: " ")
    let render = Rendering("long.yaml", "key: \(words)\n", width: 60)
    expectGolden(
      render.text("c", "at the start", at: render.span(of: "key"))
        + render.text("c", "in the middle", at: render.span(of: "word20"))
        + render.text("c", "at the end", at: render.span(of: "word39"))
        + render.text("c", "all of it", at: render.span(of: words)), "Cases/long.txt")
  }

  @Test(arguments: [40, 60, 100])
  func `no line of an excerpt is wider than asked`(width: Int) {
    let line = "é日\t🎬\u{301}\u{7}x".unicodeScalars
    let text = String(
      String.UnicodeScalarView(
        (0..<4000).map {
          line[
            line.index(
              line.startIndex, offsetBy: $0 % line.count)]
        }))
    let count = text.utf8.count
    for offset in stride(from: 0, to: count, by: 97) {
      let render = Rendering("long.yaml", text, width: width)
      let shown = render.text("c", "m", at: render.span(offset, min(count, offset + 300)))
      let source = shown.split(separator: "\n")[3...]
      // Wide characters occupy two columns each, and combining ones none.
      for line in source {
        let columns = line.unicodeScalars.reduce(0) { sum, scalar in
          sum + (["日", "🎬"].contains(scalar) ? 2 : scalar == "\u{301}" ? 0 : 1)
        }
        #expect(columns <= width, "at \(offset): \(line)")
      }
      #expect(shown.contains("^"))
    }
  }

  @Test func `a line of many megabytes costs no more than a short one`() {
    let render = Rendering("huge.yaml", [UInt8](repeating: UInt8(ascii: "x"), count: 8_000_000))
    let time = processorTime {
      #expect(render.text("c", "m", at: render.span(4_000_000, 8_000_000)).utf8.count < 500)
    }
    #expect(time < .seconds(5))
  }

  @Test func `a place in no known file is left out`() {
    let render = Rendering("a.yaml", "a")
    let span = Span(file: FileID(index: 7), start: 0, end: 1)
    #expect(render.text("c", "lost", at: span) == "error[c]: lost\n")
    #expect(render.text("c", "nowhere", at: nil) == "error[c]: nowhere\n")
  }

  @Test func `colours mark severity, place and hint`() {
    let render = Rendering("a.yaml", "a: 1\n", isColoured: true)
    let shown = render.text(
      .warning("w"), "odd", at: render.span(of: "1"), notes: [.init(message: "so")], hint: "do")
    expectGolden(shown.replacing("\u{1B}", with: "ESC"), "Cases/colours.txt")
  }

  @Test func `several diagnostics stand apart by an empty line`() {
    var sources = SourceMap()
    _ = sources.add(name: "a", text: [])
    let both = [
      Diagnostic(code: .error("a"), message: "one"),
      Diagnostic(code: .warning("b"), message: "two"),
    ]
    #expect(DiagnosticPrinter().render(both, in: sources) == "error[a]: one\n\nwarning[b]: two\n")
    #expect(DiagnosticPrinter().render([], in: sources) == "")
  }
}

/// One file and a renderer over it.
private struct Rendering {
  let sources: SourceMap
  let file: FileID
  let bytes: [UInt8]
  let renderer: DiagnosticPrinter

  init(_ name: String, _ bytes: [UInt8], width: Int = 80, isColoured: Bool = false) {
    var sources = SourceMap()
    file = sources.add(name: name, text: bytes)
    self.sources = sources
    self.bytes = bytes
    renderer = DiagnosticPrinter(isColoured: isColoured, width: width)
  }

  init(_ name: String, _ text: String, width: Int = 80, isColoured: Bool = false) {
    self.init(name, Array(text.utf8), width: width, isColoured: isColoured)
  }

  func span(_ start: Int, _ end: Int) -> Span {
    Span(file: file, start: Int32(start), end: Int32(end))
  }

  /// The span of a word, which must be in the file; `occurrence` counts from 0.
  func span(of word: String, occurrence: Int = 0) -> Span {
    let word = Array(word.utf8)
    let starts = bytes.indices.filter { bytes[$0...].starts(with: word) }
    guard starts.indices.contains(occurrence) else { return span(0, 0) }
    return span(starts[occurrence], starts[occurrence] + word.count)
  }

  func span(from first: String, through last: String) -> Span {
    span(of: first).union(span(of: last))
  }

  func text(
    _ code: String, _ message: String, at span: Span?, notes: [Diagnostic.Note] = [],
    hint: String? = nil
  ) -> String {
    text(.error(code), message, at: span, notes: notes, hint: hint)
  }

  func text(
    _ code: DiagnosticCode, _ message: String, at span: Span?, notes: [Diagnostic.Note] = [],
    hint: String? = nil
  ) -> String {
    renderer.render(
      Diagnostic(code: code, message: message, span: span, notes: notes, hint: hint), in: sources)
  }
}
