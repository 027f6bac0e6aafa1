// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Output names with places for a number and for the day.
@Suite struct OutputNamingTests {
  private let reel: Reel

  init() throws { reel = try Reel() }

  /// The files in the folder of the outputs after a build of a film titled `title`.
  private func build(_ outputs: String, title: String, day: String? = nil) async throws -> [String]
  {
    let project = """
      reel: 1
      canvas: {size: 96x64, rate: 10}
      tracks:
        main: [{text: \(title), duration: 500ms, font: {family: DejaVu Sans}}]
      outputs: {\(outputs)}

      """
    try Data(project.utf8).write(to: URL(filePath: reel.folder / "film.reel.yaml"))
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

  @Test func `a number is none that another output has`() async throws {
    let files = try await build("a: 'out/cut-{n}.mp4', b: out/cut-1.mp4", title: "One")
    #expect(files == ["cut-1.mp4", "cut-2.mp4"])
    #expect(
      try Data(contentsOf: URL(filePath: reel.folder / "out/cut-1.mp4"))
        == Data(contentsOf: URL(filePath: reel.folder / "out/cut-2.mp4")))
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
