// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Output names with places for a number and for the day.
@Suite struct OutputNamingTests {
  private let reel: Reel

  init() throws { reel = try Reel() }

  /// Writes a project of a film titled `title`.
  private func write(_ outputs: String, title: String, params: String = "{}") throws {
    let project = """
      reel: 1
      params: \(params)
      canvas: {size: 96x64, rate: 10}
      tracks:
        main: [{text: \(title), duration: 500ms, font: {family: DejaVu Sans}}]
      outputs: {\(outputs)}

      """
    try Data(project.utf8).write(to: URL(filePath: reel.folder / "film.reel.yaml"))
  }

  /// The files in the folder of the outputs after a build of a film titled `title`.
  private func build(_ outputs: String, title: String, day: String? = nil) async throws -> [String]
  {
    try write(outputs, title: title)
    let outcome = try await reel.run(
      ["build", "film.reel.yaml", "--quiet"],
      environment: day.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try FileManager.default.contentsOfDirectory(atPath: reel.folder / "out").sorted()
  }

  @Test func `a film that changes gets the next number, and one that does not keeps its own`()
    async throws
  {
    let output = "film: 'out/cut-{n}.mp4'"
    #expect(try await build(output, title: "One") == ["cut-1.mp4"])
    #expect(try await build(output, title: "One") == ["cut-1.mp4"])
    #expect(try await build(output, title: "Two") == ["cut-1.mp4", "cut-2.mp4"])
    #expect(try await build(output, title: "One") == ["cut-1.mp4", "cut-2.mp4"])
    // A file of another program counts, too.
    try Data("mine".utf8).write(to: URL(filePath: reel.folder / "out/cut-9.mp4"))
    #expect(
      try await build(output, title: "Three")
        == ["cut-1.mp4", "cut-10.mp4", "cut-2.mp4", "cut-9.mp4"])
    #expect(try String(contentsOfFile: reel.folder / "out/cut-9.mp4", encoding: .utf8) == "mine")
  }

  @Test func `builds side by side take numbers of their own`() async throws {
    try write("film: 'out/cut-{n}.mp4'", title: "\"${word}\"", params: "{word: One}")
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for word in ["One", "Two", "Three", "Four"] {
        group.addTask {
          try await reel.run(["build", "film.reel.yaml", "--quiet", "--set", "word=\(word)"]).status
        }
      }
      for try await status in group { #expect(status == 0) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: reel.folder / "out").sorted()
    #expect(names == ["cut-1.mp4", "cut-2.mp4", "cut-3.mp4", "cut-4.mp4"])
  }

  @Test func `films of rows take numbers of their own`() async throws {
    try write(
      "film: 'out/cut-{n}.mp4', small: {file: 'out/small-{n}.mp4', size: 48x32}",
      title: "\"${word}\"", params: "{word: One}")
    func build(_ words: [String]) async throws -> Int {
      let table = (["word"] + words).joined(separator: "\n") + "\n"
      try Data(table.utf8).write(to: URL(filePath: reel.folder / "words.csv"))
      let check = try await reel.run(["check", "film.reel.yaml", "--data", "words.csv"])
      let outcome = try await reel.run([
        "build", "film.reel.yaml", "--quiet", "--data", "words.csv",
      ])
      #expect(check.status == 0 && outcome.status == 0, "\(check.errors)\(outcome.errors)")
      return try FileManager.default.contentsOfDirectory(atPath: reel.folder / "out").count
    }
    #expect(try await build(["One", "Two", "Three"]) == 6)
    #expect(try await build(["One", "Two", "Three"]) == 6)
    #expect(try await build(["Two", "Four"]) == 8)
  }

  @Test func `animations and sheets are numbered as films are`() async throws {
    let outputs = "a: 'out/a-{n}.gif', b: {file: 'out/b-{n}.png', sheet: true}"
    #expect(try await build(outputs, title: "One") == ["a-1.gif", "b-1.png"])
    #expect(
      try await build(outputs, title: "Two") == ["a-1.gif", "a-2.gif", "b-1.png", "b-2.png"])
    #expect(
      try await build(outputs, title: "One") == ["a-1.gif", "a-2.gif", "b-1.png", "b-2.png"])
  }

  @Test func `a number is none that makes the name of another output`() async throws {
    let outputs = "a: 'out/{date}-{n}.mp4', b: 'out/{date}-1.mp4'"
    #expect(
      try await build(outputs, title: "One", day: "1798761600")
        == ["2027-01-01-1.mp4", "2027-01-01-2.mp4"])
  }

  @Test func `a dependency file names the film that is made`() async throws {
    _ = try await build("film: 'out/cut-{n}.mp4'", title: "One")
    let outcome = try await reel.run(
      ["build", "film.reel.yaml", "--quiet", "--depfile", reel.folder / "film.d"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let rule = try String(contentsOfFile: reel.folder / "film.d", encoding: .utf8)
    #expect(rule.contains("cut-1.mp4:"), "\(rule)")
  }

  @Test func `a film is named by the day, and written for each day once`() async throws {
    let output = "film: 'out/{date} cut {n}.mp4'"
    #expect(try await build(output, title: "One", day: "1798761599") == ["2026-12-31 cut 1.mp4"])
    #expect(
      try await build(output, title: "One", day: "1798761600")
        == ["2026-12-31 cut 1.mp4", "2027-01-01 cut 1.mp4"])
    #expect(
      try await build(output, title: "Two", day: "1798761600")
        == ["2026-12-31 cut 1.mp4", "2027-01-01 cut 1.mp4", "2027-01-01 cut 2.mp4"])
  }
}
