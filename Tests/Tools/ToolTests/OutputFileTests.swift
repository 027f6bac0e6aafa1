// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import Host
import Testing

@testable import Builder
@testable import reel

@Suite struct OutputFileTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  private func fill(_ file: OutputFile, _ text: String) {
    let descriptor = open(file.temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    #expect(write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
  }

  @Test func `two builds of one output do not write into one file`() throws {
    let path = playground.path + "/film.mp4"
    let (one, two) = (try OutputFile(path: path), try OutputFile(path: path))
    #expect(one.temporary != two.temporary)
    fill(one, "one")
    fill(two, "two!")
    let first = try one.publish()
    #expect(first.isWritten)
    #expect(playground.text("film.mp4") == "one")
    #expect(try two.publish().stamp != first.stamp)
    #expect(playground.text("film.mp4") == "two!")
    #expect(try Disk.names(in: playground.path) == ["film.mp4"])
  }

  @Test func `the same bytes leave the file alone`() throws {
    let path = try playground.write("film.mp4", "film")
    let stamp = try FileStamp(of: path)
    let file = try OutputFile(path: path)
    fill(file, "film")
    let published = try file.publish()
    #expect(!published.isWritten)
    #expect(published.stamp == stamp)
    #expect(try Disk.names(in: playground.path) == ["film.mp4"])
  }

  @Test func `a file that appeared during the build is not replaced`() throws {
    let path = playground.path + "/film.mp4"
    let file = try OutputFile(path: path)
    fill(file, "film")
    try playground.write("film.mp4", "dear")
    #expect(throws: OutputFile.Occupied.self) { try file.publish { true } }
    #expect(playground.text("film.mp4") == "dear")
    #expect(try file.publish { false }.isWritten)
    #expect(playground.text("film.mp4") == "film")
  }

  @Test func `nothing behind a link is opened or taken for the output`() throws {
    let path = try playground.write("elsewhere/film.mp4", "film")
    playground.link("film.mp4", to: path)
    let maker = OutputMaker(project: playground.path + "/p.reel.yaml")
    let log = playground.folder.outputs
    #expect(maker.isStranger(playground.path + "/film.mp4", to: log))
    // Whoever opens a pipe for reading would wait for a writer.
    #expect(mkfifo(playground.path + "/pipe", 0o600) == 0)
    playground.link("2.png", to: "pipe")
    #expect(maker.isStranger(playground.path + "/2.png", to: log))
    let set = OutputSet(
      beside: playground.path + "/1.png", shown: "1.png", family: "x", by: maker, log,
      overwrites: false)
    #expect(set.stranger(among: ["1.png", "2.png"]) == "2.png")
    // An output that is to be overwritten replaces the link.
    let file = try OutputFile(path: playground.path + "/film.mp4")
    fill(file, "film")
    #expect(try file.publish().isWritten)
    #expect(Disk.plainFile(playground.path + "/film.mp4") != nil)
    #expect(playground.text("elsewhere/film.mp4") == "film")
  }

  @Test func `only leftovers of dead builds are removed`() throws {
    // No process has such a large ID.
    for name in [".reel-0a1b-4194999-0.tmp", ".reel-ff-4194999-3.tmp.4194998.partial"] {
      try playground.write(name)
    }
    let kept = [
      ".reel-0a1b-\(getpid())-7.tmp", ".reel-notes.tmp", ".reel-x-4194999-0.tmp", "reel.tmp",
    ]
    for name in kept { try playground.write(name) }
    let file = try OutputFile(path: playground.path + "/film.mp4")
    file.discard()
    #expect(try Disk.names(in: playground.path) == kept.sorted())
  }
}
