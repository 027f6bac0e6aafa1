// SPDX-License-Identifier: Apache-2.0

import Actions
import Dispatch
import Glibc
import Synchronization

/// The workers of one run of `reel`: started when first needed, kept until the end.
///
/// A worker that dies takes its one request with it, and that is tried once more in a fresh one.
actor WorkerPool {
  /// How long a worker may give no sign of life.
  struct Patience: Sendable {
    /// While it probes a file, and 1 s more for every 20 MB of it.
    var probing: Duration = .seconds(10)
    /// While it does anything else.
    var working: Duration = .seconds(120)
  }

  private let locate: @Sendable () throws(RenderFailure) -> WorkerCommand
  private let limit: Int
  private let patience: Patience
  private var idle: [WorkerProcess] = []
  private var living = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastWaiter = 0
  /// All that have been started and not been given up, for killing them from anywhere.
  private nonisolated let all = Mutex<Roll>(Roll())

  private struct Roll {
    var workers: [ObjectIdentifier: WorkerProcess] = [:]
    var isClosed = false
  }

  /// A pool of at most `limit` workers; `locate` finds their executable when the first is needed.
  init(
    limit: Int, patience: Patience = Patience(),
    locate: @escaping @Sendable () throws(RenderFailure) -> WorkerCommand
  ) {
    precondition(limit > 0, "a pool needs room for one worker")
    self.limit = limit
    self.patience = patience
    self.locate = locate
    // Writing to a worker that has just died is an error, not the end of us.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The executable of the workers.
  nonisolated func command() throws(RenderFailure) -> WorkerCommand { try locate() }

  /// Has a worker do something and gives its last reply, which is never `.failed`.
  ///
  /// Throws a `RenderFailure`, or a `CancellationError` when the task is cancelled; its worker is
  /// then killed.
  func perform(
    _ request: Request, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Reply {
    var attempt = 1
    while true {
      let worker = try await checkOut()
      switch await worker.call(request, silence: silence(for: request), progress: progress) {
      case .success(.failed(let failure)):
        checkIn(worker)
        throw failure
      case .success(let reply):
        checkIn(worker)
        return reply
      case .failure(let death):
        giveUp(worker)
        try Task.checkCancellation()
        guard attempt < 2 else { throw failure(death) }
        attempt += 1
      }
    }
  }

  /// Lets all workers end, kills those that have not after 300 ms, and starts no more; for when
  /// nothing is being asked of them any more.
  nonisolated func shutDown() {
    let workers = all.withLock {
      $0.isClosed = true
      return Array($0.workers.values)
    }
    for worker in workers { worker.closeInput() }
    // They end side by side, so many take no longer than one.
    let deadline = SuspendingClock.now + .milliseconds(300)
    for worker in workers { worker.finish(patience: SuspendingClock.now.duration(to: deadline)) }
  }

  private func checkOut() async throws -> WorkerProcess {
    while true {
      if Task.isCancelled {
        wakeOne()
        throw CancellationError()
      }
      if let worker = idle.popLast() { return worker }
      if living < limit {
        do { return try start() } catch {
          // The room is still there: the next one finds out for itself rather than wait for ever.
          wakeOne()
          throw error
        }
      }
      lastWaiter += 1
      let id = lastWaiter
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting.append((id, $0)) }
      } onCancel: {
        Task { await self.wake(id) }
      }
    }
  }

  private func start() throws -> WorkerProcess {
    let command = try locate()
    let worker: WorkerProcess
    do { worker = try WorkerProcess(command) } catch {
      throw RenderFailure(kind: .crash, message: "cannot start the renderer: \(error)")
    }
    let isClosed = all.withLock {
      if !$0.isClosed { $0.workers[ObjectIdentifier(worker)] = worker }
      return $0.isClosed
    }
    if isClosed { throw CancellationError() }
    living += 1
    return worker
  }

  private func checkIn(_ worker: WorkerProcess) {
    idle.append(worker)
    wakeOne()
  }

  private func giveUp(_ worker: WorkerProcess) {
    all.withLock { _ = $0.workers.removeValue(forKey: ObjectIdentifier(worker)) }
    living -= 1
    wakeOne()
  }

  private func wakeOne() {
    guard !waiting.isEmpty else { return }
    waiting.removeFirst().continuation.resume()
  }

  private func wake(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume()
  }

  private func silence(for request: Request) -> Duration {
    guard case .probe(let probe) = request else { return patience.working }
    var facts = stat()
    guard stat(probe.path, &facts) == 0 else { return patience.probing }
    return patience.probing + .milliseconds(Int64(facts.st_size) / 20_000)
  }

  private nonisolated func failure(_ death: WorkerDeath) -> RenderFailure {
    switch death {
    case .ended(.signalled(let number), let said):
      let name = String(cString: strsignal(number))
      return RenderFailure(
        kind: .crash, message: "the renderer died twice of signal \(number) (\(name.lowercased()))",
        log: said)
    case .ended(.exited(let code), let said):
      return RenderFailure(
        kind: .crash, message: "the renderer ended twice without an answer, with exit code \(code)",
        log: said)
    case .silent(let duration):
      let seconds = duration.components.seconds
      return RenderFailure(
        kind: .crash, message: "the renderer gave no sign of life for \(seconds) s, twice")
    case .babbled:
      return RenderFailure(
        kind: .crash, message: "the renderer's answer cannot be read; is it of the same version?")
    }
  }
}
