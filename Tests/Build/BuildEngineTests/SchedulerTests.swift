// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Synchronization
import Testing

@Suite struct SchedulerTests {
  private struct Broken: Error {}

  /// The actions run, in order of starting, and the maximum number of concurrent ones.
  private final class Log: Sendable {
    private let state = Mutex((started: [Int](), running: 0, peak: 0))

    func start(_ number: Int) {
      state.withLock {
        $0.started.append(number)
        $0.running += 1
        $0.peak = max($0.peak, $0.running)
      }
    }

    func stop() { state.withLock { $0.running -= 1 } }
    var started: [Int] { state.withLock { $0.started } }
    var peak: Int { state.withLock { $0.peak } }
  }

  private func key(_ number: Int) -> Fingerprint { Fingerprint(of: "\(number)") }

  /// Action n needs n/2 and n/3 (above 3): a connected graph.
  private func graph(of count: Int, _ log: Log) -> [Action<Step>] {
    (1...count).map { number in
      let needs = number > 3 ? [number / 2, number / 3].map(key) : []
      return Action(key: key(number), name: "\(number)", needs: needs) { _ in
        log.start(number)
        await Task.yield()
        log.stop()
        return number * number
      }
    }
  }

  @Test(arguments: [1, 2, 7], [1, 2, 3] as [UInt64])
  func `any order and number of workers give the same`(limit: Int, seed: UInt64) async {
    var random = SeededGenerator(state: seed)
    let log = Log()
    let actions = graph(of: 60, log).shuffled(using: &random)
    let outcomes = await Scheduler(limit: limit).run(actions)
    for number in 1...60 {
      guard case .done(let value) = outcomes[key(number)] else {
        Issue.record("\(number) is not done")
        continue
      }
      #expect(value == number * number)
    }
    #expect(log.started.count == 60)
    #expect(log.peak <= limit)
    let place = Dictionary(uniqueKeysWithValues: log.started.enumerated().map { ($1, $0) })
    for number in 4...60 {
      #expect(place[number / 2, default: .max] < place[number, default: .min])
      #expect(place[number / 3, default: .max] < place[number, default: .min])
    }
  }

  @Test func `each key is performed once`() async {
    let log = Log()
    let actions = [1, 2, 1, 2, 1].map { number in
      Action(key: key(number), name: "\(number)") { _ in
        log.start(number)
        log.stop()
        return number
      }
    }
    let outcomes = await Scheduler(limit: 3).run(actions)
    #expect(log.started.sorted() == [1, 2])
    #expect(outcomes.count == 2)
  }

  @Test func `lower ranks start first, then those listed first`() async {
    let log = Log()
    let actions = [(1, 5), (2, 0), (3, 5), (4, 1), (5, 0)].map { number, rank in
      Action(key: key(number), name: "\(number)", rank: rank) { _ in
        log.start(number)
        log.stop()
        return number
      }
    }
    _ = await Scheduler(limit: 1).run(actions)
    #expect(log.started == [2, 5, 4, 1, 3])
  }

  @Test func `a failure starts no further actions, and running ones finish`() async {
    let log = Log()
    let (broke, report) = AsyncStream.makeStream(of: Void.self)
    var actions = [
      Action(key: key(1), name: "1") { _ in
        log.start(1)
        for await _ in broke { break }
        log.stop()
        return 1
      },
      Action(key: key(2), name: "2") { (_: Int) -> Int in
        log.start(2)
        log.stop()
        throw Broken()
      },
    ]
    actions += (3...9).map { number in
      Action(key: key(number), name: "\(number)") { _ in
        log.start(number)
        return number
      }
    }
    let scheduler = Scheduler(limit: 2) { event in
      if event == .failed("2") { report.yield() }
    }
    let outcomes = await scheduler.run(actions)
    guard case .done(1) = outcomes[key(1)], case .failed = outcomes[key(2)],
      case .skipped = outcomes[key(3)]
    else {
      Issue.record("unexpected outcomes")
      return
    }
    #expect(log.started == [1, 2])
  }

  @Test func `keeping going leaves out only what needs the broken one`() async {
    let log = Log()
    let actions = graph(of: 20, log).map { action in
      guard action.name == "2" else { return action }
      return Action(key: action.key, name: action.name) { (_: Int) -> Int in throw Broken() }
    }
    let outcomes = await Scheduler(limit: 3, keepsGoing: true).run(actions)
    // 4 and 5 need 2, 6 needs 3 and 2, 7 needs 3 and 2; 3 and 1 need nothing.
    #expect(log.started.sorted() == [1, 3])
    guard case .skipped = outcomes[key(4)], case .done(9) = outcomes[key(3)] else {
      Issue.record("unexpected outcomes")
      return
    }
  }

