// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import FoundationEssentials
import RenderProtocol

extension WorkerPool {
  /// The number of workers unless the user names one: that of the cores.
  package static var usualCount: Int {
    max(1, ProcessInfo.processInfo.activeProcessorCount)
  }

  /// A pool of at most `count` workers, limited to `memory` bytes together.
  ///
  /// - Parameters:
  ///   - memory: The limit in bytes; nil for three quarters of the available memory.
  ///   - renderer: The path of their executable; nil for the one installed with this executable.
  package static func sharing(
    _ memory: Int64?, among count: Int, renderer: String? = nil
  ) -> WorkerPool {
    let limit = memory ?? MachineMemory().share ?? .max
    return WorkerPool(limit: count, budget: MemoryBudget(limit: limit)) {
      () throws(RenderFailure) in
      guard let renderer else { return try WorkerCommand.find() }
      return try WorkerCommand.named(renderer)
    }
  }
}
