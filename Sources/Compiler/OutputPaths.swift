// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Expansion
import ProjectModel
import ProjectReading
import SourceMedia
import TimelineModel

extension Compilation {
  /// The absolute paths of the selected outputs, as far as they are known without media; empty for a project that
  /// cannot be read.
  public func outputPaths() -> [String] {
    var sink = DiagnosticSink()
    var sources = SourceMap()
    guard let (read, file) = read(&sources, &sink), !sink.hasErrors else { return [] }
    var project = decodeProject(
      read.tree, file: file, emptied: read.emptied, reporting: &sink)
    choose(&project, &sink)
    if project.outputs.isEmpty { project.outputs = [Output.standard(stem: stem, at: project.span)] }
    return project.outputs.compactMap { try? world.destination($0.file.value, from: folder) }
  }
}