  @Test func `cancelling stops running actions and starts no further ones`() async {
    let log = Log()
    let (begun, report) = AsyncStream.makeStream(of: Void.self)
    let actions = (1...5).map { number in
      Action(key: key(number), name: "\(number)") { _ in
        log.start(number)
        report.yield()
        try await Task.sleep(for: .seconds(1200))
        return number
      }
    }
    let task = Task { await Scheduler(limit: 2).run(actions) }
    for await _ in begun { break }
    let start = ContinuousClock.now
    task.cancel()
    let outcomes = await task.value
    #expect(start.duration(to: .now) < .seconds(600))
    #expect(log.started.count <= 2)
    guard case .skipped = outcomes[key(5)] else {
      Issue.record("unexpected outcome")
      return
    }
  }

  // MARK: - Fetching

  @Test(arguments: [1, 3])
  func `what is fetched is not performed`(limit: Int) async {
    let log = Log()
    let actions = graph(of: 40, log).map { action in
      var action = action
      // Every third action can be fetched; for every other third, the fetch finds nothing.
      switch Int(action.name, radix: 10).map({ $0 % 3 }) {
      case 0: action.fetch = { [name = action.name] in Int(name).map { (found: Int) in -found } }
      case 1: action.fetch = { nil }
      default: break
      }
      return action
    }
    let outcomes = await Scheduler(limit: limit).run(actions)
    #expect(log.started.sorted() == (1...40).filter { $0 % 3 != 0 })
    for number in 1...40 {
      guard case .done(let value) = outcomes[key(number)] else {
        Issue.record("\(number) is not done")
        continue
      }
      #expect(value == (number % 3 == 0 ? -number : number * number))
    }
  }

  @Test func `a fetch takes no lane, and what is fetched waits for nobody`() async {
    let log = Log()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    func action(_ number: Int, needs: [Int] = []) -> Action<Step> {
      Action(key: key(number), name: "\(number)", needs: needs.map(key)) { _ in
        log.start(number)
        if number == 4 { end.yield() }
        return number
      }
    }
    var (slow, found) = (action(1), action(3, needs: [2]))
    // It lasts until all other actions are done.
    slow.fetch = {
      for await _ in ends { break }
      return nil
    }
    found.fetch = { 3 }
    var never = action(2, needs: [1])
    never.fetch = { nil }
    let outcomes = await Scheduler(limit: 1).run([slow, never, found, action(4, needs: [3])])
    #expect(log.started == [4, 1, 2])
    #expect(outcomes.count == 4)
  }

  @Test func `a failure ends what is being fetched`() async {
    let actions = (1...3).map { (number: Int) -> Action<Step> in
      var action = Action<Step>(key: key(number), name: "\(number)") { _ in throw Broken() }
      if number > 1 {
        action.fetch = {
          try? await Task.sleep(for: .seconds(1200))
          return Task.isCancelled ? nil : number
        }
      }
      return action
    }
    // A fetch that was not cancelled would finish.
    let outcomes = await Scheduler(limit: 2).run(actions)
    guard case .failed = outcomes[key(1)], case .skipped = outcomes[key(2)] else {
      Issue.record("unexpected outcomes")
      return
    }
  }

  @Test func `cancelling ends what is being fetched`() async {
    let (begun, report) = AsyncStream.makeStream(of: Void.self)
    var action = Action(key: key(1), name: "1") { _ in 1 }
    action.fetch = {
      report.yield()
      try? await Task.sleep(for: .seconds(1200))
      return nil
    }
    let task = Task { [action] in await Scheduler(limit: 1).run([action]) }
    for await _ in begun { break }
    let start = ContinuousClock.now
    task.cancel()
    guard case .skipped = await task.value[key(1)] else {
      Issue.record("unexpected outcome")
      return
    }
    #expect(start.duration(to: .now) < .seconds(600))
  }
}

/// A step that a test writes down as closures.
private struct Step: Sendable {
  var fetch: (@Sendable () async -> Int?)?
  var perform: @Sendable (_ lane: Int) async throws -> Int
}

private struct StepExecutor: Executor {
  func fetch(_ step: Step) async -> Int? { await step.fetch?() }
  func perform(_ step: Step, in lane: Int) async throws -> Int { try await step.perform(lane) }
}

extension Action<Step> {
  fileprivate init(
    key: Fingerprint, name: String, needs: [Fingerprint] = [], rank: Int = 0,
    perform: @escaping @Sendable (_ lane: Int) async throws -> Int
  ) {
    self.init(key: key, name: name, needs: needs, rank: rank, step: Step(perform: perform))
  }

  fileprivate var fetch: (@Sendable () async -> Int?)? {
    get { step.fetch }
    set {
      step.fetch = newValue
      isFetched = newValue != nil
    }
  }
}

extension Scheduler {
  fileprivate func run(_ actions: [Action<Step>]) async -> [Fingerprint: ActionOutcome<Int>] {
    await run(actions, on: StepExecutor())
  }
}

/// Deterministic random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
