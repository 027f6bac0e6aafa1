// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Glibc
import Host
import ReelKit
import Synchronization

/// The response to an interrupt from the terminal, or to a request to end: workers are killed,
/// unfinished files removed, and `reel` ends within a second; finished files stay.
final class Interruption: Sendable {
  private struct State {
    var hasCome = false
    var farewell: (@Sendable () -> Void)?
    var task: Task<ToolStatus, any Error>?
  }

  /// The cleanups that are run at the end, however it comes.
  let cleanups = Cleanups()
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
    interruption.cleanups.runAll()
    if interruption.state.withLock({ $0.hasCome }) {
      throw ExitCode(ToolStatus.interrupted.rawValue)
    }
    let status = try result.get()
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Has `cleanup` run at the end, however it comes; it must be quick and may be run twice.
  func atEnd(_ cleanup: @escaping @Sendable () -> Void) { cleanups.add(cleanup) }

  /// Has `farewell`, and no other, called as soon as the interrupt comes.
  func onCome(_ farewell: @escaping @Sendable () -> Void) {
    state.withLock { $0.farewell = farewell }
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
      cleanups.runAll()
      _exit(ToolStatus.interrupted.rawValue)
    }
  }
}
