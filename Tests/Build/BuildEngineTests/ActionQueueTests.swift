// SPDX-License-Identifier: Apache-2.0

import Base
import TestSupport
import Testing

@testable import BuildSystem

@Suite struct ActionQueueTests {
  private func key(_ name: String) -> Fingerprint { Fingerprint(of: name) }

  /// The result of simulated actions, whose duration is their size plus a penalty when a lane has to seek.
  private struct Simulation {
    var order: [[Int]]
    var length = 0
    /// Actions that continue another one, but did not directly follow it in its lane.
    var jumps = 0
    /// Sources that were not among the latest ones of their lane.
    var openings = 0
    var mostMemory: Int64 = 0

    /// Performs `items` in `lanes`.
    init(
      _ items: [ActionQueue.Item], lanes: Int, jump: Int = 0, memory: Int64 = .max,
      isLongestFirst: Bool = false
    ) {
      order = Array(repeating: [], count: lanes)
      var queue = ActionQueue(items, lanes: lanes)
      var left = items.indices.sorted { (-items[$0].size, $0) < (-items[$1].size, $1) }
      var ends: [(lane: Int, item: Int, time: Int)] = []
      var free = Array((0..<lanes).reversed())
      var now = 0
      var open = Array(repeating: [Fingerprint](), count: lanes)
      while true {
        while let lane = free.last {
          let used = ends.reduce(Int64(0)) { $0 + items[$1.item].memory }
          mostMemory = max(mostMemory, used)
          let isAlone = ends.isEmpty
          let next =
            isLongestFirst
            ? (left.isEmpty ? nil : left.removeFirst())
            : queue.next(for: lane) { isAlone || used + $0 <= memory }
          guard let next else { break }
          free.removeLast()
          let item = items[next]
          var cost = item.size
          if let before = item.continues, order[lane].last.map({ items[$0].key }) != before {
            jumps += 1
            cost += jump
          }
          openings += item.reads.count { !open[lane].contains($0) }
          open[lane] = (open[lane].filter { !item.reads.contains($0) } + item.reads).suffix(4)
          order[lane].append(next)
          ends.append((lane, next, now + cost))
        }
        guard let first = ends.indices.min(by: { ends[$0].time < ends[$1].time }) else { break }
        let end = ends.remove(at: first)
        now = end.time
        queue.leave(end.lane)
        queue.finish(end.item)
        free.append(end.lane)
      }
      length = now
    }
  }

  /// A film of segments with `sizes`, all from one source, each continuing the previous one.
  private func film(_ sizes: [Int]) -> [ActionQueue.Item] {
    sizes.enumerated().map { index, size in
      ActionQueue.Item(
        key: key("\(index)"), size: size, reads: [key("source")],
        continues: index > 0 ? key("\(index - 1)") : nil)
    }
  }

  @Test func `one lane goes through a film from start to end`() {
    let simulation = Simulation(film([3, 9, 1, 4, 4, 8]), lanes: 1)
    #expect(simulation.order == [[0, 1, 2, 3, 4, 5]])
  }

  @Test func `a second lane starts in the middle`() {
    let simulation = Simulation(film(Array(repeating: 10, count: 40)), lanes: 2)
    #expect(simulation.order[0].prefix(15) == Array(0..<15)[...])
    #expect(simulation.order[1].prefix(15) == Array(20..<35)[...])
    #expect(simulation.length == 200)
  }

  @Test func `a lane prefers the sources it has open`() {
    // Twenty short clips, alternating between two cameras.
    let items = (0..<40).map { index in
      ActionQueue.Item(
        key: key("\(index)"), size: 60 + index % 7, reads: [key("camera \(index % 2)")])
    }
    let simulation = Simulation(items, lanes: 2)
    #expect(simulation.openings <= 3)
    #expect(Simulation(items, lanes: 2, isLongestFirst: true).openings > 3)
  }

  @Test(arguments: [2, 4, 8], 0..<6 as Range<UInt64>)
  func `all lanes end at about the same time, and few jump`(lanes: Int, seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let sizes = (0..<Int.random(in: 20...120, using: &random)).map { _ in
      Int.random(in: 30...240, using: &random)
    }
    let items = film(sizes)
    let simulation = Simulation(items, lanes: lanes)
    let longestFirst = Simulation(items, lanes: lanes, isLongestFirst: true)
    #expect(simulation.order.flatMap { $0 }.sorted() == Array(items.indices))
    #expect(simulation.length <= longestFirst.length * 106 / 100)
    #expect(simulation.jumps < longestFirst.jumps)
    if sizes.count > 10 * lanes { #expect(simulation.jumps <= 5 * lanes) }
  }

  @Test func `ten thousand that could start are dealt out in little time, in order`() {
    let items = (0..<10_000).map { ActionQueue.Item(key: key("\($0)"), rank: $0 % 2) }
    var queue = ActionQueue(items, lanes: 1)
    let start = ContinuousClock.now
    var order: [Int] = []
    while let next = queue.next() {
      queue.leave(0)
      queue.finish(next)
      order.append(next)
    }
    let expected = items.indices.filter { $0 % 2 == 0 } + items.indices.filter { $0 % 2 == 1 }
    #expect(order == expected)
    // Where each pick looks at all, it takes minutes.
    #expect(start.duration(to: .now) < .seconds(60))
  }

  @Test func `actions that fit the memory go first; one that never fits runs alone`() {
    let items = (0..<12).map { index in
      ActionQueue.Item(
        key: key("\(index)"), size: 10, memory: index == 3 ? 500 : index % 2 == 0 ? 60 : 30)
    }
    let simulation = Simulation(items, lanes: 4, memory: 100)
    #expect(simulation.order.flatMap { $0 }.sorted() == Array(0..<12))
    #expect(simulation.mostMemory == 500)
    let others = Simulation(items.filter { $0.memory < 500 }, lanes: 4, memory: 100)
    #expect(others.mostMemory <= 100)
  }
}
