// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import Foundation
public import Testing

/// Expects the diagnostics of a file to be those in its own comments.
///
/// A case is a file with each expectation above the line that it refers to:
///
///     clips:
///       # error 5-9 unknown-key: unknown key 'strat' in clip
///       # hint: did you mean 'start'?
///       - strat: 1s
///
/// Columns refer to the line below, in code points from 1, both ends included; a single number is a position
/// between two; `5-+2:3` ends two lines further down. `# note -3:1-4: …` is a note on the line three above,
/// `# note: …` one without a position. `check` gets the text without these comments, so they may be anywhere,
/// even inside a block of text. `UPDATE_GOLDENS=1` rewrites them.
public func expectAnnotations(
  _ path: String, testFile: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation,
  check: (FileID, [UInt8], inout DiagnosticSink) -> Void
) {
  let url = folder(of: testFile).appendingPathComponent(path)
  guard let written = try? String(contentsOf: url, encoding: .utf8) else {
    Issue.record("cannot read \(path)", sourceLocation: sourceLocation)
    return
  }
  let text = withoutAnnotations(written)
  var sources = SourceMap()
  let file = sources.add(name: path, text: Array(text.utf8))
  var sink = DiagnosticSink()
  check(file, Array(text.utf8), &sink)
  expectGolden(
    annotated(text, with: sink.diagnostics, in: sources[file]), path, testFile: testFile,
    sourceLocation: sourceLocation)
}

/// The text without the comments that `annotated` writes.
func withoutAnnotations(_ text: String) -> String {
  lines(of: text).filter { line in
    let words = line.drop { $0 == " " }
    return !["error", "warning", "note", "hint"].contains { word in
      words.hasPrefix("# \(word) ") || words.hasPrefix("# \(word):")
    }
  }.joined(separator: "\n")
}

/// The text with a comment above every line to which `diagnostics` refer.
func annotated(_ text: String, with diagnostics: [Diagnostic], in file: SourceFile) -> String {
  let lines = lines(of: text)
  var comments: [[String]] = Array(repeating: [], count: lines.count)
  for diagnostic in diagnostics {
    let home = diagnostic.span.map { file.lineColumn(of: $0.start).line } ?? 1
    let place = diagnostic.span.map { columns(of: $0, seenFrom: home, in: file) + " " } ?? ""
    let severity = diagnostic.severity.rawValue
    var block = ["# \(severity) \(place)\(diagnostic.code.name): \(diagnostic.message)"]
    for note in diagnostic.notes {
      let place = note.span.map { " " + columns(of: $0, seenFrom: home, in: file) } ?? ""
      block.append("# note\(place): \(note.message)")
    }
    if let hint = diagnostic.hint { block.append("# hint: \(hint)") }
    comments[min(home, lines.count) - 1] += block
  }
  return zip(comments, lines).flatMap { block, line in
    let indentation = line.prefix { $0 == " " }
    return block.map { indentation + $0 } + [line]
  }.joined(separator: "\n")
}

/// The columns of a span in the notation of `expectAnnotations`.
private func columns(of span: Span, seenFrom home: Int, in file: SourceFile) -> String {
  let start = file.lineColumn(of: span.start)
  let end = file.lineColumn(of: span.end)
  let line = start.line == home ? "" : "\(start.line > home ? "+" : "")\(start.line - home):"
  if start.line != end.line {
    return "\(line)\(start.column)-+\(end.line - start.line):\(end.column - 1)"
  }
  return span.count == 0
    ? "\(line)\(start.column)" : "\(line)\(start.column)-\(end.column - 1)"
}

/// Lines split at line feeds only: `Character` treats CR LF as one.
private func lines(of text: String) -> [Substring] {
  let scalars = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
  return scalars.map { Substring($0) }
}
