// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import ProjectReading
import TimelineModel
import YAMLTree

extension Compilation {
  /// The absolute paths of the selected outputs, as far as they are known without media; empty for a project that
  /// cannot be read.
  public func outputPaths() -> [String] {
    var sink = DiagnosticSink()
    guard let text = try? world.contents(of: path), !text.prefix(4096).contains(0) else {
      return []
    }
    var sources = SourceMap()
    let file = sources.add(name: displayName, text: text)
    let tree = parseYAML(file, text: text, reporting: &sink)
    if sink.hasErrors { return [] }
    var project = decodeProject(tree, file: file, reporting: &sink)
    choose(&project, &sink)
    if project.outputs.isEmpty { project.outputs = [Output.standard(stem: stem, at: project.span)] }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return project.outputs.compactMap { try? world.destination($0.file.value, from: folder) }
  }
}
