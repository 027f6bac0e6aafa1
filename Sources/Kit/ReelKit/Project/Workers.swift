// SPDX-License-Identifier: Apache-2.0

import Host

/// The processes that read media and render films: `reel-render`, once for each job that runs.
///
/// They are started when something is first asked of them, stay for what is asked next, and end
/// with the last reference to this value. Projects that share workers never run more of them than
/// `count`. Writing to a worker that has died raises no signal: `SIGPIPE` is ignored in a process
/// that has workers.
public final class Workers: Sendable {
  /// The number of workers that run at once.
  public let count: Int
  /// The workers as the compiler and builds ask them.
  let pool: WorkerPool

  /// Workers of which none is started yet.
  ///
  /// - Parameters:
  ///   - count: The number of workers that run at once, at least 1; nil for that of the cores.
  ///   - memory: Their memory limit together, in bytes; nil for three quarters of the available
  ///     memory.
  ///   - renderer: The path of the executable `reel-render`. Unless it is given, the environment
  ///     variable `REEL_RENDER` has it, or it lies beside the executable that runs, or in
  ///     `../libexec/reel` from there. It has to be of the same version as this library.
  public init(count: Int? = nil, memory: Int64? = nil, renderer: String? = nil) {
    let count = max(1, count ?? WorkerPool.usualCount)
    self.count = count
    pool = .sharing(memory, among: count, renderer: renderer)
  }

  deinit { pool.shutDown() }
}
