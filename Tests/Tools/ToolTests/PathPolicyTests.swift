// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Driver
import Glibc
import Testing

@testable import Host
@testable import Timeline
@testable import reel

@Suite struct PathPolicyTests {
  let outside: Playground
  let inside: Playground
  let policy: PathPolicy

  init() throws {
    outside = try Playground()
    inside = try Playground()
    policy = try PathPolicy(root: inside.path)
  }

  private func problem(_ path: String) -> FileProblem? {
    do throws(FileProblem) {
      _ = try policy.locate(path, from: inside.path)
      return nil
    } catch { return error }
  }

  @Test(arguments: [
    "a.mp4", "-y.mp4", "http:x.mp4", "100%d.mp4", "a b.mp4", "two\nlines.mp4", "concat:a|b",
    "media/é日本.mov", "~", "$HOME", "[x].mp4",
  ])
  func `any name is a name`(name: String) throws {
    #expect(!PathPolicy.isURL(name))
    let file = try inside.write(name)
    #expect(try policy.locate(name, from: inside.path) == file)
    #expect(try policy.locate("./" + name, from: inside.path) == file)
    #expect(try policy.locate(file, from: "/elsewhere") == file)
  }

  @Test(arguments: ["http://a/b.mp4", "file:///etc/passwd", "HTTPS://x", "s3+x-1.2://y"])
  func `a URL is none`(path: String) {
    #expect(problem(path) == .url)
  }

  @Test func `paths that lead outside are refused in any spelling`() throws {
    let secret = try outside.write("secret.mp4")
    try inside.write("folder/file")
    inside.link("link.mp4", to: secret)
    inside.link("folder/up", to: outside.path)
    inside.link("chain.mp4", to: "link.mp4")
    let name = outside.path.split(separator: "/").last.map(String.init) ?? ""
    for path in [
      secret, "../\(name)/secret.mp4", "folder/../../\(name)/secret.mp4", "link.mp4",
      "folder/up/secret.mp4", "chain.mp4", "/etc/passwd", "../../../../../../etc/passwd",
      "/dev/zero", inside.path + "-beside", "folder/up/nothing.mp4", "/nothing/at/all",
    ] {
      // Of a link it is said where it leads, whether there is anything or not.
      let leading: String? =
        switch path {
        case "link.mp4", "folder/up/secret.mp4", "chain.mp4": secret
        case "folder/up/nothing.mp4": outside.path + "/nothing.mp4"
        default: nil
        }
      #expect(problem(path) == .outside(root: inside.path, leading: leading), "\(path)")
    }
  }

