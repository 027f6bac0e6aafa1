// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import Testing

@Suite struct ArtifactStoreTests {
  let sandbox: Sandbox
  let store: ArtifactStore
  let key = Fingerprint(of: "key")

  init() throws {
    sandbox = try Sandbox()
    store = ArtifactStore(folder: sandbox.path + "/store")
  }

  private func commit(_ text: String, _ facts: String = "") throws -> ArtifactStore.Entry {
    let file = try sandbox.write(text, to: "unfinished")
    return try store.commit(
      file, scratch: sandbox.path + "/scratch", as: key, label: "segments",
      facts: Array(facts.utf8))
  }

  @Test func `stored entries are found with their facts`() throws {
    #expect(store.look(for: key) == .missing)
    let entry = try commit("some bytes", "two lines\nof facts")
    #expect(store.look(for: key) == .hit(entry))
    #expect(entry.facts == Array("two lines\nof facts".utf8))
    #expect(entry.label == "segments")
    #expect(try Disk.read(entry.path, limit: 100) == Array("some bytes".utf8))
    #expect(try store.isIntact(entry))
    #expect(try store.keys() == [key])
  }

  @Test(arguments: [0, 1, 15, 16, 17, 5000])
  func `entries of any size are found`(size: Int) throws {
    let entry = try commit(String(repeating: "x", count: size))
    #expect(store.look(for: key) == .hit(entry))
    #expect(entry.size == Int64(size))
  }

  @Test func `a truncated entry counts as absent`() throws {
    let entry = try commit(String(repeating: "x", count: 1000))
    #expect(truncate(entry.path, 999) == 0)
    #expect(store.look(for: key) == .damaged)
  }

  @Test func `an entry whose end became zeros counts as absent`() throws {
    let entry = try commit(String(repeating: "x", count: 1000))
    #expect(truncate(entry.path, 990) == 0)
    #expect(truncate(entry.path, 1000) == 0)
    #expect(store.look(for: key) == .damaged)
  }

  @Test func `a flipped byte in the middle is found by the full check`() throws {
    let entry = try commit(String(repeating: "x", count: 1000))
    let descriptor = open(entry.path, O_WRONLY)
    #expect(pwrite(descriptor, "y", 1, 500) == 1)
    close(descriptor)
    #expect(store.look(for: key) == .hit(entry))
    #expect(try !store.isIntact(entry))
  }

  @Test func `an entry without its sum, or with a torn one, counts as absent`() throws {
    let entry = try commit("bytes", "facts")
    let sum = try Disk.read(entry.path + ".sum", limit: 10_000)
    for count in 0..<sum.count {
      try Disk.remove(entry.path + ".sum")
      try Disk.create(
        entry.path + ".sum", holding: Array(sum.prefix(count)), isDurable: false)
      #expect(store.look(for: key) == .damaged, "\(count) of \(sum.count) bytes")
    }
    try Disk.remove(entry.path + ".sum")
    #expect(store.look(for: key) == .damaged)
  }

  @Test func `a sum with any byte changed, or under another key, is none`() throws {
    let entry = try commit("bytes", "facts")
    let sum = try Disk.read(entry.path + ".sum", limit: 10_000)
    for index in sum.indices {
      var changed = sum
      changed[index] ^= 1
      try Disk.remove(entry.path + ".sum")
      try Disk.create(entry.path + ".sum", holding: changed, isDurable: false)
      #expect(store.look(for: key) == .damaged, "byte \(index) of \(sum.count)")
    }
    // A complete entry stored in place of another.
    let other = Fingerprint(of: "other")
    let path = store.path(of: other)
    try Disk.makeFolder(String(path.prefix(path.count - 65)))
    try Disk.create(path, holding: Array("bytes".utf8), isDurable: false)
    try Disk.create(path + ".sum", holding: sum, isDurable: false)
    #expect(store.look(for: other) == .damaged)
  }

  @Test func `folders and links in the place of an entry's files are replaced`() throws {
    let entry = try commit("bytes")
    let outside = try sandbox.write("outside", to: "outside")
    for ending in ["", ".sum"] {
      let path = entry.path + ending
      try Disk.remove(path)
      try Disk.makeFolder(path + "/deep")
      #expect(store.look(for: key) == .damaged)
      _ = try commit("bytes")
      #expect(store.look(for: key) == .hit(entry))
      try Disk.remove(path)
      #expect(symlink(outside, path) == 0)
      #expect(store.look(for: key) == .damaged)
      _ = try commit("bytes")
      #expect(store.look(for: key) == .hit(entry))
    }
    // The same for the folder that contains them.
    let folder = String(entry.path.prefix(entry.path.count - 65))
    try Disk.removeTree(folder)
    try Disk.makeFolder(sandbox.path + "/elsewhere")
    #expect(symlink(sandbox.path + "/elsewhere", folder) == 0)
    #expect(store.look(for: key) == .missing)
    _ = try commit("bytes")
    #expect(store.look(for: key) == .hit(entry))
    #expect(try Disk.names(in: sandbox.path + "/elsewhere").isEmpty)
    #expect(try Disk.read(outside, limit: 100) == Array("outside".utf8))
  }

  @Test func `a damaged entry is replaced by the next commit`() throws {
    let entry = try commit("bytes")
    #expect(truncate(entry.path, 1) == 0)
    let again = try commit("bytes")
    #expect(store.look(for: key) == .hit(again))
    #expect(try store.remove(key) == 5)
    #expect(store.look(for: key) == .missing)
  }

  @Test func `an entry is as old as its last use, to the hour`() throws {
    let entry = try commit("bytes")
    let sum = entry.path + ".sum"
    func age(_ minutes: Int) throws -> Int64 {
      let time = Int(FileStamp.now() / 1_000_000_000) - minutes * 60
      let times = [timeval(tv_sec: time, tv_usec: 0), timeval(tv_sec: time, tv_usec: 0)]
      #expect(utimes(sum, times) == 0)
      return try FileStamp(of: sum).modified
    }
    let recent = try age(50)
    #expect(store.look(for: key) == .hit(entry))
    #expect(try FileStamp(of: sum).modified == recent)
    let old = try age(70)
    #expect(store.look(for: key) == .hit(entry))
    #expect(try FileStamp(of: sum).modified > old + 3_600_000_000_000)
    #expect(try FileStamp(of: entry.path).modified < FileStamp.now())
  }

  @Test func `writers at the same time leave one whole entry`() async throws {
    let (store, key, folder) = (store, key, sandbox.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for round in 0..<20 {
            let name = "\(folder)/w\(writer)-\(round)"
            try Disk.create(name, holding: Array(repeating: 7, count: 4000), isDurable: false)
            try store.commit(name, scratch: name + ".sum", as: key, label: "segments")
          }
        }
      }
      try await group.waitForAll()
    }
    guard case .hit(let entry) = store.look(for: key) else {
      Issue.record("no entry")
      return
    }
    #expect(try store.isIntact(entry))
  }
}
