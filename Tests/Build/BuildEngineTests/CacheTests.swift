// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import Testing

@Suite struct CacheTests {
  let sandbox: Sandbox
  let cache: DigestCache
  let later: @Sendable () -> Int64 = { FileStamp.now() + 10_000_000_000 }

  init() throws {
    sandbox = try Sandbox()
    cache = DigestCache(folder: sandbox.path + "/media")
  }

  private func scratch() -> String? { sandbox.path + "/scratch" }

  @Test func `a digest is that of the bytes, however many`() throws {
    let empty = try sandbox.write("", to: "empty")
    #expect(
      try Fingerprint(ofFile: empty).hex
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let large = try sandbox.write(String(repeating: "ab", count: 1_500_000), to: "large")
    #expect(
      try Fingerprint(ofFile: large) == Fingerprint(of: String(repeating: "ab", count: 1_500_000)))
    #expect(throws: SystemFailure.self) { try Fingerprint(ofFile: sandbox.path + "/nothing") }
  }

  @Test func `an old file is read once`() throws {
    let file = try sandbox.write("one", to: "a")
    let digest = try cache.digest(of: file, scratch: scratch, now: later).digest
    #expect(digest == Fingerprint(of: "one"))
    #expect(cache.known(file)?.digest == digest)
  }

  @Test func `a file read within two seconds of its change is read again`() throws {
    let file = try sandbox.write("one", to: "a")
    let digest = try cache.digest(of: file, scratch: scratch).digest
    #expect(cache.known(file) == nil)
    // With equal size and restored times, only reading the file again shows the change.
    let descriptor = open(file, O_WRONLY)
    #expect(pwrite(descriptor, "two", 3, 0) == 3)
    close(descriptor)
    #expect(try cache.digest(of: file, scratch: scratch).digest != digest)
  }

  @Test func `a changed file is read again`() throws {
    let file = try sandbox.write("one", to: "a")
    let digest = try cache.digest(of: file, scratch: scratch, now: later).digest
    try sandbox.write("uno", to: "a")
    #expect(cache.known(file) == nil)
    #expect(try cache.digest(of: file, scratch: scratch, now: later).digest != digest)
  }

  @Test func `a touched file has the digest it had`() throws {
    let file = try sandbox.write("one", to: "a")
    let digest = try cache.digest(of: file, scratch: scratch, now: later).digest
    #expect(utimes(file, nil) == 0)
    #expect(cache.known(file) == nil)
    #expect(try cache.digest(of: file, scratch: scratch, now: later).digest == digest)
  }

  @Test func `a file that keeps growing does not keep its reader for ever`() throws {
    let file = try sandbox.write("one", to: "a")
    var rounds = 0
    #expect(throws: SystemFailure(call: "read", path: file, code: EBUSY)) {
      try cache.digest(
        of: file, scratch: scratch,
        now: {
          // Each time it is read, it has become longer.
          rounds += 1
          _ = truncate(file, off_t(10 + rounds))
          return FileStamp.now()
        }, isCancelled: { rounds > 100 })
    }
    #expect(rounds <= 100)
  }

  @Test func `a watched file is valid until it changes, even if it is changed back`() throws {
    let file = try sandbox.write("one", to: "a")
    let watch = SourceWatch()
    let digest = Fingerprint(of: "one")
    #expect(watch.stands(file, as: Fingerprint(of: "whatever")))
    watch.add(file, try cache.digest(of: file, scratch: scratch, now: later))
    #expect(watch.stands(file, as: digest))
    #expect(!watch.stands(file, as: Fingerprint(of: "two")))
    try sandbox.write("two", to: "a")
    #expect(!watch.stands(file, as: digest))
    try sandbox.write("one", to: "a")
    #expect(!watch.stands(file, as: digest))
    try Disk.remove(file)
    #expect(!watch.stands(file, as: digest))
  }

  @Test func `a watched file that changed within its stamp is read again`() throws {
    let file = try sandbox.write("two", to: "a")
    let watch = SourceWatch()
    let stamp = try FileStamp(of: file)
    watch.add(
      file, StampedDigest(digest: Fingerprint(of: "one"), stamp: stamp, isSettled: false))
    #expect(!watch.stands(file, as: Fingerprint(of: "one")))
    watch.add(
      file, StampedDigest(digest: Fingerprint(of: "two"), stamp: stamp, isSettled: false))
    #expect(watch.stands(file, as: Fingerprint(of: "two")))
  }

  @Test func `a file of a store that is stored again is no change, other bytes are`() throws {
    let watch = SourceWatch()
    let digest = Fingerprint(of: "one")
    let file = try sandbox.write("one", to: "a")
    try watch.add(stored: file, digest)
    try Disk.rename(try sandbox.write("one", to: "b"), to: file)
    #expect(watch.stands(file, as: digest))
    try Disk.rename(try sandbox.write("two", to: "b"), to: file)
    #expect(!watch.stands(file, as: digest))
    try Disk.remove(file)
    #expect(!watch.stands(file, as: digest))
  }

  @Test func `facts of another version or torn are not there`() throws {
    let key = Fingerprint(of: "key")
    let old = FactsCache<[Int]>(folder: sandbox.path + "/facts", version: 1)
    try old.save([1, 2], for: key, scratch: sandbox.path + "/scratch")
    #expect(old.load(key) == [1, 2])
    #expect(FactsCache<[Int]>(folder: old.folder, version: 2).load(key) == nil)
    #expect(FactsCache<[String]>(folder: old.folder, version: 1).load(key) == nil)
    #expect(truncate("\(old.folder)/\(key.hex).json", 9) == 0)
    #expect(old.load(key) == nil)
  }

  @Test func `facts with any byte changed, or of another key or kind, are not there`() throws {
    let (key, other) = (Fingerprint(of: "key"), Fingerprint(of: "other"))
    let cache = FactsCache<[Int]>(folder: sandbox.path + "/facts", version: 1)
    try cache.save([1, 2], for: key, scratch: sandbox.path + "/scratch")
    try cache.save([3, 4], for: other, scratch: sandbox.path + "/scratch")
    let path = "\(cache.folder)/\(key.hex).json"
    let bytes = try Disk.read(path, limit: 10_000)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      try Disk.remove(path)
      try Disk.create(path, holding: changed, isDurable: false)
      #expect(cache.load(key) == nil, "byte \(index) of \(bytes.count)")
    }
    try Disk.remove(path)
    try Disk.rename("\(cache.folder)/\(other.hex).json", to: path)
    #expect(cache.load(key) == nil)
    try Disk.remove(path)
    try Disk.create(path, holding: bytes, isDurable: false)
    #expect(cache.load(key) == [1, 2])
    try Disk.makeFolder(sandbox.path + "/films")
    try Disk.rename(path, to: "\(sandbox.path)/films/\(key.hex).json")
    #expect(FactsCache<[Int]>(folder: sandbox.path + "/films", version: 1).load(key) == nil)
  }

  @Test func `a file that gets other names all the time is no file that is written`() throws {
    let file = try sandbox.write(String(repeating: "frame ", count: 100), to: "recording")
    let watch = SourceWatch()
    var count = 0
    func link() {
      count += 1
      #expect(Glibc.link(file, "\(file)-\(count)") == 0)
    }
    let found = try cache.digest(of: file, scratch: scratch) {
      link()
      return FileStamp.now()
    } isCancelled: {
      return false
    }
    #expect(found.digest == (try Fingerprint(ofFile: file)))
    #expect(!found.isSettled)
    watch.add(file, found)
    link()
    #expect(watch.stands(file, as: found.digest))
    // Bytes that are written meanwhile are noticed as ever.
    #expect(throws: SystemFailure.self) {
      try cache.digest(of: file, scratch: scratch) {
        link()
        _ = try? sandbox.write("frame \(count)", to: "recording")
        return FileStamp.now()
      }
    }
  }

  @Test func `a watched file stays valid with another name or mode`() throws {
    let file = try sandbox.write("one", to: "a")
    let watch = SourceWatch()
    let digest = Fingerprint(of: "one")
    watch.add(file, try cache.digest(of: file, scratch: scratch, now: later))
    #expect(link(file, sandbox.path + "/b") == 0)
    #expect(watch.stands(file, as: digest))
    #expect(chmod(file, 0o600) == 0)
    #expect(watch.stands(file, as: digest))
    // Other bytes with restored times.
    var facts = stat()
    #expect(stat(file, &facts) == 0)
    let descriptor = open(file, O_WRONLY)
    #expect(pwrite(descriptor, "two", 3, 0) == 3)
    #expect(futimens(descriptor, [facts.st_atim, facts.st_mtim]) == 0)
    close(descriptor)
    #expect(!watch.stands(file, as: digest))
  }

  @Test func `an output is left alone only as the build left it`() throws {
    let log = OutputLog(folder: sandbox.path + "/films")
    let (key, other) = (Fingerprint(of: "key"), Fingerprint(of: "other"))
    let file = sandbox.path + "/film.mp4"
    #expect(log.look(for: file, key: key) == .failure(.outputMissing))
    try sandbox.write("film", to: "film.mp4")
    #expect(log.look(for: file, key: key) == .failure(.neverBuilt))
    try log.record(
      file, stamp: try FileStamp(of: file), key: key, maker: "trip", facts: "notes",
      scratch: sandbox.path + "/scratch")
    #expect(try log.look(for: file, key: key).get().facts == "notes")
    #expect(log.look(for: file, key: other) == .failure(.inputsChanged))
    #expect(log.isMade(file, by: "trip"))
    #expect(!log.isMade(file, by: "other"))
    // Another process may have written into it since.
    #expect(utimes(file, nil) == 0)
    #expect(log.look(for: file, key: key) == .failure(.outputChanged))
    #expect(!log.isMade(file, by: "trip"))
    try sandbox.write("other", to: "other")
    try Disk.rename(sandbox.path + "/other", to: file)
    #expect(!log.isMade(file, by: "trip"))
    // Even if it has the inode number of the removed file.
    try log.record(
      file, stamp: try FileStamp(of: file), key: key, maker: "trip",
      scratch: sandbox.path + "/scratch")
    let descriptor = open(file, O_WRONLY | O_TRUNC)
    #expect(write(descriptor, "longer than it was", 18) == 18)
    close(descriptor)
    #expect(!log.isMade(file, by: "trip"))
  }

  @Test func `a film made from a refused entry is made again`() throws {
    let log = OutputLog(folder: sandbox.path + "/films")
    let (key, piece) = (Fingerprint(of: "key"), Fingerprint(of: "piece"))
    let scratch = sandbox.path + "/scratch"
    for name in ["film.mp4", "other.mp4"] {
      let file = try sandbox.write("film", to: name)
      let needs = name == "film.mp4" ? [piece] : [Fingerprint(of: "another")]
      try log.record(file, needs: needs, scratch: scratch)
      try log.record(
        file, stamp: try FileStamp(of: file), key: key, maker: "trip", scratch: scratch)
    }
    #expect(try log.forget(madeFrom: piece, scratch: { scratch }) == [piece])
    let film = sandbox.path + "/film.mp4"
    #expect(log.look(for: film, key: key) == .failure(.inputsChanged))
    #expect(log.isMade(film, by: "trip"))
    #expect(throws: Never.self) { try log.look(for: sandbox.path + "/other.mp4", key: key).get() }
  }

  @Test func `a file larger than the limit is refused`() throws {
    let file = try sandbox.write("12345", to: "a")
    #expect(try Disk.read(file, limit: 5).count == 5)
    #expect(throws: SystemFailure(call: "read", path: file, code: EFBIG)) {
      try Disk.read(file, limit: 4)
    }
    // A file without a reported size is read to its end.
    #expect(try !Disk.read("/proc/self/status", limit: 100_000).isEmpty)
  }
}
