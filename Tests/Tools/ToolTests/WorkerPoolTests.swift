// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import RenderProtocol
import Synchronization
import Testing

@testable import Host
@testable import reel

@Suite struct WorkerPoolTests {
  private func message(
    _ playground: Playground, _ name: String
  ) async throws -> RenderFailure? {
    do {
      _ = try await playground.probe(name)
      return nil
    } catch let failure as RenderFailure {
      return failure
    }
  }

  @Test func `a worker answers, one request after the other`() async throws {
    let playground = try Playground(workers: 1)
    for name in ["a", "b", "c"] {
      guard case .probed(let facts) = try await playground.probe(name) else {
        Issue.record("no facts")
        return
      }
      #expect(facts.format == name)
    }
  }

  @Test func `a failure is the worker's words and leaves it alive`() async throws {
    let playground = try Playground(workers: 1)
    let failure = try #require(await message(playground, "broken"))
    #expect(failure.kind == .media)
    #expect(failure.message == "not a film")
    #expect(failure.log == ["libav's words"])
    #expect(try await message(playground, "fine") == nil)
  }

  @Test func `a worker whose libraries are missing says so at once`() async throws {
    let playground = try Playground(workers: 1)
    let failure = try #require(await message(playground, "unlinked"))
    #expect(failure.kind == .unusable)
    #expect(failure.message.hasPrefix("the renderer was built for libavcodec 11, "))
    #expect(try playground.asked().count == 1)
  }

