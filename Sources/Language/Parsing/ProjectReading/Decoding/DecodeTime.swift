// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import ProjectModel
public import YAML

/// Reads a single time, written as in a project; nil where it is none (and that was reported).
public func decodeTime(
  _ tree: YAMLTree, file: FileID, reporting sink: inout DiagnosticSink
) -> TimeExpression? {
  decodeOne("time", hint: "write a time, such as 2.5s or intro.end", tree, file, &sink) {
    $0.time($1)
  }
}

/// Reads a single range, written as in a project; nil where it is none (and that was reported).
public func decodeRange(
  _ tree: YAMLTree, file: FileID, reporting sink: inout DiagnosticSink
) -> RangeExpression? {
  decodeOne("range", hint: "write 2s..8s, 2s.. or ..8s", tree, file, &sink) { $0.range($1) }
}

/// Reads the root of `tree` as a value called `name`; says so where there is nothing.
private func decodeOne<Value>(
  _ name: String, hint: String, _ tree: YAMLTree, _ file: FileID, _ sink: inout DiagnosticSink,
  _ decode: (inout ProjectParser, YAMLNode) -> Value?
) -> Value? {
  var decoder = ProjectParser(file: file, sink: sink)
  let value = tree.root.flatMap { decode(&decoder, $0) }
  if tree.root == nil {
    decoder.report(
      Diagnostic(
        code: .badValue, message: "there is no \(name)",
        span: Span(file: file, start: 0, end: 0), hint: hint))
  }
  sink = decoder.finish()
  return value
}
