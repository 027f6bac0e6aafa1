// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Synchronization
import Testing

@testable import Host
@testable import reel

/// The names that determine what is found at a path.
@Suite struct LooksTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  /// The watched paths for `questions` about the playground; an end is marked by `!`, a whole folder by `/*`.
  private func looks(_ questions: [InputLog.Question]) -> [String] {
    let seen = Mutex<Set<String>>([])
    let root = playground.path
    @Sendable func add(_ path: String) {
      guard path.hasPrefix(root + "/") else { return }
      _ = seen.withLock { $0.insert(String(path.dropFirst(root.utf8.count + 1))) }
    }
    var looks = Looks(
      watch: { add($0.folder + "/" + $0.name + ($0.isEnd ? "!" : "")) },
      watchAll: { add($0 + "/*") })
    for question in questions {
      switch question {
      case .what(let path): looks.add(.what(root + "/" + path))
      case .names(in: let path): looks.add(.names(in: root + "/" + path))
      }
    }
    return seen.withLock { $0 }.sorted()
  }

  @Test func `a file depends on its name and on those of its folders`() throws {
    try playground.write("a/b/c.mov")
    #expect(looks([.what("a/b/c.mov")]) == ["a", "a/b", "a/b/c.mov!"])
    #expect(looks([.what("a/./b/../b//c.mov")]) == ["a", "a/b", "a/b/c.mov!"])
    #expect(looks([.names(in: "a/b")]) == ["a", "a/b", "a/b/*"])
  }

  @Test func `of a missing path the first missing name is watched`() throws {
    try playground.write("a/b.mov")
    #expect(looks([.what("a/x.mov")]) == ["a", "a/x.mov!"])
    #expect(looks([.what("x/y/z.mov")]) == ["x"])
    #expect(looks([.what("a/b.mov/c")]) == ["a", "a/b.mov"])
    #expect(looks([.names(in: "x/y")]) == ["x"])
  }

  @Test func `a link counts, and all that it leads to`() throws {
    try playground.write("real/b/c.mov")
    playground.link("link", to: "real")
    playground.link("d.mov", to: "link/b/c.mov")
    playground.link("absolute.mov", to: playground.path + "/real/b/c.mov")
    let target = ["real", "real/b", "real/b/c.mov!"]
    #expect(looks([.what("link/b/c.mov")]) == ["link"] + target)
    #expect(looks([.what("d.mov")]) == ["d.mov!", "link"] + target)
    #expect(looks([.what("absolute.mov")]) == ["absolute.mov!"] + target)
    #expect(looks([.what("link/../real/b/c.mov")]) == ["link"] + target)
    playground.link("dangling.mov", to: "real/none.mov")
    #expect(looks([.what("dangling.mov")]) == ["dangling.mov!", "real", "real/none.mov!"])
  }

  @Test func `a circle of links ends`() throws {
    playground.link("a", to: "b")
    playground.link("b", to: "a")
    #expect(looks([.what("a/x")]) == ["a", "b"])
    #expect(looks([.what("a")]) == ["a!", "b!"])
    #expect(looks([.names(in: "a")]) == ["a", "b"])
  }
}
