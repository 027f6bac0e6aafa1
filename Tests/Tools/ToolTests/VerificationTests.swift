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
@testable import Planning
@testable import reel

extension BuildTests {
  /// Stores other bytes under a key, as a build with a wrong key would.
  private func store(_ text: String, as key: Fingerprint) throws {
    let folder = playground.folder
    let file = try folder.temporaryPath()
    try Disk.create(file, holding: Array(text.utf8), isDurable: false)
    let scratch = try folder.temporaryPath()
    try folder.artifacts.commit(file, scratch: scratch, as: key, label: "segments")
    folder.removeTemporaries()
  }

  /// Changes stored bytes, as a failing disk would.
  private func damage(_ key: Fingerprint) {
    let descriptor = open(playground.folder.artifacts.path(of: key), O_WRONLY)
    #expect(pwrite(descriptor, "rotten!", 7, 0) == 7)
    close(descriptor)
  }

  @Test func `a build that stands is verified, and left alone`() async throws {
    let plan = [output("film", ["a", "b"], sound: ["x", "y"])]
    _ = try await build(plan)
    _ = try playground.asked()
    let stamp = try FileStamp(of: playground.path + "/film.mp4")
    let seen = Mutex<[String]>([])
    let result = try await build(plan, verification: .verifyAll) { event in
      if case .verified(let name, _, let verdict) = event {
        seen.withLock { $0.append("\(name) \(verdict)") }
      }
    }
    #expect(result.status == .done)
    #expect(result.differences.isEmpty && result.repaired.isEmpty)
    #expect(result.outputs.map(\.reason) == [nil])
    #expect(result.amount.verified == 5 && result.amount.reusedPieces == 5)
    #expect(
      try playground.asked() == ["encode aac", "mix x", "mix y", "segment a", "segment b"])
    #expect(
      seen.withLock { $0.sorted() } == [
        "film 0..<30 same", "film 30..<60 same", "film sound 0..<48000 same",
        "film sound 48000..<96000 same", "film sound same",
      ])
    #expect(try FileStamp(of: playground.path + "/film.mp4") == stamp)
  }

  @Test func `what a build reuses is verified, what it renders is not`() async throws {
    _ = try await build([output("film", ["a", "b"])])
    _ = try playground.asked()
    let result = try await build([output("film", ["b", "c"])], verification: .verifyAll)
    #expect(result.status == .done && result.outputs.map(\.isWritten) == [true])
    #expect(
      try playground.asked() == ["encode aac", "link", "mix tone", "segment b", "segment c"])
    #expect(result.amount.verified == 3)
  }

  @Test func `a sound is verified from its chunks, which are mixed if need be`() async throws {
    let plan = [output("film", ["a"], sound: ["x", "y"])]
    _ = try await build(plan)
    _ = try playground.asked()
    try playground.folder.artifacts.remove(Fingerprint(of: "chunk x"))
    let result = try await build(plan, verification: .verifyAll)
    #expect(result.status == .done && result.amount.verified == 3)
    #expect(try playground.asked() == ["encode aac", "mix x", "mix y", "segment a"])
  }

  @Test func `a segment that its key does not determine is found and named`() async throws {
    let plan = [output("film", ["a", "b"], sound: nil)]
    _ = try await build(plan)
    let film = playground.text("film.mp4")
    let key = Fingerprint(of: "b")
    try store("segment c 30\n", as: key)
    _ = try playground.asked()

    let result = try await build(plan, verification: .verifyAll)
    let difference = try #require(result.differences.first)
    #expect(result.differences.count == 1 && result.failures.isEmpty)
    #expect(difference.piece.key == key)
    #expect(difference.piece.name == "film 30..<60")
    #expect(difference.first == SegmentDifference(packet: 3, frame: 3))
    #expect(difference.filmTime == Time(33, over: 30))
    #expect(!difference.isDamaged)
    #expect(result.status == .machineFailed)
    #expect(playground.text("film.mp4") == film)
    // It is removed, and the film that may have been made from it is rebuilt.
    #expect(playground.folder.artifacts.look(for: key) == .missing)
    _ = try playground.asked()
    #expect(try await build(plan).status == .done)
    #expect(try playground.asked() == ["link", "segment b"])
    #expect(playground.text("film.mp4") == film)

    let problem = BuildProblem(difference, in: BuildPlan(outputs: plan, origins: []))
    #expect(problem.key == key && problem.output == "film" && problem.piece == "film 30..<60")
    #expect(problem.ingredients.first?.hasPrefix("everything: version ") == true)
    #expect(problem.ingredients.contains { $0.hasPrefix("program.parts: frameCount 30") })
    #expect(problem.diagnostic.message.hasPrefix("the segment 'film 30..<60' is not what"))
    let notes = problem.diagnostic.notes.map(\.message)
    #expect(notes.contains("under the key \(key.hex)"))
    #expect(notes.contains("from 1 s to 2 s of output 'film'"))
    #expect(notes.contains("frame 33 of the film is the first that differs, at 1.1 s"))
  }

  @Test func `no film is linked from a segment that differs`() async throws {
    _ = try await build([output("film", ["a", "b"]), output("other", ["a"])])
    try store("segment c 30\n", as: Fingerprint(of: "b"))
    _ = try playground.asked()
    let plan = [output("film", ["a", "b"], version: 2), output("other", ["a"], version: 2)]
    let film = playground.text("film.mp4")
    let result = try await build(plan, verification: .verifyAll)
    #expect(result.differences.map(\.piece.name) == ["film 30..<60"])
    #expect(result.outputs.map(\.name) == ["other"])
    #expect(playground.text("film.mp4") == film)
    // Nor is it used by the next build.
    #expect(try await build(plan).status == .done)
    #expect(playground.text("film.mp4") == film)
  }

  @Test func `no sound is encoded from a chunk that differs`() async throws {
    _ = try await build([output("film", ["a"], sound: ["x", "y"])])
    try store("mix z 48000\n", as: Fingerprint(of: "chunk x"))
    _ = try playground.asked()
    let plan = output("film", ["a"], sound: ["x", "y", "y"])
    let result = try await build([plan], verification: .verifyAll)
    #expect(result.differences.map(\.piece.name) == ["film sound 0..<48000"])
    // A differing piece is made once more, to determine whether it is deterministic.
    #expect(try playground.asked() == ["mix x", "mix x", "mix y", "segment a"])
    #expect(result.outputs.isEmpty && result.failures.isEmpty)
    let film = try #require(plan.film)
    #expect(playground.folder.artifacts.look(for: try #require(film.sound).key) == .missing)
    // A sound that may contain it is not used either.
    let standing = output("film", ["a"], sound: ["x", "y"])
    let last = try #require(standing.film)
    #expect(playground.folder.artifacts.look(for: try #require(last.sound).key) == .missing)
    #expect(try await build([standing], verification: .verifyAll).status == .done)
  }

  @Test func `an encoded sound that differs is found`() async throws {
    let plan = output("film", ["a"], sound: ["x", "y"])
    _ = try await build([plan])
    let sound = try #require(plan.film?.sound)
    try store("encode aac 96000 x x\n", as: sound.key)
    let result = try await build([plan], verification: .verify)
    #expect(result.differences.map(\.piece.name) == ["film sound"])
    let problem = BuildProblem(
      try #require(result.differences.first), in: BuildPlan(outputs: [plan], origins: []))
    #expect(problem.diagnostic.message.hasPrefix("the encoded sound of output 'film' is not"))
    #expect(problem.ingredients.map { $0.prefix(10) } == ["everything", "libraries:"])
  }

  @Test
  func
    `a piece that never has the same bytes is distinguished from one whose key lacks an ingredient`()
    async throws
  {
    let plan = [output("film", ["a", "unstable"], sound: nil)]
    _ = try await build(plan)
    try store("segment c 30\n", as: Fingerprint(of: "a"))
    let result = try await build(plan, verification: .verifyAll)
    #expect(result.differences.map(\.isStable) == [true, false])
    let problems = result.problems(in: BuildPlan(outputs: plan, origins: []))
    #expect(problems.map(\.diagnostic.code.name) == ["incomplete-key", "unstable-bytes"])
    #expect(
      problems.last?.diagnostic.message
        == "the segment 'film 30..<60' has other bytes each time it is rendered")
  }

  @Test func `damaged entries are distinguished from different ones, and made again`() async throws
  {
    let long = "b-with-a-long-name"
    let plan = [output("film", ["a", long], sound: nil)]
    _ = try await build(plan)
    let key = Fingerprint(of: long)
    damage(key)
    // First in the middle, which only a complete read detects, then at its end.
    for round in 0..<2 {
      if round == 1 {
        #expect(truncate(playground.folder.artifacts.path(of: key), 3) == 0)
      }
      let result = try await build(plan, verification: .verifyAll)
      #expect(result.status == .done)
      #expect(result.repaired.map(\.name) == ["film 30..<60"])
      let codes = result.problems(in: BuildPlan(outputs: plan, origins: [])).map {
        $0.diagnostic.code.name
      }
      #expect(codes == ["damaged-entry"])
      #expect(try await build(plan, verification: .verifyAll).repaired.isEmpty)
    }
  }

  @Test func `an entry that is damaged and differs is reported as both`() async throws {
    let plan = [output("film", ["a-with-a-long-name"], sound: nil)]
    _ = try await build(plan)
    let key = Fingerprint(of: "a-with-a-long-name")
    try store("segment something-else 30\n", as: key)
    damage(key)
    let result = try await build(plan, verification: .verifyAll)
    #expect(result.differences.map(\.isDamaged) == [true])
    #expect(result.status == .machineFailed)
  }

  @Test func `a sample is spread over the film, and is the same for the same film`() throws {
    let pieces = (0..<50).map { index in
      Piece(
        kind: .segment(segment("s\(index)", at: 30 * index)), output: "film", rate: FrameRate(30))
    }
    func sample(_ film: String) -> [String] {
      Verification.verify.sample(pieces, of: Fingerprint(of: film)).map(\.name)
    }
    let first = sample("film")
    #expect(first == sample("film"))
    #expect(Set((0..<20).map { sample("film \($0)") }).count > 10)
    let places = pieces.map(\.name)
    #expect(first.compactMap { places.firstIndex(of: $0) }.map { $0 / 20 } == [0, 1, 2])
    let film = Fingerprint(of: "film")
    #expect(Verification.verify.sample(Array(pieces.prefix(1)), of: film).count == 1)
    #expect(Verification.verify.sample([], of: film).isEmpty)
    #expect(Verification.verifyAll.sample(pieces, of: film).count == 50)
  }
}
