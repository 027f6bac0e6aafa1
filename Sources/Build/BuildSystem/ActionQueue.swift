// SPDX-License-Identifier: Apache-2.0

import Base

/// The order of actions: which could start now, and which of those a free lane should take.
///
/// Of those of the lowest rank that could start, a lane takes the one that goes on where its last
/// one stopped. With none, it takes one that reads what it has open, of several the start of the
/// longest run; when all runs are taken, it takes over the second half of the longest. So runs stay
/// together and every lane has work. Towards the end the longest action is first, so that the last
/// ones to end are short and end at about the same time.
struct ActionQueue {
  struct Item {
    var key: Fingerprint
    var needs: [Fingerprint] = []
    var rank = 0
    var size = 0
    var memory: Int64 = 0
    var reads: [Fingerprint] = []
    var continues: Fingerprint?
    /// True if it waits until it is released, beside those it needs.
    var isHeld = false
  }

  /// The last item of a lane, and the sources that it probably has open.
  private struct Lane {
    var isBusy = false
    var last: Int?
    var open: [Int] = []
  }

  private let items: [Item]
  /// The sources of each item, as numbers.
  private let sources: [[Int]]
  private let previous: [Int?]
  private let following: [Int?]
  private var dependents: [Int: [Int]] = [:]
  private var waiting: [Int: Int] = [:]
  /// Indices of those that could start, by rank, then as they were listed.
  private var ready: [Int] = []
  private var isReady: [Bool]
  private var lanes: [Lane]
  /// Sources that a lane is taken to have open; renderers keep few.
  private static let openLimit = 4
  /// Of more than these that could start, only the first are looked at, as there may be ten thousand films to be linked.
  private static let lookLimit = 1024
  /// The end begins when this many of the longest action are left for each lane.
  private static let endLength = 2

  init(_ items: [Item], lanes: Int) {
    self.items = items
    self.lanes = Array(repeating: Lane(), count: lanes)
    var first: [Fingerprint: Int] = [:]
    var names: [Fingerprint: Int] = [:]
    for (index, item) in items.enumerated() where first[item.key] == nil { first[item.key] = index }
    var sources: [[Int]] = []
    var previous = [Int?](repeating: nil, count: items.count)
    var following = [Int?](repeating: nil, count: items.count)
    isReady = Array(repeating: false, count: items.count)
    for (index, item) in items.enumerated() {
      sources.append(
        item.reads.map { source in
          let name = names[source] ?? names.count
          names[source] = name
          return name
        })
      guard first[item.key] == index else { continue }
      var seen: Set<Int> = []
      for need in item.needs {
        guard let other = first[need] else {
          preconditionFailure("an action needs one that is not there")
        }
        if seen.insert(other).inserted { dependents[other, default: []].append(index) }
      }
      let count = seen.count + (item.isHeld ? 1 : 0)
      if count == 0 {
        ready.append(index)
        isReady[index] = true
      } else {
        waiting[index] = count
      }
      if let before = item.continues.flatMap({ first[$0] }), following[before] == nil,
        before != index
      {
        previous[index] = before
        following[before] = index
      }
    }
    (self.sources, self.previous, self.following) = (sources, previous, following)
    ready.sort { (items[$0].rank, $0) < (items[$1].rank, $1) }
  }

  /// The one that `lane`, which is free, is to start now; nil when there is none for which `fits`
  /// says that there is memory.
  mutating func next(for lane: Int = 0, fits: (Int64) -> Bool = { _ in true }) -> Int? {
    var candidates: [Int] = []
    for index in ready {
      if let first = candidates.first, items[first].rank < items[index].rank { break }
      if fits(items[index].memory) { candidates.append(index) }
      if candidates.count == ActionQueue.lookLimit { break }
    }
    guard let first = candidates.first else { return nil }
    let next = lanes[lane].last.flatMap { following[$0] }.flatMap {
      isReady[$0] && items[$0].rank == items[first].rank && fits(items[$0].memory) ? $0 : nil
    }
    guard let chosen = choice(for: lane, of: candidates, goingOn: next) else { return nil }
    ready.remove(at: place(of: chosen))
    isReady[chosen] = false
    lanes[lane].isBusy = true
    lanes[lane].last = chosen
    lanes[lane].open.removeAll { sources[chosen].contains($0) }
    lanes[lane].open += sources[chosen]
    lanes[lane].open.removeFirst(max(0, lanes[lane].open.count - ActionQueue.openLimit))
    return chosen
  }

