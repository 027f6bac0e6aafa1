// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Diagnostics
import Driver
import Glibc
import Host
import Testing

@testable import Builder
@testable import Planning
@testable import reel

extension BuildTests {
  @Test func `a file that no build of the project made is not overwritten`() async throws {
    let plan = [output("film", ["a"]), output("short", ["a"])]
    try playground.write("film.mp4", "somebody's film")
    let refused = try await build(plan)
    #expect(refused.occupied.map(\.name) == ["film"] && refused.status == .projectIsWrong)
    // The failure occurs before rendering.
    #expect(try playground.asked().isEmpty)
    #expect(playground.text("film.mp4") == "somebody's film" && playground.text("short.mp4") == nil)
    let codes = refused.problems(in: BuildPlan(outputs: plan, origins: [])).map {
      $0.diagnostic.code.name
    }
    #expect(codes == ["output-exists"])
    let rest = try await build(plan, keepsGoing: true)
    #expect(rest.outputs.map(\.name) == ["short"] && rest.status == .projectIsWrong)

    #expect(try await build(plan, overwrites: true).status == .done)
    let film = playground.text("film.mp4")
    #expect(film == "segment a 30\nencode aac 48000 tone\n")
    // From then on the file is the output of this project, but of no other.
    let edited = [output("film", ["b"]), output("short", ["a"])]
    #expect(try await build(edited).status == .done)
    let other = try await build([output("film", ["c"])], project: "other.reel.yaml")
    #expect(other.occupied.map(\.name) == ["film"])
    // A file that replaces it is not.
    try playground.write("film.mp4", "somebody's film")
    #expect(try await build(edited).occupied.map(\.name) == ["film"])
    #expect(playground.text("film.mp4") == "somebody's film")
  }

  @Test func `a film into which something else was written is not overwritten`() async throws {
    _ = try await build([output("film", ["a"], sound: nil)])
    let descriptor = open(playground.path + "/film.mp4", O_WRONLY | O_TRUNC)
    #expect(write(descriptor, "somebody's film", 15) == 15)
    close(descriptor)
    let again = try await build([output("film", ["b"], sound: nil)])
    #expect(again.occupied.map(\.name) == ["film"])
    #expect(playground.text("film.mp4") == "somebody's film")
  }

  @Test func `a film is known as the project's without its store`() async throws {
    let plan = [output("film", ["a"], sound: nil)]
    _ = try await build(plan)
    try Disk.removeTree(playground.folder.path)
    let again = try await build([output("film", ["b"], sound: nil)])
    #expect(again.status == .done && playground.text("film.mp4") == "segment b 30\n")
    let maker = OutputMaker(project: "/a/b/trip.reel.yaml")
    let moved = OutputMaker(project: "/c/trip.reel.yaml")
    #expect(maker.mark(of: "/a/b/out/film.mp4") == moved.mark(of: "/c/out/film.mp4"))
    #expect(maker.mark(of: "/a/b/out/film.mp4") != maker.mark(of: "/a/b/film.mp4"))
  }

  /// A copy has another inode and time, and no extended attributes.
  @Test func `a restored film is known by what the store remembers of it`() async throws {
    func restore(_ text: String) throws {
      try Disk.remove(playground.path + "/film.mp4")
      try playground.write("film.mp4", text)
    }
    _ = try await build([output("film", ["a"], sound: nil)])
    let film = try #require(playground.text("film.mp4"))
    try restore(film)
    #expect(try await build([output("film", ["b"], sound: nil)]).status == .done)
    // Only the film made last is recognised, and only under its name.
    try restore(film)
    #expect(try await build([output("film", ["c"], sound: nil)]).occupied.map(\.name) == ["film"])
    try restore("segment b 30\n")
    try playground.write("copy.mp4", "segment b 30\n")
    #expect(try await build([output("copy", ["c"], sound: nil)]).occupied.map(\.name) == ["copy"])

    // The folder may have been restored at another place, including the store's records.
    let mark = OutputMaker(project: "/elsewhere/trip.reel.yaml").mark(of: "/elsewhere/film.mp4")
    let content = try OutputMaker.content(of: playground.path + "/film.mp4")
    let log = playground.folder.outputs
    #expect(log.hasMade("/elsewhere/film.mp4", by: mark, content: content))
    #expect(!log.hasMade("/elsewhere/copy.mp4", by: mark, content: content))
  }
}
