// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Driver
import Glibc
import RenderProtocol
import Testing

@testable import Host
@testable import Timeline
@testable import reel

/// The placeholders that version control keeps in the place of files.
@Suite struct PlaceholderTests {
  let playground: Playground

  init() throws {
    playground = try Playground()
    try Disk.makeFolder(playground.path + "/.git/annex/objects")
  }

  private static let lfs = """
    version https://git-lfs.github.com/spec/v1
    oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
    size 12345

    """

  private func world() throws -> DiskWorld {
    let policy = try PathPolicy(root: playground.path)
    return DiskWorld(policy: policy, folder: playground.folder, pool: playground.pool)
  }

  /// Why `path` cannot be used as media, as data, as a project and as a match of a pattern.
  private func problems(_ path: String) throws -> [FileProblem] {
    let (world, folder) = (try world(), playground.path)
    var problems: [FileProblem] = []
    func note(_ ask: () throws(FileProblem) -> Void) {
      do throws(FileProblem) { try ask() } catch { problems.append(error) }
    }
    note { () throws(FileProblem) in _ = try world.locate(path, from: folder) }
    note { () throws(FileProblem) in _ = try world.data(path, from: folder) }
    note { () throws(FileProblem) in _ = try world.project(path, from: folder) }
    note { () throws(FileProblem) in _ = try world.contents(of: folder + "/" + path) }
    note { () throws(FileProblem) in
      _ = try world.listing(of: "?" + path.dropFirst(), from: folder, except: [])
    }
    return problems
  }

  private func command(_ problem: FileProblem) -> String {
    guard case .notFetched(let placeholders) = problem else { return "\(problem)" }
    return placeholders.hint
  }

  @Test(arguments: [
    lfs, lfs.replacing("\n", with: "\r\n"),
    lfs.replacing("git-lfs.github.com", with: "hawser.github.com"),
  ])
  func `a pointer of Git LFS`(text: String) throws {
    try playground.write("media/a b.srt", text)
    let found = try problems("media/a b.srt")
    #expect(found.count == 5)
    for problem in found {
      let place = "git -C \(playground.path) lfs pull --include 'media/a b.srt'"
      #expect(command(problem) == "run `\(place)`")
    }
  }

  @Test func `a pointer, a link and a plain text of git-annex`() throws {
    let object = "annex/objects/SHA256E-s5--abc.mp4"
    try playground.write("media/unlocked.mp4", "/\(object)\n")
    try playground.write("media/plain.mp4", "../.git/annex/objects/X1/2Y/K/K")
    playground.link("media/locked.mp4", to: "../.git/annex/objects/X1/2Y/K/K")
    for name in ["unlocked", "plain", "locked"] {
      let found = try problems("media/\(name).mp4")
      #expect(found.count == 5, "\(name)")
      for problem in found {
        #expect(
          command(problem) == "run `git -C \(playground.path) annex get media/\(name).mp4`")
      }
    }
    // What is there is read.
    try playground.write(".git/annex/objects/X1/2Y/K/K", "here")
    #expect(try problems("media/locked.mp4").isEmpty)
  }

  @Test func `files and folders that DVC has not fetched`() throws {
    let text = "outs:\n- md5: abc\n  size: 3\n  path: a.mp4\n"
    try playground.write("media/a.mp4.dvc", text)
    try playground.write("clips.dvc", text)
    try playground.write("dvc.lock", "stages:\n  cut:\n    outs:\n    - path: made/b.mp4\n")
    for (path, target) in [
      ("media/a.mp4", "media/a.mp4.dvc"), ("clips/x.mp4", "clips.dvc"),
      ("made/b.mp4", "made/b.mp4"),
    ] {
      let found = try problems(path)
      #expect(found.count >= 4, "\(path)")
      for problem in found {
        #expect(command(problem) == "run `dvc pull \(playground.path)/\(target)`")
      }
    }
    try playground.write("media/a.mp4", "here")
    #expect(try problems("media/a.mp4").isEmpty)
  }

  @Test func `files of a pattern are fetched together`() throws {
    for number in 1...3 { try playground.write("p/\(number).jpg", PlaceholderTests.lfs) }
    try playground.write("p/4.jpg", "a photo")
    let world = try world()
    #expect(try world.matches(of: "p/*.jpg", from: playground.path).paths.count == 4)
    do throws(FileProblem) {
      _ = try world.listing(of: "p/*.jpg", from: playground.path, except: [])
      Issue.record("they are read")
    } catch {
      let place = "git -C \(playground.path) lfs pull --include p/1.jpg,p/2.jpg,p/3.jpg"
      #expect(command(error) == "run `\(place)`")
    }
  }

  @Test(arguments: [
    "version https://git-lfs.github.com/spec/v1\n", "/annex/objects/\nand more\n",
    "1\n00:00:01,000 --> 00:00:02,000\nversion https://git-lfs.github.com/spec/v1\noid\n", "",
    "annex/objects/x",
  ])
  func `other texts are no pointers`(text: String) throws {
    try playground.write("a.srt", text)
    #expect(try problems("a.srt").isEmpty)
  }

  @Test func `outside the project nothing is looked at`() throws {
    let outside = try Playground()
    try outside.write("a.mp4", PlaceholderTests.lfs)
    outside.link("b.mp4", to: ".git/annex/objects/x/y")
    for name in ["a.mp4", "b.mp4"] {
      #expect(throws: FileProblem.outside(root: playground.path)) {
        try world().locate(outside.path + "/" + name, from: playground.path)
      }
    }
  }

  @Test func `a command names no pointer as a wrong file`() async throws {
    let file = try playground.write("a.mp4", PlaceholderTests.lfs)
    guard case .failure(let failure) = await ProbeCommand.probe(file, playground.pool) else {
      Issue.record("it is probed")
      return
    }
    #expect(failure.message.hasPrefix("is a pointer of Git LFS, and its content has not"))
    #expect(failure.message.contains("lfs pull --include a.mp4"))
  }

  @Test func `a file whose name is no UTF-8 on the disk is found`() throws {
    try playground.make("caf", 0xE9, ".mp4")
    let problem = FileProblem.system(
      #"its name is not UTF-8 on the disk, where it is 'caf\xE9.mp4'"#)
    #expect(throws: problem) { try world().locate("café.mp4", from: playground.path) }
  }
}
