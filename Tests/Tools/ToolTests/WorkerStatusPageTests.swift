// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Synchronization
import Testing

@Suite struct WorkerStatusPageTests {
  /// The memory of a page, shared by two tasks as if they were processes.
  private final class Memory: @unchecked Sendable {
    let base = UnsafeMutableRawPointer.allocate(
      byteCount: WorkerStatusPage.byteCount, alignment: 8)
    let isDone = Atomic(false)

    init() {
      base.initializeMemory(as: UInt8.self, repeating: 0, count: WorkerStatusPage.byteCount)
    }
    deinit { base.deallocate() }
    var page: WorkerStatusPage { WorkerStatusPage(base) }
  }

  @Test func `a new page has no record`() {
    let memory = Memory()
    #expect(memory.page.workerStatus == WorkerStatus(.other))
    #expect(memory.page.beat == 0)
  }

  @Test func `a written record is read, and is a sign of progress`() {
    let memory = Memory()
    let written = [
      WorkerStatus(.decoding, origin: Origin(7), sourceTime: Time(-5, over: 3), frame: 12),
      WorkerStatus(.linking), WorkerStatus(.drawing, frame: 0),
    ]
    for (number, workerStatus) in written.enumerated() {
      memory.page.workerStatus = workerStatus
      #expect(memory.page.workerStatus == workerStatus)
      #expect(memory.page.beat == UInt64(number + 1))
    }
    memory.page.touch()
    #expect(memory.page.workerStatus == written[2])
    #expect(memory.page.beat == 4)
  }

  /// Every field of a record has the same number, so that a mixture of two records is detected.
  @Test func `a reader sees whole records while they are written`() async {
    let memory = Memory()
    let mixtures = await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for number in 1...300_000 {
          memory.page.workerStatus = WorkerStatus(
            .decoding, origin: Origin(number), sourceTime: Time(Int64(number)), frame: number)
        }
        memory.isDone.store(true, ordering: .releasing)
        return 0
      }
      group.addTask {
        var mixtures = 0
        while !memory.isDone.load(ordering: .acquiring) {
          let seen = memory.page.workerStatus
          guard let frame = seen.frame else { continue }
          if seen.origin != Origin(frame) || seen.sourceTime != Time(Int64(frame)) { mixtures += 1 }
        }
        return mixtures
      }
      return await group.reduce(0, +)
    }
    #expect(mixtures == 0)
  }
}
