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
  /// Among those that could start, the lowest rank starts first, then the one listed first.
  public var rank: Int
  /// Does it.
  public var perform: @Sendable () async throws -> Value

  /// An action under `key`.
  public init(
    key: Fingerprint, name: String, needs: [Fingerprint] = [], rank: Int = 0,
    perform: @escaping @Sendable () async throws -> Value
  ) {
    self.key = key
    self.name = name
    self.needs = needs
    self.rank = rank
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
/// At most `limit` run at a time. When one fails, no more are started unless `keepsGoing` (then only
/// those that need it are left out); those that run are waited for, so their work is not lost.
/// Cancelling the task cancels those that run and starts no more.
public struct Scheduler: Sendable {
  /// How many actions run at a time, at least 1.
  public var limit: Int
  /// Whether a failure leaves the others alone.
  public var keepsGoing: Bool
  /// Hears what happens, in order, from one task.
  public var observe: @Sendable (ActionEvent) -> Void

  /// A scheduler of `limit` actions at a time.
  public init(
    limit: Int, keepsGoing: Bool = false,
    observe: @escaping @Sendable (ActionEvent) -> Void = { _ in }
  ) {
    precondition(limit > 0, "a scheduler needs room for one action")
    self.limit = limit
    self.keepsGoing = keepsGoing
    self.observe = observe
  }

  /// Performs `actions` and tells what came of each.
  ///
  /// - Precondition: every key in `needs` is that of an action in the set, and none needs itself.
  public func run<Value>(_ actions: [Action<Value>]) async -> [Fingerprint: ActionOutcome<Value>] {
    var queue = ActionQueue(
      actions.map { ActionQueue.Item(key: $0.key, needs: $0.needs, rank: $0.rank) })
    var outcomes: [Fingerprint: ActionOutcome<Value>] = [:]
    var isStopped = false
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
      var running = 0
      while true {
        while running < limit, !isStopped, !Task.isCancelled, let index = queue.next() {
          let action = actions[index]
          observe(.started(action.name))
          running += 1
          group.addTask {
            do { return (index, .success(try await action.perform())) } catch {
              return (index, .failure(error))
            }
          }
        }
        guard running > 0, let (index, result) = await group.next() else { break }
        running -= 1
        let action = actions[index]
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
    for action in actions where outcomes[action.key] == nil { outcomes[action.key] = .skipped }
    return outcomes
  }
}

/// The order of actions: which could start now, and which of those should.
struct ActionQueue {
  struct Item {
    var key: Fingerprint
    var needs: [Fingerprint]
    var rank: Int
  }

  /// Indices of those that could start, the next one last.
  private var ready: [Int] = []
  private var waiting: [Int: Int] = [:]
  private var dependents: [Int: [Int]] = [:]
  private let ranks: [Int]

  init(_ items: [Item]) {
    ranks = items.map(\.rank)
    var first: [Fingerprint: Int] = [:]
    for (index, item) in items.enumerated() where first[item.key] == nil { first[item.key] = index }
    for (index, item) in items.enumerated() where first[item.key] == index {
      var seen: Set<Int> = []
      for need in item.needs {
        guard let other = first[need] else {
          preconditionFailure("an action needs one that is not there")
        }
        guard seen.insert(other).inserted else { continue }
        dependents[other, default: []].append(index)
      }
      if seen.isEmpty { ready.append(index) } else { waiting[index] = seen.count }
    }
    let ranks = ranks
    ready.sort { (ranks[$0], $0) > (ranks[$1], $1) }
  }

  /// The one to start now.
  mutating func next() -> Int? { ready.popLast() }

  /// Notes that an action is done, which may set others free.
  mutating func finish(_ index: Int) {
    for dependent in dependents[index] ?? [] {
      guard let left = waiting[dependent] else { continue }
      if left > 1 {
        waiting[dependent] = left - 1
      } else {
        waiting[dependent] = nil
        insert(dependent)
      }
    }
  }

  private mutating func insert(_ index: Int) {
    var (low, high) = (0, ready.count)
    while low < high {
      let middle = (low + high) / 2
      if (ranks[ready[middle]], ready[middle]) > (ranks[index], index) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    ready.insert(index, at: low)
  }
}
