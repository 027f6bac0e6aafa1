// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Expansion
import ProjectModel
import ProjectReading
import SourceMedia
import TimelineModel
import YAMLTree

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

  /// The absolute paths of all outputs of `project`, wanted or not, and of the file that takes the
  /// place of one, as far as they can be written.
  func outputPaths(of project: Project, in folder: String) -> Set<String> {
    destinations(
      of: project.outputs.isEmpty ? nil : project.outputs.map(\.file.value), in: folder)
  }

  /// The absolute paths of the outputs that a project names before its values are known: those whose files are written
  /// without a value's name.
  func outputPaths(writtenIn tree: YAMLTree) -> Set<String> {
    guard let outputs = tree.root?["outputs"], outputs.count > 0 else {
      return destinations(of: nil, in: folder)
    }
    let files = outputs.entries.compactMap { entry in
      entry.value.kind == .scalar ? entry.value.text : entry.value["file"]?.text
    }
    return destinations(of: files.filter { !$0.contains("${") }, in: folder)
  }

  /// The paths of outputs called `files`; of nil, that of a film which names none.
  private func destinations(of files: [String]?, in folder: String) -> Set<String> {
    let named = (files ?? [stem + ".mp4"]) + [options.outputFile].compactMap(\.self)
    return Set(named.compactMap { try? world.destination($0, from: folder) })
  }
}
