// SPDX-License-Identifier: Apache-2.0

public import Base

/// The outcome of an action.
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
  /// The number of actions that run at a time, at least 1.
  public var limit: Int
  /// True if a failure leaves the others alone.
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

  /// Lets `executor` perform `actions` and returns the outcome of each.
  ///
  /// - Precondition: every key in `needs` is that of an action in the set, and none needs itself.
  public func run<Step, Value>(
    _ actions: [Action<Step>], on executor: some Executor<Step, Value>
  ) async -> [Fingerprint: ActionOutcome<Value>] {
    var queue = ActionQueue(
      actions.map {
        ActionQueue.Item(
          key: $0.key, needs: $0.needs, rank: $0.rank, size: $0.size, memory: $0.memory,
          reads: $0.reads, continues: $0.continues, isHeld: $0.isFetched)
      }, lanes: limit)
    var outcomes: [Fingerprint: ActionOutcome<Value>] = [:]
    var isStopped = false
    await withTaskGroup(of: Happening<Value>.self) { group in
      let fetches = Fetches(actions, executor)
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
            do {
              let value = try await executor.perform(action.step, in: lane)
              return .ended(index, lane: lane, .success(value))
            } catch {
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

/// An event that the scheduler waits for.
private enum Happening<Value: Sendable>: Sendable {
  case ended(Int, lane: Int, Result<Value, any Error>)
  case fetched(Int, Value?)
}

/// The running fetches of a set of actions.
private struct Fetches<Value: Sendable> {
  /// By the index of the action, one for each key.
  var tasks: [(Int, Task<Value?, Never>)] = []

  init<Step>(_ actions: [Action<Step>], _ executor: some Executor<Step, Value>) {
    var seen: Set<Fingerprint> = []
    for (index, action) in actions.enumerated() where seen.insert(action.key).inserted {
      guard action.isFetched else { continue }
      tasks.append((index, Task { await executor.fetch(action.step) }))
    }
  }

  func cancel() { for (_, task) in tasks { task.cancel() } }
}
