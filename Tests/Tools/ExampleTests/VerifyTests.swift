// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// `reel build --verify` and the events of `--json`, with real renderers.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct VerifyTests {
  private struct Event: Decodable {
    struct Output: Decodable {
      var name: String
      var reason: String?
    }
    var event: String
    var status: Int?
    var failures: Int?
    var verified: Int?
    var frames: Int?
    var outputs: [Output]?
    var code: String?
    var kind: String?
    var key: String?
    var piece: String?
    var filmTime: String?
    var ingredients: [String]?
    var name: String?
    var verdict: String?
    var file: String?
    var line: Int?
  }

  private func events(_ outcome: Command.Outcome) throws -> [Event] {
    try outcome.text.split(separator: "\n").map {
      try JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }

  /// The stored pieces of the kind `label`, by key.
  private func entries(_ reel: Reel, _ label: String) throws -> [String: String] {
    let store = reel.folder / ".reel/store"
    var found: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: store)
    where name.hasSuffix(".sum") {
      let path = "\(store)/\(name)"
      let lines = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        .split(separator: "\n")
      let key = name.split(separator: "/").last.map { String($0.dropLast(4)) } ?? ""
      if lines.count > 1, lines[1].hasSuffix(" \(label)") {
        found[key] = String(path.dropLast(4))
      }
    }
    return found
  }

  /// Replaces the entry at `path` with that at `other`.
  private func replace(_ path: String, by other: String) throws {
    for ending in ["", ".sum"] {
      try FileManager.default.removeItem(atPath: path + ending)
      try FileManager.default.copyItem(atPath: other + ending, toPath: path + ending)
    }
  }

  @Test func aFilmIsVerifiedPieceByPiece() async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let built = try await reel.run(["build", "--json"] + options, seconds: 300)
    try #require(built.status == 0, "\(built.errors)")
    let done = try #require(try events(built).last)
    #expect(done.event == "done" && done.status == 0 && done.failures == 0)
    #expect(done.verified == nil && (done.frames ?? 0) > 0)
    #expect(done.outputs?.map(\.reason) == ["output-missing"])

    let sample = try await reel.run(["build", "--verify"] + options, seconds: 300)
    #expect(sample.status == 0, "\(sample.errors)")
    #expect(sample.text.contains("film.mkv: up to date\nverified 3 of "), "\(sample.text)")
    let all = try await reel.run(["build", "--verify-all", "--json"] + options, seconds: 300)
    #expect(all.status == 0, "\(all.errors)")
    let verdicts = try events(all).filter { $0.event == "verified" }
    #expect(verdicts.allSatisfy { $0.verdict == "same" }, "\(all.text)")
    let pieces = try entries(reel, "segments").count + entries(reel, "sounds").count
    #expect(verdicts.count == pieces)
    #expect(try events(all).last?.verified == pieces)
    #expect(try events(all).last?.outputs?.map(\.reason) == [nil])
  }

  @Test func anEntryInThePlaceOfAnotherIsMadeAnew() async throws {
    let reel = try Reel()
    let options = try await Examples.copy("titles", into: reel, change: { _ in Examples.plain() })
    let built = try await reel.run(["build", "--quiet"] + options, seconds: 300)
    try #require(built.status == 0, "\(built.errors)")
    let path = reel.folder / "film.mkv"
    let film = try Data(contentsOf: URL(filePath: path))
    for label in ["segments", "sounds"] {
      let entries = try entries(reel, label).sorted { $0.key < $1.key }
      try #require(entries.count > 1, "\(label)")
      try replace(entries[0].value, by: entries[1].value)
      try FileManager.default.removeItem(atPath: path)
      let outcome = try await reel.run(["build", "--quiet"] + options, seconds: 300)
      #expect(outcome.status == 0, "\(label): \(outcome.errors)")
      #expect(try Data(contentsOf: URL(filePath: path)) == film, "\(label)")
    }
    let entries = try entries(reel, "segments").sorted { $0.key < $1.key }
    try replace(entries[0].value, by: entries[1].value)
    let verified = try await reel.run(["build", "--verify-all", "--json"] + options, seconds: 300)
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(try events(verified).contains { $0.code == "damaged-entry" }, "\(verified.text)")
  }

  @Test func aDamagedPacketThatIsCopiedIsFound() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let take = reel.folder / "take.mp4"
    let making = try await tools.ffmpeg.outcome(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=6",
        "-c:v", "libx264", "-g", "50", "-bf", "0", take,
      ], seconds: 60)
    try #require(making.status == 0, "\(making.errors)")
    let project = """
      reel: 1
      tracks: {main: [take.mp4]}
      outputs: {film: {file: film.mp4, preset: passthrough}}

      """
    let verified = ["--verify-all", "--json"]
    #expect(try await reel.build(project).status == 0)
    #expect(try await reel.build(project, options: verified).status == 0)
    let listing = try await tools.ffprobe.data(
      ["-v", "error", "-show_entries", "packet=size,pos", "-of", "csv=p=0", take])
    let packets = String(decoding: listing, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: ",").compactMap { Int($0) } }
    let (size, start) = (packets[70][0], packets[70][1])
    var bytes = try Data(contentsOf: URL(filePath: take))
    for place in start + size / 3..<start + size { bytes[place] = 0xff }
    try bytes.write(to: URL(filePath: take))
    let built = try await reel.build(project)
    #expect(built.status == 0, "\(built.errors)")
    let outcome = try await reel.build(project, options: verified)
    #expect(outcome.status == 3, "\(outcome.errors)")
    let event = try #require(try events(outcome).first { $0.event == "failed" })
    #expect(event.code == "damaged-copy" && event.filmTime == "2.8", "\(outcome.text)")
  }

  @Test func whatIsWrongWithAProjectIsAnEventToo() async throws {
    let reel = try Reel()
    try reel.folder.write("reel: 1\ntracks:\n  main: [nowhere.mov]\n", to: "wrong.reel.yaml")
    let outcome = try await reel.run(["build", "--json", "wrong.reel.yaml", "missing.yaml"])
    #expect(outcome.status == 1)
    let said = try events(outcome)
    #expect(said.map(\.event) == ["failed", "done"])
    #expect(said.first?.file == "wrong.reel.yaml" && said.first?.line == 3)
    #expect(said.last?.status == 1 && said.last?.failures == 1)
    #expect(said.last?.outputs?.isEmpty == true)
    let missing = try events(try await reel.run(["build", "--json", "missing.yaml"]))
    #expect(missing.map(\.code) == ["project-file", nil])
    #expect(missing.map(\.event) == ["failed", "done"])
  }
}
