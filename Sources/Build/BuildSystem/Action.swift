// SPDX-License-Identifier: Apache-2.0

public import Base

/// Something to be done once, named by the fingerprint of everything that decides its result.
///
/// An action is data: it says what it needs and costs, and an `Executor` performs its step.
public struct Action<Step: Sendable>: Sendable {
  /// Actions with one key are one action.
  public var key: Fingerprint
  /// The name in events.
  public var name: String
  /// The keys of the actions that have to be done before; each is in the same set.
  public var needs: [Fingerprint]
  /// Among those that could start, the lowest rank starts first.
  public var rank: Int
  /// The amount of work, in any unit.
  public var size: Int
  /// Bytes of memory it takes while it runs, about.
  public var memory: Int64
  /// The files it reads, by their digests: it is best done where they are open.
  public var reads: [Fingerprint]
  /// The action that stops in one of these files where this one goes on.
  public var continues: Fingerprint?
  /// True if its result is looked for elsewhere before it is performed.
  public var isFetched: Bool
  /// The step that the executor performs.
  public var step: Step

  /// An action under `key`.
  public init(
    key: Fingerprint, name: String, needs: [Fingerprint] = [], rank: Int = 0, size: Int = 0,
    memory: Int64 = 0, reads: [Fingerprint] = [], continues: Fingerprint? = nil,
    isFetched: Bool = false, step: Step
  ) {
    self.key = key
    self.name = name
    self.needs = needs
    self.rank = rank
    self.size = size
    self.memory = memory
    self.reads = reads
    self.continues = continues
    self.isFetched = isFetched
    self.step = step
  }
}

/// Performs the steps of actions.
public protocol Executor<Step, Value>: Sendable {
  /// The step of an action.
  associatedtype Step: Sendable
  /// The result of an action.
  associatedtype Value: Sendable

  /// Looks for the result of `step` elsewhere, in no lane and whether or not what it needs is done.
  ///
  /// A result that is found is as good as a performed one; nil where the step has to be performed.
  func fetch(_ step: Step) async -> Value?
  /// Performs `step` in `lane`, one of those that may run at a time.
  func perform(_ step: Step, in lane: Int) async throws -> Value
}
