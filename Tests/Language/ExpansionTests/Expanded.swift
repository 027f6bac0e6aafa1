// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import YAML

@testable import Preprocessing

/// A project that was expanded, and what was said about it.
struct Expanded {
  var result: ExpandedProject
  var sources = SourceMap()
  var diagnostics: [Diagnostic]

  /// Expands `text`; `files` are its data, `values` arguments as `name=value`.
  init(
    _ text: String, _ values: [String] = [], files: [String: String] = [:],
    nodeLimit: Int = 6_000_000
  ) {
    var sink = DiagnosticSink()
    let file = sources.add(name: "a.reel.yaml", text: Array(text.utf8))
    let tree = parseYAML(file, text: Array(text.utf8), reporting: &sink)
    var given: [GivenValue] = []
    for value in values {
      if let value = GivenValue(argument: value, folder: "/film", sources: &sources) {
        given.append(value)
      }
    }
    result = expandProject(
      tree, given: given, folder: "/film", sources: &sources,
      readData: { path in
        if let data = files[path.value] { return .success(DataFile(Array(data.utf8))) }
        return .failure(
          DataRefusal(
            Diagnostic(
              code: .error("missing-media"), message: "there is no '\(path.value)'",
              span: path.span)))
      }, nodeLimit: nodeLimit, reporting: &sink)
    diagnostics = sink.diagnostics
  }

  /// The expanded project as YAML.
  var yaml: String { yamlText(of: result.tree) }

  var messages: [String] { diagnostics.map(\.message) }

  /// All that was said, as people see it.
  var shown: String { DiagnosticPrinter(width: 80).render(diagnostics, in: sources) }
}
