// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import Synchronization
import Testing

@testable import BuildSystem

@Suite struct FolderTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func `leftovers of the dead are removed and those of the living stay`() throws {
    let parent = sandbox.path + "/tmp"
    let living = try TemporaryFolder(in: parent)
    let unfinished = living.makePath(".segment")
    try Disk.create(unfinished, holding: [1], isDurable: false)
    // A killed process leaves a folder and a lock file that no process holds.
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
    // A foreign project may contain a link to the user's files.
    try Disk.makeFolder(sandbox.path + "/home")
    try sandbox.write("dear", to: "home/letter")
    let link = sandbox.path + "/link"
    #expect(symlink(sandbox.path + "/home", link) == 0)
    #expect(!BuildFolder(path: link).isOwn)
  }

  @Test(arguments: [
    "", "/lock", "/use", "/CACHEDIR.TAG", "/.gitignore", "/store", "/texts", "/texts/rasters",
    "/media", "/worker", "/films", "/tmp", "/tmp/door",
  ])
  func `a link in place of anything with a fixed name is refused`(place: String) throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    try build.examine()
    _ = try build.temporaryPath()
    build.removeTemporaries()
    try Disk.makeFolder(build.path + "/texts/rasters")
    try build.examine()
    let link = build.path + place
    try Disk.removeTree(link)
    #expect(symlink(sandbox.path + "/nothing", link) == 0)
    #expect(throws: BuildFolder.Obstacle.link(link)) { try build.examine() }
  }

  @Test func `nothing is written through a link that comes in between`() async throws {
    try Disk.makeFolder(sandbox.path + "/home")
    for place in ["", "/tmp", "/store", "/media", "/films", "/lock", "/use"] {
      let build = BuildFolder(path: sandbox.path + "/.reel")
      try Disk.removeTree(build.path)
      let scratch = try build.temporaryPath()
      try Disk.create(scratch, holding: [1], isDurable: false)
      try? Disk.removeTree(build.path + place)
      let target = sandbox.path + "/home" + (place == "/lock" || place == "/use" ? "/new" : "")
      #expect(symlink(target, build.path + place) == 0)
      let key = Fingerprint(of: "key")
      _ = try? build.artifacts.commit(
        scratch, scratch: scratch + ".sum", as: key, label: "segments")
      try? FactsCache<Int>(folder: build.folder(.media), version: 1)
        .save(1, for: key, scratch: scratch + ".json")
      _ = try? BuildFolder(path: build.path).temporaryPath()
      _ = try? await build.lock(onWait: {})
      _ = build.use()
      _ = try? build.removeContents()
      #expect(try Disk.names(in: sandbox.path + "/home").isEmpty, "\(place)")
    }
  }

  @Test func `a folder with names that are not UTF-8 gives way to an entry`() throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    let key = Fingerprint(of: "key")
    func commit() throws -> String {
      let scratch = try build.temporaryPath()
      try Disk.create(scratch, holding: [1], isDurable: false)
      let entry = try build.artifacts.commit(
        scratch, scratch: scratch + ".sum", as: key, label: "segments")
      return entry.path
    }
    let path = try commit()
    try Disk.remove(path)
    try Disk.makeFolder(path)
    let raw = Array(path.utf8CString).dropLast()
    for name in [[0x2F, -1], [0x2F, -1, 0x2F, -2], [0x2F, 0x61]] as [[CChar]] {
      #expect(mkdir(raw + name + [0], 0o777) == 0)
    }
    #expect(try commit() == path)
    #expect(try Disk.read(path, limit: 10) == [1])
  }

  @Test func `only names that builds give are removed`() async throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    let key = Fingerprint(of: "key")
    let file = try build.temporaryPath()
    try Disk.create(file, holding: [1, 2, 3], isDurable: false)
    try build.artifacts.commit(
      file, scratch: try build.temporaryPath(), as: key, label: "segments")
    try FactsCache<Int>(folder: build.folder(.media), version: 1)
      .save(1, for: key, scratch: try build.temporaryPath())
    build.removeTemporaries()
    let theirs = [
      "thesis.txt", "store/thesis.txt", "store/\(key.hex.prefix(2))/thesis.txt",
      "media/thesis.json",
      "films/\(key.hex).txt", "tmp/thesis.lock", "notes/a",
    ]
    try Disk.makeFolder(build.path + "/notes")
    try Disk.makeFolder(build.folder(.films))
    for name in theirs { try sandbox.write("dear", to: ".reel/" + name) }
    build.letGo()
    let locks = try await build.lockForRemoval(onWait: {})
    #expect(try build.removeContents() > 3)
    for lock in locks { lock.release() }
    for name in theirs { #expect(exists(build.path + "/" + name), "\(name)") }
    #expect(build.artifacts.look(for: key) == .missing)
    #expect(!exists("\(build.path)/media/\(key.hex).json"))
    #expect(build.isOwn)
  }

  @Test func `a folder in the place of a file is replaced`() async throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    for name in ["lock", "use", "CACHEDIR.TAG", ".gitignore", "tmp/door"] {
      try Disk.makeFolder(build.path + "/" + name + "/deep")
    }
    try sandbox.write("", to: ".reel/media")
    let key = Fingerprint(of: "key")
    try await build.lock(onWait: {}).release()
    _ = build.use()
    // Builds make no folders of these names, so somebody else's files may be in them.
    for name in ["lock", "use", "CACHEDIR.TAG", ".gitignore"] {
      #expect(exists("\(build.path)/\(name).aside-1/deep"), "\(name)")
    }
    let cache = FactsCache<Int>(folder: build.folder(.media), version: 1)
    try cache.save(1, for: key, scratch: try build.temporaryPath())
    #expect(cache.load(key) == 1)
    #expect(build.isOwn)
    try Disk.remove("\(cache.folder)/\(key.hex).json")
    try Disk.makeFolder("\(cache.folder)/\(key.hex).json/deep")
    #expect(cache.load(key) == nil)
    try cache.save(2, for: key, scratch: try build.temporaryPath())
    #expect(cache.load(key) == 2)
  }

  @Test func `a folder of any depth is removed`() throws {
    let top = sandbox.path + "/top"
    try Disk.makeFolder(top)
    var folder = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<5000 {
      #expect(mkdirat(folder, "deeper", 0o777) == 0)
      #expect(mkdirat(folder, "reel-0", 0o777) == 0)
      close(openat(folder, "file", O_WRONLY | O_CREAT | O_CLOEXEC, 0o666))
      let next = openat(folder, "deeper", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(folder)
      folder = next
    }
    close(folder)
    #expect(try StoreFiles.size(of: top) >= 0)
    try StoreFiles.remove(top)
    #expect(!exists(top))
  }

  @Test func `a folder that is named for the store has to be one`() throws {
    let build = BuildFolder(path: sandbox.path + "/home")
    try build.examine(mustBeOwn: true)
    try Disk.makeFolder(build.path)
    try build.examine(mustBeOwn: true)
    try sandbox.write("dear", to: "home/letter")
    #expect(throws: BuildFolder.Obstacle.foreign) { try build.examine(mustBeOwn: true) }
    try Disk.remove(build.path + "/letter")
    _ = try build.temporaryPath()
    try build.examine(mustBeOwn: true)
    try sandbox.write("", to: "file")
    #expect(throws: BuildFolder.Obstacle.notAFolder) {
      try BuildFolder(path: sandbox.path + "/file").examine()
    }
  }

  @Test func `a file of the store counts from its first byte`() async throws {
    let build = BuildFolder(path: sandbox.path + "/.reel")
    build.hold()
    #expect(!exists(build.path))
    _ = try build.temporaryPath()
    #expect(try FileLock.tryAcquire(build.path + "/use") == nil)
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
      while said.value == 0 { try await Task.sleep(for: .milliseconds(10)) }
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
