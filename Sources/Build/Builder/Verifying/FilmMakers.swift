// SPDX-License-Identifier: Apache-2.0

package import BuildSystem
import Host

/// Finds the project that a film was made of.
package enum FilmMakers {
  /// The number of folders searched from the film's upwards, and the number of projects.
  private static let (mostFolders, mostProjects) = (4, 400)

  /// The absolute path of the project beside the film at the absolute `path`, or in a folder above it, that last made a file
  /// there; nil where none did.
  ///
  /// A later change of the file does not matter: only the record of its making counts.
  ///
  /// - Parameter cache: The build folder of a project in a folder; nil where it cannot be used.
  package static func project(ofFilm path: String, cache: (String) -> BuildFolder?) -> String? {
    var folder = path
    var left = mostProjects
    for _ in 0...mostFolders {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
      let root = folder.isEmpty ? "/" : folder
      let names = ((try? Disk.names(in: root)) ?? []).filter { isProject($0) }.sorted()
      guard !names.isEmpty, let log = cache(root)?.outputs else { continue }
      for name in names.prefix(left) {
        let project = folder + "/" + name
        if OutputMaker(project: project).made(path, as: log) { return project }
      }
      left -= names.count
      if left <= 0 { return nil }
    }
    return nil
  }

  /// Returns true if a file of this name is a project.
  package static func isProject(_ name: String) -> Bool {
    [".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) }
  }
}
