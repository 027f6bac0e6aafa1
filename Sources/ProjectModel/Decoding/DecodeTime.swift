// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import YAMLTree

/// Reads a single time, written as in a project; nil where it is none (and that was reported).
public func decodeTime(
  _ tree: YAMLTree, file: FileID, reporting sink: inout DiagnosticSink
) -> TimeExpression? {
  var decoder = ProjectDecoder(file: file, sink: sink)
  let time = tree.root.flatMap { decoder.time($0) }
  if tree.root == nil {
    decoder.report(
      Diagnostic(
        code: .badValue, message: "there is no time", span: Span(file: file, start: 0, end: 0),
        hint: "write a time, such as 2.5s or intro.end"))
  }
  sink = decoder.finish()
  return time
}

/// Reads a single range, written as in a project; nil where it is none (and that was reported).
public func decodeRange(
  _ tree: YAMLTree, file: FileID, reporting sink: inout DiagnosticSink
) -> RangeExpression? {
  var decoder = ProjectDecoder(file: file, sink: sink)
  let range = tree.root.flatMap { decoder.range($0) }
  if tree.root == nil {
    decoder.report(
      Diagnostic(
        code: .badValue, message: "there is no range", span: Span(file: file, start: 0, end: 0),
        hint: "write 2s..8s, 2s.. or ..8s"))
  }
  sink = decoder.finish()
  return range
}
