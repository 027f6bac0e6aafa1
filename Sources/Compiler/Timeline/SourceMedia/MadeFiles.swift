// SPDX-License-Identifier: Apache-2.0

import ProjectModel

/// The files that a project's own builds write, which no pattern of sources matches.
public struct MadeFiles: Sendable, ExpressibleByArrayLiteral {
  /// The absolute paths of the outputs.
  private var paths: Set<String> = []
  /// Those that are more than one file, by their folders.
  private var families: [String: Set<FileFamily>] = [:]

  /// The files of outputs at the absolute `paths`.
  ///
  /// - Parameter storyboards: Those of the paths at which texts about thumbnails are.
  public init(_ paths: some Sequence<String>, storyboards: Set<String> = []) {
    for path in paths {
      self.paths.insert(path)
      guard let family = FileFamily(path: path, isStoryboard: storyboards.contains(path)) else {
        continue
      }
      families[family.folder, default: []].insert(family)
    }
  }

  /// The files of outputs at the absolute paths `elements`.
  public init(arrayLiteral elements: String...) { self.init(elements) }

  /// Returns true if a build may write the file at the absolute `path`: an output, or one of
  /// several files of it.
  public func contains(_ path: String) -> Bool {
    if paths.contains(path) { return true }
    if families.isEmpty { return false }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return families[folder]?.contains { $0.holds(path) } ?? false
  }
}
