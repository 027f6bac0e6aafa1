// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import TestSupport

struct AnnotationTests {
  private let text = "a:\n  bad: 1\n  more: |\n    block\n"
  private var sources = SourceMap()
  private var file: FileID

  init() {
    file = sources.add(name: "a", text: Array(text.utf8))
  }

  private func span(_ start: Int32, _ end: Int32) -> Span {
    Span(file: file, start: start, end: end)
  }

  @Test func `annotations stand above the line, with its columns`() {
    let diagnostics = [
      Diagnostic(
        code: .error("unknown"), message: "unknown 'bad'", span: span(5, 8),
        notes: [.init(message: "in this", span: span(0, 1)), .init(message: "so")], hint: "drop it"),
      Diagnostic(code: .warning("empty"), message: "nothing", span: span(10, 10)),
      Diagnostic(code: .error("wide"), message: "two lines", span: span(20, 31)),
    ]
    let expected = """
      a:
        # error 3-5 unknown: unknown 'bad'
        # note -1:1-1: in this
        # note: so
        # hint: drop it
        # warning 8 empty: nothing
        bad: 1
        # error 9-+1:9 wide: two lines
        more: |
          block

      """
    let annotated = annotated(text, with: diagnostics, in: sources[file])
    #expect(annotated == expected)
    #expect(withoutAnnotations(annotated) == text)
  }

  @Test func `diagnostics without a place come first`() {
    let diagnostics = [Diagnostic(code: .error("lost"), message: "m")]
    #expect(
      annotated(text, with: diagnostics, in: sources[file]) == "# error lost: m\n" + text)
  }

  @Test func `other comments and CR LF survive`() {
    let text = "# errors are fine\r\n# noted\r\nkey: 1\r\n"
    #expect(withoutAnnotations(text) == text)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == nil))
  func `a wrong expectation fails`() {
    withKnownIssue { expectGolden("not this\n", "Cases/notes.txt") }
    withKnownIssue { expectGolden("anything\n", "Cases/no-such-case.txt") }
  }

  @Test func `a difference shows only the lines that differ`() {
    #expect(difference("a\nb\nc", "a\nx\nc") == "@@ line 2 @@\n-b\n+x")
    #expect(difference("", "a") == "@@ line 1 @@\n-\n+a")
  }
}