  /// Notes that `lane` has ended an action, well or not.
  mutating func leave(_ lane: Int) { lanes[lane].isBusy = false }

  /// Notes that an action is done, which may set others free; one that did not start never will.
  mutating func finish(_ index: Int) {
    waiting[index] = nil
    for dependent in dependents[index] ?? [] { release(dependent) }
  }

  /// Notes that there is one thing less that an action waits for.
  mutating func release(_ index: Int) {
    guard let left = waiting[index] else { return }
    if left > 1 {
      waiting[index] = left - 1
    } else {
      waiting[index] = nil
      insert(index)
    }
  }

  private mutating func insert(_ index: Int) {
    ready.insert(index, at: place(of: index))
    isReady[index] = true
  }

  /// The place of an item among those that could start, or would be.
  private func place(of index: Int) -> Int {
    ready.partitioningIndex { (items[$0].rank, $0) >= (items[index].rank, index) }
  }

  // MARK: - Choosing

  private func choice(for lane: Int, of candidates: [Int], goingOn next: Int?) -> Int? {
    if candidates.count == 1 { return candidates[0] }
    var (total, longest) = (0, 0)
    for index in candidates {
      total += items[index].size
      longest = max(longest, items[index].size)
    }
    let isEnd = candidates.count < ActionQueue.lookLimit
    if isEnd, lanes.count > 1, total <= ActionQueue.endLength * lanes.count * longest {
      if let next, 2 * items[next].size >= longest { return next }
      return candidates.min {
        (-items[$0].size, missing($0, lane), $0) < (-items[$1].size, missing($1, lane), $1)
      }
    }
    return next ?? start(for: lane, of: candidates)
  }

  /// The first item of a lane that has nothing to go on with.
  private func start(for lane: Int, of candidates: [Int]) -> Int? {
    let rest = runs(of: candidates)
    let taken = Set(lanes.filter(\.isBusy).compactMap(\.last))
    let fresh = rest.filter { run in previous[run.head].map { !taken.contains($0) } ?? true }
    if !fresh.isEmpty {
      let elsewhere = Set(lanes.indices.filter { $0 != lane }.flatMap { lanes[$0].open })
      return fresh.map { run -> (order: (Int, Int, Int, Int), head: Int) in
        let shared = sources[run.head].count { elsewhere.contains($0) }
        // A single lane keeps to the order of the film.
        let size = lanes.count > 1 ? run.size : 0
        return ((missing(run.head, lane), shared, -size, run.head), run.head)
      }.min { $0.order < $1.order }?.head
    }
    // Of two equally long chains the later one, which other lanes will reach last.
    guard let longest = rest.max(by: { ($0.size, $0.head) < ($1.size, $1.head) }) else {
      return nil
    }
    var index = longest.head
    // The lane that reaches it still has the one before to do.
    var passed = previous[index].map { items[$0].size } ?? 0
    let half = (passed + longest.size + 1) / 2
    while let after = following[index], longest.members.contains(after) {
      passed += items[index].size
      index = after
      if passed >= half { break }
    }
    return index
  }

  private struct Chain {
    var head: Int
    var members: Set<Int>
    var size: Int
  }

  /// The remaining runs: candidates of which each continues the one before.
  private func runs(of candidates: [Int]) -> [Chain] {
    let set = Set(candidates)
    var runs: [Chain] = []
    for head in candidates where previous[head].map({ !set.contains($0) }) ?? true {
      var run = Chain(head: head, members: [head], size: items[head].size)
      var index = head
      while let after = following[index], set.contains(after), !run.members.contains(after) {
        run.members.insert(after)
        run.size += items[after].size
        index = after
      }
      runs.append(run)
    }
    return runs
  }

  /// The number of an item's sources that the lane has to open.
  private func missing(_ index: Int, _ lane: Int) -> Int {
    sources[index].count { !lanes[lane].open.contains($0) }
  }
}
