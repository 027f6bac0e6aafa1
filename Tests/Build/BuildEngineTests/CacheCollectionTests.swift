// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import Synchronization
import Testing

@Suite struct CacheCollectionTests {
  let sandbox: Sandbox
  let folder: BuildFolder

  init() throws {
    sandbox = try Sandbox()
    folder = BuildFolder(path: sandbox.path + "/.reel")
  }

  private static let hour: Int64 = 3_600_000_000_000

  private func item(
    _ name: String, _ use: CacheItem.Use, hours: Int64, size: Int64 = 10, label: String = "segments"
  ) -> CacheItem {
    CacheItem(
      label: label, paths: [name], size: size, lastUse: -hours * CacheCollectionTests.hour, use: use
    )
  }

  private func excess(_ items: [CacheItem], size: Int64? = nil, hours: Int64? = nil) -> [String] {
    CacheLimits(size: size, age: hours.map { $0 * CacheCollectionTests.hour })
      .excess(of: items, now: 0).flatMap(\.paths)
  }

  @Test func `broken entries are removed first, without any limit`() {
    let items = [
      item("old", .unneeded, hours: 500), item("broken", .broken, hours: 0),
      item("held", .held, hours: 900),
    ]
    #expect(excess(items) == ["broken"])
    #expect(excess(items, size: 0) == ["broken", "old"])
  }

  @Test func `the oldest goes first, what films need last, their records at the very end`() {
    let items = [
      item("film", .needed, hours: 900, label: "films"), item("c", .unneeded, hours: 3),
      item("needed old", .needed, hours: 90), item("a", .unneeded, hours: 30),
      item("needed new", .needed, hours: 1), item("b", .unneeded, hours: 20),
    ]
    #expect(excess(items, size: 60) == [])
    #expect(excess(items, size: 59) == ["a"])
    #expect(excess(items, size: 35) == ["a", "b", "c"])
    #expect(excess(items, size: 20) == ["a", "b", "c", "needed old"])
    #expect(excess(items, size: 0) == ["a", "b", "c", "needed old", "needed new", "film"])
  }

  @Test func `entries of the same age go in the order of names`() {
    let items = ["c", "a", "b"].map { item($0, .unneeded, hours: 5) }
    #expect(excess(items, size: 10) == ["a", "b"])
  }

  @Test func `age alone leaves what films need, and what may have been used since`() {
    let items = [
      item("needed", .needed, hours: 1000), item("old", .unneeded, hours: 14),
      item("perhaps", .unneeded, hours: 12), item("new", .unneeded, hours: 2),
    ]
    #expect(excess(items, hours: 12) == ["old"])
    #expect(excess(items, hours: 0) == ["old", "perhaps", "new"])
  }

  @Test func `both limits hold`() {
    let items = [
      item("old", .unneeded, hours: 90), item("a", .unneeded, hours: 9),
      item("b", .unneeded, hours: 8),
    ]
    #expect(excess(items, size: 10, hours: 24) == ["old", "a"])
    #expect(excess(items, size: 30, hours: 24) == ["old"])
  }

  /// Stores `text` under its own key.
  private func store(_ text: String, in store: ArtifactStore, label: String) throws -> Fingerprint {
    let key = Fingerprint(of: text)
    let path = try folder.temporaryPath()
    try Disk.create(path, holding: Array(text.utf8), isDurable: false)
    try store.commit(path, scratch: try folder.temporaryPath(), as: key, label: label)
    return key
  }

  @Test func `all kinds of things are found with who needs them`() throws {
    let used = try store("used", in: folder.artifacts, label: "segments")
    _ = try store("unused", in: folder.artifacts, label: "sounds")
    let damaged = try store("damaged", in: folder.artifacts, label: "segments")
    #expect(truncate(folder.artifacts.path(of: damaged), 2) == 0)
    let text = try store("text", in: folder.rasters, label: "texts")
    let film = try sandbox.write("film", to: "film.mp4")
    let gone = sandbox.path + "/gone.mp4"
    for path in [film, gone] {
      let keys = path == film ? [used, text] : [Fingerprint(of: "unused")]
      try folder.outputs.record(path, needs: keys, scratch: try folder.temporaryPath())
      try folder.outputs.record(
        path, stamp: try FileStamp(of: film), key: used, maker: "trip",
        scratch: try folder.temporaryPath())
    }
    try FactsCache<Int>(folder: folder.folder(.media), version: 1)
      .save(7, for: used, scratch: try folder.temporaryPath())
    // A process that was killed, and this one, which is running.
    try Disk.makeFolder(folder.path + "/tmp/999999-0")
    try Disk.create(folder.path + "/tmp/999999-0.lock", holding: [], isDurable: false)
    try Disk.create(folder.path + "/tmp/999999-0/1", holding: [1, 2, 3], isDurable: false)

    let items = try folder.inventory()
    let found = items.map { "\($0.label) \($0.use)" }.sorted()
    #expect(
      found == [
        "facts unneeded", "films needed", "films needed", "films unneeded", "films unneeded",
        "pieces broken", "segments needed", "sounds unneeded", "texts needed",
        "unfinished broken", "unfinished held",
      ])
    let names = items.map(\.size)
    #expect(names.allSatisfy { $0 > 0 } || names.filter { $0 == 0 }.count == 1)

    for item in CacheLimits(age: 0).excess(
      of: items, now: FileStamp.now() + 3 * CacheCollectionTests.hour)
    { try item.remove() }
    #expect(
      try folder.inventory().map { "\($0.label) \($0.use)" }.sorted() == [
        "films needed", "films needed", "segments needed", "texts needed", "unfinished held",
      ])
    guard case .hit = folder.artifacts.look(for: used) else {
      Issue.record("a film's segment is gone")
      return
    }
    #expect(folder.artifacts.look(for: damaged) == .missing)
    #expect(try Disk.names(in: folder.path + "/tmp").contains { $0.hasPrefix("999999") } == false)
  }

  @Test func `looking at a file does not count as use`() throws {
    let key = try store("bytes", in: folder.artifacts, label: "segments")
    let sum = folder.artifacts.path(of: key) + ".sum"
    let times = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
    #expect(utimes(sum, times) == 0)
    #expect(try folder.inventory().map(\.lastUse).contains(1_000_000_000_000))
    #expect(try FileStamp(of: sum).modified == 1_000_000_000_000)
  }

  @Test func `nothing is removed while somebody uses the folder`() async throws {
    #expect(folder.use() == nil)
    try Disk.makeFolder(folder.path)
    let (one, two) = (folder.use(), folder.use())
    #expect(one != nil && two != nil)
    let waits = Mutex(0)
    let removal = Task { [folder] in
      try await folder.lockForRemoval { waits.withLock { $0 += 1 } }
    }
    while waits.withLock({ $0 == 0 }) { try await Task.sleep(for: .milliseconds(10)) }
    one?.release()
    try await Task.sleep(for: .milliseconds(120))
    #expect(waits.withLock { $0 } == 1)
    // A running build can continue.
    try await folder.lock(onWait: { Issue.record("the removal has it already") }).release()
    two?.release()
    for lock in try await removal.value { lock.release() }
  }
}
