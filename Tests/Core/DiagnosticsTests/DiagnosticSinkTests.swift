// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

struct DiagnosticSinkTests {
  private func error(_ message: String, file: Int32 = 0, at start: Int32) -> Diagnostic {
    Diagnostic(
      code: .error("e"), message: message,
      span: Span(file: FileID(index: file), start: start, end: start))
  }

  @Test func `diagnostics come by file, place and then the order of reports`() {
    var sink = DiagnosticSink()
    sink.report(Diagnostic(code: .error("e"), message: "nowhere"))
    sink.report(error("later file", file: 1, at: 0))
    sink.report(error("second at 5", at: 5))
    sink.report(error("another at 5", at: 5))
    sink.report(error("at 2", at: 2))
    let order = sink.diagnostics.map(\.message)
    #expect(
      order
        == ["at 2", "second at 5", "another at 5", "later file", "nowhere"])
  }

  @Test func `exact duplicates are heard once`() {
    var sink = DiagnosticSink()
    sink.report(contentsOf: [error("a", at: 1), error("a", at: 1), error("a", at: 2)])
    let count = sink.diagnostics.count
    #expect(count == 2)
  }

  @Test func `past the limit only a count is kept, warnings apart from errors`() {
    var sink = DiagnosticSink()
    let limit = DiagnosticSink.limit
    for number in 0..<limit { sink.report(error("e", at: Int32(number))) }
    let kept = sink.diagnostics
    #expect(kept.count == limit)
    sink.report(error("over", at: 5000))
    let last = sink.diagnostics.last
    #expect(last?.message == "1 more error")
    sink.report(error("over", at: 5001))
    sink.report(Diagnostic(code: .warning("w"), message: "w"))
    let shown = sink.diagnostics
    #expect(shown.count == limit + 2)
    #expect(shown.last?.message == "2 more errors")
    #expect(shown.last?.code == .moreErrors)
  }

  @Test func `only errors stop a phase`() throws {
    var sink = DiagnosticSink()
    sink.report(Diagnostic(code: .warning("w"), message: "w"))
    let before = sink.hasErrors
    #expect(!before)
    try sink.check()
    sink.report(error("e", at: 0))
    let after = sink.hasErrors
    #expect(after)
    do {
      try sink.check()
      Issue.record("check let an error pass")
    } catch {}
  }

  @Test func `failing reports before it throws`() {
    var sink = DiagnosticSink()
    do {
      try sink.fail(error("fatal", at: 0))
    } catch {
      let heard = sink.diagnostics.map(\.message)
      #expect(heard == ["fatal"])
    }
  }
}
