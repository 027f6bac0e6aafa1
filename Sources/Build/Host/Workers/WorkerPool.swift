// SPDX-License-Identifier: Apache-2.0

package import BuildSystem
import Dispatch
import Glibc
package import RenderProtocol
import Synchronization

/// The workers of one run of `reel`: started when first needed, kept until the end or until their
/// memory is wanted.
///
/// A worker that dies takes its one request with it, and that is tried once more in a fresh one.
package actor WorkerPool {
  /// The longest times for which a worker may give no sign of life.
  package struct Patience: Sendable {
    /// While it probes a file, and 1 s more for every 20 MB of it.
    var probing: Duration = .seconds(10)
    /// While it renders, mixes or typesets: as long as one call of a decoder, a filter or an encoder
    /// may take, as every packet and every frame is a sign of life.
    var working: Duration = .seconds(60)
    /// While it links: a slow disk may take long to write out what it has been given.
    var linking: Duration = .seconds(1800)
    /// While it ends, after it has been asked to; then it is killed.
    var ending: Duration = .milliseconds(300)
  }

  /// The choice of the worker that performs a request.
  package enum Affinity: Hashable, Sendable {
    /// By any worker; memory for it is taken from the budget.
    case anywhere
    /// By the worker that served this lane last, if it is there; the memory is taken already.
    case lane(Int)
  }

  /// A worker with nothing to do, and the bytes it holds on to.
  private struct Idle {
    var worker: WorkerProcess
    var lane: Int?
  }

  /// The memory of a question outside a build (about a file's contents or a text's layout), if no
  /// estimate is known.
  package static let questionMemory: Int64 = 128 << 20

  private let locate: @Sendable () throws(RenderFailure) -> WorkerCommand
  private let limit: Int
  private let patience: Patience
  /// True if workers are taken over from earlier runs, and left to later ones.
  private let keepsWarm: Bool
  /// The memory that the requests share.
  package nonisolated let budget: MemoryBudget
  /// The one used last is last.
  private var idle: [Idle] = []
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
  ///
  /// - Parameter keepsWarm: True if a waiting worker is taken over, and left to wait for the next
  ///   run.
  package init(
    limit: Int, keepsWarm: Bool = false, budget: MemoryBudget = MemoryBudget(),
    patience: Patience = Patience(),
    locate: @escaping @Sendable () throws(RenderFailure) -> WorkerCommand = {
      () throws(RenderFailure) in try WorkerCommand.find()
    }
  ) {
    precondition(limit > 0, "a pool needs room for one worker")
    (self.limit, self.keepsWarm) = (limit, keepsWarm)
    self.budget = budget
    self.patience = patience
    self.locate = locate
    // Writing to a worker that has just died is an error, not the end of us.
    signal(SIGPIPE, SIG_IGN)
    budget.onRelease { [weak self] in
      guard let self else { return }
      Task { await self.wakeAll() }
    }
  }

  /// The executable of the workers.
  package nonisolated func command() throws(RenderFailure) -> WorkerCommand { try locate() }

  /// Has a worker do something and gives its last reply, which is never `.failed`.
  ///
  /// Throws a `RenderFailure`, or a `CancellationError` when the task is cancelled; its worker is
  /// then killed.
  ///
  /// - Parameters:
  ///   - memory: The bytes that are taken from the budget for what is performed anywhere.
  ///   - onDeath: Called with the failure of a worker that died when a second one is tried.
  package func perform(
    _ request: Request, in affinity: Affinity = .anywhere, memory: Int64 = questionMemory,
    onDeath: @escaping @Sendable (RenderFailure) -> Void = { _ in },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Reply {
    var worker = try await checkOut(affinity, memory)
    defer {
      if affinity == .anywhere { budget.release(memory) }
      wakeAll()
    }
    var isSecond = false
    while true {
      let silence = silence(for: request)
      switch await worker.call(request, silence: silence, progress: progress) {
      case .success(.failed(let failure)):
        if failure.kind == .limit {
          // It may still be at what it has given up.
          forget(worker)
          await end([worker])
        } else {
          checkIn(worker, affinity)
        }
        throw failure
      case .success(let reply):
        checkIn(worker, affinity)
        return reply
      case .failure(let death):
        forget(worker)
        try Task.checkCancellation()
        let failure = RenderFailure(death, isSecond: isSecond)
        if isSecond || failure.kind == .unusable { throw failure }
        isSecond = true
        // Started anew, not taken from the idle: it has seen nothing that could have harmed it.
        worker = try start(isNew: true)
        onDeath(failure)
      }
    }
  }

  /// Lets all workers end, kills those that have not after a moment, and starts no more.
  ///
  /// For when nothing is being asked of them any more; blocks the thread.
  package nonisolated func shutDown() {
    let workers = all.withLock {
      $0.isClosed = true
      return Array($0.workers.values)
    }
    if keepsWarm { for worker in workers { worker.release() } }
    WorkerPool.end(workers, patience.ending)
  }

  /// Starts a worker, if there is none, for what is about to be asked.
  ///
  /// A worker takes 50 ms until it can answer; one that cannot be started shows when it is needed.
  package func warmUp() {
    guard living == 0, let worker = try? start() else { return }
    idle.append(Idle(worker: worker, lane: nil))
  }

  /// Lets those end that have nothing to do.
  package func dismissIdle() async {
    let workers = idle.map(\.worker)
    idle = []
    for worker in workers { forget(worker) }
    await end(workers)
  }

  /// Threads that wait for workers to end: never one of the concurrency runtime's, and the pool
  /// serves others meanwhile.
  private static let endings = DispatchQueue(label: "ends of workers", attributes: .concurrent)

  /// Lets workers end, side by side, and waits for it without blocking the pool.
  private nonisolated func end(_ workers: [WorkerProcess]) async {
    guard !workers.isEmpty else { return }
    let patience = patience.ending
    await withCheckedContinuation { continuation in
      WorkerPool.endings.async {
        WorkerPool.end(workers, patience)
        continuation.resume()
      }
    }
  }

  /// Lets workers end, side by side, and waits for it; blocks the thread.
  private static func end(_ workers: [WorkerProcess], _ patience: Duration) {
    for worker in workers { worker.closeInput() }
    let deadline = SuspendingClock.now + patience
    for worker in workers { worker.finish(patience: SuspendingClock.now.duration(to: deadline)) }
  }

  // MARK: - Who serves whom

  private func checkOut(_ affinity: Affinity, _ memory: Int64) async throws -> WorkerProcess {
    while true {
      if Task.isCancelled {
        wakeAll()
        throw CancellationError()
      }
      if !idle.isEmpty || living < limit, takeMemory(memory, for: affinity) {
        let kept = takeIdle(for: affinity)
        let superfluous = takeSuperfluous()
        // It is chosen or started before anything is awaited, so that the limit holds; it takes little
        // memory until it is asked.
        do {
          let worker = try kept ?? start()
          await end(superfluous)
          return worker
        } catch {
          await end(superfluous)
          if affinity == .anywhere { budget.release(memory) }
          // The slot is still free: waiting requests must try it themselves, or they would wait for ever.
          wakeAll()
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

  private func takeMemory(_ memory: Int64, for affinity: Affinity) -> Bool {
    affinity != .anywhere || budget.reserve(ifFits: memory)
  }

  /// The idle worker that suits `affinity` best: one of the same lane, else one without a lane, else the one that has been
  /// idle for longest.
  private func takeIdle(for affinity: Affinity) -> WorkerProcess? {
    var index = idle.firstIndex { $0.lane == nil }
    var isChoosy = false
    if case .lane(let lane) = affinity {
      index = idle.lastIndex { $0.lane == lane } ?? index
      isChoosy = living < limit
    }
    // Another lane's has open what that lane goes on with, so a lane takes it only when there can be
    // no more; a question takes it rather than start one.
    if index == nil, !isChoosy { index = idle.indices.first }
    return index.map { idle.remove(at: $0).worker }
  }

  /// Those that have been idle for longest and have to end, so that the rest fit beside what is running.
  private func takeSuperfluous() -> [WorkerProcess] {
    let room = budget.limit - budget.reserved
    var ending: [WorkerProcess] = []
    // A worker returns memory when it has been idle for a while.
    while let oldest = idle.first, idle.reduce(0, { $0 + $1.worker.memory }) > room {
      idle.removeFirst()
      forget(oldest.worker)
      ending.append(oldest.worker)
    }
    return ending
  }

  /// - Parameter isNew: True if no waiting worker is taken over.
  private func start(isNew: Bool = false) throws -> WorkerProcess {
    let command = try locate()
    let worker: WorkerProcess
    do {
      let place = keepsWarm ? WaitingPlace(for: command) : nil
      worker = try WorkerProcess(command, at: place, isNew: isNew)
    } catch {
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

  private func checkIn(_ worker: WorkerProcess, _ affinity: Affinity) {
    // Cancelling kills the worker, also when its answer has just come.
    if Task.isCancelled { return forget(worker) }
    var lane: Int?
    if case .lane(let number) = affinity { lane = number }
    idle.append(Idle(worker: worker, lane: lane))
  }

  private func forget(_ worker: WorkerProcess) {
    all.withLock { _ = $0.workers.removeValue(forKey: ObjectIdentifier(worker)) }
    living -= 1
  }

  /// Lets all who wait look again: what was given back may suit any of them.
  private func wakeAll() {
    let woken = waiting
    waiting = []
    for waiter in woken { waiter.continuation.resume() }
  }

  private func wake(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).continuation.resume()
  }

  private func silence(for request: Request) -> Duration {
    switch request {
    case .probe(let probe): return silence(forReading: probe.path)
    case .texts(let texts): return silence(forReading: texts.path)
    case .link, .deliver: return patience.linking
    case .hello, .text, .segment, .gather, .mix, .encode, .copySound, .frame, .compare,
      .checkPictures,
      .checkSound, .sketch, .sketchSound, .filters, .encoders, .fonts, .levels,
      .soundPicture, .examine, .proof, .compareFrames, .compareSounds, .faces, .subjects:
      return patience.working
    }
  }

  /// The longest silence of a worker that reads all of the file at `path`.
  private func silence(forReading path: String) -> Duration {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return patience.probing }
    return patience.probing + .milliseconds(Int64(facts.st_size) / 20_000)
  }
}
