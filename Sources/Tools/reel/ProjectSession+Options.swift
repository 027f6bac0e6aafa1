// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Diagnostics
import Host
import ReelKit

// Sessions as commands open them: with the options of the command line, until they are interrupted.

extension ProjectSession {
  /// Opens the project at `file`; nil after an error has been reported.
  ///
  /// `output` is a file that the command line itself names, which may lie in any folder;
  /// `onProblem` is also called with the error.
  init?(
    _ file: String, output: String? = nil, pool: WorkerPool, options: ProjectOptions,
    interruption: Interruption, onProblem: (Diagnostic) -> Void = { _ in }
  ) {
    do throws(Closed) {
      try self.init(
        opening: file, output: output, pool: pool, options: options, interruption: interruption)
    } catch {
      options.show(error.diagnostic)
      onProblem(error.diagnostic)
      return nil
    }
  }

  /// Opens the project at `file`; what is asked of the disk for it goes into `inputs`.
  init(
    opening file: String, output: String? = nil, pool: WorkerPool, options: ProjectOptions,
    interruption: Interruption, inputs: InputLog = InputLog()
  ) throws(Closed) {
    try self.init(
      opening: file, output: output, pool: pool, settings: options.settings,
      cleanups: interruption.cleanups, inputs: inputs)
  }

  /// Opens the project at `file` for a command that renders nothing of it, with one worker for what
  /// is not known yet; nil after having said why it cannot be.
  static func asking(
    _ file: String, options: ProjectOptions, interruption: Interruption
  ) -> ProjectSession? {
    let pool = WorkerPool(limit: 1)
    interruption.atEnd { pool.shutDown() }
    return ProjectSession(file, pool: pool, options: options, interruption: interruption)
  }

  /// The status of a command whose compilation made nothing.
  var failureStatus: ToolStatus { ToolStatus(fault) }
}

extension ProjectOptions {
  /// The settings of a session; what a compilation finds out is shown.
  fileprivate var settings: SessionSettings {
    var settings = SessionSettings()
    (settings.allowed, settings.trusts) = (allowed, trusts)
    (settings.values, settings.cache) = (values, cache.place)
    settings.show = { [self] in show($0, in: $1) }
    return settings
  }
}
