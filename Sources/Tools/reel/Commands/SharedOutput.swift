// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Host
import ReelKit

/// An output file that two projects of one command would both make.
struct SharedOutput: Sendable {
  /// The absolute path of the file.
  var path: String
  /// The projects, as they were given.
  var projects: [String]
  /// True if the command names the outputs to make.
  var isChosen: Bool

  /// The first file that two of the projects `files` would make; nil for none.
  ///
  /// Errors of a project are found when it is built: it may need a film of one before it.
  static func find(
    among files: [String], _ options: BuildOptions, _ pool: WorkerPool,
    _ interruption: Interruption
  ) -> SharedOutput? {
    guard files.count > 1 else { return nil }
    var makers: [String: ProjectSession] = [:]
    for file in files {
      guard
        let session = try? ProjectSession(
          opening: file, pool: pool, options: options.project, interruption: interruption)
      else { continue }
      session.close()
      let settings = CompilationOptions(only: options.only)
      for path in session.compilation(settings).outputPaths()
      where MarkedName(path: path)?.isNumbered != true {
        guard let other = makers[path] else {
          makers[path] = session
          continue
        }
        // One that is given twice is only looked at twice.
        if other.path != session.path {
          return SharedOutput(
            path: path, projects: [other.file, session.file],
            isChosen: !options.only.isEmpty)
        }
      }
    }
    return nil
  }

  /// The error about the shared output.
  var diagnostic: Diagnostic {
    let names = projects.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      code: .error("shared-output"), message: "\(names) would both make '\(path)'",
      hint: "give one of them another file"
        + (isChosen ? "" : ", or build them one by one with different `--only`"))
  }
}
