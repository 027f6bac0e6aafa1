// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import Preprocessing
import ProjectModel
import Timeline
import YAML

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
  func outputPaths(of project: ProjectDocument, in folder: String) -> MadeFiles {
    destinations(
      of: project.outputs.isEmpty
        ? nil : project.outputs.map { ($0.file.value, $0.format.isStoryboard) }, in: folder)
  }

  /// The files of the outputs that a project names before its values are known: those which are written without a value's
  /// name.
  func outputPaths(writtenIn tree: YAMLTree) -> MadeFiles {
    guard let outputs = tree.root?["outputs"], outputs.count > 0 else {
      return destinations(of: nil, in: folder)
    }
    let files = outputs.entries.compactMap { entry -> (String, Bool)? in
      if entry.value.kind == .scalar { return entry.value.text.map { ($0, false) } }
      return entry.value["file"]?.text.map { ($0, entry.value["thumbnails"] != nil) }
    }
    return destinations(of: files.filter { !$0.0.contains("${") }, in: folder)
  }

  /// The files of outputs called `files`, each with whether it is a text about thumbnails; of nil, that of a film which names
  /// none.
  private func destinations(
    of files: [(file: String, isStoryboard: Bool)]?, in folder: String
  ) -> MadeFiles {
    let named =
      (files ?? [(stem + ".mp4", false)])
      + [options.outputFile].compactMap { $0 }
      .map { file in (file, files?.contains(where: \.isStoryboard) ?? false) }
    var (paths, storyboards): ([String], Set<String>) = ([], [])
    for (file, isStoryboard) in named {
      guard let path = try? world.destination(file, from: folder) else { continue }
      paths.append(path)
      if isStoryboard { storyboards.insert(path) }
    }
    return MadeFiles(paths, storyboards: storyboards)
  }
}
