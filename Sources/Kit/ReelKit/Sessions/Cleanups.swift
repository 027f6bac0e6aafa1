// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The cleanups at the end of a run.
///
/// Each is quick, and may be run twice.
package final class Cleanups: Sendable {
  private struct State {
    var cleanups: [(id: Int, cleanup: @Sendable () -> Void)] = []
    var last = 0
  }

  private let state = Mutex(State())

  /// No cleanups yet.
  package init() {}

  /// Adds `cleanup` and returns the number by which it can be run before the end.
  @discardableResult
  package func add(_ cleanup: @escaping @Sendable () -> Void) -> Int {
    state.withLock {
      $0.last += 1
      $0.cleanups.append((id: $0.last, cleanup: cleanup))
      return $0.last
    }
  }

  /// Runs the cleanup with the number `id` now instead of at the end.
  package func run(_ id: Int) {
    let cleanup = state.withLock { state in
      state.cleanups.firstIndex { $0.id == id }.map { state.cleanups.remove(at: $0).cleanup }
    }
    cleanup?()
  }

  /// Runs all cleanups, the last one first.
  package func runAll() {
    for (_, cleanup) in state.withLock({ $0.cleanups }).reversed() { cleanup() }
  }
}
