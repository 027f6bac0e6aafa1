// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Glibc
import Host
import Synchronization

/// The response to an interrupt from the terminal, or to a request to end: workers are killed,
/// unfinished files removed, and `reel` ends within a second; finished files stay.
final class Interruption: Sendable {
  private struct State {
    var hasCome = false
    var cleanups: [(id: Int, cleanup: @Sendable () -> Void)] = []
    var lastCleanup = 0
    var farewell: (@Sendable () -> Void)?
    var task: Task<ToolStatus, any Error>?
  }

  private let state = Mutex(State())

  /// Runs `body` so that it can be interrupted, and throws its status if that is not `.done`.
  static func guarding(
    _ body: @escaping @Sendable (Interruption) async throws -> ToolStatus
  ) async throws {
    let interruption = Interruption()
    let sources = EndingSignals.all.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue.global(qos: .userInteractive))
      source.setEventHandler { interruption.come() }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    let task = Task { try await body(interruption) }
    interruption.state.withLock { $0.task = task }
    let result = await task.result
    interruption.cleanUp()
    if interruption.state.withLock({ $0.hasCome }) {
      throw ExitCode(ToolStatus.interrupted.rawValue)
    }
    let status = try result.get()
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Has `cleanup` run at the end, however it comes; it must be quick and may be run twice.
  ///
  /// Gives a number by which it can be taken back.
  @discardableResult
  func atEnd(_ cleanup: @escaping @Sendable () -> Void) -> Int {
    state.withLock {
      $0.lastCleanup += 1
      $0.cleanups.append((id: $0.lastCleanup, cleanup: cleanup))
      return $0.lastCleanup
    }
  }

  /// Runs the cleanup with the number `id` now instead of at the end.
  func cleanUpNow(_ id: Int) {
    let cleanup = state.withLock { state in
      state.cleanups.firstIndex { $0.id == id }.map { state.cleanups.remove(at: $0).cleanup }
    }
    cleanup?()
  }

  /// Has `farewell`, and no other, called as soon as the interrupt comes.
  func onCome(_ farewell: @escaping @Sendable () -> Void) {
    state.withLock { $0.farewell = farewell }
  }

  private func cleanUp() {
    for (_, cleanup) in state.withLock({ $0.cleanups }).reversed() { cleanup() }
  }

  private func come() {
    let (task, isSecond, farewell) = state.withLock { state in
      defer { state.hasCome = true }
      return (state.task, state.hasCome, state.farewell)
    }
    if !isSecond { farewell?() }
    task?.cancel()
    // Tasks that do not end in time, or at a second signal, are abandoned.
    let patience: DispatchTimeInterval = isSecond ? .milliseconds(0) : .milliseconds(700)
    DispatchQueue.global(qos: .userInteractive).asyncAfter(deadline: .now() + patience) { [self] in
      cleanUp()
      _exit(ToolStatus.interrupted.rawValue)
    }
  }
}
