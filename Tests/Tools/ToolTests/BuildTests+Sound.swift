// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Driver
import Glibc
import RenderProtocol
import Synchronization
import Testing

@testable import Builder
@testable import Explain
@testable import Host
@testable import Planning
@testable import Timeline
@testable import reel

/// Sound in builds.
extension BuildTests {
  @Test func `a changed chunk is mixed anew, and the sound encoded again`() async throws {
    _ = try await build([output("film", ["a"], sound: ["x", "", "y", "x"])])
    #expect(playground.text("film.mp4") == "segment a 30\nencode aac 192000 x silence y x\n")
    #expect(try playground.asked() == ["encode aac", "link", "mix x", "mix y", "segment a"])
    let result = try await build([output("film", ["a"], sound: ["x", "", "", "z", "y", "x"])])
    #expect(
      playground.text("film.mp4") == "segment a 30\nencode aac 288000 x silence silence z y x\n")
    #expect(try playground.asked() == ["encode aac", "link", "mix z"])
    #expect(result.amount.mixing == 100 && result.amount.reusedSound == 200)
    #expect(result.amount.encoding == 600)
  }

  @Test func `outputs with different encoders share their chunks`() async throws {
    let plan = [
      output("film", ["a"], sound: ["x", "y"]),
      output("web", ["b"], sound: ["x", "y"], encoder: "opus"),
      output("copy", ["a"], sound: ["x", "y"]),
    ]
    let result = try await build(plan)
    #expect(
      try playground.asked() == [
        "encode aac", "encode opus", "link", "link", "link", "mix x", "mix y", "segment a",
        "segment b",
      ])
    #expect(result.amount.mixing == 200 && result.amount.reusedSound == 0)
    // Another one later mixes nothing.
    let more = try await build([output("mp3", ["a"], sound: ["y", "x"], encoder: "mp3")])
    #expect(try playground.asked() == ["encode mp3", "link"])
    #expect(more.amount.mixing == 0 && more.amount.reusedSound == 200)
  }

  @Test func `a sound that is stored needs no chunks`() async throws {
    _ = try await build([output("film", ["a"], sound: ["x", "y"])])
    _ = try playground.asked()
    for name in ["x", "y"] {
      try playground.folder.artifacts.remove(Fingerprint(of: "chunk " + name))
    }
    let result = try await build([output("film", ["b"], sound: ["x", "y"])])
    #expect(try playground.asked() == ["link", "segment b"])
    #expect(result.amount.reusedSound == 200 && result.amount.sounds == 0)
  }

  @Test func `a damaged chunk is mixed again`() async throws {
    let long = "x-with-a-long-name"
    _ = try await build([output("film", ["a"], sound: [long, "y"])])
    _ = try playground.asked()
    let path = playground.folder.artifacts.path(of: Fingerprint(of: "chunk " + long))
    let descriptor = open(path, O_WRONLY)
    #expect(pwrite(descriptor, "rotten!", 7, 0) == 7)
    close(descriptor)
    let result = try await build([output("film", ["a"], sound: [long, "y", "y"])])
    #expect(result.failures.isEmpty)
    #expect(playground.text("film.mp4") == "segment a 30\nencode aac 144000 \(long) y y\n")
    #expect(try playground.asked() == ["encode aac", "link", "mix \(long)"])
  }

  @Test func `sound that breaks is told with its place in the film`() async throws {
    let result = try await build([output("film", ["a"], sound: ["x", "broken"])])
    let failure = try #require(result.failures.first)
    #expect(result.failures.count == 1)
    #expect(failure.failure.origin == Origin(0))
    // The chunk starts at 1 s, and the failure is at its third sample.
    #expect(failure.filmTime == Time(48002, over: 48000))
    #expect(!(try playground.asked()).contains("link"))
  }

  @Test func `notes on sound are reported where it is heard, once per clip`() async throws {
    for names in [["noted", "x"], ["x", "", "noted", "noted"]] {
      let plan = [output("film", ["a"], sound: names)]
      for round in 0..<3 {
        // The second round builds nothing, the third links stored pieces.
        if round == 2 { try Disk.remove(playground.path + "/film.mp4") }
        let result = try await build(plan)
        #expect(result.notes.map(\.note.message) == ["held"])
        #expect(result.notes.map(\.note.origin) == [Origin(0)])
        let second = Int64(try #require(names.firstIndex(of: "noted")))
        #expect(result.notes.map(\.filmTime) == [Time(second * 48000 + 1, over: 48000)])
      }
    }
  }

  @Test func `sound is made before pictures`() async throws {
    let names = (0..<6).map { "s\($0)" }
    let stored = Mutex<[String]>([])
    _ = try await build([output("film", names, sound: ["x", "y"])], jobs: 1) { event in
      if case .stored(let name, _) = event { stored.withLock { $0.append(name) } }
    }
    #expect(
      stored.withLock { $0.prefix(3) } == [
        "film sound 0..<48000", "film sound 48000..<96000", "film sound",
      ])
  }

  // MARK: - Workers
}
