// SPDX-License-Identifier: Apache-2.0

import Driver
import Testing

@testable import Host
@testable import Timeline
@testable import reel

@Suite struct GlobTests {
  let playground: Playground

  init() throws {
    playground = try Playground()
    for name in [
      "m/Movie1.mov", "m/Movie10.mov", "m/Movie2.mov", "m/movie3.MOV", "m/.hidden.mov", "m/x/a.mov",
      "m/x/y/b.mov", ".secret/c.mov", "m/a[1].mov",
    ] {
      try playground.write(name)
    }
  }

  private func matches(_ pattern: String) throws -> [String] { try found(pattern).paths }

  private func found(_ pattern: String) throws -> FileMatches {
    let policy = try PathPolicy(root: playground.path)
    return try Glob.matches(of: pattern, from: playground.path, policy: policy)
  }

  /// Names in folders that are no UTF-8, and other ones.
  @Test(arguments: [
    ("n/*.mov", [#"n/caf\xE9.mov"#]), ("n/caf?.mov", [#"n/caf\xE9.mov"#]), ("n/x*.mov", []),
    ("n/*/a.mov", [#"n/d\xFCr"#]), ("n/**/a.mov", [#"n/d\xFCr"#]), ("*.mov", []),
    ("n/**", [#"n/caf\xE9.mov"#, #"n/d\xFCr"#, #"n/é\xC3\xFFé.txt"#]),
  ])
  func `files whose names are no UTF-8 are named`(pattern: String, expected: [String]) throws {
    try playground.write("n/good.mov")
    try playground.make("n/caf", 0xE9, ".mov")
    try playground.make("n/.caf", 0xE9, ".mov")
    try playground.make("n/d", 0xFC, "r", isFolder: true)
    try playground.make("n/é", 0xC3, 0xFF, "é.txt")
    #expect(try Set(found(pattern).misnamed) == Set(expected))
    #expect(try found("n/*.mov").paths == ["n/good.mov"])
  }

  @Test(arguments: [
    ("m/Movie*.mov", ["m/Movie1.mov", "m/Movie2.mov", "m/Movie10.mov"]),
    ("m/?ovie?.???", ["m/Movie1.mov", "m/Movie2.mov", "m/movie3.MOV"]),
    ("m/Movie[2-9].mov", ["m/Movie2.mov"]),
    ("m/Movie[!1].mov", ["m/Movie2.mov"]),
    ("m/a[[]1].mov", ["m/a[1].mov"]),
    ("m/*/a.mov", ["m/x/a.mov"]),
    ("**/b.mov", ["m/x/y/b.mov"]),
    (
      "m/**/*.mov",
      [
        "m/x/y/b.mov", "m/x/a.mov", "m/a[1].mov", "m/Movie1.mov", "m/Movie2.mov", "m/Movie10.mov",
      ]
    ),
    ("**/**/a.mov", ["m/x/a.mov"]),
    ("m/x/**", ["m/x/y/b.mov", "m/x/a.mov"]),
    ("*", []), ("nothing/*", []), ("m/*.nothing", []), ("m", []), ("m/x/a.mov", ["m/x/a.mov"]),
  ])
  func `a pattern names files`(pattern: String, expected: [String]) throws {
    #expect(try Set(matches(pattern)) == Set(expected))
    #expect(try matches(pattern) == matches(pattern).sorted(by: NaturalOrder.precedes))
  }

  @Test(arguments: [
    ("m/*.mov", ["m"]), ("m/x/a.mov", []), ("*/x/*.mov", ["", "m", "m/x"]),
    ("m/**/b.mov", ["m", "m/x", "m/x/y"]), ("*/a.mov", ["", "m"]), ("nothing/*", []),
  ])
  func `folders in which a new file would match are visited`(
    pattern: String, expected: [String]
  ) throws {
    var visited: Set<String> = []
    _ = try Glob.matches(
      of: pattern, from: playground.path, policy: PathPolicy(root: playground.path)
    ) { visited.insert($0) }
    #expect(visited == Set(expected.map { playground.path + "/" + ($0 == "" ? "" : $0 + "/") }))
  }

  @Test func `people's order of numbers`() {
    let names = ["a", "B2", "b10", "b02", "b2", "b/z", "b1/a", "a1", "a01", "", "c00", "c0"]
    #expect(
      names.sorted(by: NaturalOrder.precedes)
        == ["", "a", "a01", "a1", "b/z", "b1/a", "B2", "b02", "b2", "b10", "c0", "c00"])
  }

  @Test func `an absolute pattern gives absolute paths`() throws {
    let pattern = playground.path + "/m/x/*.mov"
    #expect(try matches(pattern) == [playground.path + "/m/x/a.mov"])
  }

  @Test func `matches outside the project are refused`() throws {
    let outside = try Playground()
    let secret = try outside.write("a.mp4")
    playground.link("m/link.mp4", to: secret)
    playground.link("m/folder", to: outside.path)
    for pattern in ["m/*.mp4", "m/folder/*", "m/*/*.mp4", "../*/a.mp4", outside.path + "/*", "/*"] {
      #expect(throws: FileProblem.outside(root: playground.path), "\(pattern)") {
        try matches(pattern)
      }
    }
    #expect(throws: FileProblem.url) { try matches("http://x/*") }
    // Links to folders are not followed by `**`, so a loop ends.
    playground.link("m/x/loop", to: playground.path)
    #expect(try matches("m/x/**/a.mov") == ["m/x/a.mov"])
  }

  @Test func `a pattern of many stars is quick`() {
    let name = Array(String(repeating: "a", count: 250).unicodeScalars)
    let pattern = Array((String(repeating: "*a", count: 120) + "b").unicodeScalars)
    let start = ContinuousClock.now
    #expect(!Glob.fits(name, pattern))
    #expect(start.duration(to: .now) < .seconds(10))
  }
}
