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

  /// The files of all outputs of `project`, wanted or not, and of the file that takes the place of one, as far as they can
  /// be written.
  func outputPaths(of project: Project, in folder: String) -> MadeFiles {
    destinations(
      of: project.outputs.isEmpty ? nil : project.outputs.map(\.file.value), in: folder)
  }

  /// The files of the outputs that a project names before its values are known: those which are written without a value's
  /// name.
  func outputPaths(writtenIn tree: YAMLTree) -> MadeFiles {
    guard let outputs = tree.root?["outputs"], outputs.count > 0 else {
      return destinations(of: nil, in: folder)
    }
    let files = outputs.entries.compactMap { entry in
      entry.value.kind == .scalar ? entry.value.text : entry.value["file"]?.text
    }
    return destinations(of: files.filter { !$0.contains("${") }, in: folder)
  }

  /// The files of outputs called `files`; of nil, that of a film which names none.
  private func destinations(of files: [String]?, in folder: String) -> MadeFiles {
    let named = (files ?? [stem + ".mp4"]) + [options.outputFile].compactMap(\.self)
    return MadeFiles(named.compactMap { try? world.destination($0, from: folder) })
  }
}
