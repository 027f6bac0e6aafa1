// SPDX-License-Identifier: Apache-2.0

import BuildEngine
import Digests
import Glibc
import Synchronization
import Testing

@Suite struct FolderTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func `leftovers of the dead are removed and those of the living stay`() throws {
    let parent = sandbox.path + "/tmp"
    let living = try TemporaryFolder(in: parent)
    let unfinished = living.makePath(".segment")
    try Disk.create(unfinished, holding: [1], isDurable: false)
    // What a killed process leaves: a folder and a lock file that nobody holds.
    try Disk.makeFolder(parent + "/999999-0/deep")
    try sandbox.write("", to: "tmp/999999-0.lock")
    try sandbox.write("", to: "tmp/999999-0/deep/file")
    #expect(try TemporaryFolder.removeAbandoned(in: parent) == 1)
    #expect(!exists(parent + "/999999-0"))
    #expect(!exists(parent + "/999999-0.lock"))
    #expect(exists(unfinished))
    try living.remove()
    #expect(!exists(unfinished))
    #expect(try TemporaryFolder.removeAbandoned(in: parent) == 0)
  }

  @Test func `only what builds made is theirs to remove`() throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    #expect(!build.isOwn)
    _ = try build.temporaryPath()
    #expect(build.isOwn)
    // A project from elsewhere may bring a link along that leads to somebody's files.
    try Disk.makeFolder(sandbox.path + "/home")
    try sandbox.write("dear", to: "home/letter")
    let link = sandbox.path + "/link"
    #expect(symlink(sandbox.path + "/home", link) == 0)
    #expect(!BuildFolder(path: link).isOwn)
  }

  @Test func `what is here is held from the first file on`() async throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    build.hold()
    #expect(!exists(build.path))
    _ = try build.temporaryPath()
    #expect(try FileLock.tryAcquire(build.folder("use")) == nil)
  }

  @Test func `two owners never share a path`() throws {
    let one = try TemporaryFolder(in: sandbox.path + "/tmp")
    let two = try TemporaryFolder(in: sandbox.path + "/tmp")
    var paths: Set<String> = []
    for _ in 0..<10 {
      paths.insert(one.makePath())
      paths.insert(two.makePath())
    }
    #expect(paths.count == 20)
  }

  @Test func `nothing is made until something is written`() throws {
    let folder = BuildFolder(path: sandbox.path + "/.reel")
    _ = folder.artifacts
    folder.removeTemporaries()
    #expect(!exists(folder.path))
    let path = try folder.temporaryPath(".x")
    try Disk.create(path, holding: [], isDurable: false)
    #expect(exists(folder.path + "/.gitignore"))
    folder.removeTemporaries()
    #expect(!exists(path))
  }

  @Test func `a second build waits and says so once`() async throws {
    let folder = BuildFolder(path: sandbox.path + "/.reel")
    let first = try await folder.lock(onWait: { Issue.record("nobody has it") })
    let said = Count()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let second = try await folder.lock(onWait: { said.add() })
        second.release()
      }
      try await Task.sleep(for: .milliseconds(120))
      #expect(said.value == 1)
      first.release()
      try await group.waitForAll()
    }
    #expect(said.value == 1)
  }

  @Test func `waiting for the lock can be cancelled`() async throws {
    let folder = BuildFolder(path: sandbox.path + "/.reel")
    let first = try await folder.lock(onWait: {})
    let waiting = Task { try await folder.lock(onWait: {}) }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: SystemFailure(call: "lock", path: folder.path + "/lock", code: ECANCELED)) {
      try result.get()
    }
    first.release()
  }

  @Test func `removing a tree does not follow links out of it`() throws {
    try Disk.makeFolder(sandbox.path + "/outside")
    try sandbox.write("kept", to: "outside/file")
    try Disk.makeFolder(sandbox.path + "/tree/sub")
    #expect(symlink(sandbox.path + "/outside", sandbox.path + "/tree/sub/link") == 0)
    try Disk.removeTree(sandbox.path + "/tree")
    #expect(!exists(sandbox.path + "/tree"))
    #expect(exists(sandbox.path + "/outside/file"))
  }
}

private final class Count: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}
