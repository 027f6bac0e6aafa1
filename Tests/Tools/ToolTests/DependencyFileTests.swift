// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Driver
import ReelKit
import RenderProtocol
import Testing
import Timeline

@testable import Host
@testable import Planning
@testable import reel

@Suite struct DependencyFileTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  @Test(arguments: [
    ("plain.mp4", "plain.mp4"), ("a b", "a\\ b"), ("a  b", "a\\ \\ b"), ("a$b", "a$$b"),
    ("$(x) y", "$$(x)\\ y"), ("a#b", "a\\#b"), ("a:b", "a\\:b"), ("a\\b", "a\\b"),
    ("a\\ b", "a\\\\\\ b"), ("~me", "./~me"), ("é,+@!{}", "é,+@!{}"), ("a[1]b", "a[1]b"),
  ])
  func `a name is written so that make and ninja read it`(name: String, word: String) throws {
    #expect(try DependencyFile.escaped(name, isTarget: true) == word)
  }

  @Test(arguments: [
    ("a=b", "'='"), ("a;b", "';'"), ("a|b", "'|'"), ("a\nb", "a line break"), ("a\tb", "a tab"),
    ("a\\#b", "a backslash before '#'"), ("a\\:b", "a backslash before ':'"),
    ("a\\", "a backslash at the end"), ("a ", "a blank at the end"),
    ("lib(x)", "parentheses at the end"), ("a%b", "'%'"),
  ])
  func `a name that make would read as another is refused`(name: String, reason: String) {
    #expect(throws: DependencyFile.UnwritableName(name: name, reason: reason)) {
      try DependencyFile.escaped(name, isTarget: true)
    }
  }

  @Test func `a name with brackets is refused if it matches another file as a pattern`() throws {
    let path = try playground.write("a[1].mp4")
    #expect(try DependencyFile.escaped(path, isTarget: false) == path)
    try playground.write("a1.mp4")
    #expect(throws: DependencyFile.UnwritableName.self) {
      try DependencyFile.escaped(path, isTarget: false)
    }
  }

  private func plan(_ files: [String]) -> BuildPlan {
    let canvas = CanvasFormat(size: PixelSize(64, 48), rate: FrameRate(30))
    let film = FilmPlan(
      segments: [], sound: nil, container: "mp4", fastStart: true, key: Fingerprint(of: "x"))
    let outputs = files.map {
      OutputPlan(
        name: $0, path: playground.path + "/" + $0, displayPath: $0, span: nil, canvas: canvas,
        product: .film(film))
    }
    return BuildPlan(outputs: outputs, origins: [])
  }

  private func style(_ file: String) -> PathStyle {
    PathStyle(file: file, root: playground.path)
  }

  private func input(_ name: String, _ kind: Input.Kind = .media) -> Input {
    Input(path: playground.path + "/" + name, kind: kind)
  }

  @Test func `one rule makes all outputs of a command from everything it reads`() throws {
    let prefix = playground.path
    var rule = DependencyFile()
    try rule.add(
      plan(["out/a.mp4", "out/a b.jpg"]), output: nil,
      inputs: [input("a.reel.yaml", .project), input("media/intro.mp4"), input("50%.mp4")],
      style: style(prefix + "/a.reel.yaml"))
    try rule.add(
      plan(["out/b.mp4"]), output: nil,
      inputs: [
        input("b.reel.yaml", .project), input("media/intro.mp4"),
        input("third.reel.yaml", .project),
      ],
      style: style(prefix + "/b.reel.yaml"))
    #expect(
      rule.text(at: prefix + "/d").replacing(prefix + "/", with: "") == """
        out/a.mp4 out/a\\ b.jpg out/b.mp4: \\
          a.reel.yaml \\
          media/intro.mp4 \\
          50%.mp4 \\
          b.reel.yaml \\
          third.reel.yaml

        media/intro.mp4:

        third.reel.yaml:

        """)
  }

  @Test func `an output that is named from the root is a target by that name`() throws {
    var rule = DependencyFile()
    try rule.add(
      plan(["/films/a.mp4"]), output: nil, inputs: [], style: style("films/a.reel.yaml"))
    #expect(rule.text(at: "/films/d").hasPrefix("/films/a.mp4:"))
  }

  @Test func `a folder counts unless the command writes into it`() throws {
    for folder in ["media", "out", "deps"] { try playground.write(folder + "/x") }
    var rule = DependencyFile()
    try rule.add(
      plan(["out/a.mp4"]), output: nil,
      inputs: ["media", "out", "deps", "gone"].map { input($0, .folder) },
      style: style(playground.path + "/a.reel.yaml"))
    #expect(
      rule.text(at: playground.path + "/deps/d").replacing(playground.path + "/", with: "")
        == "out/a.mp4: \\\n  media\n\nmedia:\n")
  }

  @Test func `the same text leaves the file alone`() throws {
    var rule = DependencyFile()
    try rule.add(
      plan(["a.mp4"]), output: "here.mp4", inputs: [], style: style(playground.path + "/p"))
    let path = playground.path + "/deps/d"
    try rule.write(to: path)
    #expect(playground.text("deps/d") == "here.mp4:\n")
    let stamp = try FileStamp(of: path)
    try rule.write(to: path)
    #expect(try FileStamp(of: path) == stamp)
    #expect(try Disk.names(in: playground.path + "/deps") == ["d"])
  }

  @Test(arguments: [
    ("a/b", "a/b"), ("./a//b/", "a/b"), ("a/./b", "a/b"), ("a/../b", "b"), ("../a", "../a"),
    ("../../a/../b", "../../b"), ("/a/../../b", "/b"), (".", "."), ("a/..", "."), ("/", "/"),
  ])
  func `dots are left out`(path: String, plain: String) {
    #expect(PathStyle.plain(path) == plain)
  }

  @Test func `what a command has written before is its own`() throws {
    var rule = DependencyFile()
    try rule.add(
      plan(["out/a.mp4", "out/a b.jpg"]), output: nil,
      inputs: [
        input("a#1 $x.reel.yaml", .project), input("media/in  tro: 1.mp4"), input("50%.mp4"),
        input("back\\ slash.mp4"),
      ],
      style: style(playground.path + "/a#1 $x.reel.yaml"))
    let path = playground.path + "/deps/d"
    #expect(DependencyFile.isOwn(path))
    try rule.write(to: path)
    #expect(playground.text("deps/d")?.contains("50%") == true)
    #expect(DependencyFile.isOwn(path))
    try playground.write("empty", "")
    #expect(DependencyFile.isOwn(playground.path + "/empty"))
  }

  @Test(arguments: [
    "jobs:\n  build: make\n", "jobs:\n", "jobs:\n\nsteps:\n", "  indented\n", "text\n", "\n",
    "a: b\n", "a: \\\n", "a: \\\nb\n", "a: \\\n  b", "a: \\\n  b: c\n", "a: \\\n  b c\n",
    "a: \\\n  b\n\nc:\n", "a: \\\n  b\n\nb:\n\tmake\n", "a: \\\n  b\nb:\n", "a: \\\n  b \\\n",
    "a: \\\n  b\n  c: d\n", "# a: \\\n  b\n", "a = b: \\\n  c\n", "a  b: \\\n  c\n",
    "a: \\\n  b\n\nb:\n\n", ": \\\n  b\n",
  ])
  func `any other file belongs to the user`(text: String) throws {
    #expect(!DependencyFile.isOwn(try playground.write("notes.yml", text)))
  }

  @Test func `files are named by way of the folder that was named`() throws {
    let root = playground.path
    try playground.write("media/deep/x")
    playground.link("link", to: root + "/media/deep")
    let named = style(root + "/media/../p.reel.yaml")
    #expect(named.name(of: root + "/media/x") == root + "/media/x")
    // A path that continues after a link is not next to it.
    #expect(named.name(of: root + "/link/../x") == root + "/media/../link/../x")
    #expect(named.name(of: "/elsewhere/x") == "/elsewhere/x")
    let slash = root.lastIndex(of: "/") ?? root.startIndex
    playground.link("other.yaml", to: root + "/media/p.yaml")
    #expect(
      PathStyle(file: root + "/other.yaml", root: root + "/media").prefix == root + "/media/")
    #expect(PathStyle(file: "p.yaml", root: try #require(PathPolicy.real("."))).prefix == "")
    #expect(
      PathStyle(file: root[slash...] + "/p.yaml", root: "/nowhere").name(of: "/nowhere/x")
        == "/nowhere/x")
  }

  @Test func `inputs are listed once, in the order of use`() async throws {
    let root = playground.path
    for name in ["p.yaml", "m/b.mov", "m/a.mov", "font.ttf"] { try playground.write(name) }
    playground.link("m/c.mov", to: root + "/m/a.mov")
    let policy = try PathPolicy(root: root)
    let world = DiskWorld(policy: policy, folder: playground.folder, pool: playground.pool)
    _ = try world.contents(of: root + "/p.yaml")
    for name in try world.matches(of: "m/*.mov", from: root).paths + ["font.ttf", "m/a.mov"] {
      _ = try world.locate(name, from: root)
    }
    _ = try await world.digest(of: root + "/font.ttf")
    #expect(
      world.inputs.inputs == [
        input("p.yaml", .project), input("m", .folder), input("m/a.mov"), input("m/b.mov"),
        input("m/c.mov"), input("font.ttf", .font),
      ])
    #expect(world.isSource(root + "/m/a.mov"))
    #expect(!world.isSource(root + "/m"))
  }
}
