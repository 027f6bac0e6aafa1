// SPDX-License-Identifier: Apache-2.0

import Base
public import Synchronization

/// Memory that two processes share: a worker writes its `WorkerStatus` into it, `reel` reads them.
///
/// Two records alternate, and an atomic count of the records written says which one is current: the writer fills the
/// other one before it increments the count. So a worker that dies while it writes leaves the last whole record, and a
/// reader that finds the count unchanged has read one record, not a mixture of two.
public struct WorkerStatusPage {
  /// One atomic number of the memory.
  public typealias Word = Atomic<UInt64>
  /// Bytes of the memory.
  public static let byteCount = 128

  private let words: UnsafeMutablePointer<Word>

  /// Offsets of the words, and of those of a record from its start.
  private enum Offset {
    static let beat = 0
    static let count = 1
    static let records = 2
    static let recordLength = 4
    static let release = 10
    static let kind = 0
    static let frame = 1
    static let numerator = 2
    static let denominator = 3
  }

  /// The page at `base`: memory of `byteCount` bytes, aligned to 8 bytes, of zeros when it is new.
  public init(_ base: UnsafeMutableRawPointer) {
    words = base.bindMemory(to: Word.self, capacity: WorkerStatusPage.byteCount / 8)
  }

  /// A number that changes with every sign of life.
  public var beat: UInt64 { words[Offset.beat].load(ordering: .relaxed) }

  /// Writes a heartbeat.
  ///
  /// Only one process does that.
  public func touch() { words[Offset.beat].store(beat &+ 1, ordering: .relaxed) }

  /// True if the worker waits for another process when this one makes no more calls, instead of
  /// ending.
  public var isReleased: Bool {
    get { words[Offset.release].load(ordering: .acquiring) != 0 }
    nonmutating set { words[Offset.release].store(newValue ? 1 : 0, ordering: .releasing) }
  }

  /// The last whole record.
  ///
  /// A reader that is overtaken again and again gets one that says nothing: the worker is at work, and
  /// whole records follow each other faster than they can be read.
  public var workerStatus: WorkerStatus {
    get {
      for _ in 0..<8 {
        let count = words[Offset.count].load(ordering: .acquiring)
        let found = record(count)
        atomicMemoryFence(ordering: .acquiring)
        // The record was written over only if two others have been finished or begun since.
        if words[Offset.count].load(ordering: .relaxed) == count { return found }
      }
      return WorkerStatus(.other)
    }
    nonmutating set {
      let count = words[Offset.count].load(ordering: .relaxed) &+ 1
      let first = start(of: count)
      let kind =
        UInt64(newValue.step.rawValue) | UInt64(
          UInt32(
            bitPattern: Int32(clamping: newValue.origin.index))) << 32
      func store(_ place: Int, _ value: UInt64) {
        words[first + place].store(value, ordering: .relaxed)
      }
      atomicMemoryFence(ordering: .releasing)
      store(Offset.kind, kind)
      store(Offset.frame, UInt64(bitPattern: Int64(newValue.frame ?? -1)))
      store(Offset.numerator, UInt64(bitPattern: newValue.sourceTime?.numerator ?? 0))
      store(Offset.denominator, UInt64(bitPattern: newValue.sourceTime?.denominator ?? 0))
      words[Offset.count].store(count, ordering: .releasing)
      touch()
    }
  }

  private func start(of count: UInt64) -> Int {
    Offset.records + Int(count % 2) * Offset.recordLength
  }

  /// The record that was written as number `count`; nothing before the first.
  private func record(_ count: UInt64) -> WorkerStatus {
    guard count > 0 else { return WorkerStatus(.other) }
    let first = start(of: count)
    func load(_ place: Int) -> UInt64 { words[first + place].load(ordering: .relaxed) }
    let kind = load(Offset.kind)
    var found = WorkerStatus(WorkerStatus.Step(rawValue: UInt8(truncatingIfNeeded: kind)) ?? .other)
    found.origin = Origin(Int(Int32(bitPattern: UInt32(truncatingIfNeeded: kind >> 32))))
    let frame = Int64(bitPattern: load(Offset.frame))
    if frame >= 0 { found.frame = Int(frame) }
    let denominator = Int64(bitPattern: load(Offset.denominator))
    if denominator > 0 {
      found.sourceTime = Time(Int64(bitPattern: load(Offset.numerator)), over: denominator)
    }
    return found
  }
}