  @Test func `the loader's words tell of versions`() throws {
    let prefix = "reel-render: error while loading shared libraries: "
    let missing = ": cannot open shared object file: No such file or directory"
    func message(_ line: String, _ versions: [Int]) -> String? {
      LoaderWords(of: ["words", line]) { $0 == "libavcodec" ? versions : [] }?.message
    }
    let line = prefix + "libavcodec.so.59" + missing
    #expect(
      message(line, [61])
        == "the renderer was built for libavcodec 59, and this machine has 61: build Reel anew on"
        + " this machine, or install libavcodec 59")
    #expect(message(line, [60, 61])?.contains("this machine has 60 and 61: build") == true)
    #expect(
      message(line, [])
        == "the renderer was built for libavcodec 59, which is not on this machine: install it, or"
        + " build Reel anew on this machine")
    let older =
      "reel-render: /lib/libc.so.6: version `GLIBC_2.41' not found (required by reel-render)"
    #expect(message(older, [])?.contains("version `GLIBC_2.41' not found") == true)
    #expect(message("Segmentation fault", []) == nil)
    // Every machine has a C library.
    #expect(LoaderWords.versions(of: "libc").contains(6))
  }

  @Test(arguments: ["crash-once", "exit-once", "babble-once", "endless-once", "other-id-once"])
  func `a request whose worker dies is tried once more`(name: String) async throws {
    let playground = try Playground()
    #expect(try await message(playground, name) == nil)
    #expect(try playground.asked().count == 2)
  }

  @Test(arguments: [
    ("crash", "died twice of signal 11"), ("exit", "with exit code 7"),
    ("babble", "cannot be read"), ("endless", "cannot be read"), ("other-id", "cannot be read"),
  ])
  func `a request that kills two workers fails`(name: String, words: String) async throws {
    let playground = try Playground(workers: 1)
    let failure = try #require(await message(playground, name))
    #expect(failure.kind == .crash)
    #expect(failure.message.contains(words))
    if name == "crash" { #expect(failure.log.last == "about to crash") }
    #expect(try playground.asked().count == 2)
    #expect(try await message(playground, "fine") == nil)
  }

  @Test func `a worker that shows no progress is killed`() async throws {
    let playground = try Playground(workers: 1, probing: .milliseconds(700))
    let failure = try #require(await message(playground, "hang"))
    #expect(failure.kind == .crash)
    #expect(failure.message.contains("no sign of life"))
  }

  @Test func `progress is a sign of life`() async throws {
    // The total time exceeds the limit; starting the worker does not count.
    let playground = try Playground(workers: 1, probing: .milliseconds(1500))
    _ = try await playground.pool.perform(.hello)
    #expect(try await message(playground, "slow") == nil)
  }

  @Test func `time of waiting for a processor is no silence`() {
    let delays = Mutex(["1": 5, "2": 7])
    var delay = RunDelay(
      of: 77,
      read: { path in
        let thread = path.split(separator: "/")[3]
        return delays.withLock { $0[String(thread)].map { "3 \($0 * 1_000_000_000) 9\n" } }
      },
      names: { path in path == "/proc/77/task" ? delays.withLock { $0.keys.sorted() } : nil })
    #expect(delay.sinceLast() == .zero)
    delays.withLock { $0 = ["1": 6, "2": 11, "3": 40] }
    #expect(delay.sinceLast() == .seconds(4))
    delays.withLock { $0["3"] = 41 }
    #expect(delay.sinceLast() == .seconds(1))
  }

  @Test func `a worker that talks much on its error stream does not get stuck`() async throws {
    let playground = try Playground(workers: 1)
    #expect(try await message(playground, "chatty") == nil)
  }

  @Test func `requests beyond the limit wait their turn`() async throws {
    let playground = try Playground(workers: 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let path = try playground.write("f\(number)")
        group.addTask { _ = try await playground.pool.perform(.probe(ProbeRequest(path: path))) }
      }
      try await group.waitForAll()
    }
    #expect(try playground.asked().count == 20)
  }

  @Test func `cancelling kills the worker at once and ends all waiting requests`() async throws {
    let playground = try Playground(workers: 1, probing: .seconds(600))
    let path = try playground.write("hang")
    let tasks = (0..<3).map { _ in
      Task { try await playground.pool.perform(.probe(ProbeRequest(path: path))) }
    }
    try #require(try await playground.awaitedText("log") != nil)
    let start = ContinuousClock.now
    for task in tasks { task.cancel() }
    for task in tasks {
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
    #expect(start.duration(to: .now) < .seconds(300))
    #expect(try await message(playground, "fine") == nil)
  }

  @Test func `the pool serves others while a worker ends`() async throws {
    let playground = try Playground(ending: .seconds(600))
    _ = try await playground.probe("lingers")
    let ending = Task { await playground.pool.dismissIdle() }
    let number = try #require(try await playground.awaitedText("ending").flatMap { Int32($0) })
    // Another worker answers before the first is killed for not exiting.
    #expect(try await message(playground, "fine") == nil)
    #expect(kill(number, 0) == 0)
    try playground.write("go")
    await ending.value
    #expect(kill(number, 0) != 0)
  }

  @Test func `requests that wait for a worker that cannot be started fail, too`() async throws {
    let playground = try Playground()
    let starts = Mutex(0)
    let pool = WorkerPool(limit: 1) { () throws(RenderFailure) in
      let isFirst = starts.withLock {
        $0 += 1
        return $0 == 1
      }
      return WorkerCommand(path: isFirst ? Playground.worker : "/nowhere/reel-render")
    }
    let path = try playground.write("crash")
    let tasks = (0..<6).map { _ in
      Task { try await pool.perform(.probe(ProbeRequest(path: path))) }
    }
    for task in tasks {
      let result = await task.result
      #expect(throws: RenderFailure.self) { try result.get() }
    }
  }

  @Test func `a number that JSON cannot hold is a separate failure`() async throws {
    let playground = try Playground(workers: 1)
    let clip = AudioClip(
      file: MediaFile(path: "/x", digest: Fingerprint(of: "x")), stream: 0, zero: Time(0),
      sourceStart: Time(0), start: 0, count: 1, gains: [.constant(.infinity)], origin: .none)
    let program = AudioProgram(sampleRate: 48000, sampleCount: 1, clips: [clip])
    let request = MixRequest(program: program, output: "/x")
    do {
      _ = try await playground.pool.perform(.mix(request))
      Issue.record("it has no written form")
    } catch let failure as RenderFailure {
      #expect(failure.message == "a number is beyond what can be computed")
    }
  }

  @Test func `a missing renderer is a failure of the machine`() async throws {
    let pool = WorkerPool(limit: 1) { () throws(RenderFailure) in
      try WorkerCommand.find(environment: { _ in "/nowhere/reel-render" })
    }
    do {
      _ = try await pool.perform(.hello)
      Issue.record("it is not there")
    } catch let failure as RenderFailure {
      #expect(ToolStatus(failure) == .machineFailed)
    }
  }
}