  @Test func `a folder that is allowed is not outside`() throws {
    let file = try outside.write("deep/a.mp4")
    let wider = try PathPolicy(root: inside.path, allowing: [outside.path + "/deep"])
    #expect(try wider.locate(file, from: inside.path) == file)
    let other = try outside.write("other.mp4")
    #expect(throws: FileProblem.outside(root: inside.path)) {
      try wider.locate(other, from: inside.path)
    }
    #expect(throws: FileProblem.self) {
      try PathPolicy(root: inside.path, allowing: ["/no/such/folder"])
    }
  }

  @Test func `only regular files are files`() throws {
    try inside.write("folder/file")
    #expect(mkfifo(inside.path + "/pipe", 0o600) == 0)
    #expect(problem("folder") == .notAFile)
    #expect(problem("pipe") == .notAFile)
    #expect(problem("") == .notAFile)
    #expect(
      problem("folder/file/below") == .missing(nearest: nil, around: .noFolder("folder/file")))
    guard case .system = problem("a\0b") else {
      Issue.record("a null character")
      return
    }
    guard case .limit = problem(String(repeating: "x", count: 5000)) else {
      Issue.record("a long path")
      return
    }
  }

  @Test func `a missing file's neighbour with a similar name is suggested`() throws {
    try inside.write("media/beach.mov")
    #expect(problem("media/beech.mov") == .missing(nearest: "media/beach.mov"))
    #expect(
      problem("media/city.mp4")
        == .missing(nearest: nil, around: .files(["beach.mov"], more: 0, in: "media")))
    // One of the same name in another folder is meant, too.
    #expect(problem("nothing/beach.mov") == .missing(nearest: "media/beach.mov"))
    #expect(problem("beach.mov") == .missing(nearest: "media/beach.mov"))
    try inside.write("beach.mov")
    #expect(
      problem("nothing/at/all/beach.mov")
        == .missing(nearest: nil, around: .noFolder("nothing")))
  }

  @Test func `a missing file's folder is described`() throws {
    #expect(problem("city.mp4") == .missing(nearest: nil, around: .files([], more: 0, in: "")))
    for name in ["a.MP4", "b.mp4", "c.mp4", "d.mp4", "e.mp4", "f.mov", ".g.mp4"] {
      try inside.write("media/\(name)")
    }
    try inside.write("media/folder.mp4/x")
    #expect(
      problem("media/city-of-night.mp4")
        == .missing(
          nearest: nil,
          around: .files(["a.MP4", "b.mp4", "c.mp4", "d.mp4"], more: 1, in: "media")))
    // None of its kind: all of them.
    #expect(
      problem("media/city-of-night.srt")
        == .missing(
          nearest: nil,
          around: .files(["a.MP4", "b.mp4", "c.mp4", "d.mp4"], more: 2, in: "media")))
    #expect(
      problem("media/none/city.mp4") == .missing(nearest: nil, around: .noFolder("media/none")))
  }

  @Test func `a missing file is found without its extension, and in another case`() throws {
    try inside.write("Media/Beach day.MOV")
    #expect(problem("media/beach DAY.mov") == .missing(nearest: "Media/Beach day.MOV"))
    #expect(problem("Media/Beach day") == .missing(nearest: "Media/Beach day.MOV"))
    #expect(problem("Media/beach day") == .missing(nearest: "Media/Beach day.MOV"))
    // If there are two candidates, neither is named.
    try inside.write("Media/Beach day.wav")
    try inside.write("media/x")
    #expect(
      problem("Media/Beach day")
        == .missing(
          nearest: nil, around: .files(["Beach day.MOV", "Beach day.wav"], more: 0, in: "Media")))
    #expect(
      problem("MEDIA/beach day.mov") == .missing(nearest: nil, around: .noFolder("MEDIA")))
  }

  @Test func `outputs may be in folders that are not there yet`() throws {
    #expect(
      try policy.destination("out/new/trip.mp4", from: inside.path)
        == inside.path + "/out/new/trip.mp4")
    #expect(
      try policy.destination("out/../trip.mp4", from: inside.path) == inside.path + "/trip.mp4")
  }

  @Test func `outputs stay inside too`() throws {
    try inside.write("folder/file")
    inside.link("up", to: outside.path)
    inside.link("dangling.mp4", to: outside.path + "/new.mp4")
    for path in [
      "../x.mp4", "/tmp/x.mp4", "up/x.mp4", "new/../../x.mp4", "http://a/b.mp4", "folder",
      ".reel/store/x.mp4", "dangling.mp4", "folder/", "", ".",
    ] {
      #expect(throws: FileProblem.self, "\(path)") {
        try policy.destination(path, from: inside.path)
      }
    }
  }

  @Test func `an output that the user names is no link out of its folder`() throws {
    try outside.write("dear.png", "dear")
    inside.link("l.png", to: outside.path + "/dear.png")
    inside.link("nowhere.png", to: outside.path + "/new.png")
    inside.link("away", to: outside.path)
    inside.link("near.png", to: "other.png")
    try inside.write("other.png")
    func place(_ name: String) throws -> String {
      let output = inside.path + "/" + name
      #expect(throws: Never.self) { try PathPolicy.place(ofNamed: inside.path + "/new.png") }
      let wider = try PathPolicy(root: inside.path, output: output)
      let place = try wider.destination(output, from: inside.path)
      #expect(try PathPolicy.place(ofNamed: output) == place)
      return place
    }
    for name in ["l.png", "nowhere.png"] {
      #expect(throws: FileProblem.self, "\(name)") { try place(name) }
      #expect(throws: FileProblem.self, "\(name)") {
        try PathPolicy.place(ofNamed: inside.path + "/" + name)
      }
    }
    #expect(try place("near.png") == inside.path + "/other.png")
    // A folder is the one that its name leads to.
    #expect(try place("away/x.png") == outside.path + "/x.png")
    #expect(throws: FileProblem.notAFile) { try PathPolicy.place(ofNamed: "/dev/null") }
  }

  @Test func `an output that the user names may be anywhere`() throws {
    let target = outside.path + "/film.mp4"
    let wider = try PathPolicy(root: inside.path, output: target)
    #expect(try wider.destination(target, from: inside.path) == target)
    #expect(throws: FileProblem.outside(root: inside.path)) {
      try wider.destination(outside.path + "/other.mp4", from: inside.path)
    }
  }
}
