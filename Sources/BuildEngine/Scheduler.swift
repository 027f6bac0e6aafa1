// SPDX-License-Identifier: Apache-2.0

public import Basics

/// Something to be done once, named by the fingerprint of everything that decides what comes of it.
public struct Action<Value: Sendable>: Sendable {
  /// Actions with one key are one action.
  public var key: Fingerprint
  /// What it is called in events.
  public var name: String
  /// The keys of the actions that have to be done before; each is in the same set.
  public var needs: [Fingerprint]
  /// Among those that could start, the lowest rank starts first.
  public var rank: Int
  /// How much there is to do, in any unit.
  public var size: Int
  /// Bytes of memory it takes while it runs, about.
  public var memory: Int64
  /// The files it reads, by their digests: it is best done where they are open.
  public var reads: [Fingerprint]
  /// The action that stops in one of these files where this one goes on.
  public var continues: Fingerprint?
  /// Tried first, in no lane and whether or not others are done: what it gives is as good as what
  /// performing would give; nil when it has to be performed.
  public var fetch: (@Sendable () async -> Value?)?
  /// Does it in a lane, one of those that may run at a time.
  public var perform: @Sendable (_ lane: Int) async throws -> Value

  /// An action under `key`.
  public init(
    key: Fingerprint, name: String, needs: [Fingerprint] = [], rank: Int = 0, size: Int = 0,
    memory: Int64 = 0, reads: [Fingerprint] = [], continues: Fingerprint? = nil,
    perform: @escaping @Sendable (_ lane: Int) async throws -> Value
  ) {
    self.key = key
    self.name = name
    self.needs = needs
    self.rank = rank
    self.size = size
    self.memory = memory
    self.reads = reads
    self.continues = continues
    self.perform = perform
  }
}

/// What came of an action.
public enum ActionOutcome<Value: Sendable>: Sendable {
  /// It is done.
  case done(Value)
  /// It broke.
  case failed(any Error)
  /// It did not start: one it needs broke, or the whole was stopped.
  case skipped
}

/// Performs actions side by side, each after those it needs.
///
/// At most `limit` run at a time, and no more than `budget` has memory for. When one fails, no more are started unless `keepsGoing` (then only
/// those that need it are left out); those that run are waited for, so their work is not lost.
/// Cancelling the task cancels those that run and starts no more. All that can be fetched are tried
/// side by side from the start; when nothing more is started, what is still being fetched is cancelled.
public struct Scheduler: Sendable {
  /// How many actions run at a time, at least 1.
  public var limit: Int
  /// Whether a failure leaves the others alone.
  public var keepsGoing: Bool
  /// The memory they share.
  public var budget: MemoryBudget
  /// Hears what happens, in order, from one task.
  public var observe: @Sendable (ActionEvent) -> Void

  /// A scheduler of `limit` actions at a time.
  public init(
    limit: Int, keepsGoing: Bool = false, budget: MemoryBudget = MemoryBudget(),
    observe: @escaping @Sendable (ActionEvent) -> Void = { _ in }
  ) {
    precondition(limit > 0, "a scheduler needs room for one action")
    self.limit = limit
    self.keepsGoing = keepsGoing
    self.budget = budget
    self.observe = observe
  }

  /// Performs `actions` and returns the outcome of each.
  ///
  /// - Precondition: every key in `needs` is that of an action in the set, and none needs itself.
  public func run<Value>(_ actions: [Action<Value>]) async -> [Fingerprint: ActionOutcome<Value>] {
    var queue = ActionQueue(
      actions.map {
        ActionQueue.Item(
          key: $0.key, needs: $0.needs, rank: $0.rank, size: $0.size, memory: $0.memory,
          reads: $0.reads, continues: $0.continues, isHeld: $0.fetch != nil)
      }, lanes: limit)
    var outcomes: [Fingerprint: ActionOutcome<Value>] = [:]
    var isStopped = false
    await withTaskGroup(of: Happening<Value>.self) { group in
      let fetches = Fetches(actions)
      for (index, task) in fetches.tasks {
        group.addTask {
          await withTaskCancellationHandler {
            .fetched(index, await task.value)
          } onCancel: {
            task.cancel()
          }
        }
      }
      // The next one to be used last: a lane that has just become free goes on.
      var free = Array((0..<limit).reversed())
      while true {
        while let lane = free.last, !isStopped, !Task.isCancelled {
          // One always runs, however much it takes.
          let isAlone = free.count == limit
          guard let index = queue.next(for: lane, fits: { isAlone || budget.fits($0) }) else {
            break
          }
          free.removeLast()
          let action = actions[index]
          budget.reserve(action.memory)
          observe(.started(action.name))
          group.addTask {
            do { return .ended(index, lane: lane, .success(try await action.perform(lane))) } catch
            {
              return .ended(index, lane: lane, .failure(error))
            }
          }
        }
        if isStopped || Task.isCancelled { fetches.cancel() }
        guard let happening = await group.next() else { break }
        switch happening {
        case .fetched(let index, .none): queue.release(index)
        case .fetched(let index, .some(let value)):
          outcomes[actions[index].key] = .done(value)
          queue.finish(index)
          observe(.finished(actions[index].name))
        case .ended(let index, let lane, let result):
          let action = actions[index]
          free.append(lane)
          queue.leave(lane)
          budget.release(action.memory)
          switch result {
          case .success(let value):
            outcomes[action.key] = .done(value)
            queue.finish(index)
            observe(.finished(action.name))
          case .failure(let error):
            outcomes[action.key] = .failed(error)
            if !keepsGoing { isStopped = true }
            observe(.failed(action.name))
          }
        }
      }
    }
    for action in actions where outcomes[action.key] == nil { outcomes[action.key] = .skipped }
    return outcomes
  }
}

/// What the scheduler waits for.
private enum Happening<Value: Sendable>: Sendable {
  case ended(Int, lane: Int, Result<Value, any Error>)
  case fetched(Int, Value?)
}

/// What is being fetched for a set of actions.
private struct Fetches<Value: Sendable> {
  /// By the index of the action, one for each key.
  var tasks: [(Int, Task<Value?, Never>)] = []

  init(_ actions: [Action<Value>]) {
    var seen: Set<Fingerprint> = []
    for (index, action) in actions.enumerated() where seen.insert(action.key).inserted {
      guard let fetch = action.fetch else { continue }
      tasks.append((index, Task { await fetch() }))
    }
  }

  func cancel() { for (_, task) in tasks { task.cancel() } }
}
