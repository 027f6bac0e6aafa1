// SPDX-License-Identifier: Apache-2.0

import Driver
import Testing

@testable import Host
@testable import Timeline
@testable import reel

@Suite struct TrustTests {
  let outside: Playground
  let inside: Playground

  init() throws {
    outside = try Playground()
    inside = try Playground()
  }

  /// The trust specified by a list of `lines`.
  private func trust(_ lines: String) throws -> Trust {
    try outside.write("config/reel/trusted", lines)
    let folders = ["HOME": outside.path, "XDG_CONFIG_HOME": outside.path + "/config"]
    return Trust(environment: { folders[$0] })
  }

  private func world(_ trust: Trust, allowing: [String] = []) throws -> DiskWorld {
    DiskWorld(
      policy: try PathPolicy(root: inside.path, allowing: allowing), trust: trust,
      folder: inside.folder, pool: inside.pool)
  }

  @Test func `an untrusted project stays in its folder`() throws {
    let file = try outside.write("footage/a.mp4")
    let world = try world(trust("# nothing\n"))
    let list = outside.path + "/config/reel/trusted"
    let folder = outside.path + "/footage"
    #expect(try world.admit(folder, from: inside.path) == .untrusted(folder, list: list))
    #expect(throws: FileProblem.outside(root: inside.path)) {
      try world.locate(file, from: inside.path)
    }
    // Whether the path exists is not revealed.
    let absent = outside.path + "/nothing"
    #expect(try world.admit(absent, from: inside.path) == .untrusted(absent, list: list))
  }

  @Test func `full trust admits what the project asks for, and only that`() throws {
    let file = try outside.write("footage/a.mp4")
    let other = try outside.write("other.mp4")
    inside.link("link", to: outside.path + "/footage")
    let world = try world(Trust(isFull: true))
    #expect(try world.admit("link", from: inside.path) == .admitted(outside.path + "/footage"))
    #expect(try world.locate("link/a.mp4", from: inside.path) == file)
    #expect(throws: FileProblem.outside(root: inside.path)) {
      try world.locate(other, from: inside.path)
    }
    // Permission to read does not include permission to write.
    #expect(throws: FileProblem.outside(root: inside.path)) {
      try world.destination(outside.path + "/footage/film.mp4", from: inside.path)
    }
    #expect(throws: FileProblem.missing(nearest: nil)) {
      try world.admit(outside.path + "/nothing", from: inside.path)
    }
    #expect(throws: FileProblem.url) { try world.admit("https://a/b", from: inside.path) }
  }

  @Test(arguments: [
    ("@/footage", true), ("  @/footage\t", true), ("@", true), ("~/footage", true), ("~", true),
    ("# a remark\r\n\n@/footage\r\n", true), ("@/foot", false), ("@/footage/a.mp4", false),
    ("#@/footage", false), ("footage", false), ("", false), ("@/nothing", false),
  ])
  func `the user's list trusts what lies below its paths`(lines: String, isTrusted: Bool) throws {
    try outside.write("footage/a.mp4")
    let folder = outside.path + "/footage"
    let text = lines.split(separator: "@", omittingEmptySubsequences: false)
    let world = try world(trust(text.joined(separator: outside.path)))
    let admission = try world.admit(folder, from: inside.path)
    #expect((admission == .admitted(folder)) == isTrusted)
  }

  @Test func `paths that are allowed anyway need no trust`() throws {
    try outside.write("footage/a.mp4")
    try inside.write("media/a.mp4")
    let world = try world(trust(""), allowing: [outside.path])
    #expect(try world.admit(outside.path + "/footage", from: inside.path) == .needless)
    #expect(try world.admit("media", from: inside.path) == .needless)
  }

  @Test func `a user without a home has no list`() throws {
    let trust = Trust(environment: { $0 == "XDG_CONFIG_HOME" ? "relative" : nil })
    #expect(trust.list == nil)
    #expect(try !trust.covers("/"))
  }
}
