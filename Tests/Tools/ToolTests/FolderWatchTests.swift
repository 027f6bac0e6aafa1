// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Glibc
import Synchronization
import Testing

@testable import Host
@testable import reel

/// The reported changes, and their times.
@Suite struct FolderWatchTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  /// A watch, and the changes it has reported.
  private final class Ear: Sendable {
    let watch: FolderWatch
    private let root: String

    init(_ playground: Playground) throws {
      let told = Told()
      watch = try FolderWatch { changes in
        told.changes.withLock { $0 += changes }
        told.count.withLock { $0 += 1 }
      }
      self.told = told
      root = playground.path
    }

    deinit { watch.stop() }

    private final class Told: Sendable {
      let changes = Mutex<[FolderWatch.Change]>([])
      let count = Mutex(0)
    }
    private let told: Told

    /// The number of reports.
    var count: Int { told.count.withLock { $0 } }

    /// Registers `questions` of the project `number` about paths in the playground.
    func ask(
      _ questions: [InputLog.Question], as number: Int = 0, outputs: [String] = []
    ) throws {
      let ask = watch.ask(for: number)
      for question in questions {
        switch question {
        case .what(let path): ask(.what(root + "/" + path))
        case .names(in: let path): ask(.names(in: path.isEmpty ? root : root + "/" + path))
        }
      }
      #expect(try watch.settle(number, outputs: Set(outputs.map { root + "/" + $0 })) == [])
    }

    /// Waits for a report, and returns the changed names with the projects they affect.
    func hear() async throws -> [String: Set<Int>] {
      let deadline = ContinuousClock.now + .seconds(300)
      while told.changes.withLock({ $0.isEmpty }) {
        guard ContinuousClock.now < deadline else {
          Issue.record("nothing was told")
          break
        }
        try await Task.sleep(for: .milliseconds(5))
      }
      let changes = told.changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
      var names: [String: Set<Int>] = [:]
      for change in changes {
        let name = change.path.map { String($0.dropFirst(root.utf8.count + 1)) } ?? ""
        names[name, default: []].formUnion(change.projects)
      }
      return names
    }
  }

  /// Overwrites the file `name` in place.
  private func overwrite(_ name: String, _ text: String, appending: Bool = false) {
    let mode = appending ? O_APPEND : O_TRUNC
    let file = open(playground.path + "/" + name, O_WRONLY | O_CREAT | mode, 0o666)
    #expect(file >= 0)
    _ = write(file, text, text.utf8.count)
    close(file)
  }

  private func move(_ old: String, _ new: String) {
    #expect(rename(playground.path + "/" + old, playground.path + "/" + new) == 0)
  }

  @Test func `a change is reported however the file is saved`() async throws {
    try playground.write("a.yaml", "1")
    let ear = try Ear(playground)
    try ear.ask([.what("a.yaml")])
    overwrite("a.yaml", "2")
    #expect(try await ear.hear() == ["a.yaml": [0]])
    // Saving through a swap file, as some editors do; no project depends on that file.
    overwrite(".a.yaml.swp", "3")
    move(".a.yaml.swp", "a.yaml")
    #expect(try await ear.hear() == ["a.yaml": [0]])
    // Moving the old file away first, as other editors do.
    move("a.yaml", "a.yaml~")
    usleep(300_000)
    overwrite("a.yaml", "4")
    #expect(try await ear.hear() == ["a.yaml": [0]])
    #expect(unlink(playground.path + "/a.yaml") == 0)
    #expect(try await ear.hear() == ["a.yaml": [0]])
  }

  @Test func `a change of a file that is not an input is not reported`() async throws {
    try playground.write("a.yaml")
    try playground.write("b.yaml")
    let ear = try Ear(playground)
    try ear.ask([.what("a.yaml")])
    try ear.ask([.what("b.yaml")], as: 1)
    overwrite("c.yaml", "x")
    try playground.write("folder/a.yaml", "x")
    overwrite("b.yaml", "x")
    #expect(try await ear.hear() == ["b.yaml": [1]])
    // A file requested only in an earlier round affects no project.
    try ear.ask([.what("c.yaml")])
    overwrite("a.yaml", "y")
    overwrite("c.yaml", "y")
    #expect(try await ear.hear() == ["c.yaml": [0]])
  }

  @Test func `a missing file is reported when it appears`() async throws {
    let ear = try Ear(playground)
    try ear.ask([.what("media/take/a.mov")])
    try Disk.makeFolder(playground.path + "/media")
    #expect(try await ear.hear() == ["media": [0]])
    try ear.ask([.what("media/take/a.mov")])
    try playground.write("media/take/a.mov", "1")
    #expect(try await ear.hear() == ["media/take": [0]])
    try ear.ask([.what("media/take/a.mov")])
    overwrite("media/take/a.mov", "2")
    #expect(try await ear.hear() == ["media/take/a.mov": [0]])
  }

  @Test func `a folder that is made again is looked into again`() async throws {
    try playground.write("media/a.mov", "1")
    let ear = try Ear(playground)
    try ear.ask([.what("media/a.mov")])
    move("media", "old")
    try playground.write("media/a.mov", "2")
    #expect(try await ear.hear()["media"] == [0])
    try ear.ask([.what("media/a.mov")])
    // The old file no longer matters.
    overwrite("old/a.mov", "3")
    overwrite("media/a.mov", "4")
    #expect(try await ear.hear() == ["media/a.mov": [0]])
    try Disk.removeTree(playground.path + "/media")
    #expect(try await ear.hear()["media"] == [0])
  }

  @Test func `changes of links and of their targets are reported`() async throws {
    try playground.write("one/a.mov", "1")
    try playground.write("two/a.mov", "2")
    playground.link("now", to: "one")
    let ear = try Ear(playground)
    try ear.ask([.what("now/a.mov")])
    overwrite("one/a.mov", "3")
    #expect(try await ear.hear() == ["one/a.mov": [0]])
    #expect(unlink(playground.path + "/now") == 0)
    playground.link("now", to: "two")
    #expect(try await ear.hear() == ["now": [0]])
    try ear.ask([.what("now/a.mov")])
    overwrite("one/a.mov", "4")
    overwrite("two/a.mov", "5")
    #expect(try await ear.hear() == ["two/a.mov": [0]])
  }

  @Test func `in a folder all names count except hidden ones and own outputs`() async throws {
    try playground.write("a.jpg")
    let ear = try Ear(playground)
    try ear.ask([.names(in: "")], outputs: ["film.mp4", "out/film.mp4"])
    try ear.ask([.what("film.mp4")], as: 1)
    overwrite(".film.tmp", "x")
    move(".film.tmp", "film.mp4")
    // For another project it is media.
    #expect(try await ear.hear() == ["film.mp4": [1]])
    try playground.write("out/film.mp4")
    // Temporary files are not reported either.
    overwrite("b.jpg.part", "x")
    move("b.jpg.part", "b.jpg")
    #expect(try await ear.hear() == ["b.jpg": [0]])
    playground.link("c.jpg", to: "b.jpg")
    #expect(try await ear.hear() == ["c.jpg": [0]])
  }

  @Test func `a copied file is reported once it has stopped growing`() async throws {
    try playground.write("a.jpg")
    let ear = try Ear(playground)
    try ear.ask([.names(in: "")])
    for _ in 0..<10 {
      overwrite("copy.mov", "some more", appending: true)
      usleep(20_000)
    }
    #expect(try await ear.hear() == ["copy.mov": [0]])
    // The kernel reported each closing.
    #expect(ear.count < 10)
  }

  @Test func `a file that never stops growing holds nothing back`() async throws {
    try playground.write("a.yaml", "1")
    let ear = try Ear(playground)
    try ear.ask([.what("a.yaml"), .names(in: "")])
    let isOver = Atomic(false)
    async let writing: Void = {
      while !isOver.load(ordering: .relaxed) {
        overwrite("render.log", "more", appending: true)
        try? await Task.sleep(for: .milliseconds(50))
      }
    }()
    overwrite("a.yaml", "2")
    // On a busy machine the writer may pause for long enough to be reported, too.
    while let changes = try? await ear.hear(), changes["a.yaml"] != [0] {
      #expect(changes == ["render.log": [0]])
      guard !changes.isEmpty else { break }
    }
    isOver.store(true, ordering: .relaxed)
    await writing
    overwrite("render.log", "the last", appending: true)
    #expect(try await ear.hear() == ["render.log": [0]])
  }

  @Test func `a change between question and answer is reported`() async throws {
    try playground.write("a.yaml", "1")
    let ear = try Ear(playground)
    let ask = ear.watch.ask(for: 0)
    ask(.what(playground.path + "/a.yaml"))
    overwrite("a.yaml", "2")
    _ = try ear.watch.settle(0, outputs: [])
    #expect(try await ear.hear() == ["a.yaml": [0]])
  }
}
